// @ts-check
import { placeAt } from "./yaml-place.js";

/**
 * Where a key of a message stands in a sign file; the message itself if the key is not found, and nothing without that.
 * @param {string} text
 * @param {number} number of the message, from 1 through all zones
 * @param {string} key
 * @returns {{line: number, column: number, length: number} | undefined}
 */
export function placeOfKey(text, number, key) {
  /** @type {string[]} */
  const messages = [];
  /** @type {{line: number, column: number, length: number} | undefined} */
  let message;
  let offset = 0;
  for (const [index, line] of text.split("\n").entries()) {
    for (const end of /^\s*(#|$)/.test(line) ? [] : endsOf(line)) {
      const { path } = placeAt(text, offset + end);
      const root = rootOf(path);
      if (!root) continue;
      const name = root.join("/");
      if (!messages.includes(name)) messages.push(name);
      if (messages.indexOf(name) !== number - 1) continue;
      const indent = line.length - line.trimStart().length;
      message ??= { line: index + 1, column: indent + 1, length: line.trim().length };
      const column = line.slice(0, end).lastIndexOf(key) + 1;
      if (path[root.length] === key && column) return { line: index + 1, column, length: key.length };
    }
    offset += line.length + 1;
  }
  return message;
}

/**
 * The places of a line where a key or an item may end.
 * @param {string} line
 */
function endsOf(line) {
  const ends = [...line.matchAll(/:(?=\s|$)|[,[{]/g)].map((match) => (match.index ?? 0) + 1);
  return [...ends, line.length];
}

/**
 * The path of the message that a place belongs to.
 * @param {(string | number)[]} path
 */
function rootOf(path) {
  const index = path.findIndex((step) => step === "message" || step === "messages");
  const before = path.slice(0, index);
  if (index < 0 || !before.every((step) => typeof step === "number" || ["zones", "rows", "columns"].includes(step))) return undefined;
  if (path[index] === "message") return path.slice(0, index + 1);
  return typeof path[index + 1] === "number" ? path.slice(0, index + 2) : undefined;
}
