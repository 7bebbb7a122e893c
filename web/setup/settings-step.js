// @ts-check
import { call } from "../base/api.js";
import { make } from "../base/dom.js";
import { tellProblems } from "../base/problems.js";
import { afterPause } from "../base/timing.js";
import { DraftPicture } from "../editor/draft-picture.js";

/** @typedef {import("./setup.js").Setting} Setting */

const colors = ["amber", "white", "red", "orange", "yellow", "green", "cyan", "blue", "magenta"];

/** The settings of what the sign is to show, with its picture, and the button that starts it. */
export class SettingsStep {
  element;
  #recipe;
  #board;
  /** @type {Map<string, {input: HTMLInputElement | HTMLSelectElement, problem: HTMLElement}>} */
  #fields = new Map();
  #problem = make("p", { className: "problem wide", role: "status" });
  #start = make("button", { className: "main" }, "Start the sign");
  #picture;
  #attempt = 0;

  /**
   * @param {import("./setup.js").Recipe} recipe
   * @param {string} board
   */
  constructor(recipe, board) {
    this.#recipe = recipe;
    this.#board = board;
    const frame = make("div", { className: "preview wide", hidden: true }, make("img", { alt: "What the sign will show" }));
    this.#picture = new DraftPicture(frame, "setup/picture");
    const check = afterPause(300, () => this.#check());
    this.element = make(
      "form", { className: "settings-step", noValidate: true, on: { input: check, submit: (/** @type {Event} */ event) => this.#submit(event) } },
      make("p", { className: "wide" }, `${recipe.about}.`), ...recipe.settings.map((setting) => this.#field(setting)), frame, this.#problem,
      make("div", { className: "action wide" }, this.#start));
    this.#check();
  }

  /** @param {Setting} setting */
  #field({ name, help, expected, kind, value, choices }) {
    const id = `setup-${name}`;
    const problem = make("span", { className: "problem", role: "status", id: `${id}-problem` });
    const properties = { name, id, "aria-describedby": `${id}-problem` };
    const words = kind === "color" ? [...new Set([value, ...colors])] : choices;
    const input = words.length
      ? make("select", properties, ...words.map((choice) => make("option", { value: choice, selected: choice === value }, choice)))
      : make("input", {
        ...properties, value, autocomplete: "off", dir: "auto", maxLength: 1024, inputMode: kind === "number" ? "decimal" : kind === "url" ? "url" : "text",
      });
    this.#fields.set(name, { input, problem });
    const hint = kind === "text" || words.length ? [] : [make("span", { className: "fact" }, expected)];
    return make("label", { className: kind === "text" ? "wide" : "" }, help, input, ...hint, problem);
  }

  get #answers() {
    const settings = Object.fromEntries([...this.#fields].map(([name, { input }]) => [name, input.value]));
    return { board: this.#board, recipe: this.#recipe.name, settings };
  }

  /**
   * Says what is wrong beside the fields that it is about.
   * @param {string} words a line for each problem
   */
  #tell(words) {
    const lines = words.split("\n").filter(Boolean);
    for (const [name, { input, problem }] of this.#fields) {
      const own = lines.filter((line) => line.startsWith(`"${name}" `));
      tellProblems(problem, own.join("\n"), input);
    }
    tellProblems(this.#problem, lines.filter((line) => ![...this.#fields.keys()].some((name) => line.startsWith(`"${name}" `))).join("\n"));
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
