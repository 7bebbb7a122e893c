// @ts-check
import { call, request, scannedCode, sessionAddress } from "../base/api.js";
import { byId, find, make, setText } from "../base/dom.js";
import { phrase } from "../base/language.js";
import { attempt } from "../base/notice.js";

/** @type {Record<number, string | undefined>} */
const problems = {
  401: phrase("This is not the token, or the code was used or is over."),
  429: phrase("This is not the token or the code. There were too many wrong ones, so check it before you try again."),
};

/**
 * What people call a browser that calls itself something long.
 * @param {string} name
 */
function browser(name) {
  const machine = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(name)?.[0].replace("Macintosh", "Mac");
  const program = /Firefox|Edg|Chrome|Safari/.exec(name)?.[0].replace("Edg", "Edge");
  return machine && program ? phrase("{program} on {machine}", { program, machine }) : name || phrase("A program");
}

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
  /** The field for the token or a code. */
  #given = find(this.#dialog, "[name=token]", HTMLInputElement);
  #changed;

  /** @param {() => void} changed called after signing in or out */
  constructor(changed) {
    this.#changed = changed;
    find(this.#dialog, "form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#signIn(this.#given.value.trim());
    });
    addEventListener("hashchange", () => this.tryCode(changed));
    byId("sign-in-cancel").addEventListener("click", () => this.#dialog.close());
    byId("sign-in-button").addEventListener("click", () => this.open());
    byId("sign-out-button").addEventListener("click", async () => {
      if (!(await attempt(() => request("DELETE", sessionAddress), phrase("Signed out")))) return;
      remember(false);
      setText(byId("code"), "");
      byId("sessions").replaceChildren();
      changed();
    });
    byId("new-code").addEventListener("click", () =>
      attempt(async () => {
        const { code } = await call("POST", "session/code");
        setText(byId("code"), phrase("Code {code}, once within half an hour", { code: `${code.slice(0, 3)} ${code.slice(3)}` }));
      }),
    );
  }

  /** @param {string} given the token or a code */
  async #signIn(given) {
    try {
      const isCode = /^\d{3} ?\d{3}$/.test(given);
      await request("POST", sessionAddress, { json: isCode ? { code: given } : { token: given } });
    } catch (error) {
      setText(this.#problem, problems[error.status] ?? error.message);
      return this.#given.select();
    }
    this.#given.value = "";
    setText(this.#problem, "");
    this.#dialog.close();
    remember(true);
    this.#changed();
  }

  /**
   * Signs in with the code of the address, which then stays neither there nor in the history.
   * @param {() => void} tried called where there was a code
   */
  async tryCode(tried) {
    const code = scannedCode();
    if (!code) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    await this.#signIn(code);
    if (this.#problem.textContent) this.open();
    tried();
  }

  /** Lists who is signed in, each with a way out; nothing for those who are not. */
  async list() {
    if (byId("new-code").hidden) return byId("sessions").replaceChildren();
    const { sessions } = await call("GET", "sessions");
    byId("sessions").replaceChildren(...sessions.map((/** @type {any} */ session) => this.#entry(session)));
  }

  /** @param {{id: number, name: string, own: boolean, seconds: number}} session */
  #entry({ id, name, own, seconds }) {
    const days = Math.floor(seconds / 86400);
    const since = days > 1 ? phrase({ one: "for {count} day", other: "for {count} days" }, { count: days })
      : seconds > 7200 ? phrase({ one: "for {count} hour", other: "for {count} hours" }, { count: Math.floor(seconds / 3600) })
      : phrase("new");
    const words = make("span", {}, `${browser(name)}, ${own ? phrase("this one") : since} `);
    const signOut = async () => {
      if (await attempt(() => call("DELETE", `sessions/${id}`), phrase("Signed out"))) await attempt(() => this.list());
    };
    const button = make("button", { "aria-label": phrase("Sign out {name}", { name: browser(name) }), type: "button", on: { click: signOut } }, phrase("Sign out"));
    return make("li", {}, words, ...(own ? [] : [button]));
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
