// @ts-check
import { call, request, segment } from "../base/api.js";
import { byId, find, make, setText } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { locale, phrase } from "../base/language.js";
import { sayProblem } from "../base/notice.js";
import { Crop } from "./crop.js";
import { ZoneChoice } from "./zone-choice.js";

/** @typedef {(json: Record<string, unknown>, done: string) => Promise<string>} Change changes the file, and returns what is wrong */

const folder = "pictures/";
/** Photos of cameras have more than a sign can show: those with more bytes are made smaller, to this many pixels a side. */
const longBytes = 1 << 20;
const side = 1600;

/** @param {string} name */
const addressOf = (name) => `pictures/${segment(name)}`;

/** @param {string} name */
const addressOfImage = (name) => new URL(`api/v1/${addressOf(name)}`, document.baseURI).href;

/**
 * A photo in a size that is soon sent; others, which may be animated, stay as they are.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
async function shrunk(file) {
  if (file.size <= longBytes || file.type !== "image/jpeg") return file;
  try {
    // Turned as the camera says.
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = make("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", 0.9));
  } catch {
    // The sign says what is wrong with it.
    return file;
  }
}

/**
 * Another name for the same thing: photo.jpg, photo-2.jpg, photo-3.jpg.
 * @param {string} name
 * @param {number} number from 1
 */
function numbered(name, number) {
  const point = name.lastIndexOf(".");
  const end = point > 0 ? point : name.length;
  return number === 1 ? name : `${name.slice(0, end)}-${number}${name.slice(end)}`;
}

/** The pictures beside the sign file: uploaded, shown by a message or all one after the other, and deleted. */
export class Pictures {
  #section;
  #change;
  #zone;
  #status;
  #slides;
  #undo;
  /** @type {{name: string, file: Blob} | undefined} */
  #deleted;
  /** @type {KeyedList<SignPicture>} */
  #list;
  #crop = new Crop(async (name, file) => {
    await this.#put(name, file);
    this.#deleted = undefined;
    this.#tell(phrase("Saved {name}.", { name }));
    await this.refresh();
  });
  /** The rows of the sign: a picture that has no more fits into a text. */
  rows = 0;

  /**
   * @param {HTMLElement} section is read only while it is open
   * @param {Change} change
   */
  constructor(section, change) {
    this.#section = section;
    this.#change = change;
    this.#zone = new ZoneChoice(find(section, "[data-zone]"));
    this.#status = find(section, "[role=status]");
    this.#slides = find(section, "[data-action=slides]", HTMLButtonElement);
    this.#undo = find(section, "[data-action=undo]", HTMLButtonElement);
    this.#list = new KeyedList(
      find(section, "ul"), ({ name, bytes }) => `${name} ${bytes}`, (picture) => new Row(this, picture),
      make("li", { className: "empty" }, phrase("No pictures yet.")));
    const input = find(section, "input", HTMLInputElement);
    input.addEventListener("change", async () => {
      const files = [...(input.files ?? [])];
      input.value = "";
      input.disabled = true;
      await this.#upload(files);
      input.disabled = false;
    });
    this.#slides.addEventListener("click", () => (
      this.show({ image: folder, fit: "cover", every: "10s" }, phrase("Added a slide show of all pictures."))));
    this.#undo.addEventListener("click", () => this.#restore());
    section.addEventListener("toggle", () => this.refresh());
    // It may have been opened before this was there.
    this.refresh();
  }

  /** Reads the pictures if they are open. */
  async refresh() {
    if (!this.#section.hasAttribute("open")) return;
    try {
      /** @type {[SignPicture[], {height: number}]} */
      const [pictures, { height }] = await Promise.all([call("GET", "pictures"), this.#zone.refresh()]);
      this.rows = height;
      this.#list.show(pictures);
      this.#slides.disabled = pictures.length === 0;
    } catch (error) {
      sayProblem(error);
    }
  }

  /** @param {string} words */
  #tell(words) {
    setText(this.#status, words);
    this.#undo.hidden = !this.#deleted;
  }

  /**
   * Adds a message to the file.
   * @param {unknown} message
   * @param {string} done
   */
  async show(message, done) {
    this.#deleted = undefined;
    this.#tell(await this.#change({ add: message, ...this.#zone.json }, done) || done);
    await this.refresh();
  }

  /**
   * Begins a new message with a picture in its text.
   * @param {string} name
   */
  write(name) {
    const text = find(byId("new-message"), "[name=text]", HTMLInputElement);
    text.value = `<image=${folder}${name}> ${text.value}`;
    text.focus();
  }

  /** @param {string} name */
  async crop(name) {
    await this.#crop.open(name, addressOfImage(name)).catch(sayProblem);
  }

  /** @param {File[]} files */
  async #upload(files) {
    this.#deleted = undefined;
    const problems = [];
    for (const [index, file] of files.entries()) {
      this.#tell(files.length > 1 ? phrase("Uploading {number} of {all}…", { number: index + 1, all: files.length }) : phrase("Uploading…"));
      try {
        await this.#put(file.name, await shrunk(file));
      } catch (error) {
        problems.push(`${file.name}: ${error.message}`);
      }
      await this.refresh();
    }
    const done = files.length - problems.length;
    this.#tell([phrase({ one: "Uploaded {count} picture.", other: "Uploaded {count} pictures." }, { count: done }), ...problems].join(" "));
  }

  /**
   * Sends a picture; another one of the same name stays.
   * @param {string} name
   * @param {Blob} file
   */
  async #put(name, file) {
    for (let number = 1; ; number++) {
      try {
        return await request("PUT", addressOf(numbered(name, number)), { file });
      } catch (error) {
        if (error.code !== "exists" || number === 99) throw error;
      }
    }
  }

  /** @param {string} name */
  async remove(name) {
    this.#deleted = undefined;
    try {
      const file = await (await request("GET", addressOf(name))).blob();
      await request("DELETE", addressOf(name));
      this.#deleted = { name, file };
      this.#tell(phrase("Deleted {name}.", { name }));
      this.#undo.focus();
    } catch (error) {
      this.#tell(error.message);
    }
    await this.refresh();
  }

  async #restore() {
    const picture = this.#deleted;
    if (!picture) return;
    this.#deleted = undefined;
    try {
      await this.#put(picture.name, picture.file);
      this.#tell(phrase("{name} is back.", { name: picture.name }));
    } catch (error) {
      this.#tell(error.message);
    }
    this.#status.focus();
    await this.refresh();
  }
}

