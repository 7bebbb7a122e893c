// @ts-check
import { make, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { tellProblems } from "../base/problems.js";
import { problemPlace } from "./fields.js";
import { PartFields } from "./part-fields.js";
import { always, readSchedule, writeSchedule } from "./schedule.js";
import { describeSchedule } from "./schedule-words.js";

/** The times of a message, read back in a sentence that is made of what is written. */
export class TimesField {
  key = "when";
  problem = problemPlace();
  element = make("div", { className: "times wide" });
  #parts = make("div", { className: "parts" });
  #sentence = make("p", { className: "sentence", role: "status" });
  #shown = make("select", { "aria-describedby": this.problem.id },
    make("option", { value: "always" }, phrase("Always")), make("option", { value: "times" }, phrase("At these times")));
  #more = make("button", { type: "button", on: { click: () => this.#add(false) } }, phrase("Add times"));
  #except = make("button", { type: "button", on: { click: () => this.#add(true) } }, phrase("Add an exception"));
  #changed;
  /** @type {PartFields[]} */
  #fields = [];
  /** @type {string | null} */
  #initial = null;
  /** @type {unknown} */
  #given;

  /** @param {() => void} changed called with every change */
  constructor(changed) {
    this.#changed = changed;
    this.element.append(
      make("label", {}, phrase("Shown"), " ", this.#shown), this.#parts, make("div", { className: "buttons" }, this.#more, this.#except),
      this.#sentence, this.problem);
    this.#shown.addEventListener("change", () => {
      if (this.#shown.value === "always") this.#fill([]);
      else this.#add(false);
    });
    this.element.addEventListener("input", () => this.#describe());
  }

  /**
   * Shows what a message has; returns whether the fields can.
   * @param {unknown} value
   */
  show(value) {
    const parts = readSchedule(value);
    this.#given = value;
    this.element.hidden = !parts;
    this.put(parts && writeSchedule(parts));
    this.#initial = parts && writeSchedule(parts);
    return parts !== null;
  }

  /** @param {string | null} text as it is written */
  put(text) {
    const parts = readSchedule(text) ?? [];
    this.#fill(text === null ? [] : parts.filter((part) => part.isExcluded || writeSchedule([part]) !== null));
    this.#describe();
  }

  /** @param {import("./schedule.js").Part[]} parts none for always */
  #fill(parts) {
    this.#fields = parts.map((part) => this.#make(part));
    this.#layOut();
  }

  /** @param {import("./schedule.js").Part} part */
  #make(part) {
    const fields = new PartFields(part, () => this.#changedNow(), () => {
      this.#fields = this.#fields.filter((each) => each !== fields);
      this.#layOut();
      this.#changedNow();
      this.#shown.focus();
    });
    return fields;
  }

  /** @param {boolean} isExcluded */
  #add(isExcluded) {
    const hours = isExcluded ? [] : [{ from: { time: "08:00" }, to: { time: "18:00" } }];
    const fields = this.#make({ ...always(), isExcluded, hours, dates: isExcluded ? { from: "12-24", until: "12-26", isYearly: true } : null });
    // Exceptions are from all times.
    const place = isExcluded ? this.#fields.length : this.#fields.filter((each) => !each.isExcluded).length;
    this.#fields.splice(place, 0, fields);
    this.#layOut();
    this.#changedNow();
    fields.focus();
  }

  #layOut() {
    this.#shown.value = this.#fields.length ? "times" : "always";
    this.#parts.replaceChildren(...this.#fields.map(({ element }) => element));
    this.#fields.forEach((fields, index) => fields.number(index + 1));
    this.#describe();
  }

  #changedNow() {
    this.#describe();
    this.#changed();
  }

  /**
   * What the fields say; a text says what is missing.
   * @returns {import("./schedule.js").Part[] | string}
   */
  get #read() {
    const parts = this.#fields.map((fields) => fields.read());
    const missing = parts.find((part) => typeof part === "string");
    if (typeof missing === "string") return missing;
    const read = /** @type {import("./schedule.js").Part[]} */ (parts);
    return read.some((part) => !part.isExcluded) ? read : [always(), ...read];
  }

  #describe() {
    const parts = this.#read;
    if (typeof parts === "string") return setText(this.#sentence, parts);
    // The sentence is that of the text that is saved, read again.
    setText(this.#sentence, describeSchedule(readSchedule(writeSchedule(parts)) ?? parts));
  }

  get sentence() {
    return this.#sentence.textContent ?? "";
  }

  /** What is missing before it can be saved; empty for nothing. */
  get missing() {
    const parts = this.#read;
    return typeof parts === "string" ? parts : "";
  }

  /** What is written; nothing for always. */
  get text() {
    const parts = this.#read;
    return typeof parts === "string" ? this.#initial : writeSchedule(parts);
  }

  get isChanged() {
    return !this.element.hidden && (this.missing !== "" || this.text !== this.#initial);
  }

  /** The value that the message gets; null for none. */
  get value() {
    return this.isChanged ? this.text : (this.#given ?? null);
  }

  /** @param {string} problem */
  tell(problem) {
    tellProblems(this.problem, problem, this.#shown);
  }

  focus() {
    this.#shown.focus();
  }
}
