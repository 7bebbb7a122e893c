import { call, segment } from "../base/api.js";
import { make } from "../base/dom.js";
import { attempt } from "../base/notice.js";
import { learn } from "./titles.js";

/** The variables that texts show as {name}. */
export class VariableList {
  #list;
  #canSteer;

  constructor(list, form, canSteer) {
    this.#list = list;
    this.#canSteer = canSteer;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { name, value } = form.elements;
      if (!name.value.trim()) return name.focus();
      if (!(await this.#set(name.value.trim(), value.value))) return;
      form.reset();
      name.focus();
    });
  }

  /** Reads the variables and shows them; a value that is being typed stays. */
  async refresh() {
    const { variables } = await call("GET", "variables");
    learn(variables);
    if (this.#list.contains(document.activeElement) && document.activeElement.tagName === "INPUT") return;
    const rows = Object.entries(variables).sort(([a], [b]) => a.localeCompare(b));
    this.#list.replaceChildren(...rows.map(([name, value]) => this.#row(name, String(value ?? ""))));
    if (!rows.length) this.#list.append(make("li", { className: "empty" }, "No variables yet."));
  }

  #row(name, value) {
    if (!this.#canSteer()) return make("li", {}, make("strong", {}, name), make("span", {}, value));
    const input = make("input", { value, maxLength: 4096, "aria-label": `Value of ${name}` });
    const set = make("button", { "aria-label": `Set ${name}` }, "Set");
    const remove = make("button", { type: "button", "aria-label": `Remove ${name}` }, "Remove");
    remove.addEventListener("click", async () => {
      if (await attempt(() => call("DELETE", `variables/${segment(name)}`), "Removed")) this.refresh();
    });
    const form = make("form", { className: "row" }, make("label", {}, make("span", {}, name), input), set, remove);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      input.blur();
      this.#set(name, input.value);
    });
    return make("li", {}, form);
  }

  async #set(name, value) {
    const isSet = await attempt(() => call("PUT", `variables/${segment(name)}`, { value }), `${name} is set`);
    if (isSet) this.refresh();
    return isSet;
  }
}
