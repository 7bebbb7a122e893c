// @ts-check
import { make } from "./dom.js";

// The language of the page. The English words are the keys of the catalogues in web/languages, so English needs none.

/** The languages that the page speaks, each by its own name. */
const languages = { en: "English", de: "Deutsch", es: "Español", fr: "Français", pl: "Polski" };

/** @typedef {{one: string, other: string}} Plural words for a {count}, in English one thing and several */
/** @typedef {Record<string, string | Record<string, string>>} Catalogue by the English words; of a plural those for several */

const memory = "ledsign-language";

/** The language that was chosen for this browser; empty if it is that of the browser. */
function chosen() {
  try {
    return localStorage.getItem(memory) ?? "";
  } catch {
    // A browser may keep nothing for a page.
    return "";
  }
}

/**
 * Offers the languages in a list, and shows the page in the one that is chosen from now on.
 * @param {HTMLSelectElement} list has the language of the browser, with an empty value
 */
export function offerLanguages(list) {
  list.append(...Object.entries(languages).map(([value, name]) => make("option", { value, lang: value }, name)));
  list.value = chosen();
  list.addEventListener("change", () => {
    try {
      if (list.value) localStorage.setItem(memory, list.value);
      else localStorage.removeItem(memory);
    } catch {
      // Nothing is kept, so nothing changes.
    }
    location.reload();
  });
}

// Tests of modules have no page.
const isPage = typeof document === "object";

/** The first language that somebody wants and the page speaks. */
function wanted() {
  const names = [chosen(), ...navigator.languages].map((name) => name.toLowerCase().split("-")[0]);
  return names.find((name) => Object.hasOwn(languages, name)) ?? "en";
}

/**
 * Reads a catalogue; nothing, if it does not come.
 * @param {string} name
 * @returns {Promise<Catalogue | undefined>}
 */
async function read(name) {
  try {
    const response = await fetch(new URL(`../languages/${name}.json`, import.meta.url));
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

const name = isPage ? wanted() : "en";
// All that says something waits for this module, so nothing is said in English first.
const found = name === "en" ? undefined : await read(name);
const catalogue = found ?? {};

/** The language of the page. */
export const language = found ? name : "en";

/** What dates and numbers are written by: times have 24 hours, as in sign files. */
export const locale = language === "en" ? "en-GB" : language;

const own = new Set(Object.values(catalogue));
const plurals = new Intl.PluralRules(locale);

/**
 * Words in the language of the page; in English, if its catalogue does not have them.
 * @param {string | Plural} words in English, as a literal, with {names} of values
 * @param {Record<string, string | number>} [values] numbers are written as in the language
 */
export function phrase(words, values = {}) {
  const found = catalogue[typeof words === "string" ? words : words.other] ?? words;
  const pattern = typeof found === "string"
    ? found
    : (/** @type {Record<string, string>} */ (found)[plurals.select(Number(values.count))] ?? found.other);
  return pattern.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? written(values[name]) : whole));
}

/** @param {string | number} value */
const written = (value) => (typeof value === "number" ? value.toLocaleString(locale) : value);

/**
 * Words that no literal has, such as those of a recipe, in the language of the page where its catalogue has them.
 * @param {string} words in English
 */
export function translated(words) {
  const found = catalogue[words];
  return typeof found === "string" ? found : words;
}

/**
 * The language of words that may come from the sign, which speaks English; undefined for that of the page.
 * @param {string} words
 */
export const languageOf = (words) => (language === "en" || own.has(words) ? undefined : "en");

/**
 * Words one after the other: red, green and blue.
 * @param {string[]} words
 */
export const listed = (words) => new Intl.ListFormat(locale).format(words);

/** Translates what the page itself has: its texts, and what screen readers read. */
function translatePage() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = /** @type {Text} */ (node);
    if (text.parentElement?.closest("code, noscript")) continue;
    text.data = text.data.replace(/\S(.*\S)?/s, (words) => translated(words.replace(/\s+/g, " ")));
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, translated(element.getAttribute(name) ?? ""));
    }
  }
}

if (isPage) {
  document.documentElement.lang = language;
  if (language !== "en") translatePage();
  document.documentElement.removeAttribute("data-untranslated");
}
