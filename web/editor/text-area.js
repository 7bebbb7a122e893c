import { make } from "../base/dom.js";

/** A text area with line numbers and with problems beside their lines. */
export class NumberedTextArea {
  #gutter;
  #marks;
  #notes;
  #area;
  #lines = 0;
  #problems = [];

  /** @param {HTMLElement} element has a gutter, marks and a textarea */
  constructor(element) {
    this.#gutter = element.querySelector(".gutter > div");
    this.#marks = element.querySelector(".marks > div");
    this.#notes = element.querySelector(".notes > div");
    this.#area = element.querySelector("textarea");
    this.#area.addEventListener("input", () => this.#number());
    this.#area.addEventListener("scroll", () => this.#scroll());
    document.addEventListener("selectionchange", () => this.#uncover());
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

  /** Shows problems ({line, column, length, message}) beside their lines. */
  show(problems) {
    this.#problems = problems;
    this.#number(true);
    const byLine = new Map();
    for (const problem of problems) byLine.set(problem.line, [...(byLine.get(problem.line) ?? []), problem]);
    // Lines are as high as the line height of the text area, 1.5 of its letters.
    const top = (line) => `${(line - 1) * 1.5}em`;
    this.#marks.replaceChildren(...problems.map(({ line, column, length }) => {
      const mark = make("i");
      Object.assign(mark.style, { top: top(line), left: `${column - 1}ch`, width: `${Math.max(1, length)}ch` });
      return mark;
    }));
    this.#notes.replaceChildren(...[...byLine].map(([line, all]) => {
      const note = make("span", { className: "note" }, all.map(({ message }) => message).join(" · "));
      note.dataset.line = line;
      note.style.top = top(line);
      // What is wrong stays visible left of the note.
      const end = Math.max(...all.map(({ column, length }) => column + length));
      note.style.maxWidth = `max(0px, calc(100% - ${end}ch))`;
      return note;
    }));
    this.#uncover();
    this.#area.setAttribute("aria-invalid", problems.length > 0);
  }

  /** Moves the cursor to a problem and selects what is wrong. */
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

  /** Hides the note of the line that has the cursor, since it may lie on what is typed there. */
  #uncover() {
    const { value, selectionStart } = this.#area;
    const isHere = document.activeElement === this.#area;
    const current = isHere ? value.slice(0, selectionStart).split("\n").length : 0;
    for (const note of this.#notes.children) note.classList.toggle("covering", Number(note.dataset.line) === current);
  }

  #scroll() {
    const { scrollTop, scrollLeft } = this.#area;
    this.#gutter.style.transform = `translateY(${-scrollTop}px)`;
    this.#notes.style.transform = `translateY(${-scrollTop}px)`;
    this.#marks.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }
}
