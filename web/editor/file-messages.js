// @ts-check
import { request } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { attempt } from "../base/notice.js";

/** @typedef {{number: number, zone?: string, title: string, disabled: boolean, message: unknown}} FileMessage */

/** The messages of the sign file: added, switched off, moved and removed without editing the text; its comments stay. */
export class FileMessages {
  #form;
  #rows;
  #changed;
  /** @type {string | null} */
  #etag = null;
  /** @type {FileMessage[]} */
  #messages = [];
  /**
   * Which row shows which message, so that the focus follows one that moves or has another text.
   * @type {number[]}
   */
  #rowOf = [];
  #nextRow = 0;

  /**
   * @param {HTMLElement} list
   * @param {HTMLFormElement} form adds a message
   * @param {() => Promise<void>} changed called when a change is saved
   */
  constructor(list, form, changed) {
    this.#form = form;
    this.#changed = changed;
    /** @type {KeyedList<FileMessage>} */
    this.#rows = new KeyedList(
      list, ({ number }) => String(this.#rowOf[number - 1]), () => new Row(this),
      make("li", { className: "empty" }, "No messages yet."));
    const text = find(form, "[name=text]", HTMLInputElement);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!text.value.trim()) return text.focus();
      if (await this.change({ add: text.value.trim() }, "Added")) form.reset();
      text.focus();
    });
  }

  /** Reads the messages; a file that cannot be read has none. */
  async refresh() {
    const response = await request("GET", "sign/messages");
    this.#etag = response.headers.get("ETag");
    this.#messages = await response.json();
    if (this.#rowOf.length !== this.#messages.length) this.#rowOf = this.#messages.map(() => this.#nextRow++);
    this.#rows.show(this.#messages);
    this.#form.hidden = false;
  }

  /**
   * The number of the message of the same zone before or behind another one; nothing where there is none.
   * @param {FileMessage} message
   * @param {number} step
   */
  neighbour({ number, zone }, step) {
    const other = this.#messages[number - 1 + step];
    return other && other.zone === zone ? other.number : undefined;
  }

  /**
   * Changes a message and saves the file; returns whether it is saved.
   * @param {Record<string, unknown>} json
   * @param {string} done
   */
  change(json, done) {
    return attempt(async () => {
      try {
        await request("POST", "sign/messages", { json, headers: { "If-Match": this.#etag ?? "" } });
        const { move, to, remove } = /** @type {Record<string, number>} */ (json);
        if (move) this.#rowOf.splice(to - 1, 0, ...this.#rowOf.splice(move - 1, 1));
        if (remove) this.#rowOf.splice(remove - 1, 1);
      } finally {
        // Also where someone else has changed the file: the list is as it is now.
        await this.refresh();
      }
      await this.#changed();
    }, done);
  }
}

/**
 * The text of a message; nothing for one without a text.
 * @param {FileMessage} message
 * @returns {string | undefined}
 */
function textOf({ message }) {
  const text = typeof message === "object" ? /** @type {any} */ (message)?.text : message;
  return typeof text === "string" ? text : undefined;
}

/** A message, and the buttons for what can be done with it. */
class Row {
  element = make("li", { className: "file-message" });
  #messages;
  #title = make("strong", { dir: "auto" });
  #zone = make("span", { className: "fact" });
  #off = this.#button(() => ({ set: this.#number, keys: { disabled: this.#isOff ? null : "yes" } }), "Saved");
  #up = this.#button(() => this.#step(-1), "Moved");
  #down = this.#button(() => this.#step(1), "Moved");
  #remove = this.#button(() => ({ remove: this.#number }), "Removed");
  #edit = make("button", { type: "button", on: { click: () => this.#open() } }, "Edit");
  #input = make("input", { maxLength: 4096, autocomplete: "off", dir: "auto", "aria-label": "Text" });
  #form = make(
    "form", { className: "words", on: { submit: (/** @type {Event} */ event) => this.#save(event), focusout: () => this.#close() } },
    this.#input);
  #words = make("div", { className: "words" }, this.#title, this.#zone);
  #number = 0;
  #isOff = false;
  /** @type {FileMessage | undefined} */
  #message;

  /** @param {FileMessages} messages */
  constructor(messages) {
    this.#messages = messages;
    this.element.append(this.#words, this.#edit, this.#off, this.#up, this.#down, this.#remove);
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#edit.focus();
    });
    for (const [button, text] of /** @type {const} */ ([[this.#up, "↑"], [this.#down, "↓"], [this.#remove, "Remove"]])) {
      setText(button, text);
    }
  }

  /** @param {FileMessage} message */
  update(message) {
    this.#message = message;
    const { number, zone, title, disabled } = message;
    [this.#number, this.#isOff] = [number, disabled];
    this.element.dataset.state = disabled ? "off" : "on";
    setText(this.#title, title);
    setText(this.#zone, zone ?? "");
    setText(this.#off, disabled ? "Switch on" : "Switch off");
    this.#edit.disabled = textOf(message) === undefined;
    for (const [button, label] of /** @type {const} */ (
      [[this.#edit, "Edit"], [this.#off, disabled ? "Switch on" : "Switch off"], [this.#up, "Move up"], [this.#down, "Move down"], [this.#remove, "Remove"]])) {
      button.setAttribute("aria-label", `${label}: ${title}`);
    }
    const focused = document.activeElement;
    this.#up.disabled = this.#messages.neighbour(message, -1) === undefined;
    this.#down.disabled = this.#messages.neighbour(message, 1) === undefined;
    // A button that is disabled loses the focus.
    if (focused === this.#up && this.#up.disabled) this.#down.focus();
    if (focused === this.#down && this.#down.disabled) this.#up.focus();
  }

  /** Shows the text in a field in place of the title. */
  #open() {
    this.#input.value = (this.#message && textOf(this.#message)) ?? "";
    this.#words.replaceWith(this.#form);
    this.#input.focus();
    this.#input.select();
  }

  #close() {
    if (this.#form.isConnected) this.#form.replaceWith(this.#words);
  }

  /** @param {Event} event */
  async #save(event) {
    event.preventDefault();
    const text = this.#input.value;
    this.#edit.focus();
    if (this.#message && text !== textOf(this.#message)) {
      await this.#messages.change({ set: this.#number, keys: { text } }, "Saved");
    }
  }

  /** @param {number} step */
  #step(step) {
    return { move: this.#number, to: this.#message && this.#messages.neighbour(this.#message, step) };
  }

  /**
   * @param {() => Record<string, unknown>} change
   * @param {string} done
   */
  #button(change, done) {
    return make("button", { type: "button", on: { click: () => this.#messages.change(change(), done) } });
  }
}
