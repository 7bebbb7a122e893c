// @ts-check

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Asks the sign for the number of pictures that this page wants, whenever that changes. */
export class Rate {
  #connection;
  #isHeld = false;
  #told = 0;

  /** @param {import("../base/connection.js").Connection} connection */
  constructor(connection) {
    this.#connection = connection;
    connection.on("hello", () => {
      this.#told = 0;
      this.hold(false);
    });
    document.addEventListener("visibilitychange", () => this.#tell());
    calm.addEventListener("change", () => this.#tell());
    this.#tell();
  }

  /**
   * Says whether a text is held, which the picture then has to follow.
   * @param {boolean} isHeld
   */
  hold(isHeld) {
    this.#isHeld = isHeld;
    this.#tell();
  }

  /** The pictures a second that are worth sending: few to those who asked for calm, hardly any to a hidden page. */
  get #wanted() {
    if (document.hidden) return 1;
    return calm.matches && !this.#isHeld ? 2 : 30;
  }

  #tell() {
    const rate = this.#wanted;
    if (rate !== this.#told && this.#connection.send({ rate })) this.#told = rate;
  }
}
