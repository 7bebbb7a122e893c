import { call } from "../base/api.js";
import { make } from "../base/dom.js";
import { attempt } from "../base/notice.js";
import { afterPause } from "../base/timing.js";
import { LEDPicture } from "../picture/frames.js";
import { PictureView } from "../picture/picture-view.js";

const colors = ["amber", "white", "red", "orange", "yellow", "green", "cyan", "blue", "magenta"];

/** The form that sends a message; the sign checks it while it is typed and paints what it would show. */
export class SendForm {
  #form;
  #problem;
  #told = "";
  #preview;
  #view;
  #attempt = 0;
  #sent;

  /** @param {() => void} sent called after a message was sent */
  constructor(form, sent) {
    this.#form = form;
    this.#sent = sent;
    this.#problem = form.querySelector(".problem");
    this.#preview = form.querySelector(".preview");
    this.#view = new PictureView(this.#preview.querySelector("canvas"), this.#preview, () => (innerWidth < 900 ? 104 : 160));
    const { color } = form.elements;
    color.append(...colors.map((name) => make("option", { value: name }, name[0].toUpperCase() + name.slice(1))));
    color.append(make("option", { value: "other" }, "Other…"));
    const check = afterPause(250, () => this.#check());
    form.addEventListener("input", () => {
      form.elements.otherColor.closest("label").hidden = color.value !== "other";
      check();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Offers the zones and colours of a sign. */
  show({ zones, mono }) {
    const { zone, color } = this.#form.elements;
    const chosen = zone.value;
    const named = zones.filter((each) => each.name);
    zone.replaceChildren(make("option", { value: "" }, "Whole sign"),
      ...named.map(({ name }) => make("option", { value: name }, name)));
    if (named.some(({ name }) => name === chosen)) zone.value = chosen;
    zone.closest("label").hidden = !named.length;
    color.closest("label").hidden = mono;
  }

  #message() {
    const { text, color, otherColor, priority, lifetime, wake } = this.#form.elements;
    const message = { text: text.value };
    if (color.value) message.color = color.value === "other" ? otherColor.value : color.value;
    if (priority.value !== "0") message.priority = Number(priority.value);
    if (lifetime.value) message.lifetime = lifetime.value;
    if (wake.checked) message.wake = true;
    return message;
  }

  get #query() {
    const { zone } = this.#form.elements;
    return zone.value ? `?zone=${encodeURIComponent(zone.value)}` : "";
  }

  async #check() {
    const attempt = ++this.#attempt;
    if (!this.#form.elements.text.value.trim()) return this.#tell("");
    let answer;
    try {
      answer = await call("POST", `messages/check${this.#query}`, this.#message());
    } catch (error) {
      answer = { ok: false, error: error.message };
    }
    // A slow answer about an older text says nothing about this one.
    if (attempt === this.#attempt) this.#tell(answer.ok ? "" : answer.error, answer.ok ? answer : undefined);
  }

  #tell(problem, answer) {
    // A form has one message, so the place of a problem in a file says nothing here.
    const lines = problem.split("\n").map((line) => line.replace(/^message(:\d+:\d+)?: /, "")).filter(Boolean);
    // Screen readers repeat what is replaced.
    if (lines.join("\n") !== this.#told) {
      this.#told = lines.join("\n");
      const items = lines.map((line) => make("li", {}, line));
      this.#problem.replaceChildren(...(items.length ? [make("ul", {}, ...items)] : []));
    }
    this.#form.elements.text.setAttribute("aria-invalid", Boolean(problem));
    this.#preview.hidden = !answer?.pixels;
    if (answer?.pixels) this.#view.show(LEDPicture.decode(answer));
  }

  async #submit() {
    const { text } = this.#form.elements;
    if (!text.value.trim()) {
      this.#tell("Write a text first.");
      return text.focus();
    }
    const push = () => call("POST", `messages${this.#query}`, this.#message());
    this.#attempt++;
    if (!(await attempt(push, "Sent to the sign", (error) => this.#tell(error.message)))) return;
    text.value = "";
    this.#attempt++;
    this.#tell("");
    text.focus();
    this.#sent();
  }
}
