// @ts-check
import { phrase } from "../base/language.js";

/** @typedef {"hello" | "picture" | "state" | "messages" | "schedule" | "variables" | "statistics" | "clock"} Part */

/** What the page knows of its sign. Panels read it, and draw again when what they watch has changed. */
export class Sign {
  /**
   * What the sign is; undefined before the first connection.
   * @type {Hello | undefined}
   */
  hello;
  /**
   * What its LEDs show; changes with every frame.
   * @type {import("../picture/frames.js").LEDPicture | undefined}
   */
  picture;
  /** @type {Partial<SignState>} */
  state = {};
  /**
   * Undefined before they are known. `turn` is when the turn of one that comes next begins, in milliseconds since 1970.
   * @type {(Message & {turn?: number})[] | undefined}
   */
  messages;
  /**
   * The next 24 hours.
   * @type {ScheduleRow[]}
   */
  schedule = [];
  /**
   * Undefined before they are known.
   * @type {Variables | undefined}
   */
  variables;
  /**
   * The counters; undefined before they are known.
   * @type {Statistics | undefined}
   */
  statistics;
  /** When something may have moved on by itself, in milliseconds since 1970. */
  clock = 0;
  /** @type {Map<Part, (() => void)[]>} */
  #watchers = new Map();
  /** @type {Set<Part>} */
  #known = new Set();
  /** @type {Set<() => void>} */
  #due = new Set();

  /** Whether this page may steer the sign. */
  get canSteer() {
    return this.hello?.may.includes("steer") ?? false;
  }

  /** The messages on the sign now. */
  get shown() {
    return (this.messages ?? []).filter(({ state }) => state === "shown");
  }

  /**
   * What a message is called: what it says with its values of now, or its name if it says nothing.
   * @param {Partial<Message>} message
   */
  titleOf({ text, name, shown, words }) {
    return shown || words || text || name || phrase("Picture");
  }

  /**
   * What a message of the schedule is called; what it is about, if it is an event of a calendar.
   * @param {ScheduleRow} row
   */
  titleOfRow({ message: text, name, zone }) {
    const found = (this.messages ?? []).filter((message) => message.text === text && (message.zone ?? null) === zone
      && (name === undefined || message.name === name));
    // Which of several without texts is meant is not known.
    const isKnown = found.length === 1 || (found.length > 1 && text);
    return this.titleOf(isKnown ? found[0] : { text, name });
  }

  /**
   * Has a panel draw after each change of these parts, and soon if one of them is known already.
   * @param {Part[]} parts
   * @param {() => void} draw
   */
  watch(parts, draw) {
    for (const part of parts) this.#watchers.set(part, [...(this.#watchers.get(part) ?? []), draw]);
    if (parts.some((part) => this.#known.has(part))) this.#draw(draw);
  }

  /**
   * Takes over new values of parts. What changes at once is drawn once.
   * @param {Partial<Pick<Sign, Part>>} values
   */
  change(values) {
    Object.assign(this, values);
    for (const part of /** @type {Part[]} */ (Object.keys(values))) {
      this.#known.add(part);
      this.#watchers.get(part)?.forEach((draw) => this.#draw(draw));
    }
  }

  /** @param {() => void} draw */
  #draw(draw) {
    if (this.#due.has(draw)) return;
    this.#due.add(draw);
    queueMicrotask(() => {
      this.#due.delete(draw);
      draw();
    });
  }
}
