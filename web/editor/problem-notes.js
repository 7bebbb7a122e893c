import { make } from "../base/dom.js";

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
   * @param {Array<{line: number, column: number, length: number, message: string}>} problems
   */
  show(lines, problems) {
    const byLine = new Map();
    for (const problem of problems) byLine.set(problem.line, [...(byLine.get(problem.line) ?? []), problem]);
    const notes = [...byLine].map(([line, all]) => ({ line, all, element: this.#note(all) }));
    const ruler = make("i", { className: "ruler" });
    this.#layer.replaceChildren(...notes.map(({ element }) => element), ruler);
    const letter = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    const taken = new Set(byLine.keys());
    for (const note of notes) this.#place(note, lines, letter, taken);
  }

  #note(all) {
    return make("span", { className: "note" }, make("span", {}), all.map(({ message }) => message).join(" · "));
  }

  #place({ line, all, element }, lines, letter, taken) {
    const end = Math.max(...all.map(({ column, length }) => column + length - 1));
    const room = this.#layer.clientWidth - element.offsetWidth - 3 * letter;
    const fits = (letters) => letters * letter <= room;
    const length = (number) => (lines[number - 1] ?? "").length;
    const [row, arrow] = fits(length(line)) ? [line, ""]
      : !taken.has(line + 1) && fits(length(line + 1)) ? [line + 1, "↑ "]
      : line > 1 && !taken.has(line - 1) && fits(length(line - 1)) ? [line - 1, "↓ "]
      : fits(end) ? [line, ""]
      : [];
    if (!row) return element.remove();
    taken.add(row);
    element.firstChild.textContent = arrow;
    element.dataset.row = row;
    // Lines are as high as the line height of the text area, 1.5 of its letters.
    element.style.top = `${(row - 1) * 1.5}em`;
  }

  /** Hides the note on the row that has the cursor, which may be about to write there. */
  uncover(row) {
    for (const note of this.#layer.children) note.classList.toggle("covering", Number(note.dataset.row) === row);
  }
}
