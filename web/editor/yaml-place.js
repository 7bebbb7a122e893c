// Finds out where in a sign file a place is, from what stands before it. It need not be valid YAML, since it is being typed.

/** A key and what follows it: a word or a quoted text, a colon, and a space or the end. */
const keyPattern = /^("[^"]*"|[\w.-]+)[ ]*:(?:[ ]+|$)/;

/**
 * Says which key or value is being typed.
 * @returns {{path: Array<string|number>, word: string, isValue: boolean}} the keys and indices that lead there, and what
 *   is typed already; of a value the path ends with its key
 */
export function placeAt(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  const last = lines.pop();
  const stack = [];
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line)) continue;
    descend(stack, line, true);
  }
  const rest = descend(stack, last, false);
  const path = stack.map(({ step }) => step);
  const key = keyPattern.exec(rest);
  if (!key) return /^[{["]/.test(rest) ? flow(path, rest) : { path, word: rest, isValue: false };
  return flow([...path, name(key[1])], rest.slice(key[0].length));
}

const name = (key) => key.replaceAll('"', "");

/** Follows a line in block style: dashes and, in a whole line, its key. Returns what is left of it. */
function descend(stack, line, isWhole) {
  let indent = line.length - line.trimStart().length;
  let rest = line.trimStart();
  let dash;
  while ((dash = /^-(\s+|$)/.exec(rest))) {
    // A list may stand as far left as the key that it belongs to.
    while (stack.length && stack.at(-1).indent > indent) stack.pop();
    const item = stack.at(-1);
    if (item?.indent === indent && item.isItem) item.step++;
    else stack.push({ indent, step: 0, isItem: true });
    indent += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  while (stack.length && (stack.at(-1).indent > indent || (stack.at(-1).indent === indent && !dash))) {
    if (stack.at(-1).indent === indent && stack.at(-1).isItem && line.trimStart().startsWith("-")) break;
    stack.pop();
  }
  const key = isWhole && keyPattern.exec(rest);
  if (key) stack.push({ indent, step: name(key[1]), isItem: false });
  return rest;
}

/** Follows braces and brackets within a line. */
function flow(path, text) {
  const open = [];
  let word = "";
  let isValue = true;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"' || letter === "'") {
      const end = text.indexOf(letter, index + 1);
      // Within quotes there is text, not a word of a sign file.
      if (end < 0) return { path: [...path, ...open.map(({ step }) => step)], word: null, isValue: true };
      word = text.slice(index, (index = end) + 1);
    } else if (letter === "{" || letter === "[") {
      open.push({ step: letter === "[" ? 0 : undefined, isList: letter === "[" });
      [word, isValue] = ["", letter === "["];
    } else if (letter === "}" || letter === "]") {
      open.pop();
      [word, isValue] = ["", true];
    } else if (letter === "," && open.length) {
      const inner = open.at(-1);
      inner.step = inner.isList ? inner.step + 1 : undefined;
      [word, isValue] = ["", inner.isList];
    } else if (letter === ":" && open.length && !open.at(-1).isList && !isValue) {
      open.at(-1).step = name(word.trim());
      [word, isValue] = ["", true];
    } else {
      word += letter;
    }
  }
  const steps = open.map(({ step }) => step).filter((step) => step !== undefined);
  return { path: [...path, ...steps], word: word.trimStart(), isValue };
}
