import { call } from "../base/api.js";
import { attempt } from "../base/notice.js";
import { atMostEvery } from "../base/timing.js";

/** The buttons and the slider below the picture. */
export class Steering {
  #pause;
  #slider;
  #value;
  #auto;
  #touched = -Infinity;
  #isPaused = false;

  /** @param {HTMLElement} area has the elements with the ids pause, next, brightness, percent and auto */
  constructor(area) {
    const find = (id) => area.querySelector(`#${id}`);
    [this.#pause, this.#slider, this.#value, this.#auto] = ["pause", "brightness", "percent", "auto"].map(find);
    this.#pause.addEventListener("click", () => this.#togglePause());
    find("next").addEventListener("click", () => attempt(() => call("POST", "next", {}), "Next message"));
    const send = atMostEvery(200, (percent) => attempt(() => call("PUT", "brightness", { percent })));
    this.#slider.addEventListener("input", () => {
      this.#touched = performance.now();
      this.#auto.checked = false;
      this.#showPercent(Number(this.#slider.value));
      send(Number(this.#slider.value));
    });
    this.#auto.addEventListener("change", () => {
      const percent = this.#auto.checked ? null : Number(this.#slider.value);
      send(percent);
    });
  }

  /** Shows the parts of the sign's state that it sends. */
  show({ paused, auto }) {
    if (paused !== undefined) this.#showPause(paused);
    if (auto !== undefined && !this.#isTouched) this.#auto.checked = auto;
  }

  /** Shows the brightness of the last frame, unless a finger is on the slider. */
  showBrightness(percent) {
    if (this.#isTouched) return;
    this.#slider.value = percent;
    this.#showPercent(percent);
  }

  // Frames drawn before a change arrive after it.
  get #isTouched() {
    return performance.now() - this.#touched < 1000;
  }

  #showPercent(percent) {
    this.#value.value = `${percent}%`;
    this.#slider.setAttribute("aria-valuetext", `${percent} percent`);
  }

  async #togglePause() {
    const paused = !this.#isPaused;
    if (await attempt(() => call("POST", paused ? "pause" : "resume", {}))) this.#showPause(paused);
  }

  #showPause(paused) {
    this.#isPaused = paused;
    this.#pause.dataset.icon = paused ? "resume" : "pause";
    this.#pause.querySelector("span").textContent = paused ? "Resume" : "Pause";
  }
}
