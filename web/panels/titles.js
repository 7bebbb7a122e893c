let values = {};

/** Learns the values of variables, which titles show in place of {name}. */
export function learn(variables) {
  values = variables;
}

/**
 * What a message is called: what the sign shows of it, or its text without tags and with the values of variables, or its name
 * if it has no text.
 */
export function titleOf({ text = "", name, shown }) {
  if (shown) return shown;
  const words = text.replaceAll(/<(\/|[a-z-]+(=[^<>]*)?)>/gi, "").trim()
    .replaceAll(/\{([\w-]+)\}/g, (field, variable) => (Object.hasOwn(values, variable) ? values[variable] ?? field : field));
  return words || text || name || "Picture";
}
