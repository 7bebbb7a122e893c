// @ts-check
import { make } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { type } from "../base/typing.js";
import { labelOf } from "./fields.js";

const emoji = [
  ..."🙂😀😍😎😢👍👏🙏💪🎉🎂🎁🎄🎃🐣🌸☀️🌧️❄️🌈🔥⭐❤️💙🍞🥐🍕🍔🍦☕🍺🍷🐶🐱⚽🎵🚲🚌✅❌⚠️⏰📞🏠".matchAll(/\p{Extended_Pictographic}\uFE0F?/gu)]
  .map(([picture]) => picture);

/** The most icons that a search shows. */
const mostIcons = 40;

/** Buttons that write into a text: tags, icons, emoji, and fields. */
export class InsertBar {
  element = make("div", { className: "inserts" });
  #area;
  #bar = make("div", { role: "group", "aria-label": phrase("Insert") });
  #panel = make("div", { className: "choices", id: "insert-choices", role: "group", hidden: true });
  /** @type {HTMLButtonElement | undefined} */
  #open;
  #value;
  /** @type {string[]} */
  #icons = [];
  /** @type {string[]} */
  #names = [];

  /**
   * @param {HTMLTextAreaElement} area
   * @param {string[]} colors
   */
  constructor(area, colors) {
    this.#area = area;
    this.#value = this.#opener("value", phrase("Value"), () => this.#values());
    this.#bar.append(
      this.#opener("colour", phrase("Colour"), () => colors.map((color) => this.#color(color))),
      this.#opener("icon", phrase("Icon"), () => this.#search()),
      this.#opener("emoji", phrase("Emoji"), () => emoji.map((one) => this.#choice(one, one))),
      this.#choice(phrase("Clock"), "{clock HH:mm}"), this.#choice(phrase("Date"), "{date EEEE, d MMMM}"), this.#value, this.#choice(phrase("New line"), "\n"));
    this.element.append(this.#bar, this.#panel);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#open) return;
      // Only the choices close, not what they are in.
      event.preventDefault();
      event.stopPropagation();
      const button = this.#open;
      this.close();
      button.focus();
    });
  }

  /**
   * Offers icons and the names of values.
   * @param {{icons: string[], values: string[]}} offers
   */
  offer({ icons, values }) {
    [this.#icons, this.#names] = [icons, values];
    this.#value.hidden = !values.length;
  }

  /** Closes what is open. */
  close() {
    this.#open?.setAttribute("aria-expanded", "false");
    this.#open = undefined;
    this.#panel.hidden = true;
    this.#panel.replaceChildren();
  }

  /**
   * A button that opens choices.
   * @param {string} kind of the choices, for their look
   * @param {string} label
   * @param {() => Node[]} choices
   */
  #opener(kind, label, choices) {
    const button = make("button", { type: "button", "aria-expanded": "false", "aria-controls": "insert-choices" }, label);
    button.addEventListener("click", () => {
      const wasOpen = this.#open === button;
      this.close();
      if (wasOpen) return;
      this.#open = button;
      button.setAttribute("aria-expanded", "true");
      this.#panel.replaceChildren(...choices());
      this.#panel.dataset.kind = kind;
      this.#panel.setAttribute("aria-label", label);
      this.#panel.hidden = false;
      this.#panel.querySelector("input")?.focus();
    });
    return button;
  }

  /**
   * A button that writes something.
   * @param {string} label
   * @param {string} text
   */
  #choice(label, text) {
    return make("button", { type: "button", on: { click: () => this.#write(text) } }, label);
  }

  /** @param {string} color */
  #color(color) {
    const swatch = make("span", { className: "swatch" });
    swatch.style.background = color;
    const write = () => {
      const { value, selectionStart, selectionEnd } = this.#area;
      this.#write(`<${color}>${value.slice(selectionStart, selectionEnd)}</>`, selectionStart === selectionEnd ? 3 : 0);
    };
    return make("button", { type: "button", on: { click: write } }, swatch, labelOf(color));
  }

  #search() {
    const found = make("div", { className: "choices", role: "group", "aria-label": phrase("Icons found") });
    const count = make("p", { className: "fact", role: "status" });
    const search = make("input", {
      type: "search", autocomplete: "off", autocapitalize: "none", spellcheck: false, "aria-label": phrase("Find icon"), placeholder: phrase("Find icon"),
      on: {
        input: () => show(),
        // Enter takes the first one, and does not save.
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          found.querySelector("button")?.click();
        },
      },
    });
    const show = () => {
      const word = search.value.trim().toLowerCase();
      const names = this.#icons.filter((name) => name.includes(word));
      // Those that begin with the word come first.
      names.sort((one, other) => Number(other.startsWith(word)) - Number(one.startsWith(word)));
      found.replaceChildren(...names.slice(0, mostIcons).map((name) => Object.assign(this.#choice(name, `<icon=${name}>`), { lang: "en" })));
      count.textContent = !names.length ? phrase("No such icon.")
        : names.length > mostIcons ? phrase("{shown} of {all} icons", { shown: mostIcons, all: names.length }) : "";
    };
    show();
    return [search, found, count];
  }

  #values() {
    return this.#names.map((name) => this.#choice(name, `{${name}}`));
  }

  /**
   * Writes at the cursor, in place of what is selected.
   * @param {string} text
   * @param {number} [back] how far from its end the cursor stands
   */
  #write(text, back = 0) {
    this.close();
    this.#area.focus();
    type(this.#area, text);
    const place = this.#area.selectionEnd - back;
    this.#area.setSelectionRange(place, place);
  }
}
