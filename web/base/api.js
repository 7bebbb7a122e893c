// @ts-check
import { phrase } from "./language.js";

// Addresses are relative to the page, so that it also works below a path of a proxy.
const base = new URL("api/v1/", document.baseURI);

/** An answer of the sign that is not a success, or none at all (status 0). */
export class APIError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {FileProblem[]} problems all that is wrong with a sign file
   * @param {string} code why, for programs
   */
  constructor(status, message, problems = [], code = "") {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
  }

  /** What is wrong, a line for each problem. */
  get lines() {
    return this.problems.map(({ message }) => message).join("\n") || this.message;
  }
}

/** @type {Record<number, string>} */
const words = {
  401: phrase("Sign in to do this."),
  403: phrase("This is not allowed here."),
  412: phrase("Someone else has changed the file."),
  413: phrase("This is too long."),
  429: phrase("Too many requests. Wait a moment."),
  503: phrase("The sign is busy. Try again."),
  504: phrase("The sign does not answer. Try again."),
};

/** @type {(milliseconds: number) => AbortSignal} */
const timeout = (milliseconds) => /** @type {any} */ (AbortSignal).timeout(milliseconds);

/** @param {Response} response */
async function problemOf(response) {
  let answer;
  try {
    answer = await response.json();
  } catch {
    // A proxy may answer with a page of its own.
  }
  return new APIError(
    response.status, answer?.error ?? words[response.status] ?? phrase("The sign answered {status}.", { status: String(response.status) }), answer?.problems,
    answer?.code);
}

/**
 * Sends a request and returns the response if it is a success.
 * @param {string} method
 * @param {string|URL} path relative to /api/v1/
 * @param {{json?: unknown, text?: string | ArrayBuffer, file?: Blob, headers?: Record<string, string>}} body
 * @throws {APIError}
 */
export async function request(method, path, { json, text, file, headers = {} } = {}) {
  // The sign takes a file of 20 s at most, and looks it over then.
  /** @type {RequestInit} */
  const options = { method, credentials: "same-origin", cache: "no-store", signal: timeout(file ? 60000 : 10000) };
  if (json !== undefined) {
    options.body = JSON.stringify(json);
    headers = { ...headers, "Content-Type": "application/json" };
  } else if (text !== undefined) {
    options.body = text;
    headers = { ...headers, "Content-Type": "application/yaml" };
  } else if (file) {
    options.body = file;
    headers = { ...headers, "Content-Type": file.type || "application/octet-stream" };
  }
  let response;
  try {
    response = await fetch(new URL(path, base), { ...options, headers });
  } catch {
    throw new APIError(0, phrase("No connection to the sign."));
  }
  if (response.status === 401) dispatchEvent(new Event("signed-out"));
  if (!response.ok) throw await problemOf(response);
  return response;
}

/**
 * Sends a request and returns the JSON of its answer.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [json]
 * @param {{text?: string}} [options]
 * @returns {Promise<any>}
 * @throws {APIError}
 */
export async function call(method, path, json, options = {}) {
  return (await request(method, path, { json, ...options })).json();
}

/**
 * Reads what the sign file says, by its keys.
 * @returns {Promise<any>}
 * @throws {APIError}
 */
export const readSignFile = async () => (await request("GET", "sign", { headers: { Accept: "application/json" } })).json();

/**
 * Makes one segment of a path from a name, whatever characters it has.
 * @param {string} name
 */
export const segment = (name) => encodeURIComponent(name);

/** The address of the live picture. */
export function liveAddress() {
  const address = new URL("live", base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

/** The address of the session, which stands beside the API. */
export const sessionAddress = new URL("session", document.baseURI);

/**
 * Whether a request may succeed when it is sent again: the machine is busy, or its sign begins again.
 * @param {APIError} error
 */
export const mayComeLater = ({ status }) => [0, 503, 504].includes(status);

/** The code of six digits behind the # of the address, as a QR code on the panel has it; undefined without one. */
export const scannedCode = () => /^#(\d{6})$/.exec(location.hash)?.[1];
