// Schedules of sign files in the fields of a form: read, written again, and read aloud.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readSchedule, writeSchedule } from "../../web/message/schedule.js";
import { describeSchedule } from "../../web/message/schedule-words.js";

/** Texts that are written again as they are, and their sentences. */
const kept = {
  "mon-fri 08:00-18:00": "Weekdays from 8:00 to 18:00.",
  "mon-fri 08:00-18:00; sat 09:00-13:00": "Weekdays from 8:00 to 18:00; Saturdays from 9:00 to 13:00.",
  "mon-fri 08:00-18:00; sat 09:00-13:00; not 12-24..12-26":
    "Weekdays from 8:00 to 18:00; Saturdays from 9:00 to 13:00, but not from 24 December to 26 December every year.",
  "until 2026-12-24 mon-fri 08:00-18:00": "Weekdays from 8:00 to 18:00, until 24 December 2026.",
  "from 2027-01-07": "From 7 January 2027 on.",
  "until 2026-12-24": "Until 24 December 2026.",
  "fri, sat 22:00-02:00": "Fridays and Saturdays from 22:00 to 2:00 of the next day.",
  "weekend": "Weekends.",
  "sat-mon": "Saturday to Monday.",
  "mon": "Mondays.",
  "mon, wed, fri 10:00-12:00": "Mondays, Wednesdays and Fridays from 10:00 to 12:00.",
  "tue-sat": "Tuesday to Saturday.",
  "mon-wed, fri": "Monday to Wednesday and Fridays.",
  "first mon": "Every first Monday of the month.",
  "first sat, third sat 10:00-12:00": "Every first and third Saturday of the month from 10:00 to 12:00.",
  "last fri 18:00-24:00": "Every last Friday of the month from 18:00 to midnight.",
  "08:00-12:00, 14:00-18:00": "Every day from 8:00 to 12:00 and from 14:00 to 18:00.",
  "sunset-23:00": "Every day from sunset to 23:00.",
  "06:00-sunrise": "Every day from 6:00 to sunrise.",
  "sunset-30m..sunrise+1h": "Every day from 30 minutes before sunset to 1 hour after sunrise.",
  "dusk+2h..dawn-90m": "Every day from 2 hours after dusk to 90 minutes before dawn.",
  "2026-12-24..2027-01-06": "From 24 December 2026 to 6 January 2027.",
  "2026-12-24": "On 24 December 2026.",
  "2026-12-24 10:00-14:00": "On 24 December 2026 from 10:00 to 14:00.",
  "12-24..01-06": "From 24 December to 6 January every year.",
  "12-24..12-24 mon": "Mondays, on 24 December every year.",
  "12-24 mon 08:00-09:00": "Mondays from 8:00 to 9:00, on 24 December every year.",
  "02-29": "On 29 February every year.",
  "2027-05-01..2027-09-30 sun 10:00-12:00, 14:00-18:00":
    "Sundays from 10:00 to 12:00 and from 14:00 to 18:00, from 1 May 2027 to 30 September 2027.",
  "not mon": "Always, but not Mondays.",
  "not sun; not 12-25 00:00-12:00": "Always, but not Sundays, and not on 25 December every year from 0:00 to 12:00.",

  "08:00-18:00; not first mon": "Every day from 8:00 to 18:00, but not every first Monday of the month.",
};

/** Texts and keys that say the same as a text that is written. */
const same = [
  [undefined, null], ["always", null], ["daily", null], ["mon-sun", null], ["always; mon", null], ["daily; not weekend", "not weekend"],
  ["Mon - Fri 8:00 - 18:00", "mon-fri 08:00-18:00"], ["weekdays 8:00..18:00", "mon-fri 08:00-18:00"],
  ["monday, Tuesday,wednesday", "mon-wed"], ["saturday,sunday", "weekend"], ["noon-midnight", "12:00-24:00"],
  ["daily 08:00-09:00", "08:00-09:00"], ["18:00-00:00", "18:00-24:00"], ["sunset - 30min..23:00", "sunset-30m..23:00"],
  ["sunset-60m-23:00", "sunset-1h..23:00"], ["mon from 2026-12-01 until 2026-12-24", "2026-12-01..2026-12-24 mon"],
  ["third sat, first sat", "first sat, third sat"], ["mon-fri until 2026-12-24 08:00-18:00", "until 2026-12-24 mon-fri 08:00-18:00"],
  [{ days: "mon-fri", from: "08:00", to: "18:00" }, "mon-fri 08:00-18:00"],
  [{ dates: "2026-12-24..2026-12-26", not: "fri" }, "2026-12-24..2026-12-26; not fri"],
  [{ yearly: "12-24", from: "sunset-30m", to: "23:00" }, "12-24 sunset-30m..23:00"],
  [{ not: { days: "sun" } }, "not sun"],
];

/** What a form has no fields for, or what is wrong. */
const others = [
  "never", "cron 0 8 * * mon for 30min", "even weeks thu", "open", "not open", "mon-fri 08:00:30-18:00", "mon, 2026-12-24", "first mon, last fri",
  "mon tue", "12-24, 12-31", "12-24 2026-12-24", "8-18", "mon-fri 8-18", "2026-02-30", "25:00-26:00", "08:61-09:00", "", "mon;", "mon 08:00", "not",
  "2026-12-24..2026-12-20", "sunset+13h-23:00", "until", "until mon", "08:00-09:00 10:00-11:00", 5, true, ["mon"], { cron: "0 8 * * *" },
  { from: "08:00" }, { days: "mon; tue" }, { days: "mon", not: "not tue" }, { days: 5 }, { days: "mon", dates: "2026-12-24, 2026-12-26" },
];

for (const [text, sentence] of Object.entries(kept)) {
  test(`kept: ${text}`, () => {
    const parts = readSchedule(text);
    assert.ok(parts);
    const written = writeSchedule(parts);
    assert.equal(written, text);
    assert.deepEqual(readSchedule(written), parts);
    assert.equal(describeSchedule(parts), sentence);
  });
}

for (const [value, written] of same) {
  test(`written as ${written}: ${JSON.stringify(value)}`, () => {
    const parts = readSchedule(value);
    assert.ok(parts);
    assert.equal(writeSchedule(parts), written);
  });
}

for (const value of others) {
  test(`no fields: ${JSON.stringify(value)}`, () => assert.equal(readSchedule(value), null));
}
