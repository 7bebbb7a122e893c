import { call, request, segment } from "../base/api.js";
import { make } from "../base/dom.js";
import { attempt } from "../base/notice.js";

/** When a version was saved, in the words of this device. */
function moment(saved) {
  const date = new Date(typeof saved === "number" ? saved * 1000 : saved);
  return date.toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/** The versions that were saved before, each of which can be put back into the editor. */
export class Versions {
  #list;
  #restore;

  /** @param {(text: string) => void} restore puts a text into the editor */
  constructor(list, restore) {
    this.#list = list;
    this.#restore = restore;
  }

  /** Reads the list of versions and shows it. */
  async refresh() {
    const versions = await call("GET", "sign/versions");
    this.#list.replaceChildren(...versions.map((version) => this.#item(version)));
    if (!versions.length) this.#list.append(make("li", { className: "empty" }, "No earlier versions."));
  }

  #item({ id, saved }) {
    const when = moment(saved);
    const button = make("button", { type: "button", "aria-label": `Restore the version of ${when}` }, "Restore");
    button.addEventListener("click", () => attempt(async () => {
      const response = await request("GET", `sign/versions/${segment(id)}`);
      this.#restore(await response.text());
    }, "Restored in the editor. Save to show it on the sign."));
    return make("li", {}, make("span", {}, when), button);
  }
}
