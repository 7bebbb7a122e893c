// @ts-check

/** What the LEDs show: a number 0xRRGGBB for each, row by row, and the brightness in percent. */
export class LEDPicture {
  brightness = 100;
  number = 0;

  /**
   * @param {number} width
   * @param {number} height
   * @param {string} led the colour of the LEDs of a mono panel, as #rrggbb
   */
  constructor(width, height, led = "#ff2a1a") {
    this.width = width;
    this.height = height;
    this.led = parseInt(led.slice(1), 16);
    this.colors = new Uint32Array(width * height);
  }

  /**
   * Applies a binary frame of the live picture; returns false if it does not fit.
   * @param {ArrayBuffer} buffer
   */
  apply(buffer) {
    if (buffer.byteLength < 24) return false;
    const view = new DataView(buffer);
    const kind = view.getUint8(0);
    const [x, y, width, height] = [16, 18, 20, 22].map((place) => view.getUint16(place));
    if (kind < 1 || kind > 3 || x + width > this.width || y + height > this.height) return false;
    const rowBytes = kind === 1 ? 3 * width : kind === 2 ? (width + 7) >> 3 : 0;
    const bytes = new Uint8Array(buffer, 24);
    if (kind !== 3 && bytes.length < rowBytes * height) return false;
    this.brightness = view.getUint8(1);
    this.number = view.getUint32(4);
    if (kind === 1) this.#applyColors(bytes, x, y, width, height);
    if (kind === 2) this.#applyBits(bytes, x, y, width, height, rowBytes);
    return true;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  #applyColors(bytes, x, y, width, height) {
    let place = 0;
    for (let row = y; row < y + height; row++) {
      for (let index = row * this.width + x, end = index + width; index < end; index++, place += 3) {
        this.colors[index] = (bytes[place] << 16) | (bytes[place + 1] << 8) | bytes[place + 2];
      }
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {number} rowBytes
   */
  #applyBits(bytes, x, y, width, height, rowBytes) {
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const isLit = bytes[row * rowBytes + (column >> 3)] & (0x80 >> (column & 7));
        this.colors[(y + row) * this.width + x + column] = isLit ? this.led : 0;
      }
    }
  }

  /**
   * Makes a picture from bytes red, green, blue in base 64, as previews have them.
   * @param {EncodedPicture} encoded
   */
  static decode({ width, height, pixels, led }) {
    const picture = new LEDPicture(width, height, led);
    const bytes = Uint8Array.from(atob(pixels), (letter) => letter.charCodeAt(0));
    picture.#applyColors(bytes, 0, 0, width, height);
    return picture;
  }
}
