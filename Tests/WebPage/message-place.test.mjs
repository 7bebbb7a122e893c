// Where keys of messages stand in a sign file, for the form's way to the editor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOfKey } from "../../web/editor/message-place.js";

const zones = `\
# text: no message
style: {color: red}
zones:
  - name: top
    message: {text: "a: b", color: red}
  - rows:
      - messages: [One, {text: Two, when: mon}]
      - messages:
        # when: not yet
        - Three
        - text: Four
          in: {effect: wipe, color: red}

          when:
            days: mon
idle: {text: Closed, when: sun}
`;

/** A file, the number of a message, a key, and what is found: its line, column and length. */
const cases = [
  ["message: Fresh\n", 1, "text", [1, 1, 14]],
  ["message: {text: Fresh, when: mon}\n", 1, "when", [1, 24, 4]],
  ["message:\n  text: Fresh\n  when: mon\n", 1, "when", [3, 3, 4]],
  [zones, 1, "color", [5, 29, 5]],
  [zones, 2, "when", [7, 7, 41]],
  [zones, 3, "when", [7, 37, 4]],
  [zones, 4, "when", [10, 9, 7]],
  [zones, 5, "when", [14, 11, 4]],
  [zones, 5, "in", [12, 11, 2]],
  [zones, 5, "color", [11, 9, 12]],
  [zones, 6, "when", undefined],
  ["", 1, "when", undefined],
];

for (const [text, number, key, found] of cases) {
  test(`message ${number}: ${key}`, () => {
    const place = placeOfKey(text, number, key);
    assert.deepEqual(place && [place.line, place.column, place.length], found);
  });
}
