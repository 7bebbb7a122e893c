// @ts-check
import { make } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { Grip } from "./grip.js";

/** The sign lets go after 1 s of silence, so a drag that rests says so more often. */
const heartbeat = 400;
/** After so long without an arrow key the text moves on by itself. */
const keyRest = 700;
/** @type {Record<string, [number, boolean] | undefined>} */
const arrows = { ArrowLeft: [-1, false], ArrowRight: [1, false], ArrowUp: [-1, true], ArrowDown: [1, true] };

/** What drags the texts on the picture: over each zone lies an element that takes the pointer and the arrow keys. */
export class Drags {
  #layer;
  #view;
  #send;

  /**
   * @param {HTMLElement} layer
   * @param {import("./picture-view.js").PictureView} view
   * @param {(order: DragOrder) => boolean} send sends an order over the live connection, and returns whether there is one
   */
  constructor(layer, view, send) {
    this.#layer = layer;
    this.#view = view;
    this.#send = send;
  }

  /**
   * Lays the zones of a sign over its picture.
   * @param {Hello} hello
   * @param {boolean} canSteer
   */
  show({ width, height, zones }, canSteer) {
    const all = zones.length ? zones : [{ name: null, x: 0, y: 0, width, height, vertical: false }];
    this.#layer.replaceChildren(...(canSteer ? all.map((zone) => this.#cover(zone, width, height)) : []));
  }

  /**
   * @param {Zone} zone
   * @param {number} width of the sign
   * @param {number} height
   */
  #cover(zone, width, height) {
    const element = make("div", {
      className: "zone",
      tabIndex: 0,
      // Screen readers pass arrow keys on to an application.
      role: "application",
      "aria-label": zone.name ? phrase("Zone {name}", { name: zone.name }) : phrase("Picture"),
      "aria-roledescription": phrase("movable text"),
      "aria-description": zone.vertical ? phrase("Up and down arrows move the text") : phrase("Left and right arrows move the text"),
    });
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    Object.assign(element.style, {
      left: percent(zone.x, width), top: percent(zone.y, height),
      width: percent(zone.width, width), height: percent(zone.height, height),
      // The other direction still scrolls the page.
      touchAction: zone.vertical ? "pan-x" : "pan-y",
    });
    const drag = new Drag(zone, this.#send);
    this.#takePointer(element, drag, zone);
    this.#takeKeys(element, drag, zone);
    return element;
  }

  /**
   * @param {HTMLElement} element
   * @param {Drag} drag
   * @param {Zone} zone
   */
  #takePointer(element, drag, zone) {
    /** @type {number | undefined} */
    let pointer;
    const place = (/** @type {PointerEvent} */ event) => this.#view.ledAt(event.clientX, event.clientY)[zone.vertical ? "y" : "x"];
    element.addEventListener("pointerdown", (event) => {
      if (pointer !== undefined || event.button !== 0) return;
      pointer = event.pointerId;
      element.setPointerCapture(pointer);
      drag.begin(place(event), event.timeStamp);
      element.classList.add("held");
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerId === pointer) drag.move(place(event), event.timeStamp);
    });
    const release = (/** @type {PointerEvent} */ event, /** @type {boolean} */ isFlick) => {
      if (event.pointerId !== pointer) return;
      pointer = undefined;
      if (isFlick) drag.move(place(event), event.timeStamp);
      drag.end(event.timeStamp, isFlick);
      element.classList.remove("held");
    };
    element.addEventListener("pointerup", (event) => release(event, true));
    element.addEventListener("pointercancel", (event) => release(event, false));
  }

  /**
   * @param {HTMLElement} element
   * @param {Drag} drag
   * @param {Zone} zone
   */
  #takeKeys(element, drag, zone) {
    let place = 0;
    /** @type {number | undefined} */
    let timer;
    const end = () => {
      clearTimeout(timer);
      if (timer) drag.end(performance.now(), false);
      timer = undefined;
      element.classList.remove("held");
    };
    element.addEventListener("keydown", (event) => {
      const [step, isVertical] = arrows[event.key] ?? [];
      if (event.key === "Escape") return end();
      if (!step || isVertical !== zone.vertical || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      if (!timer) drag.begin((place = 0), performance.now());
      drag.move((place += step * (event.shiftKey ? 8 : 1)), performance.now());
      element.classList.add("held");
      clearTimeout(timer);
      timer = setTimeout(end, keyRest);
    });
    element.addEventListener("blur", end);
  }
}

/** The drag of one zone: says to the sign what a finger or a key does. */
class Drag {
  /** @type {Grip | undefined} */
  #grip;
  #zone;
  #send;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {Zone} zone
   * @param {(order: DragOrder) => boolean} send
   */
  constructor(zone, send) {
    this.#zone = zone.name ? { zone: zone.name } : {};
    this.#send = send;
  }

  /**
   * @param {number} place in LEDs along the motion of the text
   * @param {number} time in milliseconds
   */
  begin(place, time) {
    if (!this.#send({ hand: "begin", ...this.#zone })) return;
    this.#grip = new Grip(place, time);
    this.#startHeartbeat();
  }

  /**
   * @param {number} place
   * @param {number} time
   */
  move(place, time) {
    if (!this.#grip?.move(place, time)) return;
    this.#tell();
    this.#startHeartbeat();
  }

  /**
   * @param {number} time
   * @param {boolean} isFlick whether the text continues at the velocity of the finger
   */
  end(time, isFlick) {
    if (!this.#grip) return;
    this.#send({ hand: "end", ...this.#zone, velocity: isFlick ? this.#grip.velocity(time) : 0 });
    this.#forget();
  }

  #tell() {
    return this.#send({ hand: "move", ...this.#zone, pixels: this.#grip?.pixels });
  }

  #startHeartbeat() {
    clearInterval(this.#timer);
    // After a lost connection the sign has let go already.
    this.#timer = setInterval(() => this.#tell() || this.#forget(), heartbeat);
  }

  #forget() {
    clearInterval(this.#timer);
    this.#grip = undefined;
  }
}
