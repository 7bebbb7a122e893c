// @ts-check
import { runsOf, weekdays } from "./schedule.js";

/** @typedef {import("./schedule.js").Part} Part */

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
];

/** @param {string} day one of the first three letters */
export const nameOfDay = (day) => dayNames[weekdays.indexOf(day)];

/**
 * A schedule in a sentence.
 * @param {Part[]} parts
 */
export function describeSchedule(parts) {
  const shown = parts.filter((part) => !part.isExcluded).map(describePart);
  const excluded = parts.filter((part) => part.isExcluded).map(describePart);
  // A sentence that is part of another one begins with its days.
  const exception = excluded.length ? `, but not ${excluded.map(lowerFirst).join(", and not ")}` : "";
  return `${[shown[0], ...shown.slice(1).map(lowerFirst)].join("; ")}${exception}.`;
}

/** @param {string} text whose first word is no name */
const lowerFirst = (text) => (/^(Every|Weekdays|Weekends|From|Until|On|Always)\b/.test(text) ? text[0].toLowerCase() + text.slice(1) : text);

/** @param {Part} part */
function describePart({ days, hours, dates }) {
  const when = hours.map(describeHours).join(" and ");
  const which = describeDays(days);
  const on = dates ? describeDates(dates) : "";
  if (!which && !when) return on ? on[0].toUpperCase() + on.slice(1) : "Always";
  // A date alone needs no days.
  if (!which && dates && dates.from === dates.until) return `${on[0].toUpperCase()}${on.slice(1)} ${when}`;
  const first = [which || "Every day", when].filter(Boolean).join(" ");
  return on ? `${first}, ${on}` : first;
}

/** @param {import("./schedule.js").WhichDays} days */
function describeDays(days) {
  if (days.kind === "every" || (days.kind === "week" && days.days.length === 7)) return "";
  if (days.kind === "month") return `Every ${list(days.places)} ${nameOfDay(days.day)} of the month`;
  const key = days.days.join();
  if (key === "mon,tue,wed,thu,fri") return "Weekdays";
  if (key === "sat,sun") return "Weekends";
  const words = runsOf(days.days).flatMap((run) =>
    (run.length > 2 ? [`${nameOfDay(run[0])} to ${nameOfDay(run.at(-1) ?? "")}`] : run.map((day) => `${nameOfDay(day)}s`)));
  return list(words);
}

/** @param {import("./schedule.js").Hours} hours */
function describeHours({ from, to }) {
  const isLater = "time" in from && "time" in to && to.time !== "00:00" && to.time <= from.time;
  const end = "time" in to && to.time === "00:00" ? "midnight" : describeMoment(to);
  return `from ${describeMoment(from)} to ${end}${isLater ? " of the next day" : ""}`;
}

/** @param {import("./schedule.js").Moment} moment */
function describeMoment(moment) {
  if ("time" in moment) return moment.time.replace(/^0(?=\d)/, "");
  const { sun, offset } = moment;
  if (!offset) return sun;
  const minutes = Math.abs(offset);
  const count = minutes % 60 ? minutes : minutes / 60;
  const unit = minutes % 60 ? "minute" : "hour";
  return `${count} ${unit}${count === 1 ? "" : "s"} ${offset < 0 ? "before" : "after"} ${sun}`;
}

/** @param {import("./schedule.js").Dates} dates */
function describeDates({ from, until, isYearly }) {
  const every = isYearly ? " every year" : "";
  if (!from) return `until ${describeDate(until)}`;
  if (!until) return `from ${describeDate(from)} on`;
  return from === until ? `on ${describeDate(from)}${every}` : `from ${describeDate(from)} to ${describeDate(until)}${every}`;
}

/** @param {string} date with or without a year */
function describeDate(date) {
  const [day, month, year] = date.split("-").reverse().length === 3 ? date.split("-").reverse() : [...date.split("-").reverse(), ""];
  return `${Number(day)} ${monthNames[Number(month) - 1]}${year && ` ${year}`}`;
}

/** @param {string[]} words */
const list = (words) => (words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
