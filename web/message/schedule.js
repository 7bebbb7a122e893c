// @ts-check

// Schedules of sign files, as far as a form has fields for them; docs/schedules.md describes their texts.

/**
 * A moment of the day: a time, or one of the sun with an offset in minutes.
 * @typedef {{time: string} | {sun: string, offset: number}} Moment
 */

/** @typedef {{from: Moment, to: Moment}} Hours */

/**
 * The days of a part of a schedule: every day, days of the week, or days of the week in every month.
 * @typedef {{kind: "every"} | {kind: "week", days: string[]} | {kind: "month", places: string[], day: string}} WhichDays
 */

/**
 * Dates, both included, as 2026-12-24, or 12-24 of every year; a date alone has them equal, and one that is empty is open.
 * @typedef {{from: string, until: string, isYearly: boolean}} Dates
 */

/**
 * A part of a schedule: what all must hold. No hours are the whole day.
 * @typedef {{isExcluded: boolean, days: WhichDays, hours: Hours[], dates: Dates | null}} Part
 */

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
export const places = ["first", "second", "third", "fourth", "last"];
export const sunEvents = ["dawn", "sunrise", "sunset", "dusk"];

/** @returns {Part} a part that is always */
export const always = () => ({ isExcluded: false, days: { kind: "every" }, hours: [], dates: null });

/** @param {Part} part */
const isAlways = ({ days, hours, dates }) => days.kind === "every" && !hours.length && !dates;

/**
 * The days of a week from one to another, past Sunday where the range says so.
 * @param {string} first
 * @param {string} last
 */
export function daysBetween(first, last) {
  const start = weekdays.indexOf(first);
  const count = (weekdays.indexOf(last) - start + 7) % 7;
  return Array.from({ length: count + 1 }, (_, index) => weekdays[(start + index) % 7]);
}

/**
 * The runs of days of a week that follow each other, also past Sunday.
 * @param {string[]} days
 * @returns {string[][]}
 */
export function runsOf(days) {
  const has = weekdays.map((day) => days.includes(day));
  if (has.every(Boolean)) return [weekdays];
  const starts = weekdays.flatMap((_, index) => (has[index] && !has[(index + 6) % 7] ? [index] : []));
  return starts.map((start) => {
    let end = start;
    while (has[(end + 1) % 7]) end++;
    return daysBetween(weekdays[start], weekdays[end % 7]);
  });
}

// Written

/**
 * The text of a schedule in a sign file; null for always.
 * @param {Part[]} parts
 */
export function writeSchedule(parts) {
  if (parts.every((part) => !part.isExcluded && isAlways(part))) return null;
  const excluded = parts.filter((part) => part.isExcluded);
  const shown = parts.filter((part) => !part.isExcluded);
  const texts = shown.some(isAlways) ? [] : shown.map(writePart);
  // What is always shown needs no words, but for exceptions.
  if (!texts.length && !excluded.length) return null;
  return [...texts, ...excluded.map((part) => `not ${writePart(part)}`)].join("; ");
}

/** @param {Part} part */
function writePart({ days, hours, dates }) {
  const words = [writeDates(dates, days.kind !== "every" && !hours.length), writeDays(days), hours.map(writeHours).join(", ")].filter(Boolean);
  return words.join(" ") || "daily";
}

/**
 * @param {Dates | null} dates
 * @param {boolean} isBesideWeekdays where 12-24 could be hours
 */
function writeDates(dates, isBesideWeekdays) {
  if (!dates) return "";
  const { from, until, isYearly } = dates;
  if (!from) return `until ${until}`;
  if (!until) return `from ${from}`;
  return from === until && !(isYearly && isBesideWeekdays) ? from : `${from}..${until}`;
}

/** @param {WhichDays} days */
function writeDays(days) {
  if (days.kind === "every") return "";
  if (days.kind === "month") return days.places.map((place) => `${place} ${days.day}`).join(", ");
  if (days.days.length === 7) return "";
  const runs = runsOf(days.days);
  if (runs.length === 1 && runs[0].join() === "sat,sun") return "weekend";
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(", "))).join(", ");
}

