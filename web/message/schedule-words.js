// @ts-check
import { listed, locale, phrase } from "../base/language.js";
import { runsOf, weekdays } from "./schedule.js";

/** @typedef {import("./schedule.js").Part} Part */

/**
 * The name of a day of the week.
 * @param {string} day one of the first three letters
 * @param {"long" | "short"} weekday
 */
export function nameOfDay(day, weekday = "long") {
  // The first of January 2024 was a Monday.
  return new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))).toLocaleDateString(locale, { weekday, timeZone: "UTC" });
}

export const monthNames = Array.from(
  { length: 12 }, (_, month) => new Date(Date.UTC(2024, month)).toLocaleDateString(locale, { month: "long", timeZone: "UTC" }));

/** What is shown every week on a day is shown on all of these. */
const everyWeek = {
  mon: phrase("Mondays"), tue: phrase("Tuesdays"), wed: phrase("Wednesdays"), thu: phrase("Thursdays"), fri: phrase("Fridays"),
  sat: phrase("Saturdays"), sun: phrase("Sundays"),
};

const ordinals = {
  first: phrase("first"), second: phrase("second"), third: phrase("third"), fourth: phrase("fourth"), last: phrase("last"),
};

/** The sun as the beginning or the end of hours. */
const sun = { dawn: phrase("dawn"), sunrise: phrase("sunrise"), sunset: phrase("sunset"), dusk: phrase("dusk") };

/** @type {Record<string, (time: {time: string}) => string>} */
const before = {
  dawn: (time) => phrase("{time} before dawn", time), sunrise: (time) => phrase("{time} before sunrise", time),
  sunset: (time) => phrase("{time} before sunset", time), dusk: (time) => phrase("{time} before dusk", time),
};

/** @type {Record<string, (time: {time: string}) => string>} */
const after = {
  dawn: (time) => phrase("{time} after dawn", time), sunrise: (time) => phrase("{time} after sunrise", time),
  sunset: (time) => phrase("{time} after sunset", time), dusk: (time) => phrase("{time} after dusk", time),
};

/**
 * A schedule in a sentence.
 * @param {Part[]} parts
 */
export function describeSchedule(parts) {
  const shown = parts.filter((part) => !part.isExcluded).map(describePart);
  const excluded = parts.filter((part) => part.isExcluded).map(describePart);
  const exceptions = excluded.map((times, index) => (index ? phrase("and not {times}", { times }) : phrase("but not {times}", { times })));
  const sentence = [shown.join("; "), ...exceptions].join(", ");
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
}

/**
 * A part as it stands within a sentence: days, hours and dates come in this order in all languages of the page.
 * @param {Part} part
 */
function describePart({ days, hours, dates }) {
  const when = listed(hours.map(describeHours));
  const which = describeDays(days);
  const on = dates ? describeDates(dates) : "";
  if (!which && !when) return on || phrase("always");
  // A date alone needs no days.
  if (!which && dates && dates.from === dates.until) return `${on} ${when}`;
  const first = [which || phrase("every day"), when].filter(Boolean).join(" ");
  return on ? `${first}, ${on}` : first;
}

/** @param {import("./schedule.js").WhichDays} days */
function describeDays(days) {
  if (days.kind === "every" || (days.kind === "week" && days.days.length === 7)) return "";
  if (days.kind === "month") {
    const which = listed(days.places.map((place) => ordinals[/** @type {keyof typeof ordinals} */ (place)]));
    return phrase("every {first} {day} of the month", { first: which, day: nameOfDay(days.day) });
  }
  const key = days.days.join();
  if (key === "mon,tue,wed,thu,fri") return phrase("weekdays");
  if (key === "sat,sun") return phrase("weekends");
  return listed(runsOf(days.days).flatMap((run) => (run.length > 2
    ? [phrase("{first} to {last}", { first: nameOfDay(run[0]), last: nameOfDay(run.at(-1) ?? "") })]
    : run.map((day) => everyWeek[/** @type {keyof typeof everyWeek} */ (day)]))));
}

/** @param {import("./schedule.js").Hours} hours */
function describeHours({ from, to }) {
  const end = "time" in to && to.time === "00:00" ? phrase("midnight") : describeMoment(to);
  // Some languages have other words before the sun than before a time.
  if ("sun" in from || "sun" in to) return phrase("from {start} to {end}", { start: describeMoment(from), end });
  const isLater = to.time !== "00:00" && to.time <= from.time;
  const span = { from: describeMoment(from), to: end };
  return isLater ? phrase("from {from} to {to} of the next day", span) : phrase("from {from} to {to}", span);
}

/** @param {import("./schedule.js").Moment} moment */
function describeMoment(moment) {
  if ("time" in moment) return moment.time.replace(/^0(?=\d)/, "");
  const minutes = Math.abs(moment.offset);
  if (!minutes) return sun[/** @type {keyof typeof sun} */ (moment.sun)];
  const time = minutes % 60
    ? phrase({ one: "{count} minute", other: "{count} minutes" }, { count: minutes })
    : phrase({ one: "{count} hour", other: "{count} hours" }, { count: minutes / 60 });
  return (moment.offset < 0 ? before : after)[moment.sun]({ time });
}

/** @param {import("./schedule.js").Dates} dates */
function describeDates({ from, until, isYearly }) {
  const span = { from: describeDate(from), until: describeDate(until) };
  if (!from) return phrase("until {date}", { date: span.until });
  if (!until) return phrase("from {date} on", { date: span.from });
  if (from === until) return isYearly ? phrase("on {date} every year", { date: span.from }) : phrase("on {date}", { date: span.from });
  return isYearly ? phrase("from {from} to {until} every year", span) : phrase("from {from} to {until}", span);
}

/** @param {string} date with or without a year; or none */
function describeDate(date) {
  if (!date) return "";
  const hasYear = date.length > 5;
  const day = new Date(`${hasYear ? date : `2000-${date}`}T00:00:00Z`);
  return day.toLocaleDateString(locale, { day: "numeric", month: "long", year: hasYear ? "numeric" : undefined, timeZone: "UTC" });
}
