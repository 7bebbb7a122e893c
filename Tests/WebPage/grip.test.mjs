// How fast a finger moves when it lets go.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Grip } from "../../web/picture/grip.js";

/** Places in LEDs with their milliseconds, when the finger lets go, and the pixels and the velocity then. */
const cases = {
  "a flick has the velocity of the finger": [[[0, 0], [10, 50], [20, 100]], 100, 20, 200],
  "only the last 100 ms count": [[[0, 0], [1, 500], [2, 950], [12, 1000], [22, 1050]], 1050, 22, 200],
  "a finger that rested lets go of a text at rest": [[[0, 0], [30, 50]], 400, 30, 0],
  "places between LEDs": [[[50.5, 0], [45.4, 40], [40.4, 80]], 80, -10, -126],
  "two events of the same moment are no flick": [[[0, 0], [900, 1]], 1, 900, 0],
  "pixels and velocity have a limit": [[[0, 0], [10000, 10], [20000, 20]], 20, 20000, 20000],
};

for (const [name, [[[place, time], ...moves], end, pixels, velocity]] of Object.entries(cases)) {
  test(name, () => {
    const grip = new Grip(place, time);
    for (const [place, time] of moves) grip.move(place, time);
    assert.deepEqual([grip.pixels, grip.velocity(end)], [pixels, velocity]);
  });
}
