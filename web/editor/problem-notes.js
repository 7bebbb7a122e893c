// @ts-check
import { make } from "../base/dom.js";

/** @typedef {{line: number, all: FileProblem[], arrow: HTMLElement, element: HTMLElement}} Note */

/**
 * Puts a note about each problem at the right edge, on its line or on the one below or above, wherever it covers no
 * text; a note without such a place is left out, because the list of problems has it too.
 */
export class ProblemNotes {
  #layer;

  /** @param {HTMLElement} layer scrolls with the lines, and is as wide as the view */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * @param {string[]} lines the text
   * @param {FileProblem[]} problems
   */
  show(lines, problems) {
    /** @type {Map<number, FileProblem[]>} */
    const byLine = new Map();
    for (const problem of problems) byLine.set(problem.line, [...(byLine.get(problem.line) ?? []), problem]);
    const notes = [...byLine].map(([line, all]) => ({ line, all, ...this.#note(all) }));
    const ruler = make("i", { className: "ruler" });
    this.#layer.replaceChildren(...notes.map(({ element }) => element), ruler);
    const letter = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    const taken = new Set(byLine.keys());
    for (const note of notes) this.#place(note, lines, letter, taken);
  }

  /** @param {FileProblem[]} all */
  #note(all) {
    const arrow = make("span");
    const element = make("span", { className: "note" }, arrow, all.map(({ message }) => message).join(" · "));
    return { arrow, element };
  }

  /**
   * @param {Note} note
   * @param {string[]} lines
   * @param {number} letter the width of a letter
   * @param {Set<number>} taken the lines that have a note
   */
  #place({ line, all, arrow, element }, lines, letter, taken) {
    const end = Math.max(...all.map(({ column, length }) => column + length - 1));
    const room = this.#layer.clientWidth - element.offsetWidth - 3 * letter;
    const fits = (/** @type {number} */ letters) => letters * letter <= room;
    const length = (/** @type {number} */ number) => (lines[number - 1] ?? "").length;
    const [row, sign] = fits(length(line)) ? [line, ""]
      : !taken.has(line + 1) && fits(length(line + 1)) ? [line + 1, "↑ "]
      : line > 1 && !taken.has(line - 1) && fits(length(line - 1)) ? [line - 1, "↓ "]
      : fits(end) ? [line, ""]
      : [];
    if (row === undefined) return element.remove();
    taken.add(row);
    arrow.textContent = sign ?? "";
    element.dataset.row = String(row);
    // Lines are as high as the line height of the text area, 1.5 of its letters.
    element.style.top = `${(row - 1) * 1.5}em`;
  }

  /**
   * Hides the note on the row that has the cursor, which may be about to write there.
   * @param {number} row
   */
  uncover(row) {
    for (const note of this.#layer.children) note.classList.toggle("covering", note.getAttribute("data-row") === String(row));
  }
}
