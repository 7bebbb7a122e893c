// @ts-check
import { byId, make, setText } from "./base/dom.js";
import { offerLanguages, phrase } from "./base/language.js";
import { attempt, say } from "./base/notice.js";
import { tellProblems } from "./base/problems.js";
import { Editor } from "./editor/editor.js";
import { CueButtons } from "./panels/cues.js";
import { Machine } from "./panels/machine.js";
import { MessageList } from "./panels/messages.js";
import { NetworkPixels } from "./panels/network-pixels.js";
import { SendForm } from "./panels/send-form.js";
import { SignIn } from "./panels/sign-in.js";
import { StatisticsList } from "./panels/statistics.js";
import { Steering } from "./panels/steering.js";
import { makeTabs } from "./panels/tabs.js";
import { Timeline } from "./panels/timeline.js";
import { VariableList } from "./panels/variables.js";
import { Drags } from "./picture/drags.js";
import { Rate } from "./picture/rate.js";

/**
 * Shows what stands around the picture.
 * @param {import("./base/connection.js").Connection} connection
 * @param {import("./sign/sign.js").Sign} sign
 * @param {import("./sign/updates.js").Updates} updates
 * @param {import("./picture/picture-view.js").PictureView} view
 */
export function showParts(connection, sign, updates, view) {
  // The first picture does not wait for them.
  document.head.append(...["editor", "setup", "message"].map((name) => make("link", { rel: "stylesheet", href: `web/styles/${name}.css` })));

  const rate = new Rate(connection);
  const drags = new Drags(byId("zones"), view, (order) => {
    if (order.hand !== "move") rate.hold(order.hand === "begin");
    return connection.send(order);
  });
  sign.watch(["messages"], () => {
    const shown = sign.shown.map((message) => sign.titleOf(message)).join(", ");
    byId("picture").setAttribute("aria-label", shown ? phrase("The sign shows: {texts}", { texts: shown }) : phrase("The sign shows nothing"));
  });

  // What stands beside it
  new MessageList(byId("messages"), sign);
  new Timeline(byId("timeline"), byId("agenda"), sign);
  new Steering(byId("steering"), sign);
  new CueButtons(byId("cues"), sign);
  new NetworkPixels(byId("network-pixels"), sign);
  new VariableList(byId("variables"), byId("new-variable", HTMLFormElement), sign);
  new StatisticsList(byId("statistics"), sign);
  new Machine(byId("machine", HTMLDetailsElement));
  new SendForm(byId("send-form", HTMLFormElement), sign);
  offerLanguages(byId("language", HTMLSelectElement));
  const editor = new Editor();
  /**
   * Most signs are set up, and see their picture sooner without it.
   * @type {Promise<void> | undefined}
   */
  let setup;
  const signIn = new SignIn(() => connection.reopen());
  const tabs = makeTabs(byId("tabs"), (name) => {
    if (name === "file") editor.open();
    if (name !== "status" || connection.status !== "open") return;
    updates.read(["statistics"]);
    attempt(() => signIn.list());
  });

  sign.watch(["hello"], () => {
    if (!sign.hello?.setup) return;
    setup ??= import("./setup/setup.js").then(({ Setup }) => void new Setup(byId("setup"), sign));
    attempt(async () => setup);
  });
  sign.watch(["hello"], () => {
    const { hello, canSteer } = sign;
    if (!hello) return;
    drags.show(hello, canSteer);
    tabs.allow("send", canSteer);
    tabs.allow("file", hello.may.includes("edit"));
    for (const element of document.querySelectorAll("[data-needs=steer]")) element.toggleAttribute("hidden", !canSteer);
    signIn.offer(canSteer);
  });
  sign.watch(["statistics"], () => {
    const name = sign.statistics?.file?.split("/").at(-1)?.replace(/\.ya?ml$/, "");
    setText(byId("name"), name && name !== "sign" ? name[0].toUpperCase() + name.slice(1) : phrase("Sign"));
    document.title = name ? `${name} · ledsign` : "ledsign";
  });
  sign.watch(["state"], () => {
    const { problem } = sign.state;
    byId("problem").hidden = !problem;
    tellProblems(byId("problem"), problem ?? "");
  });
  connection.on("news", (news) => "hand" in news && news.hand === "busy" && say(phrase("Someone else is moving this text.")));
  const askIfSignedOut = () => connection.status === "signed-out" && signIn.open();
  connection.on("status", askIfSignedOut);
  askIfSignedOut();
  signIn.tryCode(() => connection.retry());
  addEventListener("signed-out", () => signIn.open());
}
