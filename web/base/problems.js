// @ts-check
import { make } from "./dom.js";
import { language, languageOf } from "./language.js";

/** @type {WeakMap<Element, string>} */
const told = new WeakMap();

/**
 * Says beside a field what is wrong, each problem in a line of its own: as a list, if there are several.
 * @param {HTMLElement} place is empty while all is well
 * @param {string} problem a line for each; empty for none
 * @param {HTMLElement} [field] what is marked as wrong
 */
export function tellProblems(place, problem, field) {
  // A form has one message, so the place of a problem in a file says nothing here; the path of a key within others stays.
  const lines = problem.split("\n")
    .map((line) => line.replace(/^message\.?([^:]*)(:\d+:\d+)?: /, (_, path) => path && `${path}: `)).filter(Boolean);
  field?.setAttribute("aria-invalid", String(lines.length > 0));
  // Screen readers repeat what is replaced.
  if ((told.get(place) ?? "") === lines.join("\n")) return;
  told.set(place, lines.join("\n"));
  // Words of the sign are English, for screen readers too.
  place.lang = (lines.length === 1 && languageOf(lines[0])) || language;
  const items = lines.map((line) => make("li", { lang: languageOf(line) ?? language }, line));
  place.replaceChildren(...(items.length > 1 ? [make("ul", {}, ...items)] : lines));
}
