// @ts-check
import { readSignFile } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { sayProblem } from "../base/notice.js";
import { tellProblems } from "../base/problems.js";

/** @typedef {import("./pictures.js").Change} Change */
/** @typedef {{sun: string, minutes: number} | {time: string}} Moment from which a level applies */

/** @type {Record<string, string>} */
const suns = { dawn: phrase("Dawn"), sunrise: phrase("Sunrise"), sunset: phrase("Sunset"), dusk: phrase("Dusk") };

/**
 * Reads a moment as a sign file writes it; nothing for another key, or one that this form cannot show.
 * @param {string} key
 * @returns {Moment | undefined}
 */
export function momentOf(key) {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(key)) return { time: key };
  const [, sun, sign, hours, minutes] = /^(dawn|sunrise|sunset|dusk)(?:([+-])(?:(\d+)h)?(?:(\d+)m)?)?$/.exec(key) ?? [];
  if (!sun || (sign && !hours && !minutes)) return undefined;
  return { sun, minutes: (sign === "-" ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0)) || 0 };
}

/**
 * Writes a moment as a person would.
 * @param {Moment} moment
 */
export function keyOf(moment) {
  if ("time" in moment) return moment.time;
  const { sun, minutes } = moment;
  return minutes === 0 ? sun : `${sun}${minutes < 0 ? "-" : "+"}${Math.abs(minutes)}m`;
}

/** The form of the brightness in the sign file: one level, or levels from times of day and from the sun. */
export class FileBrightness {
  #form;
  #change;
  #rows;
  #place;
  #problem;
  /** @type {Record<string, unknown>} */
  #file = {};
  /** Ends when what was saved last is in `#file`. */
  #saved = Promise.resolve();

  /**
   * @param {HTMLDetailsElement} section is read only while it is open
   * @param {Change} change
   */
  constructor(section, change) {
    this.#form = find(section, "form", HTMLFormElement);
    this.#change = change;
    this.#rows = find(this.#form, "ul");
    this.#place = find(this.#form, "[data-place]");
    this.#problem = find(this.#form, ".problem");
    section.addEventListener("toggle", () => section.open && this.#read().catch(sayProblem));
    this.#form.addEventListener("change", () => this.#arrange());
    find(this.#form, "[data-action=add]").addEventListener("click", () => {
      const row = this.#row({ time: "22:00" }, "20");
      this.#rows.append(row);
      this.#arrange();
      find(row, "select").focus();
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#saved = this.#saved.then(() => this.#save()).catch(sayProblem);
    });
  }