/** @param {Hours} hours */
function writeHours({ from, to }) {
  const hasOffset = [from, to].some((moment) => "sun" in moment && moment.offset);
  const end = "time" in to && to.time === "00:00" ? "24:00" : writeMoment(to);
  return `${writeMoment(from)}${hasOffset ? ".." : "-"}${end}`;
}

/** @param {Moment} moment */
function writeMoment(moment) {
  if ("time" in moment) return moment.time;
  const { sun, offset } = moment;
  const minutes = Math.abs(offset);
  return offset ? `${sun}${offset < 0 ? "-" : "+"}${minutes % 60 ? `${minutes}m` : `${minutes / 60}h`}` : sun;
}

// Read

/**
 * Reads what a sign file has; null for what a form has no fields for.
 * @param {unknown} value a text, an object with keys, or nothing for always
 * @returns {Part[] | null}
 */
export function readSchedule(value) {
  if (value === undefined || value === null) return [always()];
  if (typeof value === "object") return readKeys(/** @type {Record<string, unknown>} */ (value));
  if (typeof value !== "string") return null;
  const parts = value.split(";").map(readPart);
  if (parts.includes(null)) return null;
  const read = /** @type {Part[]} */ (parts);
  return read.some((part) => !part.isExcluded) ? read : [always(), ...read];
}

/**
 * @param {Record<string, unknown>} keys
 * @returns {Part[] | null}
 */
function readKeys(keys) {
  const { days, dates, yearly, from, to, not, ...others } = keys;
  if (Object.keys(others).length || (from === undefined) !== (to === undefined)) return null;
  const given = [days, dates, yearly, from, to].filter((text) => text !== undefined);
  if (!given.every((text) => typeof text === "string" && !/[;]/.test(text))) return null;
  const hours = from === undefined ? [] : [`${String(from).replace(/\s/g, "")}..${String(to).replace(/\s/g, "")}`];
  const part = readPart([...[days, dates, yearly].filter((text) => text !== undefined), ...hours].join(" ") || "always");
  const excluded = not === undefined ? [] : readSchedule(not);
  if (!part || part.isExcluded || !excluded || excluded.some(({ isExcluded }) => isExcluded)) return null;
  return [part, ...excluded.map((each) => ({ ...each, isExcluded: true }))];
}

/**
 * @param {string} text between semicolons
 * @returns {Part | null}
 */
function readPart(text) {
  // Words that belong together become one, so that blanks are between words alone.
  let rest = text.toLowerCase().trim().replace(/\s*(,|\.\.|-|\+)\s*/g, "$1");
  const isExcluded = /^not\s/.test(rest);
  if (isExcluded) rest = rest.slice(4).trim();
  const part = { ...always(), isExcluded };
  if (rest === "always") return part;
  rest = rest.replace(/\b(first|second|third|fourth|last|from|until)\s+(?=\S)/g, "$1_");
  for (const word of rest.split(/\s+/)) {
    if (!/^(daily|every|everyday)$/.test(word) && !readWord(word, part)) return null;
  }
  return part;
}

/**
 * Adds a word to a part; returns whether there is a field for it.
 * @param {string} word
 * @param {Part} part
 */
function readWord(word, part) {
  if (/:|^(dawn|sunrise|noon|sunset|dusk|midnight)/.test(word)) {
    const hours = word.split(",").map(readHours);
    if (part.hours.length || hours.includes(null)) return false;
    part.hours = /** @type {Hours[]} */ (hours);
    return true;
  }
  const days = readDays(word);
  if (days) {
    if (part.days.kind !== "every") return false;
    part.days = days;
    return true;
  }
  const dates = readDates(word);
  const joined = dates && part.dates ? joinDates(part.dates, dates) : dates;
  if (!joined) return false;
  part.dates = joined;
  return true;
}

/**
 * Dates from the one that has no end until the one that has no beginning; null for others, which a form has no fields for.
 * @param {Dates} one
 * @param {Dates} other
 */
