// @ts-check
import { call } from "../base/api.js";
import { find, make } from "../base/dom.js";

/** A list of the zones of the sign, which says where a message is added; it is hidden where there is nothing to choose. */
export class ZoneChoice {
  #label;
  #select;

  /** @param {HTMLElement} label has the list */
  constructor(label) {
    this.#label = label;
    this.#select = find(label, "select", HTMLSelectElement);
  }

  /**
   * Reads the zones, and returns the sign.
   * @returns {Promise<{height: number, zones: Zone[]}>}
   */
  async refresh() {
    const sign = await call("GET", "state");
    const chosen = this.#select.value;
    const names = /** @type {Zone[]} */ (sign.zones).flatMap(({ name }) => name ?? []);
    this.#select.replaceChildren(...names.map((name) => make("option", {}, name)));
    if (names.includes(chosen)) this.#select.value = chosen;
    this.#label.hidden = names.length < 2;
    return sign;
  }

  /** What a change of the file says of the zone. */
  get json() {
    return this.#label.hidden ? {} : { zone: this.#select.value };
  }
}
