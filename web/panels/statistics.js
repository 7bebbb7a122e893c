// @ts-check
import { make, setText } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { language, locale, phrase } from "../base/language.js";
import { History } from "./history.js";

/** @type {Record<string, string | undefined>} */
const names = {
  seconds: phrase("Running for"), report: phrase("Frames"), clock: phrase("Clock"), file: phrase("Sign file"), brightness: phrase("Brightness"),
  sources: phrase("Sources"), "cues-played": phrase("Cues played"), "cues-skipped": phrase("Cues skipped"),
  "cues-worst-lateness-us": phrase("Longest cue delay"), "pixels-from": phrase("Network pixels from"), "pixels-frames": phrase("Network frames"),
  "pixels-packets": phrase("Network packets"), "pixels-dropped": phrase("Packets dropped"), "pixels-others": phrase("Other senders"),
};
const hidden = new Set(["problem"]);

/**
 * A duration in the two largest units.
 * @param {number} seconds
 */
function duration(seconds) {
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return phrase("{days} d {hours} h", { days, hours });
  if (hours) return phrase("{hours} h {minutes} min", { hours, minutes });
  return minutes ? phrase("{minutes} min", { minutes }) : phrase("{seconds} s", { seconds: Math.floor(seconds) });
}

/** @param {number} microseconds */
const milliseconds = (microseconds) => `${(microseconds / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ms`;

/**
 * @param {string} name
 * @param {unknown} value
 */
function words(name, value) {
  if (name === "seconds") return duration(Number(value));
  if (name === "brightness") return phrase("{percent}%", { percent: Number(value) });
  if (name.endsWith("-us")) return milliseconds(Number(value));
  return value === null ? phrase("none")
    : String(value).replaceAll(/\b(\d+) us\b/g, (_, microseconds) => milliseconds(Number(microseconds)));
}

/** @param {string} name */
const title = (name) => names[name] ?? (name[0].toUpperCase() + name.slice(1)).replaceAll(/[-_]/g, " ");

/** @typedef {{name: string, lines: string[], lang: string, number?: number}} Fact in a language: what the sign says is English; `number` is that of its graph */

/**
 * The facts that a counter consists of.
 * @param {string} name
 * @param {unknown} value
 * @returns {Fact[]}
 */
function facts(name, value) {
  if (Array.isArray(value)) return value.length ? [{ name, lines: value.map(line), lang: "en" }] : [];
  if (value && typeof value === "object") {
    return Object.entries(value).flatMap(([part, each]) => facts(`${name} ${part}`, each));
  }
  return [{ name, lines: [words(name, value)], lang: typeof value === "string" ? "en" : language }];
}

/**
 * One line for a source: as the sign words it, or its name and what is known about it.
 * @param {unknown} each
 */
function line(each) {
  if (!each || typeof each !== "object") return String(each);
  const { report, name, ...rest } = /** @type {Record<string, unknown>} */ (each);
  if (report) return String(report);
  const known = Object.entries(rest).filter(([, value]) => value !== null && typeof value !== "object");
  return [name, known.map(([key, value]) => (key === "state" ? value : `${key} ${value}`)).join(", ")]
    .filter(Boolean).join(": ");
}

/** The counters and the state of the sign. */
export class StatisticsList {
  /**
   * @param {HTMLElement} list
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(list, sign) {
    /** @type {KeyedList<Fact>} */
    const rows = new KeyedList(list, ({ name }) => name, makeRow);
    sign.watch(["statistics"], () => {
      const all = Object.entries(sign.statistics ?? {}).filter(([name]) => !hidden.has(name));
      rows.show(all.flatMap(([name, value]) => facts(name, value)));
    });
  }
}

/** @param {Fact} fact */
function makeRow({ name, lang }) {
  const value = make("div");
  /** @type {KeyedList<string>} */
  const lines = new KeyedList(value, (_, index) => String(index), makeLine);
  const history = new History(name.startsWith("pixels-"));
  /** @param {Fact} fact */
  const update = (fact) => {
    lines.show(fact.lines);
    if (fact.number !== undefined) history.add(fact.number);
  };
  return { element: make("div", {}, make("dt", {}, title(name)), make("dd", { lang }, value, history.element)), update };
}

function makeLine() {
  const element = make("p");
  /** @param {string} text */
  const update = (text) => setText(element, text);
  return { element, update };
}
