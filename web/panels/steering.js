// @ts-check
import { call } from "../base/api.js";
import { find, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { attempt } from "../base/notice.js";
import { tellProblems } from "../base/problems.js";
import { atMostEvery } from "../base/timing.js";

/** The buttons and the slider below the picture. */
export class Steering {
  #pause;
  #slider;
  #percent;
  #auto;
  #sign;
  #touched = -Infinity;

  /**
   * @param {HTMLElement} area has the elements with the ids pause, next, brightness, percent and auto, and a place for problems
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(area, sign) {
    this.#sign = sign;
    this.#pause = find(area, "#pause");
    this.#slider = find(area, "#brightness", HTMLInputElement);
    this.#percent = find(area, "#percent", HTMLOutputElement);
    this.#auto = find(area, "#auto", HTMLInputElement);
    this.#pause.addEventListener("click", () => this.#togglePause());
    find(area, "#next").addEventListener("click", () => attempt(() => call("POST", "next", {}), phrase("Next message")));
    /** @type {number | null} */
    let percent = null;
    const problem = find(area, ".problem");
    /** @param {string} words */
    const tell = (words) => tellProblems(problem, words, this.#slider);
    const send = atMostEvery(200, async () => {
      if (await attempt(() => call("PUT", "brightness", { percent }), undefined, (error) => tell(error.message))) tell("");
    });
    this.#slider.addEventListener("input", () => {
      this.#touched = performance.now();
      this.#auto.checked = false;
      percent = Number(this.#slider.value);
      this.#showPercent(percent);
      send();
    });
    this.#auto.addEventListener("change", () => {
      percent = this.#auto.checked ? null : Number(this.#slider.value);
      send();
    });
    sign.watch(["state"], () => this.#draw());
    sign.watch(["picture"], () => this.#drawBrightness());
  }

  #draw() {
    const { paused, auto } = this.#sign.state;
    this.#pause.dataset.icon = paused ? "resume" : "pause";
    setText(find(this.#pause, "span"), paused ? phrase("Resume") : phrase("Pause"));
    if (auto !== undefined && !this.#isTouched) this.#auto.checked = auto;
  }

  /** Shows the brightness of the last frame, unless a finger is on the slider. */
  #drawBrightness() {
    const { picture } = this.#sign;
    if (!picture || this.#isTouched) return;
    this.#slider.value = String(picture.brightness);
    this.#showPercent(picture.brightness);
  }

  // Frames drawn before a change arrive after it.
  get #isTouched() {
    return performance.now() - this.#touched < 1000;
  }

  /** @param {number} percent */
  #showPercent(percent) {
    this.#percent.value = phrase("{percent}%", { percent });
    this.#slider.setAttribute("aria-valuetext", phrase("{percent} percent", { percent }));
  }

  async #togglePause() {
    const paused = !this.#sign.state.paused;
    if (!(await attempt(() => call("POST", paused ? "pause" : "resume", {})))) return;
    this.#sign.change({ state: { ...this.#sign.state, paused } });
  }
}
