// @ts-check
import { call, segment } from "../base/api.js";
import { make, setText } from "../base/dom.js";
import { arrange, KeyedList } from "../base/keyed-list.js";
import { phrase } from "../base/language.js";
import { attempt } from "../base/notice.js";

/** @typedef {import("../sign/sign.js").Sign} Sign */

/** @type {Record<MessageState, string>} */
const states = {
  shown: phrase("Shown"), waiting: phrase("Waiting"), interrupted: phrase("Interrupted"), off: phrase("Inactive"),
  quarantined: phrase("Disabled after a crash"),
};
const order = Object.keys(states);
/** @param {Message} message */
const place = (message) => order.indexOf(message.state);

/**
 * The name of a priority.
 * @param {number} priority
 */
export const priorityName = (priority) => (priority >= 9 ? phrase("Urgent") : priority > 0 ? phrase("Priority {number}", { number: priority }) : "");

/** The list of messages, those on the sign first. */
export class MessageList {
  /**
   * @param {HTMLElement} list
   * @param {Sign} sign
   */
  constructor(list, sign) {
    /** @type {KeyedList<Message>} */
    const rows = new KeyedList(
      list, ({ name, zone, text }) => JSON.stringify([zone, name, name ? "" : text]), () => new MessageRow(sign),
      make("li", { className: "empty" }, phrase("No messages yet.")));
    sign.watch(["messages", "hello"], () => {
      if (sign.messages) rows.show([...sign.messages].sort((a, b) => place(a) - place(b) || b.priority - a.priority));
    });
  }
}

/** A message, and the buttons for what can be done with it. */
class MessageRow {
  element = make("li", { className: "message" });
  #words = make("div", { className: "words" });
  #title = make("strong", { dir: "auto" });
  #name = make("span", { className: "name" });
  #facts = make("p", { className: "facts" });
  #state = make("span", { className: "fact state" });
  #priority = make("span", { className: "fact" });
  #zone = make("span", { className: "fact" });
  #acknowledge = this.#button(phrase("Acknowledge"), phrase("Acknowledged"), ({ zone }) => call("POST", "acknowledge", zone ? { zone } : {}));
  #remove = this.#button(phrase("Remove"), phrase("Removed"), ({ name = "" }) => call("DELETE", `messages/${segment(name)}`));
  #sign;
  /** @type {Message | undefined} */
  #message;

  /** @param {Sign} sign */
  constructor(sign) {
    this.#sign = sign;
  }

  /** @param {Message} message */
  update(message) {
    this.#message = message;
    const { name, zone, priority, state } = message;
    const title = this.#sign.titleOf(message);
    this.element.dataset.state = state;
    setText(this.#title, title);
    setText(this.#name, name ?? "");
    setText(this.#state, states[state] ?? state);
    setText(this.#priority, priorityName(priority));
    setText(this.#zone, zone ?? "");
    this.#acknowledge.setAttribute("aria-label", phrase("Acknowledge {name}", { name: title }));
    this.#remove.setAttribute("aria-label", phrase("Remove {name}", { name: title }));
    arrange(this.#facts, [this.#state, this.#priority, this.#zone].filter((fact) => fact.textContent));
    arrange(this.#words, [this.#title, ...(name && name !== title ? [this.#name] : []), this.#facts]);
    const { canSteer } = this.#sign;
    arrange(this.element, [
      this.#words, ...(canSteer && state === "shown" && priority > 0 ? [this.#acknowledge] : []),
      ...(canSteer && message.pushed && name ? [this.#remove] : []),
    ]);
  }

  /**
   * @param {string} label
   * @param {string} done
   * @param {(message: Message) => Promise<any>} action
   */
  #button(label, done, action) {
    const act = async () => this.#message && action(this.#message);
    return make("button", { type: "button", on: { click: () => attempt(act, done) } }, label);
  }
}
