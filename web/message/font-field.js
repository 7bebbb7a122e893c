// @ts-check
import { make } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { tellProblems } from "../base/problems.js";
import { LEDPicture } from "../picture/frames.js";
import { PictureView } from "../picture/picture-view.js";
import { problemPlace } from "./fields.js";

/** The most columns of a picture of a font. */
const mostColumns = 64;

/** The fonts of a message, each with the text in it. */
export class FontField {
  key = "font";
  problem = problemPlace();
  #list = make("div", { className: "fonts", role: "radiogroup", "aria-label": phrase("Font"), "aria-describedby": this.problem.id });
  element = make("div", { className: "field wide" }, make("span", { className: "label" }, phrase("Font")), this.#list, this.problem);
  #initial = "";
  /** @type {unknown} */
  #given;
  /** @type {Map<string, {input: HTMLInputElement, canvas: HTMLCanvasElement, view: PictureView}>} */
  #rows = new Map();
  #round = 0;

  /** @param {string[]} names */
  offer(names) {
    const { text } = this;
    this.#rows.clear();
    this.#list.replaceChildren(...["", ...names].map((name) => this.#row(name)));
    this.put(text);
  }

  /** @param {string} name */
  #row(name) {
    const input = make("input", { type: "radio", name: "font", value: name });
    const canvas = make("canvas", { "aria-hidden": "true" });
    const board = make("span", { className: "board" }, canvas);
    this.#rows.set(name, { input, canvas, view: new PictureView(canvas, board, () => 44) });
    return make("label", {}, input, make("span", {}, name || phrase("Default")), board);
  }

  /**
   * Paints all fonts.
   * @param {(font: string) => Promise<EncodedPicture | undefined>} pictureOf the picture of the message in a font
   */
  async paint(pictureOf) {
    const round = ++this.#round;
    for (const [name, { canvas, view }] of this.#rows) {
      const picture = await pictureOf(name);
      // A text that is typed meanwhile has pictures of its own.
      if (round !== this.#round) return;
      canvas.hidden = !picture;
      if (picture) view.show(beginningOf(LEDPicture.decode(picture)));
    }
  }

  /**
   * Shows what a message has; returns whether the field can.
   * @param {unknown} value
   */
  show(value) {
    const text = value === undefined ? "" : value;
    this.#given = value;
    const isKnown = typeof text === "string" && this.#rows.has(text);
    this.element.hidden = !isKnown;
    this.#initial = isKnown ? text : "";
    this.put(this.#initial);
    return isKnown;
  }

  /** @param {string} text */
  put(text) {
    for (const [name, { input }] of this.#rows) input.checked = name === text;
  }

  get text() {
    return [...this.#rows].find(([, { input }]) => input.checked)?.[0] ?? "";
  }

  get isChanged() {
    return !this.element.hidden && this.text !== this.#initial;
  }

  /** The value that the message gets; null for none. */
  get value() {
    return this.isChanged ? this.text || null : (this.#given ?? null);
  }

  /** @param {string} problem */
  tell(problem) {
    tellProblems(this.problem, problem, this.#list);
  }

  focus() {
    this.#rows.get(this.text)?.input.focus();
  }
}

/**
 * The first columns of a picture, without the rows above and below that are dark.
 * @param {LEDPicture} picture
 */
function beginningOf({ width, height, led, colors }) {
  const lit = Array.from({ length: height }, (_, row) => colors.subarray(row * width, (row + 1) * width).some((color) => color !== 0));
  const [top, bottom] = lit.includes(true) ? [lit.indexOf(true), lit.lastIndexOf(true) + 1] : [0, height];
  const beginning = new LEDPicture(Math.min(mostColumns, width), bottom - top);
  beginning.led = led;
  for (let row = top; row < bottom; row++) {
    beginning.colors.set(colors.subarray(row * width, row * width + beginning.width), (row - top) * beginning.width);
  }
  return beginning;
}
