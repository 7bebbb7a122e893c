import { make } from "../base/dom.js";
import { Grip } from "./grip.js";

/** The sign lets go after 1 s of silence, so a hand that rests says so more often. */
const heartbeat = 400;
/** After so long without an arrow key the text moves on by itself. */
const keyRest = 700;
const arrows = { ArrowLeft: [-1, false], ArrowRight: [1, false], ArrowUp: [-1, true], ArrowDown: [1, true] };

/** The hands on the picture: over each zone lies an element that takes the pointer and the arrow keys. */
export class Hands {
  #layer;
  #view;
  #send;
  #canSteer = false;

  /** @param {(order: object) => boolean} send sends an order over the live connection */
  constructor(layer, view, send) {
    this.#layer = layer;
    this.#view = view;
    this.#send = send;
  }

  /** Lays the zones of a sign over its picture. */
  show({ width, height, zones, may }) {
    this.#canSteer = may.includes("steer");
    const all = zones.length ? zones : [{ x: 0, y: 0, width, height, vertical: false }];
    this.#layer.replaceChildren(...(this.#canSteer ? all.map((zone) => this.#cover(zone, width, height)) : []));
  }

  #cover(zone, width, height) {
    const element = make("div", {
      className: "zone",
      tabIndex: 0,
      // Screen readers pass arrow keys on to an application.
      role: "application",
      "aria-label": zone.name ? `Zone ${zone.name}` : "Picture",
      "aria-roledescription": "movable text",
      "aria-description": zone.vertical ? "Up and down arrows move the text" : "Left and right arrows move the text",
    });
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    Object.assign(element.style, {
      left: percent(zone.x, width), top: percent(zone.y, height),
      width: percent(zone.width, width), height: percent(zone.height, height),
      // The other direction still scrolls the page.
      touchAction: zone.vertical ? "pan-x" : "pan-y",
    });
    const hand = new Hand(zone, this.#send);
    this.#takePointer(element, hand, zone);
    this.#takeKeys(element, hand, zone);
    return element;
  }

  #takePointer(element, hand, zone) {
    let pointer;
    const place = (event) => this.#view.ledAt(event.clientX, event.clientY)[zone.vertical ? "y" : "x"];
    element.addEventListener("pointerdown", (event) => {
      if (pointer !== undefined || event.button !== 0) return;
      pointer = event.pointerId;
      element.setPointerCapture(pointer);
      hand.begin(place(event), event.timeStamp);
      element.classList.add("held");
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerId === pointer) hand.move(place(event), event.timeStamp);
    });
    const release = (event, isFlick) => {
      if (event.pointerId !== pointer) return;
      pointer = undefined;
      if (isFlick) hand.move(place(event), event.timeStamp);
      hand.end(event.timeStamp, isFlick);
      element.classList.remove("held");
    };
    element.addEventListener("pointerup", (event) => release(event, true));
    element.addEventListener("pointercancel", (event) => release(event, false));
  }

  #takeKeys(element, hand, zone) {
    let place = 0;
    let timer;
    const end = () => {
      clearTimeout(timer);
      if (timer) hand.end(performance.now(), false);
      timer = undefined;
      element.classList.remove("held");
    };
    element.addEventListener("keydown", (event) => {
      const [step, isVertical] = arrows[event.key] ?? [];
      if (event.key === "Escape") return end();
      if (!step || isVertical !== zone.vertical || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      if (!timer) hand.begin((place = 0), performance.now());
      hand.move((place += step * (event.shiftKey ? 8 : 1)), performance.now());
      element.classList.add("held");
      clearTimeout(timer);
      timer = setTimeout(end, keyRest);
    });
    element.addEventListener("blur", end);
  }
}

/** One hand on one zone: says to the sign what a finger or a key does. */
class Hand {
  #grip;
  #order;
  #send;
  #timer;

  constructor(zone, send) {
    this.#order = (hand, more) => ({ hand, ...(zone.name ? { zone: zone.name } : {}), ...more });
    this.#send = send;
  }

  begin(place, time) {
    if (!this.#send(this.#order("begin"))) return;
    this.#grip = new Grip(place, time);
    this.#beat();
  }

  move(place, time) {
    if (!this.#grip?.move(place, time)) return;
    this.#send(this.#order("move", { pixels: this.#grip.pixels }));
    this.#beat();
  }

  end(time, isFlick) {
    if (!this.#grip) return;
    this.#send(this.#order("end", { velocity: isFlick ? this.#grip.velocity(time) : 0 }));
    clearInterval(this.#timer);
    this.#grip = undefined;
  }

  #beat() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      // After a lost connection the sign has let go already.
      if (this.#send(this.#order("move", { pixels: this.#grip.pixels }))) return;
      clearInterval(this.#timer);
      this.#grip = undefined;
    }, heartbeat);
  }
}
