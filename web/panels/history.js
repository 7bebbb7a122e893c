// @ts-check
import { make } from "../base/dom.js";

/** The readings that are kept: five minutes of one each 5 s. */
const most = 60;
const size = { width: 120, height: 24 };

/** A small graph of a counter while the page shows it: of what it is, or of how fast it grows. */
export class History {
  element = make("canvas", { ...size, className: "history", hidden: true, "aria-hidden": "true" });
  #grows;
  /** @type {number[]} */
  #values = [];
  /** @type {number | undefined} */
  #last;

  /** @param {boolean} grows whether it only counts upwards */
  constructor(grows) {
    this.#grows = grows;
  }

  /** @param {number} value */
  add(value) {
    const before = this.#last;
    this.#last = value;
    if (this.#grows && before === undefined) return;
    this.#values = [...this.#values, this.#grows ? Math.max(0, value - (before ?? 0)) : value].slice(-most);
    // A line that is level says nothing that its number does not.
    this.element.hidden = new Set(this.#values).size < 2;
    if (!this.element.hidden) this.#draw();
  }

  #draw() {
    const context = this.element.getContext("2d");
    if (!context) return;
    const [low, high] = [Math.min(...this.#values), Math.max(...this.#values)];
    context.clearRect(0, 0, size.width, size.height);
    context.strokeStyle = getComputedStyle(this.element).color;
    context.lineWidth = 2;
    context.beginPath();
    this.#values.forEach((value, index) => {
      const x = size.width - ((this.#values.length - 1 - index) * size.width) / (most - 1);
      context.lineTo(x, size.height - 2 - ((value - low) / (high - low)) * (size.height - 4));
    });
    context.stroke();
  }
}
