// @ts-check
import { find, make } from "../base/dom.js";
import { ProblemNotes } from "./problem-notes.js";

/** A text area with line numbers and with problems beside their lines. */
export class NumberedTextArea {
  #gutter;
  #marks;
  #notes;
  #noteLayer;
  #area;
  #lines = 0;
  /** @type {FileProblem[]} */
  #problems = [];

  /** @param {HTMLElement} element has a gutter, marks and a textarea */
  constructor(element) {
    this.#gutter = find(element, ".gutter > div");
    this.#marks = find(element, ".marks > div");
    this.#noteLayer = find(element, ".notes > div");
    this.#notes = new ProblemNotes(this.#noteLayer);
    this.#area = find(element, "textarea", HTMLTextAreaElement);
    this.#area.addEventListener("input", () => this.#number());
    this.#area.addEventListener("scroll", () => this.#scroll());
    document.addEventListener("selectionchange", () => this.#uncover());
    new ResizeObserver(() => this.show(this.#problems)).observe(this.#noteLayer);
  }

  get text() {
    return this.#area.value;
  }

  /** Replaces the text, as if it had been typed: listeners of `input` hear of it. */
  set text(text) {
    this.#area.value = text;
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTop = 0;
    this.#area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * Whether nothing can be typed, as before there is a text.
   * @param {boolean} isReadOnly
   */
  set isReadOnly(isReadOnly) {
    this.#area.readOnly = isReadOnly;
  }

  /**
   * Shows problems beside their lines.
   * @param {FileProblem[]} problems
   */
  show(problems) {
    this.#problems = problems;
    this.#number(true);
    // Lines are as high as the line height of the text area, 1.5 of its letters.
    const top = (/** @type {number} */ line) => `${(line - 1) * 1.5}em`;
    this.#marks.replaceChildren(...problems.map(({ line, column, length }) => {
      const mark = make("i");
      Object.assign(mark.style, { top: top(line), left: `${column - 1}ch`, width: `${Math.max(1, length)}ch` });
      return mark;
    }));
    this.#notes.show(this.#area.value.split("\n"), problems);
    this.#uncover();
    this.#area.setAttribute("aria-invalid", String(problems.length > 0));
  }

  /**
   * Moves the cursor to a place, such as a problem, and selects what stands there.
   * @param {Pick<FileProblem, "line" | "column" | "length">} place
   */
  select({ line, column, length }) {
    const lines = this.#area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.#area.focus();
    this.#area.setSelectionRange(start, start + length);
    const height = this.#area.scrollHeight / Math.max(1, lines.length);
    this.#area.scrollTop = Math.max(0, (line - 4) * height);
  }

  #number(isForced = false) {
    const lines = this.#area.value.split("\n").length;
    if (lines === this.#lines && !isForced) return;
    this.#lines = lines;
    const wrong = new Set(this.#problems.map(({ line }) => line));
    this.#gutter.replaceChildren(...Array.from({ length: lines }, (_, index) =>
      make("div", { className: wrong.has(index + 1) ? "wrong" : "" }, String(index + 1))));
    this.#scroll();
  }

  #uncover() {
    const { value, selectionStart } = this.#area;
    const isHere = document.activeElement === this.#area;
    this.#notes.uncover(isHere ? value.slice(0, selectionStart).split("\n").length : 0);
  }

  #scroll() {
    const { scrollTop, scrollLeft } = this.#area;
    this.#gutter.style.transform = `translateY(${-scrollTop}px)`;
    this.#noteLayer.style.transform = `translateY(${-scrollTop}px)`;
    this.#marks.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }
}
