// @ts-check
import { call, segment } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { attempt } from "../base/notice.js";

/** @typedef {{name: string, value: string, canSteer: boolean}} Variable */

/** The variables that texts show as {name}. */
export class VariableList {
  /**
   * @param {HTMLElement} list
   * @param {HTMLFormElement} form adds a variable
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(list, form, sign) {
    /** @type {KeyedList<Variable>} */
    const rows = new KeyedList(
      list, ({ name, canSteer }) => JSON.stringify([name, canSteer]),
      ({ name, canSteer }) => (canSteer ? new VariableForm(name) : makeLine(name)),
      make("li", { className: "empty" }, "No variables yet."));
    sign.watch(["variables", "hello"], () => {
      const { canSteer, variables } = sign;
      if (!variables) return;
      const all = Object.entries(variables).map(([name, value]) => ({ name, value: String(value ?? ""), canSteer }));
      rows.show(all.sort((a, b) => a.name.localeCompare(b.name)));
    });
    const [name, value] = ["name", "value"].map((field) => find(form, `[name=${field}]`, HTMLInputElement));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!name.value.trim()) return name.focus();
      if (!(await set(name.value.trim(), value.value))) return;
      form.reset();
      name.focus();
    });
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
const set = (name, value) => attempt(() => call("PUT", `variables/${segment(name)}`, { value }), `${name} is set`);

/** @param {string} name */
function makeLine(name) {
  const shown = make("span");
  /** @param {Variable} variable */
  const update = ({ value }) => setText(shown, value);
  return { element: make("li", {}, make("strong", {}, name), shown), update };
}

/** A variable that can be changed; a value that is being typed stays. */
class VariableForm {
  element;
  #input;
  #shown = "";

  /** @param {string} name */
  constructor(name) {
    this.#input = make("input", { maxLength: 4096, "aria-label": `Value of ${name}` });
    const submit = make("button", { "aria-label": `Set ${name}` }, "Set");
    const remove = make("button", { type: "button", "aria-label": `Remove ${name}` }, "Remove");
    remove.addEventListener("click", () => attempt(() => call("DELETE", `variables/${segment(name)}`), "Removed"));
    const form = make("form", { className: "row" }, make("label", {}, make("span", {}, name), this.#input), submit, remove);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#input.blur();
      this.#shown = this.#input.value;
      set(name, this.#shown);
    });
    this.element = make("li", {}, form);
  }

  /** @param {Variable} variable */
  update({ value }) {
    const { activeElement } = document;
    const isTyped = this.#input.value !== this.#shown && this.element.contains(activeElement);
    if (isTyped || activeElement === this.#input) return;
    this.#input.value = this.#shown = value;
  }
}
