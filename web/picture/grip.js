// @ts-check

/** What counts for the velocity of a flick: the last 100 ms. */
const span = 100;
const most = 20000;
/** @param {number} value */
const limited = (value) => Math.max(-most, Math.min(most, Math.round(value)));

/** Follows a finger: how many LEDs it has moved, and how fast it moves when it lets go. */
export class Grip {
  #start;
  #samples;

  /**
   * @param {number} place in LEDs along the motion of the text
   * @param {number} time in milliseconds
   */
  constructor(place, time) {
    this.#start = Math.floor(place);
    this.#samples = [{ place, time }];
    this.pixels = 0;
  }

  /**
   * Moves to a place; returns whether it is over another LED than before.
   * @param {number} place
   * @param {number} time
   */
  move(place, time) {
    this.#samples.push({ place, time });
    this.#forget(time);
    const pixels = limited(Math.floor(place) - this.#start);
    const isNew = pixels !== this.pixels;
    this.pixels = pixels;
    return isNew;
  }

  /**
   * The velocity in LEDs per second of a finger that lets go now; 0 after a rest.
   * @param {number} time
   */
  velocity(time) {
    this.#forget(time);
    const [first] = this.#samples;
    const last = this.#samples[this.#samples.length - 1];
    // Two events of the same moment would give a velocity out of nothing.
    if (!first || time - first.time < 8) return 0;
    return limited(((last.place - first.place) * 1000) / (time - first.time));
  }

  /** @param {number} time */
  #forget(time) {
    while (this.#samples.length && time - this.#samples[0].time > span) this.#samples.shift();
  }
}
