// @ts-check
import { make, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { labelOf } from "./fields.js";
import { places, sunEvents, weekdays } from "./schedule.js";
import { monthNames, nameOfDay } from "./schedule-words.js";

/** @typedef {import("./schedule.js").Part} Part */
/** @typedef {import("./schedule.js").Hours} Hours */
/** @typedef {import("./schedule.js").Moment} Moment */

/** Minutes from a moment of the sun. */
const offsets = [-120, -90, -60, -30, -15, 0, 15, 30, 60, 90, 120];

/**
 * @param {string} label
 * @param {[string, string][]} options values and their labels
 * @param {string} value
 */
function choice(label, options, value) {
  const select = make("select", { "aria-label": label }, ...options.map(([each, words]) => make("option", { value: each }, words)));
  select.value = value;
  return select;
}

/**
 * Boxes of which any number may be chosen.
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string[]} chosen
 */
function boxes(label, options, chosen) {
  const inputs = options.map(([value]) => make("input", { type: "checkbox", value, checked: chosen.includes(value) }));
  const element = make("div", { className: "toggles", role: "group", "aria-label": label },
    ...options.map(([, words], index) => make("label", { className: "check" }, inputs[index], words)));
  return { element, chosen: () => inputs.filter(({ checked }) => checked).map(({ value }) => value) };
}

/** A moment of the day: a time, or one of the sun. */
class MomentFields {
  element = make("div", { className: "moment" });
  #kind;
  #time = make("input", { type: "time", required: true });
  #offset;

  /**
   * @param {string} label
   * @param {Moment} moment
   */
  constructor(label, moment) {
    const [sun, offset] = "sun" in moment ? [moment.sun, moment.offset] : ["", 0];
    /** @type {[string, string][]} */
    const kinds = [["", phrase("Time")], ...sunEvents.map((event) => /** @type {[string, string]} */ ([event, labelOf(event)]))];
    this.#kind = choice(phrase("{time}: by the clock or the sun", { time: label }), kinds, sun);
    const minutes = [...new Set([...offsets, offset])].sort((one, other) => one - other);
    this.#offset = choice(phrase("{time}: before or after", { time: label }), minutes.map((each) => [String(each), MomentFields.words(each)]), String(offset));
    this.#time.setAttribute("aria-label", label);
    this.#time.value = "time" in moment ? moment.time : "08:00";
    this.element.append(make("span", { className: "label" }, label), this.#kind, this.#time, this.#offset);
    this.#kind.addEventListener("input", () => this.#show());
    this.#show();
  }

  /** @param {number} minutes */
  static words(minutes) {
    if (!minutes) return phrase("exactly");
    return minutes < 0 ? phrase("{minutes} min before", { minutes: -minutes }) : phrase("{minutes} min after", { minutes });
  }

  #show() {
    this.#time.hidden = this.#kind.value !== "";
    this.#offset.hidden = this.#kind.value === "";
  }

  /** @returns {Moment | null} nothing where the time is missing */
  read() {
    if (this.#kind.value) return { sun: this.#kind.value, offset: Number(this.#offset.value) };
    return this.#time.value ? { time: this.#time.value.slice(0, 5) } : null;
  }
}

/** A day of every year. */
class YearDayFields {
  element;
  #day;
  #month;

  /**
   * @param {string} label
   * @param {string} date such as 12-24
   */
  constructor(label, date) {
    const [month, day] = date.split("-");
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    this.#day = choice(phrase("{date}: day", { date: label }), Array.from({ length: 31 }, (_, index) => [two(index + 1), String(index + 1)]), day);
    this.#month = choice(phrase("{date}: month", { date: label }), monthNames.map((name, index) => [two(index + 1), name]), month);
    this.element = make("div", { className: "moment year-day" }, make("span", { className: "label" }, label), this.#day, this.#month);
  }

  read() {
    return `${this.#month.value}-${this.#day.value}`;
  }
}

/** A part of a schedule: its days, hours and dates. */
export class PartFields {
  element = make("fieldset", { className: "part" });
  #legend = make("legend");
  #days;
  #week;
  #places;
  #day;
  #whole;
  #hours = make("div", { className: "hours" });
  /** @type {{element: HTMLElement, from: MomentFields, to: MomentFields}[]} */
  #spans = [];
  #moreHours = make("button", { type: "button", on: { click: () => this.#addHours({ from: { time: "14:00" }, to: { time: "18:00" } }) } }, phrase("More hours"));
  #dates;
  #from = make("input", { type: "date", "aria-label": phrase("First day") });
  #until = make("input", { type: "date", "aria-label": phrase("Last day") });
  #range;
  #yearFrom;
  #yearUntil;
  #year;
  #changed;

  /**
   * @param {Part} part
   * @param {() => void} changed called with every change that no control tells
   * @param {() => void} remove
   */
  constructor(part, changed, remove) {
    this.isExcluded = part.isExcluded;
    this.#changed = changed;
    const { days, hours, dates } = part;
    const week = days.kind === "week" ? days.days : [];
    const kind = days.kind === "week" ? ({ "mon,tue,wed,thu,fri": "weekdays", "sat,sun": "weekend" })[week.join()] ?? "week" : days.kind;
    this.#days = choice(phrase("Days"), [
      ["every", phrase("Every day")], ["weekdays", phrase("Weekdays")], ["weekend", phrase("Weekends")], ["week", phrase("Some days of the week")],
      ["month", phrase("Once a month")]], kind);
    this.#week = boxes(phrase("Days of the week"), weekdays.map((day) => [day, nameOfDay(day, "short")]), week);
    this.#places = boxes(phrase("Which of the month"), places.map((place) => [place, labelOf(place)]), days.kind === "month" ? days.places : ["first"]);
    this.#day = choice(phrase("Day of the week"), weekdays.map((day) => [day, nameOfDay(day)]), days.kind === "month" ? days.day : "mon");
    this.#whole = choice(phrase("Hours"), [["", phrase("All day")], ["hours", phrase("From … to …")]], hours.length ? "hours" : "");
    this.#dates = choice(phrase("Dates"), [["", phrase("On any date")], ["range", phrase("From or until a date")], ["year", phrase("Every year")]], dates ? (dates.isYearly ? "year" : "range") : "");
    if (dates && !dates.isYearly) [this.#from.value, this.#until.value] = [dates.from, dates.until];
    this.#yearFrom = new YearDayFields(phrase("First day"), dates?.isYearly ? dates.from : "12-24");
    this.#yearUntil = new YearDayFields(phrase("Last day"), dates?.isYearly ? dates.until : "12-26");
    this.#range = make("div", { className: "moments" },
      make("label", {}, phrase("First day"), this.#from), make("label", {}, phrase("Last day"), this.#until));
    this.#year = make("div", { className: "moments" }, this.#yearFrom.element, this.#yearUntil.element);
    this.element.append(
      this.#legend, this.#days, this.#week.element, this.#places.element, this.#day, this.#whole, this.#hours, this.#moreHours, this.#dates,
      this.#range, this.#year, make("button", { type: "button", on: { click: remove } }, this.isExcluded ? phrase("Remove this exception") : phrase("Remove these times")));
    hours.forEach((each) => this.#pushHours(each));
    this.element.addEventListener("input", () => this.#show());
    this.#show();
  }

  /** @param {number} place from 1 */
  number(place) {
    setText(this.#legend, this.isExcluded ? phrase("{number}. But not", { number: place }) : phrase("{number}. Times", { number: place }));
  }

  focus() {
    this.#days.focus();
  }

  /** @param {Hours} hours */
  #pushHours({ from, to }) {
    const span = { element: make("div", { className: "moments" }), from: new MomentFields(phrase("From"), from), to: new MomentFields(phrase("To"), to) };
    span.element.append(span.from.element, span.to.element);
    if (this.#spans.length) {
      const remove = () => {
        this.#spans = this.#spans.filter((each) => each !== span);
        span.element.remove();
        this.#moreHours.focus();
        this.#changed();
      };
      span.element.append(make("button", { type: "button", on: { click: remove } }, phrase("Remove these hours")));
    }
    this.#spans.push(span);
    this.#hours.append(span.element);
  }

  /** @param {Hours} hours */
  #addHours(hours) {
    this.#pushHours(hours);
    this.#changed();
  }

  #show() {
    this.#week.element.hidden = this.#days.value !== "week";
    this.#places.element.hidden = this.#day.hidden = this.#days.value !== "month";
    if (this.#whole.value && !this.#spans.length) this.#pushHours({ from: { time: "08:00" }, to: { time: "18:00" } });
    this.#hours.hidden = this.#moreHours.hidden = !this.#whole.value;
    this.#range.hidden = this.#dates.value !== "range";
    this.#year.hidden = this.#dates.value !== "year";
  }

  /** @returns {Part | string} a text says what is missing */
  read() {
    const days = this.#readDays();
    if (!days) return phrase("Choose one or more days.");
    const hours = this.#whole.value ? this.#spans.map(({ from, to }) => ({ from: from.read(), to: to.read() })) : [];
    if (hours.some(({ from, to }) => !from || !to)) return phrase("Say at what time it begins and ends.");
    const dates = this.#readDates();
    if (typeof dates === "string") return dates;
    return { isExcluded: this.isExcluded, days, hours: /** @type {Hours[]} */ (hours), dates };
  }

  /** @returns {import("./schedule.js").WhichDays | null} */
  #readDays() {
    const kind = this.#days.value;
    if (kind === "every") return { kind: "every" };
    if (kind === "month") {
      const chosen = this.#places.chosen();
      return chosen.length ? { kind: "month", places: chosen, day: this.#day.value } : null;
    }
    const days = kind === "weekdays" ? weekdays.slice(0, 5) : kind === "weekend" ? weekdays.slice(5) : this.#week.chosen();
    return days.length ? { kind: "week", days } : null;
  }

  /** @returns {import("./schedule.js").Dates | null | string} */
  #readDates() {
    if (!this.#dates.value) return null;
    if (this.#dates.value === "year") return { from: this.#yearFrom.read(), until: this.#yearUntil.read(), isYearly: true };
    const [from, until] = [this.#from.value, this.#until.value];
    if (!from && !until) return phrase("Choose the first day, the last day, or both.");
    if (from && until && until < from) return phrase("The last day is before the first.");
    return { from, until, isYearly: false };
  }
}
