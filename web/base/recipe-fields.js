// @ts-check
import { segment } from "./api.js";
import { colors } from "./colors.js";
import { make } from "./dom.js";
import { phrase, translated } from "./language.js";
import { tellProblems } from "./problems.js";

/**
 * The button of a recipe, with what it looks like.
 * @param {Recipe} recipe
 * @param {() => void} choose
 */
export function recipeCard(recipe, choose) {
  const image = make("img", { alt: "", loading: "lazy", width: 128, height: 64 });
  image.src = new URL(`web/recipes/${segment(recipe.name)}.png`, document.baseURI).href;
  const words = make("span", {}, make("strong", {}, translated(recipe.title)), " ", make("span", { className: "fact" }, translated(recipe.about)));
  const button = make("button", { type: "button", className: "recipe", on: { click: choose } }, image, words);
  button.dataset.name = recipe.name;
  return button;
}

/**
 * What an answer has to be.
 * @param {string} expected in the words of the sign
 */
function hintOf(expected) {
  const [, from, to] = /^a number from (\S+) to (\S+)$/.exec(expected) ?? [];
  return from ? phrase("a number from {from} to {to}", { from: Number(from), to: Number(to) }) : translated(expected);
}

/** The fields for the settings of a recipe, each with what is wrong with it beside it. */
export class RecipeFields {
  /** @type {HTMLElement[]} */
  elements;
  /** @type {Map<string, {input: HTMLInputElement | HTMLSelectElement, problem: HTMLElement}>} */
  #fields = new Map();

  /** @param {Recipe} recipe */
  constructor({ settings }) {
    this.elements = settings.map((setting) => this.#make(setting));
  }

  /** What is typed, by the names of the settings. */
  get settings() {
    return Object.fromEntries([...this.#fields].map(([name, { input }]) => [name, input.value]));
  }

  /**
   * Says what is wrong beside the fields that it is about; returns the other lines.
   * @param {string} words a line for each problem
   */
  tell(words) {
    const lines = words.split("\n").filter(Boolean);
    const rest = new Set(lines);
    for (const [name, { input, problem }] of this.#fields) {
      const own = lines.filter((line) => line.startsWith(`"${name}" `));
      for (const line of own) rest.delete(line);
      tellProblems(problem, own.join("\n"), input);
    }
    return [...rest].join("\n");
  }

  /** @param {RecipeSetting} setting */
  #make({ name, kind, default: value, help, expected, choices }) {
    const problem = make("span", { className: "problem", role: "status", id: `setting-${name}-problem` });
    const properties = { name, "aria-describedby": problem.id };
    const words = kind === "color" ? [...new Set([value, ...colors])] : choices;
    const input = words
      ? make("select", properties, ...words.map((choice) => make("option", {}, choice)))
      : make("input", {
        ...properties, maxLength: 1024, autocomplete: "off", spellcheck: kind === "text", dir: "auto",
        inputMode: kind === "number" ? "decimal" : kind === "url" ? "url" : "text",
      });
    input.value = value;
    this.#fields.set(name, { input, problem });
    const hint = ["number", "url", "time"].includes(kind) ? [" ", make("span", { className: "fact" }, hintOf(expected))] : [];
    return make("label", { className: kind === "text" || kind === "url" ? "wide" : "" }, translated(help), ...hint, input, problem);
  }
}
