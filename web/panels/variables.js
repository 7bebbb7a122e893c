// @ts-check
import { call, segment } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { arrange, KeyedList } from "../base/keyed-list.js";
import { phrase } from "../base/language.js";
import { say } from "../base/notice.js";
import { tellProblems } from "../base/problems.js";

/**
 * A variable of the sign. `initial` is its value in the sign file: null for none, and undefined for a variable that is not in
 * the file.
 * @typedef {{name: string, value: string | null, initial: string | null | undefined, choices: string[], canSteer: boolean}} Variable
 */

/** The fewest milliseconds between two changes of one value: the sign takes 20 in a second. */
const pause = 100;

/** The variables that texts show as {name}. */
export class VariableList {
  /**
   * @param {HTMLElement} list
   * @param {HTMLFormElement} form adds a variable
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(list, form, sign) {
    /** @type {KeyedList<Variable>} */
    const rows = new KeyedList(
      list, ({ name, canSteer, choices }) => JSON.stringify([name, canSteer, choices.length > 0]),
      (variable) => (variable.canSteer ? new VariableForm(variable) : makeLine(variable)),
      make("li", { className: "empty" }, phrase("No variables yet.")));
    sign.watch(["variables", "hello"], () => {
      const { canSteer, variables } = sign;
      if (!variables) return;
      const { values, defaults, choices } = variables;
      const all = Object.entries(values).map(([name, value]) => {
        const isDeclared = Object.hasOwn(defaults, name);
        return {
          name, value, canSteer, initial: isDeclared ? defaults[name] : undefined,
          choices: Object.hasOwn(choices, name) ? choices[name] : [],
        };
      });
      rows.show(all.sort((a, b) => a.name.localeCompare(b.name)));
    });
    const [name, value] = ["name", "value"].map((field) => find(form, `[name=${field}]`, HTMLInputElement));
    const problem = find(form, ".problem");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!name.value.trim()) {
        tellProblems(problem, phrase("Write a name first."), name);
        return name.focus();
      }
      const found = await set(name.value.trim(), value.value);
      tellProblems(problem, found?.words ?? "", name);
      if (found?.isRefused) return;
      form.reset();
      name.focus();
    });
  }
}

/**
 * Sets a variable; returns what is wrong, which may be that it is set and no text shows it.
 * @param {string} name
 * @param {string} value
 */
const set = (name, value) => change(() => call("PUT", `variables/${segment(name)}`, { value }), phrase("{name} is {value}", { name, value }));

/**
 * @param {() => Promise<{warning?: string}>} action
 * @param {string} done
 * @returns {Promise<{words: string, isRefused: boolean} | undefined>}
 */
async function change(action, done) {
  try {
    const { warning } = await action();
    say(done);
    return warning ? { words: warning, isRefused: false } : undefined;
  } catch (error) {
    return { words: error.message, isRefused: true };
  }
}

/** @param {Variable} variable */
function makeLine({ name }) {
  const shown = make("span");
  /** @param {Variable} variable */
  const update = ({ value }) => setText(shown, value ?? "");
  return { element: make("li", {}, make("strong", {}, name), shown), update };
}

/**
 * A number so many units of its last digit larger; undefined for a text that is no number.
 * @param {string} text
 * @param {number} steps
 */
