// @ts-check
import { call, request, segment } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { phrase, translated } from "../base/language.js";
import { sayProblem } from "../base/notice.js";
import { tellProblems } from "../base/problems.js";
import { RecipeFields, recipeCard } from "../base/recipe-fields.js";
import { afterPause } from "../base/timing.js";
import { DraftPicture } from "./draft-picture.js";
import { ZoneChoice } from "./zone-choice.js";

/** Ready signs: chosen by their pictures, filled in by a form, looked at, and shown in place of the sign file or beside its messages. */
export class Recipes {
  #section;
  #cards;
  #form;
  #title;
  #place;
  /** @type {RecipeFields | undefined} */
  #fields;
  #problem;
  #picture;
  #add;
  #zoneLabel;
  #zone;
  #status;
  #undo;
  #change;
  #saved;
  /** @type {Recipe | undefined} */
  #recipe;
  /** @type {{bytes: ArrayBuffer, etag: string} | undefined} */
  #before;
  #attempt = 0;

  /**
   * @param {HTMLElement} section is read when it opens
   * @param {(json: Record<string, unknown>, done: string) => Promise<string>} change changes a message of the file
   * @param {() => Promise<void>} saved called when the file is another one
   */
  constructor(section, change, saved) {
    this.#section = section;
    this.#change = change;
    this.#saved = saved;
    this.#cards = find(section, "ul");
    this.#form = find(section, "form", HTMLFormElement);
    this.#title = find(section, "h2");
    this.#place = find(section, "[data-fields]");
    this.#problem = find(section, ".problem");
    this.#picture = new DraftPicture(find(section, ".preview"));
    this.#add = find(section, "[data-action=add]", HTMLButtonElement);
    this.#zoneLabel = find(section, "[data-zone]");
    this.#zone = new ZoneChoice(this.#zoneLabel);
    this.#status = find(section, "[role=status][tabindex]");
    this.#undo = find(section, "[data-action=undo]", HTMLButtonElement);
    const look = afterPause(500, () => this.#look());
    this.#form.addEventListener("input", look);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#use();
    });
    this.#add.addEventListener("click", () => this.#addMessage());
    find(section, "[data-action=back]").addEventListener("click", () => {
      this.#close();
      find(this.#cards, `[data-name="${this.#recipe?.name}"]`).focus();
    });
    this.#undo.addEventListener("click", () => this.#restore());
    section.addEventListener("toggle", () => this.#open());
    // It may have been opened before this was there.
    this.#open();
  }

  async #open() {
    if (!this.#section.hasAttribute("open") || this.#cards.children.length) return;
    try {
      /** @type {Recipe[]} */
      const recipes = await call("GET", "recipes");
      this.#cards.replaceChildren(...recipes.map((recipe) => make("li", {}, recipeCard(recipe, () => this.#choose(recipe)))));
    } catch (error) {
      sayProblem(error);
    }
  }

  /** @param {Recipe} recipe */
  #choose(recipe) {
    this.#recipe = recipe;
    this.#tell("");
    setText(this.#title, translated(recipe.title));
    setText(find(this.#form, "[data-about]"), `${translated(recipe.about)}.`);
    const { source, terms, asks } = recipe;
    const facts = [
      source && phrase("Source: {source}.", { source }), terms && phrase("Terms: {terms}.", { terms }), asks && phrase("Asks: {times}.", { times: translated(asks) })];
    setText(find(this.#form, "[data-source]"), facts.filter(Boolean).join(" "));
    this.#fields = new RecipeFields(recipe);
    this.#place.replaceChildren(...this.#fields.elements);
    tellProblems(this.#problem, "");
    this.#picture.hide();
    this.#add.hidden = this.#zoneLabel.hidden = true;
    this.#form.hidden = false;
    this.#cards.hidden = true;
    this.#title.focus();
    this.#look();
  }

  #close() {
    this.#attempt++;
    this.#form.hidden = true;
    this.#cards.hidden = false;
  }

  /**
   * The sign with the settings of the form.
   * @returns {Promise<{sign: string, message: unknown}>}
   */
  #fill() {
    return call("POST", `recipes/${segment(this.#recipe?.name ?? "")}`, this.#fields?.settings);
  }

  /** Shows what is wrong with the settings, or the sign with them. */
  async #look() {
    const attempt = ++this.#attempt;
    let problem = "";
    try {
      const { sign, message } = await this.#fill();
      /** @type {FileProblem[]} */
      const problems = await call("POST", "sign/check", undefined, { text: sign });
      if (attempt !== this.#attempt) return;
      problem = problems.map((each) => each.message).join("\n");
      this.#add.hidden = message === null;
      if (message !== null) await this.#zone.refresh();
      if (!problem) this.#picture.show({ text: sign });
    } catch (error) {
      if (attempt !== this.#attempt) return;
      problem = error.lines ?? error.message;
    }
    if (problem) this.#picture.hide();
    this.#tellProblem(problem);
  }

  /** @param {string} problem */
  #tellProblem(problem) {
    tellProblems(this.#problem, this.#fields?.tell(problem) ?? problem);
  }

  /** @param {string} words */
  #tell(words) {
    setText(this.#status, words);
    this.#undo.hidden = !this.#before;
  }

  /** Saves the recipe as the sign file. */
  async #use() {
    const title = translated(this.#recipe?.title ?? "");
    try {
      const before = await request("GET", "sign");
      const bytes = await before.arrayBuffer();
      const { sign } = await this.#fill();
      const response = await request("PUT", "sign", { text: sign, headers: { "If-Match": before.headers.get("ETag") ?? "" } });
      this.#before = { bytes, etag: response.headers.get("ETag") ?? "" };
    } catch (error) {
      return this.#tellProblem(error.lines ?? error.message);
    }
    this.#close();
    this.#tell(phrase("The sign shows “{title}” now. Your old file is under Earlier versions.", { title }));
    this.#undo.focus();
    await this.#saved();
  }

  async #addMessage() {
    const title = translated(this.#recipe?.title ?? "");
    let problem;
    try {
      const { message } = await this.#fill();
      problem = await this.#change({ add: message, ...this.#zone.json }, phrase("Added “{title}”.", { title }));
    } catch (error) {
      problem = error.lines ?? error.message;
    }
    if (problem) return tellProblems(this.#problem, problem);
    this.#close();
    this.#before = undefined;
    this.#tell(phrase("Added “{title}” to the messages.", { title }));
    this.#status.focus();
  }

  /** Saves the file again that was there before. */
  async #restore() {
    const before = this.#before;
    if (!before) return;
    this.#before = undefined;
    try {
      await request("PUT", "sign", { text: before.bytes, headers: { "If-Match": before.etag } });
      this.#tell(phrase("Your file is back."));
    } catch (error) {
      this.#tell(error.message);
    }
    this.#status.focus();
    await this.#saved();
  }
}
