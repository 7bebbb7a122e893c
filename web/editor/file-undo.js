// @ts-check
import { request } from "../base/api.js";
import { find, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { sayProblem } from "../base/notice.js";

/** The line that says what was changed in the file last, and takes it back as long as nobody else changes the file. */
export class FileUndo {
  #words;
  #button;
  #restored;
  /** @type {ArrayBuffer | undefined} */
  #bytes;
  #etag = "";

  /**
   * @param {HTMLElement} line
   * @param {() => Promise<void>} restored called when the file is as it was
   */
  constructor(line, restored) {
    this.#words = find(line, "[role=status]");
    this.#button = find(line, "button");
    this.#restored = restored;
    this.#button.addEventListener("click", () => this.#restore());
  }

  /**
   * Says what was done, and offers to take it back.
   * @param {string} done
   * @param {ArrayBuffer} bytes the file as it was
   * @param {string} etag of the file as it is now
   */
  offer(done, bytes, etag) {
    this.tell(done);
    [this.#bytes, this.#etag] = [bytes, etag];
    this.#button.hidden = false;
    this.#button.setAttribute("aria-label", phrase("Undo: {change}", { change: done }));
  }

  /**
   * Says something that cannot be taken back.
   * @param {string} words
   */
  tell(words) {
    setText(this.#words, words);
    this.#button.hidden = true;
  }

  async #restore() {
    try {
      await request("PUT", "sign", { text: this.#bytes, headers: { "If-Match": this.#etag } });
      this.#end(phrase("Undone. The file is as it was."));
    } catch (error) {
      if (error.status !== 412) return setText(this.#words, error.lines ?? error.message);
      this.#end(phrase("The file has changed since, so this cannot be undone. Earlier versions, below, has the file as it was."));
    }
    await this.#restored().catch(sayProblem);
  }

  /** @param {string} words */
  #end(words) {
    this.tell(words);
    // The button is gone, and the focus with it.
    this.#words.focus();
  }
}
