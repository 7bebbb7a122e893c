// @ts-check
import { scannedCode } from "./base/api.js";
import { Connection } from "./base/connection.js";
import { byId } from "./base/dom.js";
import { phrase } from "./base/language.js";
import { sayProblem } from "./base/notice.js";
import { ConnectionLine } from "./panels/connection-line.js";
import { PictureView } from "./picture/picture-view.js";
import { Sign } from "./sign/sign.js";
import { Updates } from "./sign/updates.js";

// The picture comes first; what stands around it follows, and takes no presses before.
const connection = new Connection();
const sign = new Sign();
const updates = new Updates(sign, connection, () => document.body.dataset.tab === "status");
const share = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--picture-height"));
const view = new PictureView(byId("picture", HTMLCanvasElement), byId("board"), () => innerHeight * share());
sign.watch(["picture"], () => view.update());
sign.watch(["hello"], () => {
  const { hello, picture } = sign;
  if (!hello || !picture) return;
  document.body.dataset.shape = hello.width / hello.height > 5 ? "long" : "plain";
  // A still picture was there before this script.
  document.getElementById("still")?.remove();
  view.show(picture);
});
new ConnectionLine(connection);
// A phone that has scanned the panel is signed in first, by a part that has not arrived yet.
if (!scannedCode()) connection.retry();

import("./parts.js").then(({ showParts }) => {
  showParts(connection, sign, updates, view);
  byId("panels").inert = false;
}, () => sayProblem(new Error(phrase("A part of this page has not arrived. Load it again."))));
