// @ts-check
import { request } from "../base/api.js";
import { find } from "../base/dom.js";

/** The picture of a draft of the sign file, as the sign would show it now. */
export class DraftPicture {
  #frame;
  #image;
  #path;
  #attempt = 0;
  /** @type {number | undefined} */
  #again;

  /**
   * @param {HTMLElement} frame is hidden while there is no picture; has an img
   * @param {string} path where the sign paints it
   */
  constructor(frame, path = "sign/picture") {
    this.#frame = frame;
    this.#path = path;
    this.#image = find(frame, "img", HTMLImageElement);
  }

  /** Takes the picture away, because the draft has problems. */
  hide() {
    this.#attempt++;
    clearTimeout(this.#again);
    this.#frame.hidden = true;
  }

  /**
   * Has the sign paint a draft, which stays unsaved.
   * @param {{text: string} | {json: unknown}} draft
   */
  async show(draft) {
    const attempt = ++this.#attempt;
    clearTimeout(this.#again);
    let picture;
    try {
      picture = await (await request("POST", this.#path, draft)).blob();
    } catch (error) {
      if (attempt !== this.#attempt) return;
      this.#frame.hidden = true;
      // Someone else is typing too, and the sign paints only so many; or it has much to do.
      if ([429, 503, 504].includes(error.status)) this.#again = setTimeout(() => this.show(draft), 1000);
      return;
    }
    // A slow answer about an older draft says nothing about this one.
    if (attempt !== this.#attempt) return;
    if (this.#image.src) URL.revokeObjectURL(this.#image.src);
    this.#image.src = URL.createObjectURL(picture);
    this.#frame.hidden = false;
  }
}
