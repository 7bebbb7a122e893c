import { Connection } from "./base/connection.js";
import { byId, setText } from "./base/dom.js";
import { LEDPicture } from "./picture/frames.js";
import { PictureView } from "./picture/picture-view.js";
import { Rate } from "./picture/rate.js";

const connection = new Connection();
const view = new PictureView(byId("picture"), byId("board"), () => innerHeight);
let picture;
new Rate(connection);

const words = { connecting: "", open: "", waiting: "No connection", "signed-out": "Sign in on the page of the sign" };

connection.addEventListener("status", ({ detail }) => {
  document.body.dataset.connection = detail;
  setText(byId("connection"), connection.isFull && detail === "waiting" ? "Too many people are watching" : words[detail]);
});
connection.addEventListener("hello", ({ detail }) => {
  picture = new LEDPicture(detail.width, detail.height, detail.led);
  view.show(picture);
});
connection.addEventListener("frame", ({ detail }) => picture?.apply(detail) && view.update());
connection.retry();
