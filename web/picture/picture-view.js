// @ts-check
import { LEDPainter } from "./led-painter.js";

/**
 * Shows a picture on a canvas that fills its container's width, with whole device pixels from LED to LED so that all
 * LEDs look alike.
 */
export class PictureView {
  #canvas;
  #container;
  #maximumHeight;
  /** @type {import("./frames.js").LEDPicture | undefined} */
  #picture;
  /** @type {LEDPainter | undefined} */
  #painter;
  #request = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} container
   * @param {() => number} [maximumHeight] the most CSS pixels that the picture may be high
   */
  constructor(canvas, container, maximumHeight = () => Infinity) {
    this.#canvas = canvas;
    this.#container = container;
    this.#maximumHeight = maximumHeight;
    new ResizeObserver(() => this.#layOut()).observe(container);
    // Zooming changes the pixel ratio, and not always the container.
    addEventListener("resize", () => this.#layOut());
  }

  /**
   * Shows this picture from now on; call `update` when it changes.
   * @param {import("./frames.js").LEDPicture} picture
   */
  show(picture) {
    this.#picture = picture;
    this.#painter = undefined;
    this.#layOut();
  }

  /** Paints the picture before the next refresh of the screen; several changes before it are painted once. */
  update() {
    if (this.#request) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      if (this.#picture) this.#painter?.paint(this.#picture);
    });
  }

  /**
   * The LEDs from the left or top of the canvas to a place in the window.
   * @param {number} clientX
   * @param {number} clientY
   */
  ledAt(clientX, clientY) {
    const bounds = this.#canvas.getBoundingClientRect();
    const { width = 0, height = 0 } = this.#picture ?? {};
    return {
      x: ((clientX - bounds.left) * width) / bounds.width,
      y: ((clientY - bounds.top) * height) / bounds.height,
    };
  }

  #layOut() {
    const picture = this.#picture;
    if (!picture || !this.#container.clientWidth) return;
    const ratio = devicePixelRatio;
    const room = Math.min(
      this.#container.clientWidth / picture.width, Math.max(60, this.#maximumHeight()) / picture.height);
    // 64 is the most of `ledsign render`; a very long sign gets one pixel an LED, and is made smaller by the browser.
    const pitch = Math.min(64, Math.max(1, Math.floor(room * ratio)));
    const scale = Math.min(1, (room * ratio) / pitch);
    this.#canvas.style.width = `${(picture.width * pitch * scale) / ratio}px`;
    this.#canvas.style.height = `${(picture.height * pitch * scale) / ratio}px`;
    if (this.#painter?.pitch !== pitch || this.#painter.width !== picture.width) {
      this.#painter = new LEDPainter(this.#canvas, picture.width, picture.height, pitch);
    }
    this.#painter.paint(picture);
  }
}