export function stepped(text, steps) {
  const [, sign, whole, mark = "", decimals = ""] = /^([+-]?)(\d{1,15})(?:([.,])(\d{1,9}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const number = BigInt(`${sign === "-" ? "-" : ""}${whole}${decimals}`) + BigInt(steps);
  // Zeros in front stay, as in a time.
  const digits = String(number < 0n ? -number : number).padStart(whole.length + decimals.length, "0");
  const end = digits.length - decimals.length;
  return `${number < 0n ? "-" : ""}${digits.slice(0, end)}${mark}${digits.slice(end)}`;
}

/** How many forms there have been. */
let count = 0;

/** The steps that keys take, from a number that has the focus. */
const steps = /** @type {Record<string, number | undefined>} */ ({ ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 });

/** A variable that can be changed; a value that is being typed stays. */
class VariableForm {
  element;
  #name;
  /** @type {HTMLInputElement | HTMLSelectElement} */
  #field;
  #form;
  #submit;
  #less;
  #more;
  #reset;
  #label;
  #default = make("p", { className: "facts" });
  #problem;
  #shown = "";
  /** @type {string | undefined} */
  #wanted;
  #isSending = false;

  /** @param {Variable} variable */
  constructor({ name, initial, choices }) {
    this.#name = name;
    this.#problem = make("p", { className: "problem", role: "status", id: `variable-problem-${++count}` });
    const labels = { "aria-label": phrase("Value of {name}", { name }), "aria-describedby": this.#problem.id };
    this.#field = choices.length ? make("select", labels) : make("input", { maxLength: 4096, autocomplete: "off", ...labels });
    this.#submit = make("button", { "aria-label": phrase("Set {name}", { name }) }, phrase("Set"));
    this.#less = this.#button("−", phrase("Decrease {name}", { name }), () => this.#step(-1));
    this.#more = this.#button("+", phrase("Increase {name}", { name }), () => this.#step(1));
    this.#less.className = this.#more.className = "step";
    this.#reset = initial === undefined
      ? this.#button(phrase("Remove"), phrase("Remove {name}", { name }), () => this.#unset(phrase("Removed")))
      : this.#button(phrase("Reset"), phrase("Reset {name}", { name }), () => this.#unset(phrase("{name} has its default", { name })));
    this.#label = make("label", {}, make("span", {}, name), this.#field);
    this.#form = make("form", { className: "variable" }, this.#label);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#field.blur();
      this.#send(this.#field.value);
    });
    this.#field.addEventListener(choices.length ? "change" : "input", () => {
      if (choices.length) this.#send(this.#field.value);
      else this.#arrange(this.#field.value);
    });
    this.#field.addEventListener("keydown", (event) => {
      const number = choices.length ? undefined : steps[/** @type {KeyboardEvent} */ (event).key];
      if (number !== undefined && this.#step(number)) event.preventDefault();
    });
    this.element = make("li", {}, this.#form);
  }

  /** @param {Variable} variable */
  update({ value, initial, choices }) {
    const text = value ?? "";
    if (initial !== undefined) setText(this.#default, initial === null ? phrase("Empty by default") : phrase("Default: {value}", { value: initial }));
    // A button that is hidden loses the focus.
    const hasFocus = document.activeElement === this.#reset;
    this.#reset.hidden = initial !== undefined && value === initial;
    if (this.#field instanceof HTMLSelectElement) this.#offer(this.#field, [...choices, initial ?? "", text]);
    if (!this.#isBusy) this.#field.value = this.#shown = text;
    this.#arrange(this.#field.value);
    if (hasFocus && this.#reset.hidden) this.#field.focus();
  }

  /** Whether what the field shows is about to be sent, or is being typed. */
  get #isBusy() {
    if (this.#isSending) return true;
    const { activeElement } = document;
    const isTyped = this.#field.value !== this.#shown && this.element.contains(activeElement);
    return isTyped || (activeElement === this.#field && this.#field instanceof HTMLInputElement);
  }

  /**
   * Shows what suits a value: buttons for steps beside a number.
   * @param {string} value
   */
  #arrange(value) {
    const isChoice = this.#field instanceof HTMLSelectElement;
    const isNumber = !isChoice && stepped(value, 0) !== undefined;
    this.#field.setAttribute("inputmode", isNumber && !value.startsWith("-") ? "decimal" : "text");
    arrange(this.#form, [
      this.#label, ...(isNumber ? [this.#less, this.#more] : []), ...(isChoice ? [] : [this.#submit]), this.#reset,
      this.#default, this.#problem,
    ]);
  }

  /**
   * @param {HTMLSelectElement} list
   * @param {string[]} values
   */
  #offer(list, values) {
    const all = [...new Set(values)];
    if (all.join("\n") === [...list.options].map((option) => option.value).join("\n")) return;
    const { value } = list;
    list.replaceChildren(...all.map((each) => make("option", { value: each }, each || phrase("Empty"))));
    list.value = value;
  }

  /** @param {number} number */
  #step(number) {
    const value = stepped(this.#field.value, number);
    if (value === undefined) return false;
    this.#field.value = value;
    this.#send(value);
    return true;
  }

  /**
   * Sets the value, after what is being set; of several that wait the last one counts.
   * @param {string} value
   */
  async #send(value) {
    this.#shown = this.#wanted = value;
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#wanted !== undefined) {
      const next = this.#wanted;
      this.#wanted = undefined;
      const [problem] = await Promise.all([set(this.#name, next), new Promise((done) => setTimeout(done, pause))]);
      this.#tell(problem?.words ?? "");
    }
    this.#isSending = false;
  }

  /** @param {string} done */
  async #unset(done) {
    const problem = await change(() => call("DELETE", `variables/${segment(this.#name)}`), done);
    this.#tell(problem?.words ?? "");
  }

  /** @param {string} problem */
  #tell(problem) {
    tellProblems(this.#problem, problem, this.#field);
  }

  /**
   * @param {string} words
   * @param {string} label
   * @param {() => void} click
   */
  #button(words, label, click) {
    return make("button", { type: "button", "aria-label": label, on: { click } }, words);
  }
}
