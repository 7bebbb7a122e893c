// @ts-check
import { call } from "../base/api.js";
import { find, make } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { attempt, sayProblem } from "../base/notice.js";

/** What the machine needs for its panel, how that is wired, the test pictures, and the restart; read while the part is open. */
export class Machine {
  #place;
  /** @type {import("../setup/panel-test.js").PanelTest | undefined} */
  #test;

  /** @param {HTMLDetailsElement} section */
  constructor(section) {
    this.#place = find(section, "div");
    section.addEventListener("toggle", () => {
      if (section.open) this.#show().catch(sayProblem);
      else this.#end();
    });
  }

  async #show() {
    /** @type {[import("../setup/setup.js").Questions & {restarts: boolean}, typeof import("../setup/check-step.js")]} */
    const [{ findings, wiring, pins, tests, restarts }, { CheckStep }] = await Promise.all([call("GET", "setup"), import("../setup/check-step.js")]);
    const isWell = !findings.some(({ level }) => level === "problem" || level === "warning");
    const test = make("button", { type: "button", on: { click: () => this.#begin(tests).catch(sayProblem) } }, phrase("Test pictures"));
    const restart = make("button", { type: "button", on: { click: () => this.#restart() } }, phrase("Restart"));
    this.#place.replaceChildren(
      make("div", { className: "bar" }, ...(tests.length ? [test] : []), ...(restarts ? [restart] : [])),
      ...(isWell ? [make("p", {}, phrase("Nothing is wrong with this machine."))] : []), ...CheckStep.help(findings, wiring, pins, "h2"));
  }

  /** @param {string[]} steps */
  async #begin(steps) {
    const { PanelTest } = await import("../setup/panel-test.js");
    this.#test = new PanelTest(steps, () => {
      this.#end();
      this.#show().catch(sayProblem);
    });
    this.#place.replaceChildren(this.#test.element);
    await this.#test.show("");
  }

  #end() {
    this.#test?.stop();
    this.#test = undefined;
  }

  #restart() {
    if (!confirm(phrase("Restart the sign? It is dark for some seconds."))) return;
    attempt(() => call("POST", "setup/restart", {}), phrase("The sign restarts."));
  }
}
