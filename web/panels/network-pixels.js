// @ts-check
import { call } from "../base/api.js";
import { find, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { attempt } from "../base/notice.js";

/** @param {Sender} sender */
const words = (sender) => `${sender.name} (${sender.protocol})`;

/** The line that says whose pixels the sign shows, and the button that takes the sign back. */
export class NetworkPixels {
  #line;
  #from;
  #stop;
  #allow;
  #sign;

  /**
   * @param {HTMLElement} line has the words and both buttons; hidden while there is no sender
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(line, sign) {
    this.#line = line;
    this.#sign = sign;
    this.#from = find(line, "[data-from]");
    this.#stop = this.#button("stop", phrase("The sign is yours again"));
    this.#allow = this.#button("allow", phrase("Its pixels are accepted again"));
    sign.watch(["state", "hello"], () => this.#draw());
  }

  #draw() {
    const { canSteer, state } = this.#sign;
    const { owner, stopped, shown } = state.pixels ?? {};
    this.#line.hidden = !owner && !stopped;
    if (owner) setText(this.#from, shown ? words(owner) : phrase("{sender}, behind another message", { sender: words(owner) }));
    else if (stopped) setText(this.#from, phrase("{sender}, stopped", { sender: words(stopped) }));
    this.#stop.hidden = !owner || !canSteer;
    this.#allow.hidden = Boolean(owner) || !stopped || !canSteer;
  }

  /**
   * @param {"stop" | "allow"} action
   * @param {string} done
   */
  #button(action, done) {
    const button = find(this.#line, `[data-action=${action}]`);
    button.addEventListener("click", () => attempt(() => call("POST", `pixels/${action}`, {}), done));
    return button;
  }
}
