import { call, segment } from "../base/api.js";
import { make } from "../base/dom.js";
import { attempt } from "../base/notice.js";

/** Buttons for the cues of the sign: bells, buzzers and relays. */
export class CueButtons {
  #area;
  #shown = "[]";

  /** @param {HTMLElement} area gets the buttons; hidden without cues */
  constructor(area) {
    this.#area = area;
  }

  /** Shows a button for each cue that the state of the sign names; buttons that stay keep the focus. */
  show({ cues }) {
    if (!cues || JSON.stringify(cues) === this.#shown) return;
    this.#shown = JSON.stringify(cues);
    this.#area.replaceChildren(...cues.map((name) => this.#button(name)));
    this.#area.hidden = !cues.length;
  }

  #button(name) {
    const button = make("button", { type: "button", dir: "auto" }, name);
    button.addEventListener("click", () => attempt(() => call("POST", `cues/${segment(name)}`, {}), `Cue ${name}`));
    return button;
  }
}
