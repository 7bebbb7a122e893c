// @ts-check
import { call } from "../base/api.js";
import { make } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { tellProblems } from "../base/problems.js";

/** How long a tick of a moving picture lasts, in milliseconds. */
const tick = 500;

/**
 * The picture that an answer stands for, as its rows of dots.
 * @param {string[]} rows
 */
function picture(rows) {
  const canvas = make("canvas", { width: 64, height: 64, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  rows.forEach((row, y) => [...row].forEach((dot, x) => {
    if (!context) return;
    context.fillStyle = dot === "#" ? "#e03020" : "#2a1614";
    context.fillRect(x * 8 + 1, y * 8 + 1, 6, 6);
  }));
  return canvas;
}

/**
 * An explanation as a terminal has it: paragraphs, and pictures of letters that keep their lines.
 * @param {string} text
 */
function paragraphs(text) {
  const parts = text.replace(/^[a-z]+: ./, (start) => start.slice(-1).toUpperCase()).trim().split("\n\n");
  return parts.map((part) => (part.startsWith("    ") ? make("pre", { lang: "en" }, part) : make("p", { lang: "en" }, part.replaceAll("\n", " ").replaceAll("`", ""))));
}

/** The test pictures of a panel, one after the other; what is seen of some of them changes the board file. */
export class PanelTest {
  element = make("div", { className: "panel-test" });
  #board = "";
  /** @type {string[]} */
  #steps;
  /** @type {() => void} */
  #ended;
  #place = 0;
  /** @type {number | undefined} */
  #timer;
  #problem = make("p", { className: "problem", role: "alert" });

  /**
   * @param {string[]} steps
   * @param {() => void} ended
   */
  constructor(steps, ended) {
    this.#steps = steps;
    this.#ended = ended;
  }

  /**
   * Shows the step; again after the sign was started with a changed board file.
   * @param {string} board empty for that of a sign that runs
   */
  async show(board) {
    this.#board = board;
    const step = this.#steps[this.#place];
    clearInterval(this.#timer);
    /** @type {{explanation: string, moving: boolean, answers: {answer: string, picture: string[]}[]}} */
    let said;
    try {
      said = await call("POST", "setup/test", { step, tick: 0 });
    } catch (error) {
      return this.#tell(error);
    }
    let count = 0;
    if (said.moving) {
      // A picture that does not arrive is followed by the next.
      this.#timer = setInterval(() => call("POST", "setup/test", { step, tick: ++count }).catch(() => {}), tick);
    }
    const isLast = this.#place + 1 === this.#steps.length;
    const next = make("button", { type: "button", on: { click: () => this.#next() } }, isLast ? phrase("Done") : phrase("Next picture"));
    const end = make("button", { type: "button", className: "quiet", on: { click: this.#ended } }, phrase("End the test"));
    this.element.replaceChildren(
      make("p", { className: "fact", role: "status" }, phrase("Picture {number} of {count}", { number: this.#place + 1, count: this.#steps.length })), this.#words(said), this.#problem,
      make("div", { className: "bar" }, end, next));
    tellProblems(this.#problem, "");
    this.element.dataset.board = board;
  }

  /** @param {{explanation: string, answers: {answer: string, picture: string[]}[]}} said */
  #words({ explanation, answers }) {
    if (!answers.length) return make("div", {}, ...paragraphs(explanation));
    const buttons = answers.map(({ answer, picture: rows }) => {
      const name = rows.length ? phrase("Picture {number}", { number: answer }) : [...answer].map((letter) => names[letter]).join(", ");
      const look = rows.length ? [picture(rows)] : [];
      return make("button", { type: "button", className: "card", on: { click: () => this.#answer(answer) } }, ...look, name);
    });
    const question = answers[0].picture.length
      ? phrase("Which of these does the module show that is wired to the Raspberry Pi? All modules show the same.")
      : phrase("Which colours does the panel show, one after the other?");
    return make("div", {}, make("p", {}, question), make("div", { className: "cards small" }, ...buttons));
  }

  /** @param {string} answer */
  async #answer(answer) {
    try {
      const { keys } = await call("POST", "setup/test", { step: this.#steps[this.#place], answer });
      if (!Object.keys(keys).length) return this.#next();
      // The board of a sign that runs is changed by its owner.
      if (!this.#board) {
        const lines = Object.entries(keys).map(([key, value]) => `${key}: ${value}`);
        return tellProblems(this.#problem, [phrase("Write into the board file:"), ...lines].join("\n"));
      }
      clearInterval(this.#timer);
      // The sign begins anew with the changed file, and shows the picture again.
      await call("POST", "setup/board", { board: this.#board, keys });
    } catch (error) {
      this.#tell(error);
    }
  }

  #next() {
    if (++this.#place < this.#steps.length) this.show(this.#board);
    else this.#ended();
  }

  /** The panel shows the address again. */
  stop() {
    clearInterval(this.#timer);
    call("POST", "setup/test", {}).catch(() => {});
  }

  /** @param {Error} error */
  #tell(error) {
    if (!this.#problem.isConnected) this.element.append(this.#problem);
    tellProblems(this.#problem, error.message);
  }
}

/** @type {Record<string, string>} */
const names = { R: phrase("red"), G: phrase("green"), B: phrase("blue") };
