// @ts-check
import { call } from "../base/api.js";
import { colors } from "../base/colors.js";
import { find, make } from "../base/dom.js";
import { phrase, translated } from "../base/language.js";
import { attempt } from "../base/notice.js";
import { tellProblems } from "../base/problems.js";
import { afterPause } from "../base/timing.js";
import { LEDPicture } from "../picture/frames.js";
import { PictureView } from "../picture/picture-view.js";

/** @typedef {{ok: false, error: string} | ({ok: true} & EncodedPicture)} Check what the sign says about a message */

/** The form that sends a message; the sign checks it while it is typed and paints what it would show. */
export class SendForm {
  #text;
  #zone;
  #color;
  #otherColor;
  #priority;
  #lifetime;
  #wake;
  #problem;
  #preview;
  #view;
  #attempt = 0;

  /**
   * @param {HTMLFormElement} form
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(form, sign) {
    this.#text = find(form, "[name=text]", HTMLTextAreaElement);
    this.#zone = find(form, "[name=zone]", HTMLSelectElement);
    this.#color = find(form, "[name=color]", HTMLSelectElement);
    this.#otherColor = find(form, "[name=otherColor]", HTMLInputElement);
    this.#priority = find(form, "[name=priority]", HTMLSelectElement);
    this.#lifetime = find(form, "[name=lifetime]", HTMLSelectElement);
    this.#wake = find(form, "[name=wake]", HTMLInputElement);
    this.#problem = find(form, ".problem");
    this.#preview = find(form, ".preview");
    this.#view = new PictureView(
      find(this.#preview, "canvas", HTMLCanvasElement), this.#preview, () => (innerWidth < 900 ? 104 : 160));
    this.#color.append(...colors.map((name) => make("option", { value: name }, translated(name[0].toUpperCase() + name.slice(1)))));
    this.#color.append(make("option", { value: "other" }, phrase("Other…")));
    const check = afterPause(250, () => this.#check());
    form.addEventListener("input", () => {
      labelOf(this.#otherColor).hidden = this.#color.value !== "other";
      check();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    sign.watch(["hello"], () => sign.hello && this.#offer(sign.hello));
  }

  /**
   * Offers the zones and colours of a sign.
   * @param {Hello} hello
   */
  #offer({ zones, mono }) {
    const chosen = this.#zone.value;
    const names = zones.flatMap(({ name }) => name ?? []);
    this.#zone.replaceChildren(make("option", { value: "" }, phrase("Whole sign")),
      ...names.map((name) => make("option", { value: name }, name)));
    if (names.includes(chosen)) this.#zone.value = chosen;
    labelOf(this.#zone).hidden = !names.length;
    labelOf(this.#color).hidden = mono;
  }

  #message() {
    const color = this.#color.value === "other" ? this.#otherColor.value : this.#color.value;
    return {
      text: this.#text.value,
      ...(color && { color }),
      ...(this.#priority.value !== "0" && { priority: Number(this.#priority.value) }),
      ...(this.#lifetime.value && { lifetime: this.#lifetime.value }),
      ...(this.#wake.checked && { wake: true }),
    };
  }

  get #query() {
    return this.#zone.value ? `?zone=${encodeURIComponent(this.#zone.value)}` : "";
  }

  async #check() {
    const attempt = ++this.#attempt;
    if (!this.#text.value.trim()) return this.#tell("");
    /** @type {Check} */
    let answer;
    try {
      answer = await call("POST", `messages/check${this.#query}`, this.#message());
    } catch (error) {
      answer = { ok: false, error: error.message };
    }
    // A slow answer about an older text says nothing about this one.
    if (attempt !== this.#attempt) return;
    if (answer.ok) this.#tell("", answer);
    else this.#tell(answer.error);
  }

  /**
   * @param {string} problem
   * @param {EncodedPicture} [picture] what the sign would show
   */
  #tell(problem, picture) {
    tellProblems(this.#problem, problem, this.#text);
    this.#preview.hidden = !picture;
    if (picture) this.#view.show(LEDPicture.decode(picture));
  }

  async #submit() {
    if (!this.#text.value.trim()) {
      this.#tell(phrase("Write a text first."));
      return this.#text.focus();
    }
    const push = () => call("POST", `messages${this.#query}`, this.#message());
    this.#attempt++;
    if (!(await attempt(push, phrase("Sent to the sign"), (error) => this.#tell(error.message)))) return;
    this.#text.value = "";
    this.#attempt++;
    this.#tell("");
    this.#text.focus();
  }
}

/** @param {HTMLElement} field */
const labelOf = (field) => /** @type {HTMLElement} */ (field.closest("label"));
