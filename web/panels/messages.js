import { call, segment } from "../base/api.js";
import { make } from "../base/dom.js";
import { attempt } from "../base/notice.js";
import { titleOf } from "./titles.js";

const states = {
  shown: "Shown", waiting: "Waiting", interrupted: "Interrupted", off: "Inactive", quarantined: "Disabled after a crash",
};
const order = Object.keys(states);

/** The name of a priority. */
export const priorityName = (priority) => (priority >= 9 ? "Urgent" : priority > 0 ? `Priority ${priority}` : "");

/** The list of messages, those on the sign first. */
export class MessageList {
  #list;
  #canSteer = () => false;
  messages = [];

  constructor(list, canSteer) {
    this.#list = list;
    this.#canSteer = canSteer;
  }

  /** Reads the messages of the sign; `turn` is when the turn of those begins that come next. */
  async refresh() {
    const { messages } = await call("GET", "messages");
    const now = Date.now();
    this.messages = messages.map(({ next, ...message }) =>
      (next === undefined ? message : { ...message, turn: now + 1000 * next }));
  }

  /** The texts on the sign now. */
  get shown() {
    return this.messages.filter((message) => message.state === "shown").map(titleOf);
  }

  /** Shows the messages that are known already. */
  draw() {
    const focused = document.activeElement?.dataset?.key;
    const place = (message) => order.indexOf(message.state);
    const sorted = [...this.messages].sort((a, b) => place(a) - place(b) || b.priority - a.priority);
    this.#list.replaceChildren(...sorted.map((message) => this.#item(message)));
    if (!sorted.length) this.#list.append(make("li", { className: "empty" }, "No messages yet."));
    // A button that is pressed again and again keeps its focus.
    if (focused) this.#list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #item(message) {
    const title = titleOf(message);
    const facts = [states[message.state] ?? message.state, priorityName(message.priority), message.zone]
      .filter(Boolean)
      .map((fact, index) => make("span", { className: index ? "fact" : "fact state" }, fact));
    const item = make(
      "li", { className: "message" },
      make("div", { className: "words" },
        make("strong", { dir: "auto" }, title),
        message.text && message.name && message.text !== title ? make("span", { className: "name" }, message.name) : "",
        make("p", { className: "facts" }, ...facts)));
    item.dataset.state = message.state;
    if (!this.#canSteer()) return item;
    if (message.state === "shown" && message.priority > 0) {
      item.append(this.#button("Acknowledge", title, () => call("POST", "acknowledge", zoneOf(message)), "Acknowledged"));
    }
    if (message.pushed && message.name) {
      const remove = () => call("DELETE", `messages/${segment(message.name)}`);
      item.append(this.#button("Remove", title, remove, "Removed"));
    }
    return item;
  }

  #button(label, title, action, done) {
    const button = make("button", { type: "button", "aria-label": `${label} ${title}` }, label);
    button.dataset.key = `${label} ${title}`;
    button.addEventListener("click", async () => {
      if (!(await attempt(action, done))) return;
      await this.refresh();
      this.draw();
    });
    return button;
  }
}

const zoneOf = (message) => (message.zone ? { zone: message.zone } : {});
