// @ts-check
import { byId } from "./dom.js";
import { language, languageOf } from "./language.js";

/** @type {number | undefined} */
let timer;

/**
 * @param {string} text
 * @param {"done" | "error"} kind
 */
function show(text, kind) {
  const notice = byId("notice");
  notice.textContent = text;
  notice.lang = (kind === "error" && languageOf(text)) || language;
  notice.dataset.kind = kind;
  notice.hidden = false;
  clearTimeout(timer);
  // An error stays long enough to be read twice.
  timer = setTimeout(() => (notice.hidden = true), kind === "error" ? 8000 : 3000);
}

/**
 * Says briefly that something was done.
 * @param {string} text
 */
export const say = (text) => show(text, "done");

/**
 * Says why something was not done.
 * @param {Error} error
 */
export const sayProblem = (error) => show(error.message, "error");

/**
 * Runs an action on behalf of a button: says what went wrong, by `tell`, and returns whether it was done.
 * @param {() => Promise<{warning?: string} | void | Response>} action
 * @param {string} [done] what to say afterwards
 * @param {(error: Error) => void} [tell]
 */
export async function attempt(action, done, tell = sayProblem) {
  try {
    const answer = await action();
    if (answer && "warning" in answer && answer.warning) show(answer.warning, "error");
    else if (done) say(done);
    return true;
  } catch (error) {
    tell(error);
    return false;
  }
}
