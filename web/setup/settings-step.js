// @ts-check
import { call } from "../base/api.js";
import { make } from "../base/dom.js";
import { phrase, translated } from "../base/language.js";
import { tellProblems } from "../base/problems.js";
import { RecipeFields } from "../base/recipe-fields.js";
import { afterPause } from "../base/timing.js";
import { DraftPicture } from "../editor/draft-picture.js";

/** The settings of what the sign is to show, with its picture, and the button that starts it. */
export class SettingsStep {
  element;
  #recipe;
  #board;
  #fields;
  #problem = make("p", { className: "problem wide", role: "status" });
  #start = make("button", { className: "main" }, phrase("Start the sign"));
  #picture;
  #attempt = 0;

  /**
   * @param {Recipe} recipe
   * @param {string} board
   */
  constructor(recipe, board) {
    this.#recipe = recipe.name;
    this.#board = board;
    this.#fields = new RecipeFields(recipe);
    const frame = make("div", { className: "preview wide", hidden: true }, make("img", { alt: phrase("What the sign will show") }));
    this.#picture = new DraftPicture(frame, "setup/picture");
    const check = afterPause(300, () => this.#check());
    this.element = make(
      "form", { className: "settings-step", noValidate: true, on: { input: check, submit: (/** @type {Event} */ event) => this.#submit(event) } },
      make("p", { className: "wide" }, `${translated(recipe.about)}.`), ...this.#fields.elements, frame, this.#problem,
      make("div", { className: "action wide" }, this.#start));
    this.#check();
  }

  get #answers() {
    return { board: this.#board, recipe: this.#recipe, settings: this.#fields.settings };
  }

  /** @param {string} words a line for each problem */
  #tell(words) {
    tellProblems(this.#problem, this.#fields.tell(words));
  }

  async #check() {
    const attempt = ++this.#attempt;
    try {
      const json = this.#answers;
      await call("POST", "setup/draft", json);
      // A slow answer about older settings says nothing about these.
      if (attempt !== this.#attempt) return;
      this.#tell("");
      this.#picture.show({ json });
    } catch (error) {
      if (attempt !== this.#attempt) return;
      this.#picture.hide();
      this.#tell(error.message);
    }
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    this.#attempt++;
    this.#start.disabled = true;
    try {
      await call("POST", "setup/sign", this.#answers);
      this.#tell("");
    } catch (error) {
      this.#tell(error.message);
    }
    this.#start.disabled = false;
  }
}
