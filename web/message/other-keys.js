// @ts-check
import { find, make } from "../base/dom.js";
import { phrase } from "../base/language.js";

/** @typedef {import("../editor/file-messages.js").FileMessage} FileMessage */
/** @typedef {Record<string, unknown>} Keys of a message */

/**
 * The keys of a message of the file; a text alone is one.
 * @param {FileMessage} message
 * @returns {Keys}
 */
export function keysOf({ message }) {
  return typeof message === "object" && message !== null ? /** @type {Keys} */ (message) : { text: String(message) };
}

/** @param {unknown} flag */
export const isNo = (flag) => flag === false || flag === "no" || flag === "false";

/** What the list of messages has a button for. */
const listed = new Set(["disabled"]);

/** Keys that the form has no fields for, as text, each with a way to the editor. */
export class OtherKeys {
  #place;
  #list;
  #go;

  /**
   * @param {HTMLElement} place
   * @param {(key: string) => void} go goes to a key in the editor
   */
  constructor(place, go) {
    this.#place = place;
    this.#list = find(place, "ul");
    this.#go = go;
  }

  /** @param {[string, unknown][]} keys */
  show(keys) {
    const shown = keys.filter(([key]) => !listed.has(key));
    this.#place.hidden = !shown.length;
    this.#list.replaceChildren(...shown.map(([key, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return make("li", {}, make("span", {}, make("strong", {}, key), ": ", make("code", {}, text)),
        make("button", { type: "button", "aria-label": phrase("Show {key} in the file", { key }), on: { click: () => this.#go(key) } }, phrase("Show in the file")));
    }));
  }
}
