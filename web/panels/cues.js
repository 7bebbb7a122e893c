// @ts-check
import { call, segment } from "../base/api.js";
import { make } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { phrase } from "../base/language.js";
import { attempt } from "../base/notice.js";

/** Buttons for the cues of the sign: bells, buzzers and relays. */
export class CueButtons {
  /**
   * @param {HTMLElement} area gets the buttons; hidden without cues
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(area, sign) {
    /** @type {KeyedList<string>} */
    const buttons = new KeyedList(area, (name) => name, (name) => ({ element: button(name) }));
    sign.watch(["state"], () => {
      const { cues = [] } = sign.state;
      buttons.show(cues);
      area.hidden = !cues.length;
    });
  }
}

/** @param {string} name */
function button(name) {
  const click = () => attempt(() => call("POST", `cues/${segment(name)}`, {}), phrase("Cue {name}", { name }));
  return make("button", { type: "button", dir: "auto", on: { click } }, name);
}
