// @ts-check
import { call, readSignFile } from "../base/api.js";
import { find, make, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { sayProblem } from "../base/notice.js";
import { tellProblems } from "../base/problems.js";

/** @typedef {import("./pictures.js").Change} Change */
/** @typedef {{x: number, y: number, width: number, height: number}} Area in LEDs */

/** @type {(keyof Area)[]} */
const sides = ["x", "y", "width", "height"];

/**
 * The nearest area to another one that is within a sign.
 * @param {Area} area
 * @param {{width: number, height: number}} sign
 * @returns {Area}
 */
export function within({ x, y, width, height }, sign) {
  const [w, h] = [Math.max(1, Math.min(width, sign.width)), Math.max(1, Math.min(height, sign.height))];
  return { x: Math.max(0, Math.min(x, sign.width - w)), y: Math.max(0, Math.min(y, sign.height - h)), width: w, height: h };
}

/** The zones of the sign file on its picture: moved and made larger with a finger or the mouse, or by numbers. */
export class ZoneAreas {
  #section;
  #change;
  #stage;
  #fields;
  #problem;
  #sign = { width: 1, height: 1 };
  /** @type {Map<string, Area>} */
  #areas = new Map();
  #chosen = "";

  /**
   * @param {HTMLDetailsElement} section is read only while it is open
   * @param {Change} change
   */
  constructor(section, change) {
    this.#section = section;
    this.#change = change;
    this.#stage = find(section, ".areas");
    this.#fields = find(section, "fieldset", HTMLFieldSetElement);
    this.#problem = find(section, ".problem");
    section.addEventListener("toggle", () => this.refresh().catch(sayProblem));
    this.#fields.addEventListener("change", () => {
      const numbers = sides.map((side) => Number(this.#field(side).value));
      const [x, y, width, height] = numbers.map((number) => Math.round(number) || 0);
      this.#put(this.#chosen, within({ x, y, width, height }, this.#sign));
    });
  }

  /** Reads the zones that have areas of their own; rows and columns divide the sign by themselves. */
  async refresh() {
    if (!this.#section.open) return;
    this.#sign = await call("GET", "state");
    const file = await readSignFile();
    /** @type {{name?: string, area?: Partial<Record<keyof Area, string | number>>}[]} */
    const listed = Array.isArray(file.zones) ? file.zones : [];
    // The sign shows a new file a moment later, so the areas are those of the file.
    const zones = listed.flatMap(({ name, area }) => (name !== undefined && area ? [{ name: String(name), area }] : []));
    this.#areas = new Map(zones.map(({ name, area: { x = 0, y = 0, width = 1, height = 1 } }) => [
      name, { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }]));
    if (!this.#areas.has(this.#chosen)) this.#chosen = zones[0]?.name ?? "";
    setText(find(this.#section, ".fact"), zones.length
      ? phrase("Drag a zone, or its lower right corner. The numbers are LEDs from the top left.")
      : phrase("This file has no zones with a name and an area."));
    this.#stage.hidden = this.#fields.hidden = !zones.length;
    this.#stage.style.aspectRatio = `${this.#sign.width} / ${this.#sign.height}`;
    const picture = make("img", { alt: "", src: `api/v1/picture.png?at=${Date.now()}`, draggable: false });
    this.#stage.replaceChildren(picture, ...zones.map(({ name }) => this.#cover(name)));
    this.#show();
  }

  /** @param {string} name */
  #field(name) {
    return find(this.#fields, `[name=${name}]`, HTMLInputElement);
  }

  /** Shows where the zones are, and the numbers of the one that is chosen. */
  #show() {
    for (const element of this.#stage.querySelectorAll("button")) {
      const { name } = element;
      const { x, y, width, height } = /** @type {Area} */ (this.#areas.get(name));
      element.setAttribute("aria-pressed", String(name === this.#chosen));
      for (const [side, part, whole] of /** @type {const} */ (
        [["left", x, this.#sign.width], ["top", y, this.#sign.height], ["width", width, this.#sign.width], ["height", height, this.#sign.height]])) {
        element.style[side] = `${(100 * part) / whole}%`;
      }
    }
    const area = this.#areas.get(this.#chosen);
    if (!area) return;
    setText(find(this.#fields, "legend"), this.#chosen);
    for (const side of sides) this.#field(side).value = String(area[side]);
    [this.#field("x").max, this.#field("width").max] = [String(this.#sign.width - 1), String(this.#sign.width)];
    [this.#field("y").max, this.#field("height").max] = [String(this.#sign.height - 1), String(this.#sign.height)];
  }

  /** @param {string} name */
  #cover(name) {
    const corner = make("span", { className: "corner" });
    const element = make("button", { type: "button", name, className: "area" }, make("bdi", {}, name), corner);
    /** @type {{id: number, x: number, y: number, resizes: boolean, area: Area} | undefined} */
    let held;
    element.addEventListener("click", () => {
      this.#chosen = name;
      this.#show();
    });
    element.addEventListener("pointerdown", (event) => {
      const area = this.#areas.get(name);
      if (held || event.button !== 0 || !area) return;
      held = { id: event.pointerId, x: event.clientX, y: event.clientY, resizes: event.target === corner, area };
      element.setPointerCapture(event.pointerId);
      this.#chosen = name;
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerId !== held?.id) return;
      const bounds = this.#stage.getBoundingClientRect();
      const x = Math.round(((event.clientX - held.x) * this.#sign.width) / bounds.width);
      const y = Math.round(((event.clientY - held.y) * this.#sign.height) / bounds.height);
      const { area } = held;
      this.#areas.set(name, within(held.resizes
        ? { ...area, width: Math.min(area.width + x, this.#sign.width - area.x), height: Math.min(area.height + y, this.#sign.height - area.y) }
        : { ...area, x: area.x + x, y: area.y + y }, this.#sign));
      this.#show();
    });
    element.addEventListener("pointerup", (event) => {
      if (event.pointerId !== held?.id) return;
      const area = /** @type {Area} */ (this.#areas.get(name));
      this.#areas.set(name, held.area);
      held = undefined;
      this.#put(name, area);
    });
    element.addEventListener("pointercancel", () => {
      if (held) this.#areas.set(name, held.area);
      held = undefined;
      this.#show();
    });
    return element;
  }

  /**
   * Saves the area of a zone, if it is another one.
   * @param {string} name
   * @param {Area} area
   */
  async #put(name, area) {
    const old = /** @type {Area} */ (this.#areas.get(name));
    const changed = sides.filter((side) => old[side] !== area[side]);
    if (!changed.length) return this.#show();
    this.#areas.set(name, area);
    this.#show();
    const keys = { area: Object.fromEntries(changed.map((side) => [side, area[side]])) };
    const problem = await this.#change({ zone: name, keys }, phrase("Changed the zone “{name}”.", { name }));
    tellProblems(this.#problem, problem);
    if (problem) this.#areas.set(name, old);
    this.#show();
  }
}
