// @ts-check
import { make } from "../base/dom.js";

/** Whether the panel shows the address of the page, and what to look at if it does not. */
export class CheckStep {
  element;

  /**
   * @param {import("./setup.js").Questions} questions
   * @param {() => void} next
   * @param {() => void} test
   */
  constructor({ address, findings, wiring, tests }, next, test) {
    const yes = make("button", { type: "button", className: "main", on: { click: next } }, "Yes, it does");
    const help = make("details", {}, make("summary", {}, "No, or it looks wrong"), ...CheckStep.#help(findings, wiring));
    const problems = findings.filter(({ level }) => level === "problem" || level === "warning");
    help.open = problems.some(({ level }) => level === "problem");
    this.element = make(
      "div", { className: "check-step" }, make("p", {}, `The address ${address} runs through it, with the code if that is not used yet.`), help,
      make("div", { className: "bar" }, ...(tests.length ? [make("button", { type: "button", on: { click: test } }, "Test pictures")] : []), yes));
  }

  /**
   * @param {import("./setup.js").Finding[]} findings
   * @param {string[]} wiring
   */
  static #help(findings, wiring) {
    const open = findings.filter(({ level }) => level === "problem" || level === "warning");
    const items = open.map(({ found, means, fix }) => make(
      "li", {}, make("strong", {}, found), ...(means ? [make("p", {}, means)] : []),
      ...fix.map((step) => (step.kind === "advice"
        ? make("p", {}, step.text)
        : make("p", {}, ...(step.file ? [`${step.kind.startsWith("add") ? "Add to" : "Remove from"} ${step.file}: `] : []), make("code", {}, step.text))))));
    return [
      ...(items.length ? [make("h3", {}, "What this machine needs"), make("ul", { className: "findings" }, ...items)] : []),
      make("h3", {}, "How it is wired"), make("pre", { tabIndex: 0, "aria-label": "How it is wired" }, wiring.join("\n")),
    ];
  }
}
