// @ts-check
import { request } from "../base/api.js";
import { find, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";

/** The sign file and what is beside it as one file, which is saved by a link, and restored. */
export class Backup {
  #input;
  #status;

  /**
   * @param {HTMLElement} section
   * @param {() => Promise<void>} restored called when the file is another one
   */
  constructor(section, restored) {
    this.#input = find(section, "input", HTMLInputElement);
    this.#status = find(section, "[role=status]");
    this.#input.addEventListener("change", async () => {
      const file = this.#input.files?.[0];
      if (!file) return;
      this.#input.disabled = true;
      setText(this.#status, phrase("Restoring…"));
      const isDone = await this.#restore(file);
      this.#input.value = "";
      this.#input.disabled = false;
      if (isDone) await restored();
    });
  }

  /** @param {File} file */
  async #restore(file) {
    try {
      await request("PUT", "backup", { file: new Blob([file], { type: "application/x-tar" }) });
      setText(this.#status, phrase("{name} is restored. The file before is under Earlier versions.", { name: file.name }));
      return true;
    } catch (error) {
      setText(this.#status, error.lines);
      return false;
    }
  }
}