  /** The levels of the file by their keys, and its other keys of the brightness. */
  get #levels() {
    const { brightness } = this.#file;
    const all = Object.entries(typeof brightness === "object" && brightness !== null ? brightness : {});
    return { known: all.filter(([key]) => momentOf(key)), others: all.filter(([key]) => !momentOf(key)).map(([key]) => key) };
  }

  async #read() {
    this.#file = await readSignFile();
    const { brightness } = this.#file;
    const { known, others } = this.#levels;
    const isTimed = known.length > 1 || others.length > 0;
    for (const kind of this.#kinds) kind.checked = kind.value === (isTimed ? "times" : "always");
    this.#field("percent").value = String(known[0]?.[1] ?? (typeof brightness === "object" ? 100 : brightness ?? 100));
    this.#rows.replaceChildren(...known.map(([key, percent]) => this.#row(/** @type {Moment} */ (momentOf(key)), String(percent))));
    const line = find(this.#form, "[data-others]");
    line.hidden = !others.length;
    setText(find(line, "bdi"), others.join(", "));
    tellProblems(this.#problem, "");
    this.#arrange();
  }

  get #kinds() {
    return [...this.#form.querySelectorAll("[name=kind]")].map((field) => /** @type {HTMLInputElement} */ (field));
  }

  get #isTimed() {
    return this.#kinds.some(({ checked, value }) => checked && value === "times");
  }

  /** @param {string} name */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.#form.elements.namedItem(name));
  }

  /**
   * @param {Moment} moment
   * @param {string} percent
   */
  #row(moment, percent) {
    const isSun = "sun" in moment;
    const from = make("select", { "aria-label": phrase("From") },
      make("option", { value: "time" }, phrase("At")), ...Object.entries(suns).map(([value, words]) => make("option", { value }, words)));
    from.value = isSun ? moment.sun : "time";
    const row = make("li", { className: "row" }, from,
      make("input", { type: "time", name: "time", required: true, "aria-label": phrase("Time"), value: isSun ? "22:00" : moment.time }),
      make("label", { className: "minutes" }, make("input", {
        type: "number", name: "minutes", min: "-720", max: "720", step: "1", value: String(isSun ? moment.minutes : 0),
      }), " ", phrase("minutes later")),
      make("label", {}, make("input", { type: "number", name: "level", min: "0", max: "100", step: "1", required: true, value: percent }), " %"),
      make("button", { type: "button", on: { click: () => {
        row.remove();
        this.#arrange();
      } } }, phrase("Remove")));
    return row;
  }

  /** Shows the fields that count. */
  #arrange() {
    const isTimed = this.#isTimed;
    find(this.#form, "[data-always]").hidden = isTimed;
    find(this.#form, "[data-times]").hidden = !isTimed;
    let usesSun = false;
    for (const row of this.#rows.children) {
      const isSun = find(row, "select", HTMLSelectElement).value !== "time";
      usesSun ||= isSun;
      find(row, "[name=time]").hidden = isSun;
      find(row, ".minutes").hidden = !isSun;
    }
    this.#place.hidden = !isTimed || !usesSun || this.#file.place !== undefined;
  }

  /** What the form says of the levels, by their keys. */
  #given() {
    /** @type {[string, number][]} */
    const all = [...this.#rows.children].map((row) => {
      /** @param {string} name */
      const value = (name) => find(row, `[name=${name}]`, HTMLInputElement).value;
      const sun = find(row, "select", HTMLSelectElement).value;
      return [keyOf(sun === "time" ? { time: value("time") } : { sun, minutes: Number(value("minutes")) }), Number(value("level"))];
    });
    return Object.fromEntries(all);
  }

  /** The keys of the file that are to change. */
  #keys() {
    if (!this.#isTimed) {
      const percent = Number(this.#field("percent").value);
      const { known, others } = this.#levels;
      // One level that begins at any time applies all day.
      const isSet = known.length + others.length > 0;
      return { brightness: isSet ? this.#patch({ [known.length === 1 ? known[0][0] : "00:00"]: percent }) : percent };
    }
    const brightness = this.#patch(this.#given());
    if (this.#place.hidden) return { brightness };
    const [latitude, longitude] = ["latitude", "longitude"].map((name) => Number(this.#field(name).value));
    return { brightness, place: { latitude, longitude } };
  }

  /** @param {Record<string, number>} given */
  #patch(given) {
    /** @type {Record<string, number | null>} */
    const patch = {};
    for (const [key, old] of this.#levels.known) {
      if (!(key in given)) patch[key] = null;
      else if (Number(old) === given[key]) delete given[key];
    }
    return { ...patch, ...given };
  }

  async #save() {
    const fields = [...this.#form.elements].map((field) => /** @type {HTMLInputElement} */ (field)).filter((field) => field.offsetParent);
    const wrong = fields.find((field) => !field.checkValidity());
    if (wrong) {
      tellProblems(this.#problem, wrong.validationMessage, wrong);
      return wrong.focus();
    }
    const rows = this.#rows.children.length;
    if (this.#isTimed && (!rows || Object.keys(this.#given()).length < rows)) {
      return tellProblems(this.#problem, rows ? phrase("Two levels begin at the same time.") : phrase("Add a time first."));
    }
    const problem = await this.#change({ keys: this.#keys() }, phrase("Changed the brightness."));
    tellProblems(this.#problem, problem);
    if (problem) return;
    // The form says what was saved already, and maybe more: somebody can go on while the file is saved.
    this.#file = await readSignFile();
    this.#arrange();
  }
}
