// @ts-check

/**
 * What is wrong with each key of a message, a line for each problem; those of no key have the empty one.
 * @param {string} error lines such as message:1:29: "blu" is not a colour
 * @param {Record<string, unknown>} message as it was sent
 * @returns {Map<string, string>}
 */
export function problemsOfKeys(error, message) {
  // The sign counts the letters of the message in one line, as it writes JSON itself.
  let end = 2;
  const starts = Object.entries(message).map(([key, value]) => {
    const start = end;
    end += [...`${JSON.stringify(key)}: ${inOneLine(value)}, `].length;
    return { key, start };
  });
  /** @type {Map<string, string>} */
  const problems = new Map();
  for (const line of error.split("\n")) {
    const [, column, words] = /^message[^: ]*:1:(\d+): (.*)$/.exec(line) ?? [];
    const key = column ? (starts.filter(({ start }) => start <= Number(column)).at(-1)?.key ?? "") : "";
    const before = problems.get(key);
    problems.set(key, before ? `${before}\n${words ?? line}` : (words ?? line));
  }
  return problems;
}

/**
 * @param {unknown} value
 * @returns {string} JSON with a blank behind each comma and colon
 */
function inOneLine(value) {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${inOneLine(inner)}`).join(", ")}}`;
}
