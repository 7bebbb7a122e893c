// Tries from a foreign page everything that a browser lets it try; returns what it got to see.
async ({ sign, operations, hand }) => {
  const seen = [];
  const note = (what, result) => seen.push([what, result]);
  const inTime = (promise, otherwise) => Promise.race([
    promise, new Promise((resolve) => setTimeout(resolve, 20000, otherwise))]);

  async function request(method, path, options) {
    const what = [method, path, options.mode ?? "cors", options.credentials].join(" ");
    try {
      const answer = await fetch(sign + path, { method, ...options });
      note(what, answer.type === "opaque" ? "opaque" : `status ${answer.status}`);
    } catch {
      note(what, "blocked");
    }
  }

  /** An element that loads an address; "loaded" says that the browser gave the page something of it. */
  async function load(tag, path) {
    const element = document.createElement(tag);
    const end = new Promise((resolve) => {
      element.onload = () => resolve("loaded");
      element.onerror = () => resolve("blocked");
    });
    element.src = sign + path;
    document.body.append(element);
    note(`<${tag}> ${path}`, await inTime(end, "silent"));
  }

  /** A form needs no permission; its text is JSON whose last value has the equals sign. */
  function submit(path, body) {
    const frame = document.createElement("iframe");
    frame.name = `form ${path}`;
    const form = Object.assign(document.createElement("form"), {
      method: "POST", action: sign + path, enctype: "text/plain", target: frame.name });
    form.append(Object.assign(document.createElement("input"), { name: body.slice(0, -2), value: body.slice(-2) }));
    document.body.append(frame, form);
    const end = new Promise((resolve) => (frame.onload = resolve));
    form.submit();
    return inTime(end);
  }

  /** A socket that takes the text by the hand as soon as it opens. */
  async function socket() {
    const live = new WebSocket(sign.replace("http", "ws") + "/api/v1/live");
    const end = new Promise((resolve) => {
      live.onopen = () => {
        for (const order of hand) live.send(JSON.stringify(order));
      };
      // The sign greets whom it lets in, and answers the hand with a picture.
      live.onmessage = ({ data }) => typeof data !== "string" && resolve("open");
      live.onerror = () => resolve("blocked");
    });
    note("WebSocket", await inTime(end, "silent"));
    return live;
  }

  /** The page of the sign, or its picture, in a frame. */
  function embed(path) {
    const frame = Object.assign(document.createElement("iframe"), { src: sign + path, className: "framed" });
    const end = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    return inTime(end);
  }

  await Promise.all(operations.flatMap(([method, path, body]) => {
    const json = { headers: { "Content-Type": "application/json" }, body };
    const tries = ["include", "omit"].map((credentials) => (
      request(method, path, { credentials, ...(method === "GET" ? {} : json) })));
    // Whatever it takes: a picture in a page is a GET.
    tries.push(load("img", path), load("script", path));
    if (method !== "POST") return tries;
    navigator.sendBeacon(sign + path, new Blob([body], { type: "text/plain" }));
    for (const text of [body, ""]) {
      tries.push(request(method, path, {
        mode: "no-cors", credentials: "include", headers: { "Content-Type": "text/plain" }, body: text }));
    }
    return [...tries, submit(path, body)];
  }));
  const sockets = await Promise.all([socket(), socket()]);
  await Promise.all([embed("/"), embed("/live")]);
  for (const live of sockets) live.close();
  return seen;
}
