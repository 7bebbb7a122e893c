// To which key of a message a problem belongs that the sign names by its column.

import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsOfKeys } from "../../web/message/problem-keys.js";

test("columns are those of the message in one line, in letters", () => {
  // As a sign has answered it.
  const message = { text: "ää\n\"\t😀<rde>", color: "blu", speed: 30, when: { days: "mox" } };
  const error = [
    'message:1:20: unknown tag "rde"', 'message:1:37: "blu" is not a colour', 'message.when.days:1:75: "mox" is not a weekday',
    'message:1:38: one more'].join("\n");
  assert.deepEqual([...problemsOfKeys(error, message)], [
    ["text", 'unknown tag "rde"'], ["color", '"blu" is not a colour\none more'], ["when", '"mox" is not a weekday']]);
});

test("lists and keys within keys have blanks behind commas and colons", () => {
  const message = { font: ["a", "b"], in: { effect: "wipe", duration: "2s" }, align: "mid" };
  const line = '{"font": ["a", "b"], "in": {"effect": "wipe", "duration": "2s"}, "align": "mid"}';
  const error = `message:1:${line.indexOf('"mid"') + 1}: no\nmessage:1:${line.indexOf('"wipe"') + 1}: nor that`;
  assert.deepEqual([...problemsOfKeys(error, message)], [["align", "no"], ["in", "nor that"]]);
});

test("what has no place belongs to no key", () => {
  assert.deepEqual([...problemsOfKeys("No connection to the sign.", { text: "a" })], [["", "No connection to the sign."]]);
});
