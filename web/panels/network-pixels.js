import { call } from "../base/api.js";
import { setText } from "../base/dom.js";
import { attempt } from "../base/notice.js";

const words = (sender) => `${sender.name} (${sender.protocol})`;

/** The line that says whose pixels the sign shows, and the button that takes the sign back. */
export class NetworkPixels {
  #line;
  #from;
  #stop;
  #allow;
  #canSteer;

  /** @param {HTMLElement} line has the words and both buttons; hidden while there is no sender */
  constructor(line, canSteer) {
    this.#line = line;
    this.#from = line.querySelector("[data-from]");
    [this.#stop, this.#allow] = ["stop", "allow"].map((action) => line.querySelector(`[data-action=${action}]`));
    this.#canSteer = canSteer;
    this.#act(this.#stop, "stop", "The sign is yours again");
    this.#act(this.#allow, "allow", "Its pixels are accepted again");
  }

  /** Shows who sends, as the state and the event `pixels` have it; null where the sign takes no pixels. */
  show(pixels) {
    const { owner, stopped, shown } = pixels ?? {};
    this.#line.hidden = !owner && !stopped;
    if (owner) setText(this.#from, words(owner) + (shown ? "" : ", behind another message"));
    else if (stopped) setText(this.#from, `${words(stopped)}, stopped`);
    this.#stop.hidden = !owner || !this.#canSteer();
    this.#allow.hidden = Boolean(owner) || !stopped || !this.#canSteer();
  }

  #act(button, action, done) {
    button.addEventListener("click", () => attempt(() => call("POST", `pixels/${action}`, {}), done));
  }
}
