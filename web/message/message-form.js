// @ts-check
import { call } from "../base/api.js";
import { colors } from "../base/colors.js";
import { find, make, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { tellProblems } from "../base/problems.js";
import { afterPause } from "../base/timing.js";
import { LEDPicture } from "../picture/frames.js";
import { PictureView } from "../picture/picture-view.js";
import { ChoiceField, ColorField, KeyField, PriorityField, SpeedField, labelOf } from "./fields.js";
import { FontField } from "./font-field.js";
import { InsertBar } from "./insert-bar.js";
import { OtherKeys, isNo, keysOf } from "./other-keys.js";
import { problemsOfKeys } from "./problem-keys.js";
import { TimesField } from "./times-field.js";

/** @typedef {import("../editor/file-messages.js").FileMessage} FileMessage */
/** @typedef {Record<string, unknown>} Keys of a message */

/** What the form asks of what it belongs to. */
/**
 * @typedef {object} Owner
 * @property {(message: FileMessage, keys: Keys) => Promise<{problem?: string, changed?: FileMessage | null}>} save saves keys, of which
 *   null is removed; says what is wrong, or what the message is now in a file that someone else has changed (null if it is gone)
 * @property {(message: FileMessage, keys: Keys) => Promise<{problem?: string, changed?: FileMessage | null}>} add adds a message that was
 *   gone; says the same
 * @property {(message: FileMessage, key: string) => void} show goes to a key in the editor
 */

/** The form that edits a message of the file: its text, look and times. Other keys stay as they are. */
export class MessageForm {
  #dialog;
  #form;
  #owner;
  #words;
  #title;
  #problem;
  #others;
  #save;
  #preview;
  #view;
  #text = new KeyField("text", phrase("Text"), make("textarea", { rows: 3, maxLength: 4096, dir: "auto" }));
  #color = new ColorField(colors);
  #font = new FontField();
  #align = new ChoiceField("align", phrase("Align"), phrase("Default"));
  #in = new ChoiceField("in", phrase("Comes in"), phrase("Default"));
  #out = new ChoiceField("out", phrase("Goes out"), phrase("Default"));
  #times = new TimesField(() => this.#change());
  #fields;
  #inserts;
  #look;
  #timesWords = make("span", { className: "fact" });
  /** @type {FileMessage | undefined} */
  #message;
  /** @type {string[]} */
  #icons = [];
  #isGone = false;
  #isWarned = false;
  #attempt = 0;
  /** @type {Promise<void> | undefined} */
  #offered;
  #check = afterPause(250, () => this.#checkNow());
  #paintFonts = afterPause(400, () => this.#look.open && this.#font.paint((font) => this.#pictureOf(font)));

  /**
   * @param {HTMLDialogElement} dialog
   * @param {Owner} owner
   * @param {() => Promise<import("../editor/schema-words.js").SchemaWords>} words of the schema
   */
  constructor(dialog, owner, words) {
    this.#dialog = dialog;
    this.#owner = owner;
    this.#words = words;
    this.#form = find(dialog, "form", HTMLFormElement);
    this.#title = find(dialog, "h2");
    this.#problem = find(dialog, ".bottom .problem");
    this.#others = new OtherKeys(find(dialog, ".others"), (key) => {
      if (this.#message && this.#leave()) owner.show(this.#message, key);
    });
    this.#save = find(dialog, "button.main", HTMLButtonElement);
    this.#preview = find(dialog, ".preview");
    this.#view = new PictureView(
      find(this.#preview, "canvas", HTMLCanvasElement), this.#preview, () => Math.min(innerHeight / 5, 160));
    this.#inserts = new InsertBar(find(this.#text.element, "textarea", HTMLTextAreaElement), colors);
    this.#fields = [
      this.#text, this.#font, this.#color, new SpeedField(), this.#align, this.#in, this.#out, new PriorityField(), this.#times];
    const [speed, priority] = [this.#fields[3], this.#fields[7]];
    this.#look = make("details", {}, make("summary", {}, phrase("Look")),
      make("div", { className: "fields" },
        ...[this.#color, speed, this.#align, this.#in, this.#out, this.#font].map(({ element }) => element)));
    const times = make("details", {}, make("summary", {}, make("span", { className: "name" }, phrase("Times")), " ", this.#timesWords), this.#times.element);
    find(dialog, ".keys").append(this.#text.element, this.#inserts.element, this.#look, times, priority.element);
    this.#look.addEventListener("toggle", () => this.#paintFonts());
    this.#form.addEventListener("input", () => this.#change());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#form.requestSubmit();
    });
    find(dialog, "[data-action=cancel]").addEventListener("click", () => this.#leave());
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#leave();
    });
    addEventListener("beforeunload", (event) => dialog.open && this.#isChanged && event.preventDefault());
  }

  /**
   * Shows a message, with choices of the schema and the values of now.
   * @param {FileMessage} message
   */
  async open(message) {
    await this.#offer();
    this.#message = message;
    [this.#isGone, this.#isWarned] = [false, false];
    this.#tell(new Map());
    tellProblems(this.#problem, "");
    setText(this.#title, phrase("Edit “{title}”", { title: message.title }));
    setText(this.#save, phrase("Save"));
    this.#show(keysOf(message));
    for (const details of this.#form.querySelectorAll("details")) details.open = false;
    this.#preview.hidden = true;
    this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
    (this.#fields.find(({ element }) => !element.hidden) ?? this.#text).focus();
    this.#checkNow();
  }

  async #offer() {
    this.#offered ??= this.#words().then((words) => {
      /** @param {string} key */
      const choices = (key) => words.at({ path: ["message", key], isValue: true }).map(({ word }) => word);
      const offer = (/** @type {ChoiceField} */ field) =>
        field.offer(choices(field.key).map((value) => ({ value, label: labelOf(value) })));
      [this.#align, this.#in, this.#out].forEach(offer);
      this.#color.learn(choices("color"));
      this.#font.offer(words.valuesOf("font-name"));
      this.#icons = words.valuesOf("icon-name");
    });
    await this.#offered.catch((error) => {
      this.#offered = undefined;
      throw error;
    });
    const { variables, defaults } = await call("GET", "variables");
    this.#inserts.offer({ icons: this.#icons, values: Object.keys({ ...defaults, ...variables }).sort() });
  }
  /** @param {Keys} keys of the message */
  #show(keys) {
    const shown = new Set(this.#fields.filter((field) => field.show(keys[field.key]) && field.key in keys).map(({ key }) => key));
    // A message has a text, unless it has something else in its place.
    if (!("text" in keys)) this.#text.element.hidden = true;
    this.#inserts.element.hidden = this.#text.element.hidden || isNo(keys.markup);
    this.#inserts.close();
    this.#others.show(Object.entries(keys).filter(([key]) => !shown.has(key)));
    setText(this.#timesWords, this.#times.element.hidden ? "" : this.#times.sentence);
  }

  get #isChanged() {
    return this.#fields.some(({ isChanged }) => isChanged);
  }

  /** @returns {Keys} what the person has changed; null removes a key */
  get #changes() {
    return Object.fromEntries(this.#fields.filter(({ isChanged }) => isChanged).map((field) => [field.key, field.value]));
  }

  /** @returns {Keys} the message with the changes */
  get #edited() {
    const keys = { ...(this.#message && keysOf(this.#message)), ...this.#changes };
    return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== null));
  }

  /** @returns {Keys} the message as it can be checked: the sign has one of its name, and sends nothing that is switched off */
  get #checked() {
    const { name, disabled, ...keys } = this.#edited;
    return keys;
  }

  /** Closes the form; what was changed is dropped only the second time. Returns whether it is closed. */
  #leave() {
    if (this.#isChanged && !this.#isWarned) {
      this.#isWarned = true;
      tellProblems(this.#problem, phrase("This is not saved. Press Cancel again to drop your changes."));
      return false;
    }
    this.#dialog.close();
    return true;
  }

  #change() {
    this.#isWarned = false;
    tellProblems(this.#problem, "");
    setText(this.#timesWords, this.#times.element.hidden ? "" : this.#times.sentence);
    this.#check();
    this.#paintFonts();
  }

  get #query() {
    return this.#message?.zone ? `?zone=${encodeURIComponent(this.#message.zone)}` : "";
  }

  /** @param {string} font */
  async #pictureOf(font) {
    const { font: own, ...message } = this.#checked;
    /** @type {import("../panels/send-form.js").Check | undefined} */
    const answer = await call("POST", `messages/check${this.#query}`, font ? { ...message, font } : message).catch(() => undefined);
    return answer?.ok ? answer : undefined;
  }

  /** Asks the sign what it says about the message as it is now, and shows that. */
  async #checkNow() {
    const attempt = ++this.#attempt;
    const show = await this.#ask();
    // A slow answer about older fields says nothing about these.
    if (attempt === this.#attempt) show();
  }

  /**
   * Asks the sign what it says about the message. What it says is shown by a call of what is returned, which says whether the
   * fields may be saved.
   */
  async #ask() {
    const message = this.#checked;
    /** @type {import("../panels/send-form.js").Check} */
    const answer = await call("POST", `messages/check${this.#query}`, message).catch(({ message: error }) => ({ ok: false, error }));
    return () => {
      this.#preview.hidden = !answer.ok;
      if (answer.ok) this.#view.show(LEDPicture.decode(answer));
      return this.#tell(answer.ok ? new Map() : problemsOfKeys(answer.error, message));
    };
  }

  /**
   * Says what is wrong beside each field. What the file had before is not for the form to judge. Returns whether nothing is wrong.
   * @param {Map<string, string>} problems
   */
  #tell(problems) {
    let isGood = true;
    for (const field of this.#fields) {
      const problem = field.isChanged || field.key === "text" ? (problems.get(field.key) ?? "") : "";
      // What the form has refused itself stays until it is mended, also when an answer comes that was asked for before.
      const isRefused = field === this.#times && field.problem.textContent && field.problem.textContent === this.#times.missing;
      if (!isRefused || problem) field.tell(problem);
      if (problem) isGood = false;
    }
    return isGood;
  }

  async #submit() {
    const empty = !this.#text.element.hidden && !this.#text.text.trim();
    if (empty) return this.#refuse(this.#text, phrase("Write a text first."));
    if (this.#times.isChanged && this.#times.missing) return this.#refuse(this.#times, this.#times.missing);
    if (!this.#isChanged && !this.#isGone) return this.#dialog.close();
    this.#save.disabled = true;
    try {
      const show = await this.#ask();
      if (!show()) return this.#focusProblem();
      await this.#saveNow();
    } finally {
      this.#save.disabled = false;
    }
  }

  async #saveNow() {
    const message = this.#message;
    if (!message) return;
    const { problem, changed } =
      this.#isGone ? await this.#owner.add(message, this.#edited) : await this.#owner.save(message, this.#changes);
    if (changed === undefined) return this.#end(problem ?? "");
    this.#isGone = changed === null;
    setText(this.#save, this.#isGone ? phrase("Add") : phrase("Save"));
    if (changed) this.#rebase(changed);
    tellProblems(this.#problem, changed === null
      ? phrase("Someone else has changed the file, and this message is no longer in it. Your text is still here: Add puts it into the file as a new message.")
      : phrase("Someone else has changed the file, so nothing is saved yet. Your changes are still here: Save puts them into the file as it is now."));
    this.#save.focus();
  }

  /**
   * Shows the message as someone else has saved it, with the own changes.
   * @param {FileMessage} message
   */
  #rebase(message) {
    const own = this.#fields.filter(({ isChanged }) => isChanged).map((field) => /** @type {const} */ ([field, field.text]));
    this.#message = message;
    this.#show(keysOf(message));
    for (const [field, text] of own) /** @type {{put: (text: any) => void}} */ (field).put(text);
  }

  /** @param {string} problem empty if it is saved */
  #end(problem) {
    if (!problem) return this.#dialog.close();
    tellProblems(this.#problem, problem);
    this.#focusProblem();
  }

  /**
   * @param {{tell: (problem: string) => void, focus: () => void, element: HTMLElement}} field
   * @param {string} problem
   */
  #refuse(field, problem) {
    field.tell(problem);
    this.#reveal(field);
  }

  #focusProblem() {
    const field = this.#fields.find(({ problem }) => problem.textContent);
    if (field) this.#reveal(field);
    else this.#save.focus();
  }

  /** @param {{focus: () => void, element: HTMLElement}} field */
  #reveal(field) {
    const details = field.element.closest("details");
    if (details) details.open = true;
    field.focus();
  }
}
