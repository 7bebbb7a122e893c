// @ts-check
import { make, setText } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";

/** @type {Record<string, string | undefined>} */
const names = {
  seconds: "Running for", report: "Frames", clock: "Clock", file: "Sign file", brightness: "Brightness",
  "cues-worst-lateness-us": "Longest cue delay", "pixels-from": "Network pixels from", "pixels-frames": "Network frames",
  "pixels-packets": "Network packets", "pixels-dropped": "Packets dropped", "pixels-others": "Other senders",
};
const hidden = new Set(["problem"]);

/**
 * A duration in the two largest units.
 * @param {number} seconds
 */
function duration(seconds) {
  const [d, h, m] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (d) return `${d} d ${h} h`;
  if (h) return `${h} h ${m} min`;
  return m ? `${m} min` : `${Math.floor(seconds)} s`;
}

/** @param {number} microseconds */
const milliseconds = (microseconds) => `${(microseconds / 1000).toFixed(1)} ms`;

/**
 * @param {string} name
 * @param {unknown} value
 */
function words(name, value) {
  if (name === "seconds") return duration(Number(value));
  if (name === "brightness") return `${value}%`;
  if (name.endsWith("-us")) return milliseconds(Number(value));
  return value === null ? "none"
    : String(value).replaceAll(/\b(\d+) us\b/g, (_, microseconds) => milliseconds(Number(microseconds)));
}

/** @param {string} name */
const title = (name) => names[name] ?? (name[0].toUpperCase() + name.slice(1)).replaceAll(/[-_]/g, " ");

/** @typedef {{name: string, lines: string[]}} Fact */

/**
 * The facts that a counter consists of.
 * @param {string} name
 * @param {unknown} value
 * @returns {Fact[]}
 */
function facts(name, value) {
  if (Array.isArray(value)) return value.length ? [{ name, lines: value.map(line) }] : [];
  if (value && typeof value === "object") {
    return Object.entries(value).flatMap(([part, each]) => facts(`${name} ${part}`, each));
  }
  return [{ name, lines: [words(name, value)] }];
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
function makeRow({ name }) {
  const value = make("dd");
  /** @type {KeyedList<string>} */
  const lines = new KeyedList(value, (_, index) => String(index), makeLine);
  /** @param {Fact} fact */
  const update = (fact) => lines.show(fact.lines);
  return { element: make("div", {}, make("dt", {}, title(name)), value), update };
}

function makeLine() {
  const element = make("p");
  /** @param {string} text */
  const update = (text) => setText(element, text);
  return { element, update };
}
