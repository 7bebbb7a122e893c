// @ts-check
import { call } from "../base/api.js";
import { atMostEvery } from "../base/timing.js";
import { LEDPicture } from "../picture/frames.js";

/** How each part that the sign does not send by itself is read. */
const readings = {
  async messages() {
    const now = Date.now();
    /** @type {Message[]} */
    const messages = (await call("GET", "messages")).messages;
    return messages.map((message) => (message.next === undefined ? message : { ...message, turn: now + 1000 * message.next }));
  },
  schedule: () => call("GET", "schedule?hours=24"),
  async variables() {
    const { variables: values, defaults, choices } = await call("GET", "variables");
    return { values, defaults, choices };
  },
  statistics: async () => (await call("GET", "stats")).stats,
};

/** @typedef {keyof typeof readings} Read */

/**
 * What is read again after each kind of news, and the fewest milliseconds between two times.
 * @type {Record<string, {parts: Read[], pause: number}>}
 */
const readAfter = {
  messages: { parts: ["messages", "schedule"], pause: 300 },
  words: { parts: ["messages"], pause: 1000 },
  state: { parts: ["variables", "statistics"], pause: 300 },
};
/** The milliseconds after which the clock moves on, and after which what comes next is read without any news. */
const tick = 5000;
const maximumPause = 300000;

/**
 * Keeps what the page knows of its sign up to date: by what the connection says, by reading again what has changed, and by
 * one clock for what moves on by itself.
 */
export class Updates {
  #sign;
  #connection;
  #showsStatistics;
  #after = Object.fromEntries(Object.entries(readAfter).map(
    ([event, { parts, pause }]) => [event, atMostEvery(pause, () => this.read(parts))]));
  #count = 0;
  /**
   * The number of the reading that each part comes from.
   * @type {Partial<Record<Read, number>>}
   */
  #taken = {};
  #nextPlan = 0;

  /**
   * @param {import("./sign.js").Sign} sign
   * @param {import("../base/connection.js").Connection} connection
   * @param {() => boolean} showsStatistics whether anyone sees the counters, which are read with every tick then
   */
  constructor(sign, connection, showsStatistics) {
    this.#sign = sign;
    this.#connection = connection;
    this.#showsStatistics = showsStatistics;
    connection.on("hello", (hello) => this.#begin(hello));
    connection.on("frame", (frame) => sign.picture?.apply(frame) && sign.change({ picture: sign.picture }));
    connection.on("state", (state) => this.#changeState(state));
    connection.on("news", (news) => this.#take(news));
    document.addEventListener("visibilitychange", () => this.#tick());
    setInterval(() => this.#tick(), tick);
  }

  /**
   * Reads parts again. Without an answer they stay: the next connection reads everything.
   * @param {Read[]} parts
   */
  async read(parts) {
    const number = ++this.#count;
    /** @type {[Read, unknown][]} */
    const answers = [];
    await Promise.all(parts.map(async (part) => {
      try {
        answers.push([part, await readings[part]()]);
      } catch (error) {
        console.debug(error.message);
      }
    }));
    // A slow answer says nothing about what has been read since.
    const news = answers.filter(([part]) => number > (this.#taken[part] ?? 0));
    for (const [part] of news) this.#taken[part] = number;
    const before = JSON.stringify(this.#sign.variables);
    this.#sign.change(Object.fromEntries(news));
    // The sign tells only of values that are shown, or come next.
    if (before !== undefined && JSON.stringify(this.#sign.variables) !== before) this.#after.words();
  }

  /** @param {Hello} hello */
  #begin(hello) {
    // Nothing to draw before the first frame.
    this.#sign.picture = new LEDPicture(hello.width, hello.height, hello.led);
    this.#sign.change({ hello });
    this.#changeState(hello);
    this.#after.messages();
    this.#after.state();
    this.#nextPlan = performance.now() + maximumPause;
  }

  /** @param {News} news */
  #take(news) {
    const { event } = news;
    if (event === "state" || event === "problem") this.#changeState(news);
    if (event === "pixels") this.#changeState({ pixels: news });
    if (event !== undefined) this.#after[event]?.();
  }

  /** @param {Partial<SignState>} news */
  #changeState(news) {
    this.#sign.change({ state: { ...this.#sign.state, ...news } });
  }

  #tick() {
    if (document.hidden || this.#connection.status !== "open") return;
    this.#sign.change({ clock: Date.now() });
    if (this.#showsStatistics()) this.read(["statistics"]);
    if (performance.now() < this.#nextPlan) return;
    this.#nextPlan = performance.now() + maximumPause;
    this.#after.messages();
  }
}
