// @ts-check
import { make } from "../base/dom.js";
import { phrase } from "../base/language.js";

/** Whether the panel shows the address of the page, and what to look at if it does not. */
export class CheckStep {
  element;

  /**
   * @param {import("./setup.js").Questions} questions
   * @param {() => void} next
   * @param {() => void} test
   */
  constructor({ address, findings, wiring, tests }, next, test) {
    const yes = make("button", { type: "button", className: "main", on: { click: next } }, phrase("Yes, it does"));
    const help = make("details", {}, make("summary", {}, phrase("No, or it looks wrong")), ...CheckStep.help(findings, wiring, "h3"));
    const problems = findings.filter(({ level }) => level === "problem" || level === "warning");
    help.open = problems.some(({ level }) => level === "problem");
    this.element = make(
      "div", { className: "check-step" }, make("p", {}, phrase("The address {address} runs through it, with the code if that is not used yet.", { address })), help,
      make("div", { className: "bar" }, ...(tests.length ? [make("button", { type: "button", on: { click: test } }, phrase("Test pictures"))] : []), yes));
  }

  /**
   * What the machine needs, and how the board is wired.
   * @param {import("./setup.js").Finding[]} findings
   * @param {string[]} wiring
   * @param {"h2" | "h3"} heading
   */
  static help(findings, wiring, heading) {
    const open = findings.filter(({ level }) => level === "problem" || level === "warning");
    const items = open.map(({ found, means, fix }) => make(
      "li", {}, make("strong", { lang: "en" }, found), ...(means ? [make("p", { lang: "en" }, means)] : []),
      ...fix.map((step) => (step.kind === "advice"
        ? make("p", { lang: "en" }, step.text)
        : make("p", {}, ...(step.file ? [step.kind.startsWith("add") ? phrase("Add to {file}:", { file: step.file }) : phrase("Remove from {file}:", { file: step.file }), " "] : []), make("code", {}, step.text))))));
    return [
      ...(items.length ? [make(heading, {}, phrase("What this machine needs")), make("ul", { className: "findings" }, ...items)] : []),
      make(heading, {}, phrase("How it is wired")), make("pre", { tabIndex: 0, "aria-label": phrase("How it is wired"), lang: "en" }, wiring.join("\n")),
    ];
  }
}