/** A picture, and the buttons for what can be done with it. */
class Row {
  element;
  #facts = make("span", { className: "fact" });
  /** @type {Pictures} */
  #pictures;
  /** @type {string} */
  #name;
  #write = this.#button(phrase("Use in a text"), () => this.#pictures.write(this.#name));
  #crop = this.#button(phrase("Crop"), () => this.#pictures.crop(this.#name));
  #remove = this.#button(phrase("Delete"), () => this.#pictures.remove(this.#name));

  /**
   * @param {Pictures} pictures
   * @param {SignPicture} picture
   */
  constructor(pictures, { name }) {
    [this.#pictures, this.#name] = [pictures, name];
    const image = make("img", { alt: "", loading: "lazy" });
    image.src = addressOfImage(name);
    const show = this.#button(
      phrase("Show as message"), () => pictures.show({ image: folder + name, fit: "cover" }, phrase("Added a message with {name}.", { name })));
    const buttons = [show, this.#write, this.#crop, this.#remove];
    for (const button of buttons) button.setAttribute("aria-label", phrase("{action}: {name}", { action: button.textContent ?? "", name }));
    const words = make("div", { className: "words" }, make("strong", { dir: "auto" }, name), this.#facts);
    this.element = make("li", { className: "picture" }, image, words, make("div", { className: "buttons" }, ...buttons));
  }

  /**
   * @param {string} text
   * @param {() => void} action
   */
  #button(text, action) {
    return make("button", { type: "button", on: { click: action } }, text);
  }

  /** @param {SignPicture} picture */
  update({ bytes, width, height, used }) {
    const size = bytes < 1 << 20
      ? phrase("{size} KB", { size: Math.ceil(bytes / 1024) })
      : phrase("{size} MB", { size: (bytes / 1048576).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
    setText(this.#facts, [width ? `${width} × ${height}` : phrase("not a picture"), size, ...(used ? [phrase("in the file")] : [])].join(" · "));
    this.#remove.disabled = used;
    this.#write.hidden = !height || height > this.#pictures.rows;
    // The part of an animation would stand still.
    this.#crop.hidden = !width || this.#name.endsWith(".gif");
  }
}
