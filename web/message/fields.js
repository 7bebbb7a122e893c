// @ts-check
import { make } from "../base/dom.js";
import { phrase, translated } from "../base/language.js";
import { tellProblems } from "../base/problems.js";

/** @typedef {{value: string, label: string}} Choice */

/** How many fields there have been, for their ids. */
let count = 0;

/** The place where a form says what is wrong with one of its fields. */
export function problemPlace() {
  return make("p", { className: "problem", role: "status", id: `message-problem-${++count}` });
}

/**
 * What people call a colour, an effect, or another word of a sign file.
 * @param {string} word
 */
export const labelOf = (word) => translated((word[0].toUpperCase() + word.slice(1)).replaceAll("_", " "));

/** A key of a message in a control whose value is a text; the empty one is the default. */
export class KeyField {
  element;
  problem = problemPlace();
  #control;
  #initial = "";
  /** @type {unknown} */
  #given;

  /**
   * @param {string} key
   * @param {string} label
   * @param {HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement} control
   */
  constructor(key, label, control) {
    this.key = key;
    this.#control = control;
    control.name = key;
    control.setAttribute("aria-describedby", this.problem.id);
    this.element = make("div", { className: "field" }, make("label", {}, label, " ", control), this.problem);
  }

  /**
   * Shows what a message has; returns whether the field can.
   * @param {unknown} value
   */
  show(value) {
    const text = value === undefined ? "" : this.textOf(value);
    this.element.hidden = text === undefined;
    this.#given = value;
    this.#initial = text ?? "";
    this.put(this.#initial);
    return text !== undefined;
  }

  /**
   * The text of the control for a value; nothing if it has none.
   * @param {unknown} value
   * @returns {string | undefined}
   */
  textOf(value) {
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  }

  /**
   * The value for a text of the control.
   * @param {string} text
   * @returns {unknown}
   */
  valueOf(text) {
    return text;
  }

  /** @param {string} text */
  put(text) {
    this.#control.value = text;
  }

  get text() {
    return this.#control.value;
  }

  get isChanged() {
    return !this.element.hidden && this.text !== this.#initial;
  }

  /** The value that the message gets; null for none. */
  get value() {
    if (!this.isChanged) return this.#given ?? null;
    return this.text === "" ? null : this.valueOf(this.text);
  }

  /** @param {string} problem a line for each; empty for none */
  tell(problem) {
    tellProblems(this.problem, problem, this.#control);
  }

  focus() {
    this.#control.focus();
  }
}

/** A key of a message with a list of choices. */
export class ChoiceField extends KeyField {
  #select;

  /**
   * @param {string} key
   * @param {string} label
   * @param {string} byDefault what the default is called
   */
  constructor(key, label, byDefault) {
    const select = make("select", {}, make("option", { value: "" }, byDefault));
    super(key, label, select);
    this.#select = select;
  }

  /** @param {Choice[]} choices */
  offer(choices) {
    const [byDefault] = this.#select.options;
    const { value } = this.#select;
    this.#select.replaceChildren(byDefault, ...choices.map((choice) => make("option", { value: choice.value }, choice.label)));
    this.#select.value = value;
  }

  /**
   * @override
   * @param {unknown} value
   */
  textOf(value) {
    const text = super.textOf(value);
    return [...this.#select.options].some((option) => option.value === text) ? text : undefined;
  }
}

/** The priority of a message. */
export class PriorityField extends ChoiceField {
  constructor() {
    super("priority", phrase("Priority"), phrase("Normal"));
    const names = new Map([[3, phrase("Above normal")], [6, phrase("High")], [9, phrase("Urgent")]]);
    this.offer(Array.from({ length: 9 }, (_, index) => ({ value: String(index + 1), label: names.get(index + 1) ?? String(index + 1) })));
  }

  /**
   * @override
   * @param {unknown} value
   */
  textOf(value) {
    return value === "urgent" ? "9" : Number(value) === 0 ? "" : super.textOf(value);
  }

  /**
   * @override
   * @param {string} text
   */
  valueOf(text) {
    return Number(text);
  }
}

/** The speed of a message. */
export class SpeedField extends KeyField {
  constructor() {
    super("speed", phrase("Pixels per second"), make("input", { inputMode: "decimal", autocomplete: "off", placeholder: phrase("Default") }));
  }

  /**
   * @override
   * @param {string} text
   */
  valueOf(text) {
    return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  }
}

/** The colour of a message: one of those with names, or any other. */
export class ColorField extends ChoiceField {
  #other = make("input", { type: "color", value: "#ffb000" });
  #otherLabel = make("label", { hidden: true }, phrase("Other colour"), " ", this.#other);
  /** @type {Set<string>} */
  #known = new Set();
  /** @type {string[]} */
  #names;

  /** @param {string[]} names of the colours that are offered */
  constructor(names) {
    super("color", phrase("Colour"), phrase("Default"));
    this.#names = names;
    this.element.append(this.#otherLabel);
    this.element.addEventListener("input", () => this.#showOther());
    this.#offer();
  }

  /**
   * Learns which other names there are.
   * @param {string[]} names
   */
  learn(names) {
    this.#known = new Set(names);
  }

  /** @param {string} [own] a colour of the message, if that is none of those */
  #offer(own) {
    const names = own && !this.#names.includes(own) ? [...this.#names, own] : this.#names;
    this.offer([...names.map((name) => ({ value: name, label: labelOf(name) })), { value: "other", label: phrase("Other…") }]);
  }

  /**
   * @override
   * @param {unknown} value
   */
  textOf(value) {
    if (typeof value !== "string") return undefined;
    if (this.#known.has(value)) this.#offer(value);
    return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? value.toLowerCase().replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3") : super.textOf(value);
  }

  /**
   * @override
   * @param {string} text
   */
  put(text) {
    const isOther = text.startsWith("#");
    super.put(isOther ? "other" : text);
    if (isOther) this.#other.value = text;
    this.#showOther();
  }

  /** @override */
  get text() {
    return super.text === "other" ? this.#other.value : super.text;
  }

  #showOther() {
    this.#otherLabel.hidden = super.text !== "other";
  }
}
