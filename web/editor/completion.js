// @ts-check
import { find, make } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { type } from "../base/typing.js";
import { schemaWords } from "./schema-words.js";
import { placeAt } from "./yaml-place.js";

const most = 40;

/** Offers the keys and values that may stand at the cursor, from the schema of sign files. */
export class Completion {
  #area;
  #list;
  /** @type {{word: string, description: string}[]} */
  #offers = [];
  #chosen = 0;
  #word = "";
  #isValue = false;

  /** @param {HTMLElement} editor has a textarea; the list appears in it below the cursor */
  constructor(editor) {
    this.#area = find(editor, "textarea", HTMLTextAreaElement);
    this.#list = make("ul", { className: "offers plain", id: "offers", role: "listbox", "aria-label": phrase("Words"), hidden: true });
    editor.append(this.#list);
    this.#area.setAttribute("aria-autocomplete", "list");
    this.#area.setAttribute("aria-controls", "offers");
    this.#area.addEventListener("input", (event) => event instanceof InputEvent && event.inputType === "insertText" ? this.#offer(1) : this.#close());
    this.#area.addEventListener("keydown", (event) => this.#press(event));
    this.#area.addEventListener("blur", () => this.#close());
    this.#area.addEventListener("scroll", () => this.#close());
    this.#area.addEventListener("pointerdown", () => this.#close());
    // The text area keeps the focus.
    this.#list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => {
      const index = [...this.#list.children].findIndex((item) => item.contains(/** @type {Node} */ (event.target)));
      if (index >= 0) this.#take(index);
    });
  }

  /** @param {number} least how many letters of a word must be typed already */
  async #offer(least) {
    let words;
    try {
      words = await schemaWords();
    } catch {
      return;
    }
    const { value, selectionStart, selectionEnd } = this.#area;
    const place = placeAt(value, selectionStart);
    if (selectionStart !== selectionEnd || place.word === null || place.word.length < least) return this.#close();
    const typed = place.word;
    this.#word = typed;
    this.#isValue = place.isValue;
    this.#offers = words.at(place).filter(({ word }) => word.startsWith(typed) && word !== typed).slice(0, most);
    if (!this.#offers.length) return this.#close();
    this.#show();
  }

  #show() {
    const before = this.#area.value.slice(0, this.#area.selectionStart).split("\n");
    this.#list.replaceChildren(...this.#offers.map(({ word, description }, index) =>
      make("li", { id: `offer-${index}`, role: "option" }, make("strong", {}, word), make("span", { lang: "en" }, description))));
    this.#list.hidden = false;
    const letters = before[before.length - 1].length - this.#word.length;
    // The list stays inside the editor: on its right edge, or above the line, if there is no room below.
    const style = getComputedStyle(this.#area);
    const line = parseFloat(style.lineHeight);
    const top = parseFloat(style.paddingTop) + before.length * line - this.#area.scrollTop;
    const isAbove = top + this.#list.offsetHeight > this.#area.clientHeight && top - line > this.#list.offsetHeight;
    this.#list.style.top = `${isAbove ? top - line - this.#list.offsetHeight : top}px`;
    const left = `3.375rem + ${letters}ch - ${this.#area.scrollLeft}px`;
    this.#list.style.left = `min(${left}, 100% - ${this.#list.offsetWidth + 8}px)`;
    this.#choose(0);
  }

  /** @param {number} index */
  #choose(index) {
    this.#chosen = (index + this.#offers.length) % this.#offers.length;
    [...this.#list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === this.#chosen)));
    this.#list.children[this.#chosen].scrollIntoView({ block: "nearest" });
    this.#area.setAttribute("aria-activedescendant", `offer-${this.#chosen}`);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return this.#offer(0);
    }
    if (this.#list.hidden) return;
    /** @type {Record<string, (() => void) | undefined>} */
    const actions = {
      ArrowDown: () => this.#choose(this.#chosen + 1), ArrowUp: () => this.#choose(this.#chosen - 1),
      Enter: () => this.#take(this.#chosen), Tab: () => this.#take(this.#chosen), Escape: () => this.#close(),
    };
    const action = event.shiftKey ? undefined : actions[event.key];
    if (!action) return /^(Arrow|Home|End|Page)/.test(event.key) ? this.#close() : undefined;
    event.preventDefault();
    action();
  }

  /** @param {number} index */
  #take(index) {
    const { word } = this.#offers[index];
    const end = this.#area.selectionStart;
    const text = this.#isValue ? word : `${word}: `;
    this.#close();
    this.#area.setSelectionRange(end - this.#word.length, end);
    type(this.#area, text);
  }

  #close() {
    this.#list.hidden = true;
    this.#area.removeAttribute("aria-activedescendant");
  }
}
