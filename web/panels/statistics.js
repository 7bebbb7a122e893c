import { call } from "../base/api.js";
import { make } from "../base/dom.js";

const names = {
  seconds: "Running for", report: "Frames", clock: "Clock", file: "Sign file", brightness: "Brightness",
  "cues-worst-lateness-us": "Longest cue delay", "pixels-from": "Network pixels from", "pixels-frames": "Network frames",
  "pixels-packets": "Network packets", "pixels-dropped": "Packets dropped", "pixels-others": "Other senders",
};
const hidden = new Set(["problem"]);

/** A duration in the two largest units. */
export function duration(seconds) {
  const [d, h, m] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (d) return `${d} d ${h} h`;
  if (h) return `${h} h ${m} min`;
  return m ? `${m} min` : `${Math.floor(seconds)} s`;
}

const milliseconds = (microseconds) => `${(microseconds / 1000).toFixed(1)} ms`;

function words(name, value) {
  if (name === "seconds") return duration(value);
  if (name === "brightness") return `${value}%`;
  if (name.endsWith("-us")) return milliseconds(value);
  return value === null ? "none" : String(value).replaceAll(/\b(\d+) us\b/g, (_, microseconds) => milliseconds(microseconds));
}

const title = (name) => names[name] ?? (name[0].toUpperCase() + name.slice(1)).replaceAll(/[-_]/g, " ");

/** The counters and the state of the sign. */
export class Statistics {
  #list;
  stats = {};

  constructor(list) {
    this.#list = list;
  }

  /** Reads the statistics and shows them. */
  async refresh() {
    this.stats = (await call("GET", "stats")).stats;
    const facts = Object.entries(this.stats).filter(([name]) => !hidden.has(name));
    this.#list.replaceChildren(...facts.flatMap(([name, value]) => this.#fact(name, value)));
  }

  #fact(name, value) {
    if (Array.isArray(value)) {
      if (!value.length) return [];
      const lines = value.map((each) => make("p", {}, this.#line(each)));
      return [make("dt", {}, title(name)), make("dd", {}, ...lines)];
    }
    if (value && typeof value === "object") return Object.entries(value).flatMap(([part, each]) =>
      this.#fact(`${name} ${part}`, each));
    return [make("dt", {}, title(name)), make("dd", {}, words(name, value))];
  }

  /** One line for a source: as the sign words it, or its name and what is known about it. */
  #line(each) {
    if (!each || typeof each !== "object") return String(each);
    if (each.report) return each.report;
    const { name, ...rest } = each;
    const facts = Object.entries(rest).filter(([, value]) => value !== null && typeof value !== "object");
    return [name, facts.map(([key, value]) => (key === "state" ? value : `${key} ${value}`)).join(", ")]
      .filter(Boolean).join(": ");
  }
}
