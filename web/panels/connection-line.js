import { byId, setText } from "../base/dom.js";

const words = { connecting: "Connecting…", open: "Live", "signed-out": "Signed out" };

/** Says whether the picture is live; without a connection also when the next attempt is made. */
export class ConnectionLine {
  #connection;
  #timer;

  constructor(connection) {
    this.#connection = connection;
    byId("retry").addEventListener("click", () => connection.retry());
    connection.addEventListener("status", () => this.#show());
    this.#show();
  }

  #show() {
    const { status } = this.#connection;
    clearInterval(this.#timer);
    document.body.dataset.connection = status;
    byId("no-connection").hidden = status !== "waiting";
    const { isFull } = this.#connection;
    setText(byId("connection"), words[status] ?? (isFull ? "No live picture" : "No connection"));
    if (status !== "waiting") return;
    setText(byId("loss"), isFull ? "Too many people are watching this sign." : "No connection.");
    const count = () => {
      const seconds = Math.max(1, Math.ceil((this.#connection.retryAt - performance.now()) / 1000));
      setText(byId("retry-time"), `Next attempt in ${seconds} s.`);
    };
    count();
    this.#timer = setInterval(count, 500);
  }
}
