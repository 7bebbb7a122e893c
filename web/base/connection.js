// @ts-check
import { call, liveAddress } from "./api.js";

const waits = [1, 2, 4, 8, 15];
/** After so long without a word the page asks whether the sign is still there: a lost network closes no socket. */
const silence = 10000;

/** @typedef {"connecting" | "open" | "waiting" | "signed-out"} Status `waiting` lasts until `retryAt` */

/**
 * What a connection tells: the texts and the binary messages of the sign, the state of GET /state, and its own status.
 * @typedef {{hello: Hello, frame: ArrayBuffer, news: News, state: SignState, status: Status}} Events
 */

/** The socket of the live picture, opened again whenever it is lost. */
export class Connection {
  /** @type {Status} */
  status = "connecting";
  retryAt = 0;
  /** Whether the sign answers, but shows no picture, because it has as many viewers as it serves. */
  isFull = false;
  #events = new EventTarget();
  /** @type {WebSocket | undefined} */
  #socket;
  #losses = 0;
  /** @type {number | undefined} */
  #timer;
  #heard = 0;

  constructor() {
    addEventListener("online", () => this.retry());
    setInterval(() => this.#listen(), 2500);
  }

  /**
   * Calls a function with all that a connection tells of one kind.
   * @template {keyof Events} Type
   * @param {Type} type
   * @param {(detail: Events[Type]) => void} listener
   */
  on(type, listener) {
    this.#events.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  }

  /** Connects now, also in the middle of a wait. */
  retry() {
    if (this.status === "open" || this.#socket) return;
    clearTimeout(this.#timer);
    this.#change("connecting");
    const socket = new WebSocket(liveAddress());
    this.#socket = socket;
    this.#heard = performance.now();
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => this.#socket === socket && this.#take(event.data);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      if (this.status === "open") this.#lost();
      else this.#ask();
    };
  }

  /**
   * Sends an order to the sign; returns whether there is a connection.
   * @param {Order} order
   */
  send(order) {
    if (this.status !== "open") return false;
    this.#socket?.send(JSON.stringify(order));
    return true;
  }

  /** Reconnects, because the permissions of this page have changed. */
  reopen() {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.status = "connecting";
    this.retry();
  }

  /** @param {string | ArrayBuffer} data */
  #take(data) {
    this.#heard = performance.now();
    if (typeof data !== "string") return this.#tell("frame", data);
    const news = JSON.parse(data);
    if (!news.hello) return this.#tell("news", news);
    this.#losses = 0;
    this.#change("open");
    this.#tell("hello", news);
  }

  #listen() {
    if (!this.#socket || performance.now() - this.#heard < silence) return;
    this.#heard = performance.now();
    if (this.status === "open") this.#ask();
    else this.#socket.close();
  }

  /** Finds out by a plain request why the socket was refused, or is silent: it does not say so itself. */
  async #ask() {
    const socket = this.#socket;
    try {
      this.#tell("state", await call("GET", "state"));
      if (this.#socket === socket && this.status !== "open") this.#lost(true);
    } catch (error) {
      if (this.#socket !== socket || (this.status === "open" && error.status !== 0)) return;
      if (error.status !== 401) return this.#lost();
      this.#socket = undefined;
      this.#change("signed-out");
    }
  }

  #lost(isFull = false) {
    this.#socket?.close();
    this.#socket = undefined;
    this.isFull = isFull;
    const wait = waits[Math.min(this.#losses++, waits.length - 1)] * 1000;
    this.retryAt = performance.now() + wait;
    this.#timer = setTimeout(() => this.retry(), wait);
    this.#change("waiting");
  }

  /** @param {Status} status */
  #change(status) {
    this.status = status;
    this.#tell("status", status);
  }

  /**
   * @template {keyof Events} Type
   * @param {Type} type
   * @param {Events[Type]} detail
   */
  #tell(type, detail) {
    this.#events.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
