// @ts-check
import { call, mayComeLater } from "../base/api.js";
import { make, setText } from "../base/dom.js";
import { phrase, translated } from "../base/language.js";
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
 * The maps in an explanation, which keep their lines; the rest is for those who have no answers to tap.
 * @param {string} text
 */
const maps = (text) => text.split("\n\n").filter((part) => part.startsWith("    ")).map((part) => make("pre", {}, part));

/**
 * What an answer says, in the language of the page.
 * @param {string} answer
 * @param {string} words
 * @param {string[]} rows
 */
function meaning(answer, words, rows) {
  if (rows.length) return phrase("Picture {number}", { number: answer });
  return /^[RGB]{3}$/.test(answer) ? [...answer].map((letter) => names[letter]).join(", ") : translated(words);
}

/**
 * @typedef {{explanation: string, question: string, moving: boolean,
 *   print: boolean, answers: {answer: string, words: string, picture: string[]}[]}} Said
 */

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
  /** What the last answer has changed, or what else helps. */
  #said = make("p", { className: "advice", role: "status" });
  #advice = "";
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
    /** @type {Said} */
    let said;
    try {
      said = await call("POST", "setup/test", { step, tick: 0 });
    } catch (error) {
      if (mayComeLater(error)) this.#timer = setTimeout(() => this.show(board), 1000);
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
      make("p", { className: "fact", role: "status" }, phrase("Picture {number} of {count}", { number: this.#place + 1, count: this.#steps.length })), this.#words(said), this.#said, this.#problem,
      make("div", { className: "bar" }, end, next));
    setText(this.#said, this.#advice);
    tellProblems(this.#problem, "");
    this.element.dataset.board = board;
  }

  /** @param {Said} said */
  #words({ explanation, question, print, answers }) {
    const buttons = answers.map(({ answer, words, picture: rows }) => {
      const look = rows.length ? [picture(rows)] : [];
      return make("button", { type: "button", className: "card", on: { click: () => this.#answer(answer) } }, ...look, meaning(answer, words, rows));
    });
    // An explanation for terminals has the pictures, too.
    const hasPictures = answers.some(({ picture: rows }) => rows.length);
    return make(
      "div", {}, ...(hasPictures ? [] : maps(explanation)), make("p", {}, translated(question)),
      make("div", { className: hasPictures ? "cards small" : "answers" }, ...buttons), ...(print ? [this.#printForm()] : []));
  }

  /** A field for the print on the chips of a panel that stays dark. */
  #printForm() {
    const field = make("input", { maxLength: 40, required: true, autocapitalize: "characters", placeholder: "FM6126A" });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#answer(field.value.trim());
    };
    return make(
      "form", { className: "bar", on: { submit: send } },
      make("label", {}, phrase("Print on the chips of a panel that stays dark"), field), make("button", {}, phrase("Look up")));
  }

  /** @param {string} answer */
  async #answer(answer) {
    try {
      const { right, keys, advice } = await call("POST", "setup/test", { step: this.#steps[this.#place], answer });
      if (right) return this.#next();
      if (!Object.keys(keys).length) return setText(this.#said, translated(advice));
      // The board of a sign that runs is changed by its owner.
      if (!this.#board) {
        const lines = Object.entries(keys).map(([key, value]) => `${key}: ${value}`);
        return setText(this.#said, [phrase("Write into the board file:"), ...lines].join("\n"));
      }
      clearInterval(this.#timer);
      const changes = Object.entries(keys).map(([key, value]) => `${key}: ${value}`).join(", ");
      this.#advice = phrase("Changed: {changes}. How does it look now?", { changes });
      // The sign begins anew with the changed file, and shows the picture again.
      await call("POST", "setup/board", { board: this.#board, keys });
    } catch (error) {
      this.#tell(error);
    }
  }

  #next() {
    this.#advice = "";
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
