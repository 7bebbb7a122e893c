// @ts-check
import { request } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { phrase } from "../base/language.js";
import { sayProblem } from "../base/notice.js";
import { tellProblems } from "../base/problems.js";
import { MessageForm } from "../message/message-form.js";
import { FileUndo } from "./file-undo.js";
import { RowDrag } from "./row-drag.js";
import { schemaWords } from "./schema-words.js";

/** @typedef {{number: number, zone?: string, title: string, disabled: boolean, message: unknown}} FileMessage */

/** The messages of the sign file: added, switched off, moved and removed without editing the text; its comments stay. */
export class FileMessages {
  #form;
  #rows;
  #undo;
  #changed;
  #editing;
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
   * @param {HTMLElement} line says what was changed, and has the button that takes it back
   * @param {HTMLDialogElement} dialog edits a message
   * @param {() => Promise<void>} changed called when a change is saved
   * @param {(message: FileMessage, key: string) => void} show goes to a key of a message in the editor
   */
  constructor(list, form, line, dialog, changed, show) {
    this.#form = form;
    this.#editing = new MessageForm(dialog, {
      save: (message, keys) => this.#save(message, keys), add: (message, keys) => this.#add(message, keys), show,
    }, schemaWords);
    this.#changed = changed;
    this.#undo = new FileUndo(line, async () => {
      await this.refresh();
      await changed();
    });
    /** @type {KeyedList<FileMessage>} */
    this.#rows = new KeyedList(
      list, ({ number }) => String(this.#rowOf[number - 1]), () => new Row(this),
      make("li", { className: "empty" }, phrase("No messages yet.")));
    new RowDrag(list, (index) => this.#groupOf(index), (from, to) => this.#moveTo(from, to));
    const text = find(form, "[name=text]", HTMLInputElement);
    const problem = find(form, ".problem");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const words = text.value.trim();
      const refusal = words ? await this.change({ add: words }, phrase("Added “{title}”.", { title: words })) : phrase("Write a text first.");
      tellProblems(problem, refusal, text);
      if (!refusal) form.reset();
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
   * The messages of a zone around one of them: the index of the first, and the one behind the last.
   * @param {number} index
   * @returns {[number, number]}
   */
  #groupOf(index) {
    let [first, end] = [index, index + 1];
    while (this.neighbour(this.#messages[first], -1) !== undefined) first--;
    while (this.neighbour(this.#messages[end - 1], 1) !== undefined) end++;
    return [first, end];
  }

  /**
   * Moves a message to the place of another one.
   * @param {number} from
   * @param {number} to
   */
  async #moveTo(from, to) {
    const problem = await this.change({ move: from + 1, to: to + 1 }, phrase("Moved “{title}”.", { title: this.#messages[from].title }));
    if (problem) this.#undo.tell(problem);
  }

  /**
   * Opens the form of a message.
   * @param {FileMessage} message
   */
  edit(message) {
    this.#editing.open(message).catch(sayProblem);
  }

  /**
   * Changes a message and saves the file; returns what is wrong, a line for each problem, and nothing if it is saved.
   * @param {Record<string, unknown>} json
   * @param {string} done what to say afterwards
   */
  async change(json, done) {
    try {
      await this.#post(json, done);
    } catch (error) {
      if (error.status !== 412) return linesOf(error);
      // The list is as the file is now, so no row has what was to be changed.
      this.#undo.tell(phrase("Someone else has changed the file, so nothing was changed here. This is the list of the new file."));
      await this.refresh().catch(sayProblem);
    }
    return "";
  }

  /**
   * @param {Record<string, unknown>} json
   * @param {string} done
   */
  async #post(json, done) {
    const before = await request("GET", "sign");
    const bytes = await before.arrayBuffer();
    const response = await request("POST", "sign/messages", { json, headers: { "If-Match": this.#etag ?? "" } });
    const { move, to, remove, at } = /** @type {Record<string, number>} */ (json);
    if (at) this.#rowOf.splice(at - 1, 0, this.#nextRow++);
    if (move) this.#rowOf.splice(to - 1, 0, ...this.#rowOf.splice(move - 1, 1));
    if (remove) this.#rowOf.splice(remove - 1, 1);
    this.#undo.offer(done, bytes, response.headers.get("ETag") ?? "");
    await this.refresh();
    await this.#changed();
  }

  /**
   * Saves keys of a message; see the form.
   * @param {FileMessage} message
   * @param {Record<string, unknown>} keys
   */
  async #save(message, keys) {
    const { length } = this.#messages;
    try {
      await this.#post({ set: message.number, keys }, phrase("Changed “{title}”.", { title: message.title }));
      return {};
    } catch (error) {
      if (error.status !== 412) return { problem: linesOf(error) };
    }
    await this.refresh().catch(sayProblem);
    return { changed: this.#find(message, length) ?? null };
  }

  /**
   * What a message has become in a file that someone else has changed: the one that is the same or has its name, or the one in its
   * place if there are as many as before.
   * @param {FileMessage} message
   * @param {number} length how many there were
   */
  #find(message, length) {
    const content = JSON.stringify(message.message);
    const all = this.#messages.filter(({ zone }) => zone === message.zone);
    const same = all.filter((each) => JSON.stringify(each.message) === content);
    const name = nameOf(message);
    const inPlace = all.find(({ number }) => number === message.number);
    return same.find(({ number }) => number === message.number) ?? same[0]
      ?? all.find((each) => name !== undefined && nameOf(each) === name) ?? (this.#messages.length === length ? inPlace : undefined);
  }

  /**
   * Adds a message that someone else has removed; see the form.
   * @param {FileMessage} message
   * @param {Record<string, unknown>} keys
   */
  async #add(message, keys) {
    try {
      await this.#post({ add: keys, ...(message.zone && { zone: message.zone }) }, phrase("Added the message."));
      return {};
    } catch (error) {
      if (error.status !== 412) return { problem: linesOf(error) };
    }
    await this.refresh().catch(sayProblem);
    return { changed: this.#find(message, NaN) ?? null };
  }
}

/** @param {import("../base/api.js").APIError} error */
const linesOf = (error) => String(error.lines ?? error.message);

/** @param {FileMessage} message */
const nameOf = ({ message }) => /** @type {{name?: unknown} | null} */ (message)?.name;

/**
 * What a copy of a message has: no two may have one name.
 * @param {FileMessage | undefined} message
 */
function copyOf(message) {
  const given = message?.message;
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(Object.entries(given).filter(([key]) => key !== "name"));
}

/** A message, and the buttons for what can be done with it. */
class Row {
  element = make("li", { className: "file-message" });
  #messages;
  #title = make("strong", { dir: "auto" });
  #zone = make("span", { className: "fact" });
  #off = this.#button(
    () => ({ set: this.#number, keys: { disabled: this.#isOff ? null : "yes" } }), (title) => (this.#isOff ? phrase("Switched on “{title}”.", { title }) : phrase("Switched off “{title}”.", { title })));
  #up = this.#button(() => this.#step(-1), (title) => phrase("Moved up “{title}”.", { title }));
  #down = this.#button(() => this.#step(1), (title) => phrase("Moved down “{title}”.", { title }));
  #copy = this.#button(() => ({ add: copyOf(this.#message), at: this.#number }), (title) => phrase("Duplicated “{title}”.", { title }));
  #remove = this.#button(() => ({ remove: this.#number }), (title) => phrase("Removed “{title}”.", { title }));
  #edit = make("button", { type: "button", on: { click: () => this.#message && this.#messages.edit(this.#message) } }, phrase("Edit"));
  #problem = make("p", { className: "problem", role: "status" });
  #handle = make("span", { className: "handle", "aria-hidden": "true", title: phrase("Drag") });
  #words = make("div", { className: "words" }, this.#handle, make("span", {}, this.#title, this.#zone));
  #number = 0;
  #isOff = false;
  /** @type {FileMessage | undefined} */
  #message;

  /** @param {FileMessages} messages */
  constructor(messages) {
    this.#messages = messages;
    this.element.append(this.#words, this.#edit, this.#off, this.#up, this.#down, this.#copy, this.#remove, this.#problem);
    for (const [button, text] of /** @type {const} */ ([[this.#up, "↑"], [this.#down, "↓"], [this.#copy, phrase("Duplicate")], [this.#remove, phrase("Remove")]])) {
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
    const switching = disabled ? phrase("Switch on") : phrase("Switch off");
    setText(this.#off, switching);
    for (const [button, label] of /** @type {const} */ (
      [[this.#edit, phrase("Edit")], [this.#off, switching], [this.#up, phrase("Move up")], [this.#down, phrase("Move down")],
        [this.#copy, phrase("Duplicate")], [this.#remove, phrase("Remove")]])) {
      button.setAttribute("aria-label", phrase("{action}: {name}", { action: label, name: title }));
    }
    const focused = document.activeElement;
    this.#up.disabled = this.#messages.neighbour(message, -1) === undefined;
    this.#down.disabled = this.#messages.neighbour(message, 1) === undefined;
    this.#handle.hidden = this.#up.disabled && this.#down.disabled;
    // A button that is disabled loses the focus.
    if (focused === this.#up && this.#up.disabled) this.#down.focus();
    if (focused === this.#down && this.#down.disabled) this.#up.focus();
  }

  /** @param {number} step */
  #step(step) {
    return { move: this.#number, to: this.#message && this.#messages.neighbour(this.#message, step) };
  }

  /**
   * @param {() => Record<string, unknown>} change
   * @param {(title: string) => string} done
   */
  #button(change, done) {
    const click = async () => {
      tellProblems(this.#problem, await this.#messages.change(change(), done(this.#message?.title ?? "")));
    };
    return make("button", { type: "button", on: { click } });
  }
}
