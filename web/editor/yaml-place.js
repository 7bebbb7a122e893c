// @ts-check

// Finds out where in a sign file a place is, from what stands before it. It need not be valid YAML, since it is being typed.

/** A key and what follows it: a word or a quoted text, a colon, and a space or the end. */
const keyPattern = /^("[^"]*"|[\w.-]+)[ ]*:(?:[ ]+|$)/;

/** A quoted text; the backslash is a letter like others between single quotes. */
const quotedPattern = /^("(\\.|[^"\\])*"|'[^']*')/;

/**
 * The keys and indices that lead to a place, and what is typed there already; null within quotes, where there is text and no
 * word of a sign file. The path of a value ends with its key.
 * @typedef {{path: (string|number)[], word: string | null, isValue: boolean}} Place
 */

/**
 * A key, or an item of a list, in a line above: `step` is its name or index.
 * @typedef {{indent: number, step: string | number, isItem: boolean}} Level
 */

/**
 * Says which key or value is being typed.
 * @param {string} text
 * @param {number} offset
 * @returns {Place}
 */
export function placeAt(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  const last = lines.pop() ?? "";
  /** @type {Level[]} */
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

/** @param {string} key */
const name = (key) => key.replaceAll('"', "");

/**
 * Follows a line in block style: dashes and, in a whole line, its key. Returns what is left of it.
 * @param {Level[]} stack
 * @param {string} line
 * @param {boolean} isWhole
 */
function descend(stack, line, isWhole) {
  let indent = line.length - line.trimStart().length;
  let rest = line.trimStart();
  let dash;
  while ((dash = /^-(\s+|$)/.exec(rest))) {
    // A list may stand as far left as the key that it belongs to.
    while ((stack.at(-1)?.indent ?? -1) > indent) stack.pop();
    const item = stack.at(-1);
    if (item?.indent === indent && item.isItem) item.step = Number(item.step) + 1;
    else stack.push({ indent, step: 0, isItem: true });
    indent += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  for (let level = stack.at(-1); level && level.indent >= indent; level = stack.at(-1)) {
    if (level.indent === indent && level.isItem && line.trimStart().startsWith("-")) break;
    stack.pop();
  }
  const key = isWhole && keyPattern.exec(rest);
  if (key) stack.push({ indent, step: name(key[1]), isItem: false });
  return rest;
}

/**
 * Follows braces and brackets within a line.
 * @param {(string | number)[]} path
 * @param {string} text
 * @returns {Place}
 */
function flow(path, text) {
  /** @type {{step?: string | number, isList: boolean}[]} */
  const open = [];
  let word = "";
  let isValue = true;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    const inner = open.at(-1);
    if (letter === '"' || letter === "'") {
      const [quoted] = quotedPattern.exec(text.slice(index)) ?? [];
      if (!quoted) return { path: [...path, ...steps(open)], word: null, isValue: true };
      word = quoted;
      index += quoted.length - 1;
    } else if (letter === "{" || letter === "[") {
      open.push({ step: letter === "[" ? 0 : undefined, isList: letter === "[" });
      [word, isValue] = ["", letter === "["];
    } else if (letter === "}" || letter === "]") {
      open.pop();
      [word, isValue] = ["", true];
    } else if (letter === "," && inner) {
      inner.step = inner.isList ? Number(inner.step) + 1 : undefined;
      [word, isValue] = ["", inner.isList];
    } else if (letter === ":" && inner && !inner.isList && !isValue) {
      inner.step = name(word.trim());
      [word, isValue] = ["", true];
    } else {
      word += letter;
    }
  }
  return { path: [...path, ...steps(open)], word: word.trimStart(), isValue };
}

/** @param {{step?: string | number}[]} open */
const steps = (open) => open.flatMap(({ step }) => step ?? []);
