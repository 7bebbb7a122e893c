// @ts-check
import { Connection } from "./base/connection.js";
import { byId, setText } from "./base/dom.js";
import { phrase } from "./base/language.js";
import { LEDPicture } from "./picture/frames.js";
import { PictureView } from "./picture/picture-view.js";
import { Rate } from "./picture/rate.js";

const connection = new Connection();
const view = new PictureView(byId("picture", HTMLCanvasElement), byId("board"), () => innerHeight);
/** @type {LEDPicture | undefined} */
let picture;
new Rate(connection);

const words = { connecting: "", open: "", waiting: phrase("No connection"), "signed-out": phrase("Sign in on the page of the sign") };

connection.on("status", (status) => {
  document.body.dataset.connection = status;
  setText(byId("connection"), connection.isFull && status === "waiting" ? phrase("Too many people are watching") : words[status]);
});
connection.on("hello", ({ width, height, led }) => {
  picture = new LEDPicture(width, height, led);
  view.show(picture);
});
connection.on("frame", (frame) => picture?.apply(frame) && view.update());
connection.retry();
