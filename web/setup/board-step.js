// @ts-check
import { make } from "../base/dom.js";
import { phrase, translated } from "../base/language.js";

/** @typedef {import("./setup.js").Board} Board */

/** The pixels of the screen for an LED in the small picture of a board. */
const pitch = 1.5;

/**
 * A small picture of a board: its LEDs in their colour, in the form of the panel.
 * @param {Board} board
 */
function figure({ width, height, mono }) {
  const scale = 2 * pitch;
  const canvas = make("canvas", { width: width * scale, height: height * scale, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  canvas.style.width = `${Math.min(width * pitch, 144)}px`;
  if (!context) return canvas;
  context.fillStyle = "#101010";
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      context.fillStyle = mono ? "#e03020" : `hsl(${(x * 360) / width} 80% 55%)`;
      context.fillRect(x * scale + 0.5, y * scale + 0.5, scale - 1, scale - 1);
    }
  }
  return canvas;
}

/** The boards to choose from, in groups that people can tell apart. */
export class BoardStep {
  element;

  /**
   * @param {Board[]} boards
   * @param {(board: Board) => void} choose
   */
  constructor(boards, choose) {
    /** @type {[string, (board: Board) => boolean][]} */
    const groups = [
      [phrase("Modules of 8x8 LEDs with a MAX7219, in one colour"), ({ mono, simulated }) => mono && !simulated],
      [phrase("Colour panels with a HUB75 connector"), ({ mono, simulated }) => !mono && !simulated],
      [phrase("No panel yet: try it on the screen"), ({ simulated }) => simulated],
    ];
    this.element = make("div", {}, ...groups.flatMap(([title, belongs]) => {
      const cards = boards.filter(belongs).map((board) => make(
        "button", { type: "button", className: "card", on: { click: (/** @type {Event} */ event) => this.#choose(event, () => choose(board)) } },
        figure(board), make("strong", {}, `${board.width} × ${board.height}`), make("span", { className: "fact" }, translated(board.about.replace(`, ${board.width}x${board.height}`, "")))));
      return cards.length ? [make("h3", {}, title), make("div", { className: "cards" }, ...cards)] : [];
    }));
  }

  /**
   * Marks the card that was pressed until the panel shows something.
   * @param {Event} event
   * @param {() => void} choose
   */
  #choose(event, choose) {
    for (const card of this.element.querySelectorAll(".card")) card.removeAttribute("aria-busy");
    /** @type {Element} */ (event.currentTarget).setAttribute("aria-busy", "true");
    choose();
  }
}
