// @ts-check

// What one LED does to the image around its middle. The numbers are those of `ledsign render --style leds`
// (`LEDStamp` in Sources/Media/ImageFiles/Styles/LEDArtist.swift), so that both give the same picture.

/** The weight that stands for all of the light. */
export const one = 4096;
const discSquare = 2366;
const hotSquare = 1024;
const hottest = 300;
const reach = 9 * 4096;

/** @param {number} square */
const discLight = (square) => one - Math.trunc((square * 1000) / discSquare);

/** @param {number} square */
function glow(square) {
  if (square >= reach) return 0;
  const rest = Math.trunc(((reach - square) * 1024) / reach);
  return (((((rest * rest) >> 10) * rest) >> 10) * rest >> 10) * 210 >> 10;
}

/**
 * Weights of an image pixel: means over 8x8 points in it.
 * @param {number} x
 * @param {number} y
 * @param {number} pitch
 */
function weights(x, y, pitch) {
  const half = 8 * pitch;
  let light = 0;
  let heat = 0;
  let body = 0;
  for (let j = 0; j < 8; j++) {
    for (let i = 0; i < 8; i++) {
      const dx = 16 * x + 2 * i + 1 - 3 * half;
      const dy = 16 * y + 2 * j + 1 - 3 * half;
      const square = Math.trunc(((dx * dx + dy * dy) * 4096) / (half * half));
      light += glow(square);
      if (square >= discSquare) continue;
      light += discLight(square);
      heat += Math.max(0, Math.trunc(((hotSquare - square) * hottest) / hotSquare));
      body += one - (square >> 1);
    }
  }
  return [light >> 6, heat >> 6, body >> 6];
}

/**
 * Works out the weights for a pitch of at least one image pixel.
 * @param {number} pitch
 * @returns {{side: number, light: Int32Array, heat: Int32Array, body: Int32Array}} a square of three pitches, and the
 *   body of a dark LED, one pitch wide
 */
export function makeStamp(pitch) {
  const side = 3 * pitch;
  const light = new Int32Array(side * side);
  const heat = new Int32Array(side * side);
  const body = new Int32Array(pitch * pitch);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [l, h, b] = weights(x, y, pitch);
      light[y * side + x] = l;
      heat[y * side + x] = h;
      const isInside = x >= pitch && x < 2 * pitch && y >= pitch && y < 2 * pitch;
      if (isInside) body[(y - pitch) * pitch + x - pitch] = b;
    }
  }
  return { side, light, heat, body };
}
