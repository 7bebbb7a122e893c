// @ts-check
import { call, request, sessionAddress } from "../base/api.js";
import { byId, find, setText } from "../base/dom.js";
import { attempt } from "../base/notice.js";

/** @type {Record<number, string | undefined>} */
const problems = {
  401: "This is not the token, or the code was used or is over.",
  429: "This is not the token or the code. There were too many wrong ones, so check it before you try again.",
};

// Scripts cannot see the session itself, so the page remembers that it made one.
const memory = "ledsign-signed-in";

/** @param {boolean} isSignedIn */
function remember(isSignedIn) {
  try {
    if (isSignedIn) localStorage.setItem(memory, "yes");
    else localStorage.removeItem(memory);
  } catch {
    // A browser may keep nothing for a page; signing out is then done by the cookie's end.
  }
}

function remembers() {
  try {
    return localStorage.getItem(memory) === "yes";
  } catch {
    return false;
  }
}

/** The dialog that asks for the token or a code; the sign keeps the session in a cookie that scripts cannot read. */
export class SignIn {
  #dialog = byId("sign-in", HTMLDialogElement);
  #problem = byId("sign-in-problem");

  /** @param {() => void} changed called after signing in or out */
  constructor(changed) {
    const form = find(this.#dialog, "form", HTMLFormElement);
    const token = find(form, "[name=token]", HTMLInputElement);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const given = token.value.trim();
        const isCode = /^\d{3} ?\d{3}$/.test(given);
        await request("POST", sessionAddress, { json: isCode ? { code: given } : { token: given } });
      } catch (error) {
        setText(this.#problem, problems[error.status] ?? error.message);
        return token.select();
      }
      form.reset();
      setText(this.#problem, "");
      this.#dialog.close();
      remember(true);
      changed();
    });
    byId("sign-in-cancel").addEventListener("click", () => this.#dialog.close());
    byId("sign-in-button").addEventListener("click", () => this.open());
    byId("sign-out-button").addEventListener("click", async () => {
      if (!(await attempt(() => request("DELETE", sessionAddress), "Signed out"))) return;
      remember(false);
      setText(byId("code"), "");
      changed();
    });
    byId("new-code").addEventListener("click", () =>
      attempt(async () => {
        const { code } = await call("POST", "session/code");
        setText(byId("code"), `Code ${code.slice(0, 3)} ${code.slice(3)}, once within half an hour`);
      }),
    );
  }

  /**
   * Offers to sign in or out, by what this page may do already.
   * @param {boolean} canSteer
   */
  offer(canSteer) {
    byId("sign-in-button").hidden = canSteer;
    byId("sign-out-button").hidden = !canSteer || !remembers();
    byId("new-code").hidden = !canSteer || !remembers();
  }

  /** Asks for the token or a code. */
  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}
