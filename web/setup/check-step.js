// @ts-check
import { make } from "../base/dom.js";
import { phrase } from "../base/language.js";

/**
 * The colour of a wire: that of its lamps, or one for all that choose rows or tell the time.
 * @param {string} signal
 */
function kind(signal) {
  const color = /^(?:C\d_)?([RGB])\d$/.exec(signal)?.[1];
  if (color) return { R: "red", G: "green", B: "blue" }[color];
  if (signal === "VCC" || signal === "GND") return signal.toLowerCase();
  return /^[A-E]$/.test(signal) ? "row" : "control";
}

/**
 * The header of a Raspberry Pi as it is seen from above: two rows of pins, and the wires that belong there.
 * @param {import("./setup.js").Pin[]} pins
 */
function header(pins) {
  /** @type {(pin: import("./setup.js").Pin) => HTMLElement[]} */
  const cells = ({ pin, name, signal }) => [
    make("td", signal ? { "data-wire": kind(signal) } : {}, signal ?? ""), make("td", { className: "fact" }, name === "ground" ? phrase("ground") : name), make("th", { scope: "row" }, `${pin}`)];
  const rows = [];
  for (let place = 0; place + 1 < pins.length; place += 2) {
    rows.push(make("tr", {}, ...cells(pins[place]), ...cells(pins[place + 1]).reverse()));
  }
  const titles = [phrase("Wire"), phrase("GPIO line"), phrase("Pin")];
  return make(
    "table", { className: "pins" },
    make("caption", {}, phrase("The pins of the Raspberry Pi, from above: 1 and 2 are at the end beside the memory card")),
    make("thead", {}, make("tr", {}, ...[...titles, ...[...titles].reverse()].map((title) => make("th", { scope: "col" }, title)))),
    make("tbody", {}, ...rows));
}

/**
 * Whether there is something to do about a finding.
 * @param {import("./setup.js").Finding} finding
 */
const isOpen = ({ id, level }) => level === "problem" || level === "warning" || (id === "update" && level === "note");

/** Whether the panel shows the address of the page, and what to look at if it does not. */
export class CheckStep {
  element;

  /**
   * @param {import("./setup.js").Questions} questions
   * @param {() => void} next
   * @param {() => void} test
   */
  constructor({ address, findings, wiring, pins, tests }, next, test) {
    const yes = make("button", { type: "button", className: "main", on: { click: next } }, phrase("Yes, it does"));
    const help = make("details", {}, make("summary", {}, phrase("No, or it looks wrong")), ...CheckStep.help(findings, wiring, pins, "h3"));
    help.open = findings.some(({ level }) => level === "problem");
    this.element = make(
      "div", { className: "check-step" }, make("p", {}, phrase("The address {address} runs through it, with the code if that is not used yet.", { address })), help,
      make("div", { className: "bar" }, ...(tests.length ? [make("button", { type: "button", on: { click: test } }, phrase("Test pictures"))] : []), yes));
  }

  /**
   * What the machine needs, and how the board is wired.
   * @param {import("./setup.js").Finding[]} findings
   * @param {string[]} wiring
   * @param {import("./setup.js").Pin[]} pins
   * @param {"h2" | "h3"} heading
   */
  static help(findings, wiring, pins, heading) {
    const items = findings.filter(isOpen).map(({ found, means, fix }) => make(
      "li", {}, make("strong", { lang: "en" }, found), ...(means ? [make("p", { lang: "en" }, means)] : []),
      ...fix.map((step) => (step.kind === "advice"
        ? make("p", { lang: "en" }, step.text)
        : make("p", {}, ...(step.file ? [step.kind.startsWith("add") ? phrase("Add to {file}:", { file: step.file }) : phrase("Remove from {file}:", { file: step.file }), " "] : []), make("code", {}, step.text))))));
    return [
      ...(items.length ? [make(heading, {}, phrase("What this machine needs")), make("ul", { className: "findings" }, ...items)] : []),
      make(heading, {}, phrase("How it is wired")), ...(pins.length ? [header(pins)] : []), make("pre", { tabIndex: 0, "aria-label": phrase("How it is wired"), lang: "en" }, wiring.join("\n")),
    ];
  }
}
