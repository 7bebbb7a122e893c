// Where in a sign file a place is, for the words that the editor offers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAt } from "../../web/editor/yaml-place.js";

/** A text whose cursor is at "|", and the keys and indices, the word, and whether it is a value. */
const cases = {
  "an empty file": ["|", [], "", false],
  "a key at the start": ["bri|", [], "bri", false],
  "a value": ["board: s|", ["board"], "s", true],
  "a value that is not begun": ["board: |", ["board"], "", true],
  "a value right after the colon": ["board:|", ["board"], "", true],
  "what stands after the cursor does not count": ["board: s|im-64x32\nzones:\n", ["board"], "s", true],
  "a key after a block": ["message:\n  text: a\nbo|", [], "bo", false],
  "a key in a block": ["message:\n  te|", ["message"], "te", false],
  "a key beside others of a block": ["message:\n  text: a\n  co|", ["message"], "co", false],
  "a deeper block": ["clock:\n  style:\n    color: re|", ["clock", "style", "color"], "re", true],
  "back out of a deeper block": ["clock:\n  style:\n    color: red\n  sp|", ["clock"], "sp", false],
  "comments and empty lines": ["message:\n  text: a\n  # b\n\n  in: w|", ["message", "in"], "w", true],
  "a quoted key": ["\"message\":\n  te|", ["message"], "te", false],
  "the first item of a list": ["zones:\n  - na|", ["zones", 0], "na", false],
  "a key of an item": ["zones:\n  - name: a\n    ar|", ["zones", 0], "ar", false],
  "a later item": ["zones:\n  - name: a\n  - name: b\n  - na|", ["zones", 2], "na", false],
  "a list as far left as its key": ["zones:\n- name: a\n  ar|", ["zones", 0], "ar", false],
  "a later item of such a list": ["zones:\n- name: a\n- na|", ["zones", 1], "na", false],
  "a key after such a list": ["zones:\n- name: a\nbo|", [], "bo", false],
  "a list in a list": ["rows:\n  - - a\n    - b|", ["rows", 0, 1], "b", false],
  "a list in an item": ["zones:\n  - name: a\n    messages:\n      - {text: b}\n      - {te|", ["zones", 0, "messages", 1], "te", false],
  "an item after an item with a list": ["zones:\n  - messages:\n      - a\n  - na|", ["zones", 1], "na", false],
  "braces": ["style: {color: re|", ["style", "color"], "re", true],
  "a later key in braces": ["style: {color: red, fo|", ["style"], "fo", false],
  "after braces": ["messages: [{text: a}, {te|", ["messages", 1], "te", false],
  "brackets in braces": ["zones:\n  - name: a\n    style: {font: [a, b|", ["zones", 0, "style", "font", 1], "b", true],
  "after brackets in braces": ["style: {font: [a, b], co|", ["style"], "co", false],
  "a colon in a value": ["source: {url: http://a|", ["source", "url"], "http://a", true],
  "an open quote": ['message: {text: "a, b|', ["message", "text"], null, true],
  "an open quote of the other kind": ["message: {text: 'a, b|", ["message", "text"], null, true],
  "an open quote in a line of its own": ['message:\n  text: "a: b|', ["message", "text"], null, true],
  "after a quoted text": ['message: {text: "a, b: {", co|', ["message"], "co", false],
  "after an apostrophe in a quoted text": ["message: {text: 'it''s, here', co|", ["message"], "co", false],
  "after a quote in a quoted text": ['message: {text: "a \\"b\\", c", co|', ["message"], "co", false],
  "an open quote after a backslash": ['message: {text: "a \\", co|', ["message", "text"], null, true],
  "after a backslash at the end of a quoted text": ['message: {text: "a \\\\", co|', ["message"], "co", false],
};

for (const [name, [marked, path, word, isValue]] of Object.entries(cases)) {
  test(name, () => {
    const offset = marked.indexOf("|");
    assert.deepEqual(placeAt(marked.replace("|", ""), offset), { path, word, isValue });
  });
}