function joinDates(one, other) {
  const [first, last] = one.from ? [one, other] : [other, one];
  const isOpen = first.from && !first.until && last.until && !last.from && first.from <= last.until;
  return isOpen ? { from: first.from, until: last.until, isYearly: false } : null;
}

/**
 * @param {string} text
 * @returns {WhichDays | null}
 */
function readDays(text) {
  const items = text.split(",");
  const monthly = items.map((item) => /^(first|second|third|fourth|last)_([a-z]+)$/.exec(item));
  if (monthly.every(Boolean)) {
    const days = new Set(monthly.map((match) => readDay(match?.[2] ?? "")));
    const [day] = days;
    const named = places.filter((place) => monthly.some((match) => match?.[1] === place));
    return day && days.size === 1 ? { kind: "month", places: named, day } : null;
  }
  const days = items.map(readWeekdays);
  if (days.includes(null)) return null;
  const all = weekdays.filter((day) => days.some((some) => some?.includes(day)));
  return all.length === 7 ? { kind: "every" } : { kind: "week", days: all };
}

/** @param {string} text */
function readWeekdays(text) {
  if (text === "weekdays" || text === "workdays") return weekdays.slice(0, 5);
  if (text === "weekend" || text === "weekends") return weekdays.slice(5);
  const ends = text.split(text.includes("..") ? ".." : "-").map(readDay);
  if (ends.length > 2 || ends.includes("")) return null;
  return daysBetween(ends[0], ends[1] ?? ends[0]);
}

/** @param {string} text a day of the week, or its first three letters; the empty text for another */
function readDay(text) {
  const names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  return weekdays.find((day, index) => text === day || text === names[index]) ?? "";
}

/**
 * @param {string} text
 * @returns {Dates | null}
 */
function readDates(text) {
  const open = /^(from|until)_(.*)$/.exec(text);
  if (open) {
    const date = readDate(open[2]);
    if (!date) return null;
    return { from: open[1] === "from" ? date : "", until: open[1] === "until" ? date : "", isYearly: false };
  }
  const ends = text.split("..");
  const isYearly = /^\d\d-\d\d(\.\.|$)/.test(text);
  const [from, until] = ends.map(isYearly ? readYearly : readDate);
  if (ends.length > 2 || !from || (ends.length === 2 && !until)) return null;
  if (!isYearly && until && until < from) return null;
  return { from, until: until ?? from, isYearly };
}

/** @param {string} text */
function readDate(text) {
  const date = new Date(`${text}T00:00:00Z`);
  // A day that the calendar does not have, such as 30 February, becomes another one.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : "";
}

/** @param {string} text */
const readYearly = (text) => readDate(`2000-${text}`).slice(5);

/**
 * @param {string} text
 * @returns {Hours | null}
 */
function readHours(text) {
  const moment = String.raw`noon|midnight|\d{1,2}:\d\d|(?:dawn|sunrise|sunset|dusk)(?:[+-]\d+(?:min|m|h)(?![a-z:]))?`;
  const match = new RegExp(`^(${moment})(?:-|\\.\\.)(${moment})$`).exec(text);
  const [from, to] = match ? [readMoment(match[1]), readMoment(match[2])] : [null, null];
  return from && to ? { from, to } : null;
}

/**
 * @param {string} text
 * @returns {Moment | null}
 */
function readMoment(text) {
  if (text === "noon") return { time: "12:00" };
  if (text === "midnight" || text === "24:00") return { time: "00:00" };
  if (/^\d/.test(text)) {
    const time = text.padStart(5, "0");
    return time < "24:00" && time.slice(3) < "60" ? { time } : null;
  }
  const [, sun, sign, count, unit] = /^([a-z]+)(?:([+-])(\d+)(min|m|h))?$/.exec(text) ?? [];
  const minutes = Number(count ?? 0) * (unit === "h" ? 60 : 1);
  return minutes <= 720 ? { sun, offset: sign === "-" ? -minutes : minutes } : null;
}
