// @ts-check
import { makeStamp, one } from "./led-stamp.js";

// Light adds up in squares of the channels (a gamma of 2), by integers, as in `ledsign render --style leds`.
const reflection = 34 * 34;
const ground = 7 * 7;
const roots = new Uint8Array(((255 * 255 + 63) >> 4) + 1);
for (let index = 0, root = 0; index < roots.length; index++) {
  while (root < 255 && (root + 1) * (root + 1) <= index * 16) root++;
  roots[index] = root;
}
/** @param {number} sum */
const channel = (sum) => roots[Math.min(sum >> 4, roots.length - 1)];
/** The memory for cells that were painted before. */
const maximumCachedPixels = 4 << 20;

/**
 * Paints a picture as round LEDs on a canvas.
 *
 * The cell of an LED looks like itself and its eight neighbours make it look, and on a sign the same nine come again
 * and again; so cells are kept, and only those around changed LEDs are painted.
 */
export class LEDPainter {
  #context;
  #image;
  #words;
  #stamp;
  /** @type {Map<string, Uint32Array>} */
  #cells = new Map();
  /** @type {Uint32Array | undefined} */
  #shown;
  #brightness = -1;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} width
   * @param {number} height
   * @param {number} pitch the image pixels from one LED to the next
   */
  constructor(canvas, width, height, pitch) {
    this.width = width;
    this.height = height;
    this.pitch = pitch;
    canvas.width = width * pitch;
    canvas.height = height * pitch;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.#image = this.#context.createImageData(canvas.width, canvas.height);
    this.#words = new Uint32Array(this.#image.data.buffer);
    this.#stamp = makeStamp(pitch);
  }

  /**
   * Paints what differs from the picture painted before.
   * @param {{colors: Uint32Array, brightness: number}} picture
   */
  paint({ colors, brightness }) {
    const { width, height, pitch } = this;
    if (brightness !== this.#brightness) {
      this.#cells.clear();
      this.#shown = undefined;
      this.#brightness = brightness;
    }
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (this.#shown && !this.#differs(this.#shown, colors, x, y)) continue;
        this.#copy(this.#cell(colors, x, y), x, y);
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
    }
    this.#shown ??= new Uint32Array(width * height);
    this.#shown.set(colors);
    if (right > left) {
      this.#context.putImageData(
        this.#image, 0, 0, left * pitch, top * pitch, (right - left) * pitch, (bottom - top) * pitch);
    }
  }

  /**
   * Whether an LED or one beside it differs from what is shown.
   * @param {Uint32Array} shown
   * @param {Uint32Array} colors
   * @param {number} x
   * @param {number} y
   */
  #differs(shown, colors, x, y) {
    for (let row = Math.max(0, y - 1); row <= Math.min(this.height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(this.width - 1, x + 1); column++) {
        const index = row * this.width + column;
        if (colors[index] !== shown[index]) return true;
      }
    }
    return false;
  }

  /**
   * @param {Uint32Array} colors
   * @param {number} x
   * @param {number} y
   */
  #cell(colors, x, y) {
    const nine = [];
    for (let row = y - 1; row <= y + 1; row++) {
      for (let column = x - 1; column <= x + 1; column++) {
        const isInside = row >= 0 && row < this.height && column >= 0 && column < this.width;
        nine.push(isInside ? colors[row * this.width + column] : 0);
      }
    }
    const key = nine.join();
    let cell = this.#cells.get(key);
    if (!cell) {
      if (this.#cells.size * this.pitch * this.pitch > maximumCachedPixels) this.#cells.clear();
      cell = this.#paintCell(nine);
      this.#cells.set(key, cell);
    }
    return cell;
  }

  /** @param {number[]} nine the colours of an LED and its neighbours, row by row */
  #paintCell(nine) {
    const { pitch } = this;
    const { side, light, heat, body } = this.#stamp;
    const sums = new Int32Array(3 * pitch * pitch).fill(ground);
    for (let place = 0; place < pitch * pitch; place++) {
      const shine = Math.trunc((body[place] * reflection) / one);
      sums[3 * place] += shine;
      sums[3 * place + 1] += shine;
      sums[3 * place + 2] += shine + Math.trunc(shine / 6);
    }
    nine.forEach((color, neighbour) => {
      if (color === 0 || this.#brightness === 0) return;
      const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255].map((value) => this.#square(value));
      const brightest = Math.max(red, green, blue);
      // The stamp of an LED above begins two pitches further down in it.
      const top = (2 - Math.trunc(neighbour / 3)) * pitch;
      const left = (2 - (neighbour % 3)) * pitch;
      for (let row = 0, index = 0; row < pitch; row++) {
        for (let column = 0; column < pitch; column++, index += 3) {
          const place = (top + row) * side + left + column;
          const white = (brightest * heat[place]) >> 12;
          sums[index] += ((red * light[place]) >> 12) + white;
          sums[index + 1] += ((green * light[place]) >> 12) + white;
          sums[index + 2] += ((blue * light[place]) >> 12) + white;
        }
      }
    });
    const cell = new Uint32Array(pitch * pitch);
    for (let place = 0; place < cell.length; place++) {
      const [red, green, blue] = [sums[3 * place], sums[3 * place + 1], sums[3 * place + 2]].map(channel);
      cell[place] = 0xff000000 | (blue << 16) | (green << 8) | red;
    }
    return cell;
  }

  /**
   * The square of a channel at the brightness: a dim panel still shows a quarter, as to an eye that opens.
   * @param {number} value
   */
  #square(value) {
    const visible = value * (25 + Math.trunc((this.#brightness * 75) / 100));
    return Math.trunc((visible * visible) / 10000);
  }

  /**
   * @param {Uint32Array} cell
   * @param {number} x
   * @param {number} y
   */
  #copy(cell, x, y) {
    const { pitch } = this;
    const stride = this.width * pitch;
    let start = y * pitch * stride + x * pitch;
    for (let row = 0; row < pitch; row++, start += stride) {
      this.#words.set(cell.subarray(row * pitch, (row + 1) * pitch), start);
    }
  }
}
