// @ts-check
import { call } from "../base/api.js";
import { byId, find, setText } from "../base/dom.js";

/** The pixels of the canvas for each LED, so that what is cropped is sharp on larger signs too. */
const scale = 4;
const largest = 1600;

/** A dialog in which people choose the part of a picture that the sign shows. */
export class Crop {
  #dialog = byId("crop", HTMLDialogElement);
  #canvas = find(this.#dialog, "canvas", HTMLCanvasElement);
  #zoom = find(this.#dialog, "input", HTMLInputElement);
  #problem = find(this.#dialog, ".problem");
  #save;
  #image = new Image();
  #name = "";
  /** What is in the middle, in pixels of the picture. */
  #middle = { x: 0, y: 0 };
  /** Where the finger or the mouse was last. */
  #finger = { x: 0, y: 0 };

  /** @param {(name: string, file: Blob) => Promise<void>} save keeps the part as a picture of its own */
  constructor(save) {
    this.#save = save;
    this.#zoom.addEventListener("input", () => this.#draw());
    this.#canvas.addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => {
      this.#canvas.setPointerCapture(pointerId);
      this.#finger = { x: clientX, y: clientY };
    });
    this.#canvas.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
      if (!this.#canvas.hasPointerCapture(pointerId)) return;
      const share = this.#part.width / this.#canvas.getBoundingClientRect().width;
      this.#move((this.#finger.x - clientX) * share, (this.#finger.y - clientY) * share);
      this.#finger = { x: clientX, y: clientY };
    });
    this.#canvas.addEventListener("keydown", (event) => {
      const { width, height } = this.#part;
      /** @type {Record<string, [number, number] | undefined>} */
      const steps = { ArrowLeft: [-width / 16, 0], ArrowRight: [width / 16, 0], ArrowUp: [0, -height / 16], ArrowDown: [0, height / 16] };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      this.#move(...step);
    });
    find(this.#dialog, "[data-action=cancel]").addEventListener("click", () => this.#dialog.close());
    find(this.#dialog, "form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#store();
    });
  }

  /**
   * Opens the dialog for a picture.
   * @param {string} name
   * @param {string} address
   */
  async open(name, address) {
    this.#image.src = address;
    const [{ width, height }] = await Promise.all([call("GET", "state"), this.#image.decode()]);
    const factor = Math.min(scale, largest / Math.max(width, height));
    [this.#canvas.width, this.#canvas.height] = [Math.round(width * factor), Math.round(height * factor)];
    this.#name = name;
    this.#zoom.value = this.#zoom.min;
    this.#middle = { x: this.#image.naturalWidth / 2, y: this.#image.naturalHeight / 2 };
    setText(this.#problem, "");
    this.#draw();
    this.#dialog.showModal();
    this.#canvas.focus();
  }

  /** The extent of the part, in pixels of the picture: as wide or as high as the picture, unless it is enlarged. */
  get #part() {
    const { naturalWidth, naturalHeight } = this.#image;
    const { width, height } = this.#canvas;
    const shrink = Math.min(naturalWidth / width, naturalHeight / height) / Number(this.#zoom.value);
    return { width: width * shrink, height: height * shrink };
  }

  /**
   * @param {number} x in pixels of the picture
   * @param {number} y
   */
  #move(x, y) {
    this.#middle.x += x;
    this.#middle.y += y;
    this.#draw();
  }

  #draw() {
    const { width, height } = this.#part;
    const { naturalWidth, naturalHeight } = this.#image;
    // The part never leaves the picture.
    this.#middle.x = Math.min(Math.max(this.#middle.x, width / 2), naturalWidth - width / 2);
    this.#middle.y = Math.min(Math.max(this.#middle.y, height / 2), naturalHeight - height / 2);
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.imageSmoothingQuality = "high";
    context.imageSmoothingEnabled = width > this.#canvas.width;
    context.drawImage(
      this.#image, this.#middle.x - width / 2, this.#middle.y - height / 2, width, height, 0, 0, this.#canvas.width, this.#canvas.height);
  }

  async #store() {
    /** @type {Blob | null} */
    const file = await new Promise((resolve) => this.#canvas.toBlob(resolve, "image/png"));
    try {
      if (file) await this.#save(this.#name.replace(/(\.\w+)?$/, "-crop.png"), file);
      this.#dialog.close();
    } catch (error) {
      setText(this.#problem, error.message);
    }
  }
}
