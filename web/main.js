import { Connection } from "./base/connection.js";
import { byId, setText } from "./base/dom.js";
import { say } from "./base/notice.js";
import { atMostEvery } from "./base/timing.js";
import { Editor } from "./editor/editor.js";
import { ConnectionLine } from "./panels/connection-line.js";
import { CueButtons } from "./panels/cues.js";
import { MessageList } from "./panels/messages.js";
import { NetworkPixels } from "./panels/network-pixels.js";
import { SendForm } from "./panels/send-form.js";
import { SignIn } from "./panels/sign-in.js";
import { Statistics } from "./panels/statistics.js";
import { Steering } from "./panels/steering.js";
import { makeTabs } from "./panels/tabs.js";
import { Timeline } from "./panels/timeline.js";
import { VariableList } from "./panels/variables.js";
import { LEDPicture } from "./picture/frames.js";
import { Hands } from "./picture/hands.js";
import { PictureView } from "./picture/picture-view.js";
import { Rate } from "./picture/rate.js";

const connection = new Connection();
let may = [];
const canSteer = () => may.includes("steer");

// The picture
let picture;
const share = () => getComputedStyle(document.documentElement).getPropertyValue("--picture-height");
const view = new PictureView(byId("picture"), byId("board"), () => innerHeight * share());
const rate = new Rate(connection);
const hands = new Hands(byId("zones"), view, (order) => {
  if (order.hand !== "move") rate.hold(order.hand === "begin");
  return connection.send(order);
});

// What stands beside it
const messages = new MessageList(byId("messages"), canSteer);
const timeline = new Timeline(byId("timeline"), byId("now"), byId("then"), () => messages.messages);
const steering = new Steering(byId("steering"));
const cues = new CueButtons(byId("cues"));
const networkPixels = new NetworkPixels(byId("network-pixels"), canSteer);
const variables = new VariableList(byId("variables"), byId("new-variable"), canSteer);
const statistics = new Statistics(byId("statistics"));
const sendForm = new SendForm(byId("send-form"), () => refreshMessages());
const editor = new Editor();
const signIn = new SignIn(() => connection.reopen());
new ConnectionLine(connection);

/** Without a connection the next one reads everything again. */
const quietly = (reading) => reading.catch((error) => console.debug(error.message));

function drawMessages() {
  messages.draw();
  timeline.draw();
  const shown = messages.shown.join(", ");
  byId("picture").setAttribute("aria-label", shown ? `The sign shows: ${shown}` : "The sign shows nothing");
}

const refreshMessages = atMostEvery(300, async () => {
  await Promise.all([messages, timeline].map((part) => quietly(part.refresh())));
  drawMessages();
});
/** Values in texts have changed; the schedule has not. */
const refreshWords = atMostEvery(1000, async () => {
  await quietly(messages.refresh());
  drawMessages();
});
const refreshState = atMostEvery(300, async () => {
  await Promise.all([quietly(variables.refresh()), quietly(refreshStatistics())]);
  // Titles have the values of variables.
  drawMessages();
});

async function refreshStatistics() {
  await statistics.refresh();
  const { file, problem } = statistics.stats;
  const name = file?.split("/").at(-1).replace(/\.ya?ml$/, "");
  setText(byId("name"), name ? name[0].toUpperCase() + name.slice(1) : "Sign");
  document.title = name ? `${name} · ledsign` : "ledsign";
  showProblem(problem);
}

function showProblem(problem) {
  byId("problem").hidden = !problem;
  setText(byId("problem"), problem ?? "");
}

const tabs = makeTabs(byId("tabs"), (name) => {
  if (name === "file") editor.open();
  if (name === "status" && connection.status === "open") quietly(refreshStatistics());
});

connection.addEventListener("hello", ({ detail }) => {
  may = detail.may;
  picture = new LEDPicture(detail.width, detail.height, detail.led);
  document.body.dataset.shape = detail.width / detail.height > 5 ? "long" : "plain";
  document.body.dataset.may = may.join(" ");
  view.show(picture);
  hands.show(detail);
  sendForm.show(detail);
  tabs.allow("send", canSteer());
  tabs.allow("file", may.includes("edit"));
  for (const element of document.querySelectorAll("[data-needs=steer]")) element.hidden = !canSteer();
  networkPixels.show(detail.pixels);
  signIn.offer(canSteer());
  refreshMessages();
  refreshState();
});
connection.addEventListener("frame", ({ detail }) => {
  if (!picture?.apply(detail)) return;
  steering.showBrightness(picture.brightness);
  view.update();
});
connection.addEventListener("state", ({ detail }) => {
  steering.show(detail);
  cues.show(detail);
  if ("problem" in detail) showProblem(detail.problem);
});
connection.addEventListener("news", ({ detail }) => {
  if (detail.hand === "busy" || detail.event === "busy") say("Someone else is moving this text.");
  if (detail.event === "problem" && "problem" in detail) showProblem(detail.problem);
  else if (detail.event === "messages") refreshMessages();
  else if (detail.event === "words") refreshWords();
  else if (detail.event === "pixels") networkPixels.show(detail);
  else if (detail.event) {
    steering.show(detail);
    refreshState();
  }
});
connection.addEventListener("status", ({ detail }) => detail === "signed-out" && signIn.open());
addEventListener("signed-out", () => signIn.open());

// The ends of bars, and counters, move on by themselves.
setInterval(() => !document.hidden && connection.status === "open" && timeline.draw(), 30000);
setInterval(() => {
  if (document.hidden || connection.status !== "open") return;
  if (document.body.dataset.tab === "status") quietly(refreshStatistics());
}, 5000);
setInterval(() => !document.hidden && connection.status === "open" && refreshMessages(), 300000);

connection.retry();
