// @ts-check
import { call, request } from "../base/api.js";
import { byId, make, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { attempt, say, sayProblem } from "../base/notice.js";
import { afterPause } from "../base/timing.js";
import { Backup } from "./backup.js";
import { Completion } from "./completion.js";
import { DraftPicture } from "./draft-picture.js";
import { FileBrightness } from "./file-brightness.js";
import { FileMessages } from "./file-messages.js";
import { placeOfKey } from "./message-place.js";
import { Pictures } from "./pictures.js";
import { Recipes } from "./recipes.js";
import { NumberedTextArea } from "./text-area.js";
import { Versions } from "./versions.js";
import { ZoneAreas } from "./zone-areas.js";

/** The editor of the sign file: checks while it is typed, saves, and notices when someone else saves too. */
export class Editor {
  #area = new NumberedTextArea(byId("editor"));
  #problems = byId("file-problems");
  #picture = new DraftPicture(byId("file-picture"));
  #status = byId("file-status");
  #conflict = byId("file-conflict");
  #save = byId("file-save", HTMLButtonElement);
  #undo = byId("file-undo", HTMLButtonElement);
  #messages = new FileMessages(
    byId("file-messages"), byId("new-message", HTMLFormElement), byId("file-change"), byId("message-dialog", HTMLDialogElement), () => this.#loadChanged(), ({ number }, key) => {
      const place = placeOfKey(this.#area.text, number, key);
      if (place) this.#area.select(place);
    });
  #pictures = new Pictures(byId("pictures"), (json, done) => this.#messages.change(json, done));
  #zones = new ZoneAreas(byId("zone-areas", HTMLDetailsElement), (json, done) => this.#messages.change(json, done));
  #versions = new Versions(byId("versions"), (text) => (this.#area.text = text));
  /** @type {string | null | undefined} */
  #etag;
  #saved = "";
  #check = 0;
  #saving = Promise.resolve();

  constructor() {
    new Completion(byId("editor"));
    const replaced = async () => {
      await this.#messages.refresh().catch(sayProblem);
      await this.#pictures.refresh();
      await this.#loadChanged();
    };
    /** @param {Record<string, unknown>} json @param {string} done */
    const change = (json, done) => this.#messages.change(json, done);
    new FileBrightness(byId("file-brightness", HTMLDetailsElement), change);
    new Recipes(byId("recipes"), change, replaced);
    new Backup(byId("backup"), replaced);
    const check = afterPause(400, () => this.#checkText());
    byId("editor").addEventListener("input", () => {
      this.#showChange();
      check();
    });
    byId("editor").addEventListener("keydown", (event) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#saveText();
    });
    this.#save.addEventListener("click", () => this.#saveText());
    this.#undo.addEventListener("click", () => (this.#area.text = this.#saved));
    const loadTheirs = async () => this.#load(await this.#read());
    byId("file-theirs").addEventListener("click", () => attempt(loadTheirs, phrase("Their version is loaded")));
    byId("file-mine").addEventListener("click", () => this.#overwrite());
    addEventListener("beforeunload", (event) => this.#isChanged && event.preventDefault());
  }

  /** Called when the tab opens: reads the file, unless a draft would be lost, also one that is begun meanwhile. */
  async open() {
    await this.#messages.refresh().catch(sayProblem);
    await this.#pictures.refresh();
    if (this.#isChanged) return;
    const etag = this.#etag;
    try {
      const file = await this.#read();
      if (!this.#isChanged && this.#etag === etag) await this.#load(file);
    } catch (error) {
      sayProblem(error);
    }
  }

  /** Loads a file that was changed beside the text; a draft stays. */
  async #loadChanged() {
    await this.#zones.refresh();
    if (!this.#isChanged) await this.#load(await this.#read());
  }

  get #isChanged() {
    return this.#area.text !== this.#saved;
  }

  async #read() {
    const response = await request("GET", "sign");
    // A text area has line feeds alone.
    return { etag: response.headers.get("ETag"), text: (await response.text()).replaceAll("\r\n", "\n") };
  }

  /** @param {{etag: string | null, text: string}} file */
  async #load({ etag, text }) {
    this.#etag = etag;
    this.#saved = text;
    this.#conflict.hidden = true;
    this.#area.text = text;
    this.#area.isReadOnly = false;
    await this.#versions.refresh();
  }

  #showChange() {
    this.#save.disabled = this.#undo.disabled = !this.#isChanged;
  }

  async #checkText() {
    const check = ++this.#check;
    const { text } = this.#area;
    /** @type {FileProblem[]} */
    let problems;
    try {
      problems = await call("POST", "sign/check", undefined, { text });
    } catch (error) {
      this.#picture.hide();
      return setText(this.#status, error.message);
    }
    if (check !== this.#check) return;
    this.#show(problems);
    if (problems.length) this.#picture.hide();
    else this.#picture.show({ text });
  }

  /** @param {FileProblem[]} problems */
  #show(problems) {
    this.#area.show(problems);
    const count = problems.length;
    setText(this.#status, count ? phrase({ one: "{count} problem", other: "{count} problems" }, { count }) : phrase("No problems"));
    this.#status.dataset.kind = count ? "error" : "done";
    this.#problems.replaceChildren(...problems.map((problem) => {
      const place = make("span", { className: "fact" }, phrase("Line {number}", { number: String(problem.line) }));
      const button = make("button", { type: "button" }, place, " ", make("span", { lang: "en" }, problem.message));
      button.addEventListener("click", () => this.#area.select(problem));
      return make("li", {}, button);
    }));
  }

  /** Saves after what is being saved: the answer to that has the version that is replaced. */
  #saveText() {
    return (this.#saving = this.#saving.then(() => this.#saveNow()));
  }

  async #saveNow() {
    if (!this.#isChanged) return;
    const text = this.#area.text;
    try {
      /** @type {Record<string, string>} */
      const headers = this.#etag ? { "If-Match": this.#etag } : {};
      const response = await request("PUT", "sign", { text, headers });
      this.#etag = response.headers.get("ETag") ?? (await request("GET", "sign")).headers.get("ETag");
    } catch (error) {
      if (error.status !== 412) return this.#refuse(error);
      this.#conflict.hidden = false;
      return byId("file-theirs").focus();
    }
    this.#saved = text;
    this.#conflict.hidden = true;
    this.#showChange();
    say(phrase("Saved"));
    this.#versions.refresh().catch(sayProblem);
    this.#messages.refresh().catch(sayProblem);
  }

  /**
   * Says why the draft is not saved, where its problems stand.
   * @param {import("../base/api.js").APIError} error
   */
  #refuse(error) {
    // Those of an older check are no longer those of the draft.
    this.#check++;
    if (error.problems.length) this.#show(error.problems);
    setText(this.#status, error.problems.length ? phrase("Not saved: {problems}", { problems: this.#status.textContent ?? "" }) : error.message);
    this.#status.dataset.kind = "error";
  }

  /** Saves over the version of someone else, which stays among the earlier versions. */
  async #overwrite() {
    try {
      this.#etag = (await request("GET", "sign")).headers.get("ETag");
    } catch (error) {
      return this.#refuse(error);
    }
    await this.#saveText();
  }
}
