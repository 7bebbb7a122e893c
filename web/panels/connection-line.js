// @ts-check
import { byId, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";

/** @type {Record<string, string | undefined>} */
const words = { connecting: phrase("Connecting…"), open: phrase("Live"), "signed-out": phrase("Signed out") };

/** Says whether the picture is live; without a connection also when the next attempt is made. */
export class ConnectionLine {
  #connection;
  /** @type {number | undefined} */
  #timer;

  /** @param {import("../base/connection.js").Connection} connection */
  constructor(connection) {
    this.#connection = connection;
    byId("retry").addEventListener("click", () => connection.retry());
    connection.on("status", () => this.#show());
    this.#show();
  }

  #show() {
    const { status, isFull } = this.#connection;
    clearInterval(this.#timer);
    document.body.dataset.connection = status;
    byId("no-connection").hidden = status !== "waiting";
    setText(byId("connection"), words[status] ?? (isFull ? phrase("No live picture") : phrase("No connection")));
    if (status !== "waiting") return;
    setText(byId("loss"), isFull ? phrase("Too many people are watching this sign.") : phrase("No connection."));
    const count = () => {
      const seconds = Math.max(1, Math.ceil((this.#connection.retryAt - performance.now()) / 1000));
      setText(byId("retry-time"), phrase("Next attempt in {seconds} s.", { seconds }));
    };
    count();
    this.#timer = setInterval(count, 500);
  }
}
