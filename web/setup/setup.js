// @ts-check
import { call, mayComeLater } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { phrase, translated } from "../base/language.js";
import { tellProblems } from "../base/problems.js";
import { recipeCard } from "../base/recipe-fields.js";
import { BoardStep } from "./board-step.js";
import { CheckStep } from "./check-step.js";
import { PanelTest } from "./panel-test.js";
import { SettingsStep } from "./settings-step.js";

/**
 * @typedef {{name: string, about: string, width: number, height: number, mono: boolean, simulated: boolean}} Board
 * @typedef {{id: string, level: string, found: string, means: string | null, fix: {kind: string, text: string, file: string | null}[]}} Finding
 * @typedef {{pin: number, name: string, signal: string | null}} Pin
 * @typedef {{address: string, boards: Board[], board: string | null, wiring: string[], pins: Pin[], tests: string[], findings: Finding[],
 *   problem: string | null}} Questions
 */

/** The set-up of a sign without a file, one step after the other: its panel, whether that is right, and what it shows. */
export class Setup {
  #heading;
  #place;
  #problem;
  #back;
  /** @type {Questions | undefined} */
  #questions;
  /** How often the questions were read: only the last answer counts. */
  #reads = 0;
  /** @type {Recipe[]} */
  #recipes = [];
  /** @type {(() => void)[]} */
  #steps = [];
  /**
   * What to do once the sign has begun again.
   * @type {(() => void) | undefined}
   */
  #next;
  /** @type {PanelTest | undefined} */
  #running;

  /**
   * @param {HTMLElement} root
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(root, sign) {
    this.#heading = find(root, "h2");
    this.#place = find(root, ".step");
    this.#problem = find(root, ".problem");
    this.#back = find(root, ".back");
    this.#back.addEventListener("click", () => {
      this.#steps.pop();
      this.#steps.pop()?.();
    });
    const look = () => {
      const isOn = sign.hello?.setup ?? false;
      document.body.toggleAttribute("data-setup", isOn);
      root.hidden = !isOn;
      this.#reads++;
      if (isOn) this.#read();
      else this.#questions = undefined;
    };
    sign.watch(["hello"], look);
  }

  /** Reads what there is to choose; after another board was lit, the step stays. */
  async #read() {
    const isFirst = !this.#questions;
    const read = ++this.#reads;
    try {
      const questions = await call("GET", "setup");
      if (isFirst) this.#recipes = await call("GET", "recipes");
      if (read !== this.#reads) return;
      this.#questions = questions;
    } catch (error) {
      if (read !== this.#reads) return;
      if (mayComeLater(error)) setTimeout(() => read === this.#reads && this.#read(), 1000);
      return this.#tell(error);
    }
    const next = this.#next;
    this.#next = undefined;
    if (isFirst) this.#begin();
    else if (next) next();
    else this.#steps.pop()?.();
  }

  #begin() {
    this.#steps = [];
    this.#chooseBoard();
    if (this.#questions?.board) this.#check();
  }

  /** @param {Error | undefined} error */
  #tell(error) {
    tellProblems(this.#problem, error?.message ?? "");
  }

  /**
   * Shows a step.
   * @param {() => void} again shows it once more
   * @param {string} title
   * @param {HTMLElement} content
   */
  #show(again, title, content) {
    const isNew = this.#heading.textContent !== title;
    if (content !== this.#running?.element) {
      this.#running?.stop();
      this.#running = undefined;
    }
    this.#steps.push(again);
    this.#back.hidden = this.#steps.length < 2;
    setText(this.#heading, title);
    // What is typed keeps the focus when the connection comes back.
    if (this.#place.firstChild !== content) this.#place.replaceChildren(content);
    tellProblems(this.#problem, this.#questions?.problem ?? "");
    if (!isNew) return;
    this.#heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  #chooseBoard() {
    const { boards } = /** @type {Questions} */ (this.#questions);
    const step = new BoardStep(boards, async (board) => {
      try {
        await call("POST", "setup/board", { board: board.name });
        // The sign begins again on that board, and then the page knows how it is wired.
        this.#next = () => (board.simulated ? this.#chooseRecipe() : this.#check());
      } catch (error) {
        this.#tell(error);
      }
    });
    this.#show(() => this.#chooseBoard(), phrase("Which panel do you have?"), step.element);
  }

  #check() {
    const questions = /** @type {Questions} */ (this.#questions);
    const step = new CheckStep(questions, () => this.#chooseRecipe(), () => this.#test());
    this.#show(() => this.#check(), phrase("Does the panel show this?"), step.element);
  }

  #test() {
    const { tests } = /** @type {Questions} */ (this.#questions);
    const test = new PanelTest(tests, () => {
      this.#steps.pop();
      this.#check();
    });
    this.#showTest(test);
  }

  /** @param {PanelTest} test */
  #showTest(test) {
    this.#running = test;
    test.show(this.#questions?.board ?? "");
    this.#show(() => this.#showTest(test), phrase("What does the panel show?"), test.element);
  }

  #chooseRecipe() {
    // A text is what most people begin with.
    const recipes = [...this.#recipes].sort((one, other) => Number(other.name === "text") - Number(one.name === "text"));
    const cards = recipes.map((recipe) => recipeCard(recipe, () => this.#fill(recipe)));
    this.#show(() => this.#chooseRecipe(), phrase("What does it show?"), make("div", { className: "cards" }, ...cards));
  }

  /** @param {Recipe} recipe */
  #fill(recipe) {
    this.#present(recipe, new SettingsStep(recipe, this.#questions?.board ?? "sim-64x32"));
  }

  /**
   * @param {Recipe} recipe
   * @param {SettingsStep} step
   */
  #present(recipe, step) {
    this.#show(() => this.#present(recipe, step), translated(recipe.title), step.element);
  }
}
