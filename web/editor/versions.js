// @ts-check
import { call, request, segment } from "../base/api.js";
import { make } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { locale, phrase } from "../base/language.js";
import { attempt } from "../base/notice.js";

/**
 * When a version was saved, in the words of this device.
 * @param {number} saved in seconds since 1970
 */
function moment(saved) {
  return new Date(saved * 1000).toLocaleString(locale, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/** The versions that were saved before, each of which can be put back into the editor. */
export class Versions {
  #list;
  #restore;

  /**
   * @param {HTMLElement} list
   * @param {(text: string) => void} restore puts a text into the editor
   */
  constructor(list, restore) {
    /** @type {KeyedList<FileVersion>} */
    this.#list = new KeyedList(
      list, ({ id }) => id, (version) => ({ element: this.#item(version) }),
      make("li", { className: "empty" }, phrase("No earlier versions.")));
    this.#restore = restore;
  }

  /** Reads the list of versions and shows it. */
  async refresh() {
    this.#list.show(await call("GET", "sign/versions"));
  }

  /** @param {FileVersion} version */
  #item({ id, saved }) {
    const when = moment(saved);
    const button = make("button", { type: "button", "aria-label": phrase("Restore the version of {time}", { time: when }) }, phrase("Restore"));
    button.addEventListener("click", () => attempt(async () => {
      const response = await request("GET", `sign/versions/${segment(id)}`);
      this.#restore(await response.text());
    }, phrase("Restored in the editor. Save to show it on the sign.")));
    return make("li", {}, make("span", {}, when), button);
  }
}
