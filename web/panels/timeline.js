// @ts-check
import { find, make, setText } from "../base/dom.js";
import { KeyedList } from "../base/keyed-list.js";
import { locale, phrase } from "../base/language.js";
import { priorityName } from "./messages.js";

const day = 24 * 3600 * 1000;

/**
 * A row of the schedule with its times in milliseconds since 1970.
 * @typedef {ScheduleRow & {start: number, end: number}} Row
 */

/** @typedef {{key: string, title: string, rows: Row[], now: number}} Lane the rows of one message in one zone */

/**
 * The time of day as the sign's clock shows it, which may not be this device's.
 * @param {string} time
 */
function clock(time) {
  const written = /T(\d\d:\d\d).*[+-]\d\d:?\d\d$/.exec(time);
  if (written) return written[1];
  return new Date(time).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

/**
 * Milliseconds from UTC to the sign's time of day; to this device's, if the sign does not tell.
 * @param {string | null | undefined} time
 * @param {number} now
 */
function shiftOf(time, now) {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(time ?? "") ?? [];
  if (sign) return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60000;
  return -new Date(now).getTimezoneOffset() * 60000;
}

/** @param {number} time */
const percent = (time) => `${(100 * time) / day}%`;

/** What is shown now and in the next 24 hours. */
export class Timeline {
  #agenda;
  #sign;
  #scale;
  #lanes;

  /**
   * @param {HTMLElement} chart
   * @param {HTMLElement} agenda has the elements with the ids now, then and later
   * @param {import("../sign/sign.js").Sign} sign
   */
  constructor(chart, agenda, sign) {
    this.#agenda = agenda;
    this.#sign = sign;
    const scale = make("div", { className: "scale", "aria-hidden": "true" });
    const lanes = make("div", { className: "lanes" });
    chart.append(make("div", { className: "lane head" }, make("span", {}, phrase("Now")), scale), lanes);
    /** @type {KeyedList<{text: string, left: string}>} */
    this.#scale = new KeyedList(scale, ({ text }) => text, makeMark);
    /** @type {KeyedList<Lane>} */
    this.#lanes = new KeyedList(lanes, ({ key }) => key, makeLane, make("p", { className: "empty" }, phrase("Nothing is scheduled.")));
    sign.watch(["messages", "schedule", "clock"], () => sign.messages && this.#draw(Date.now()));
  }

  /** @param {number} now */
  #draw(now) {
    const all = this.#sign.schedule.map((row) => ({
      ...row, start: row.from === null ? -Infinity : Date.parse(row.from), end: row.to === null ? Infinity : Date.parse(row.to),
    }));
    const shift = shiftOf(all.find((row) => row.from)?.from, now);
    const rows = all.filter((row) => row.end > now && row.start < now + day);
    // What depends on values may not come.
    const certain = rows.filter((row) => !row["depends-on-values"]);
    this.#drawNext(certain.map((row) => ({ start: row.start, title: this.#sign.titleOfRow(row) })), now, shift);
    this.#scale.show(marks(now, shift));
    /** @type {Map<string, Lane>} */
    const lanes = new Map();
    for (const row of rows) {
      const key = JSON.stringify([row.name, row.message, row.zone]);
      lanes.set(key, { key, title: this.#sign.titleOfRow(row), rows: [...(lanes.get(key)?.rows ?? []), row], now });
    }
    this.#lanes.show([...lanes.values()]);
  }

  /**
   * @param {{start: number, title: string}[]} starts
   * @param {number} now
   * @param {number} shift
   */
  #drawNext(starts, now, shift) {
    const shown = this.#sign.shown.map((message) => this.#sign.titleOf(message));
    setText(find(this.#agenda, "#now"), shown.length ? shown.join(" · ") : phrase("Nothing"));
    const turns = (this.#sign.messages ?? []).flatMap((message) =>
      (message.turn === undefined ? [] : [{ start: message.turn, title: this.#sign.titleOf(message) }]));
    const sorted = [...turns, ...starts.filter(({ start }) => start > now + 1000)].sort((a, b) => a.start - b.start);
    const [next] = sorted;
    /** @param {{start: number, title: string}} change */
    const words = ({ start, title }) => when(start, now, shift) + title;
    setText(find(this.#agenda, "#then"), next ? words(next) : phrase("No change in the next 24 hours"));
    // Turns come all day long; what is later is the next change of the day.
    const change = turns.includes(next) ? sorted.find((each) => !turns.includes(each)) : undefined;
    const later = find(this.#agenda, "#later");
    setText(later, change ? words(change) : "");
    if (later.parentElement) later.parentElement.hidden = !change;
  }
}

/**
 * The time of a change by the sign's clock; nothing for one within a minute, which takes turns with others.
 * @param {number} time
 * @param {number} now
 * @param {number} shift
 */
function when(time, now, shift) {
  if (time < now + 60000) return "";
  const isToday = Math.floor((time + shift) / day) === Math.floor((now + shift) / day);
  const clock = timeOfDay(time + shift);
  return `${isToday ? clock : phrase("tomorrow {time}", { time: clock })} `;
}

/** @param {number} time */
const timeOfDay = (time) => new Date(time).toISOString().slice(11, 16);

/**
 * The marks of the scale, one for every 6 hours of the sign's day.
 * @param {number} now
 * @param {number} shift
 */
function marks(now, shift) {
  const all = [];
  const quarter = day / 4;
  for (let time = Math.ceil((now + shift) / quarter) * quarter - shift; time < now + day; time += quarter) {
    const share = (time - now) / day;
    // There is no room beside the word "Now" and beyond the end.
    if (share < 0.15 || share > 0.94) continue;
    all.push({ text: timeOfDay(time + shift), left: percent(time - now) });
  }
  return all;
}

function makeMark() {
  const element = make("span");
  /** @param {{text: string, left: string}} mark */
  const update = ({ text, left }) => {
    setText(element, text);
    element.style.left = left;
  };
  return { element, update };
}

function makeLane() {
  const title = make("strong", { dir: "auto" });
  const facts = make("span", { className: "facts" });
  const track = make("div", { className: "track" });
  /** @type {KeyedList<{className: string, left: string, width: string}>} */
  const bars = new KeyedList(track, (_, index) => String(index), makeBar);
  const element = make("div", { className: "lane", role: "listitem" },
    make("div", { className: "title" }, title, facts), track);
  /** @param {Lane} lane */
  const update = (lane) => {
    const { rows, now } = lane;
    const [{ priority, zone }] = rows;
    const condition = rows[0]["depends-on-values"] ? phrase("depends on values") : "";
    setText(title, lane.title);
    const times = rows.map((row) => span(row, now)).join(", ");
    setText(facts, [times, condition, priorityName(priority), zone].filter(Boolean).join(" · "));
    bars.show(rows.map(({ start, end }) => {
      const [left, right] = [Math.max(0, start - now), Math.min(day, end - now)];
      return { className: start <= now ? "bar current" : "bar", left: percent(left), width: percent(right - left) };
    }));
  };
  return { element, update };
}

function makeBar() {
  const element = make("i", { "aria-hidden": "true" });
  /** @param {{className: string, left: string, width: string}} bar */
  const update = ({ className, left, width }) => {
    element.className = className;
    Object.assign(element.style, { left, width });
  };
  return { element, update };
}

/**
 * When a row is shown, in words.
 * @param {Row} row
 * @param {number} now
 */
function span(row, now) {
  const isOpen = row.to === null || row.end >= now + day - 60000;
  if (row.start <= now) return isOpen ? phrase("all day") : phrase("until {time}", { time: clock(row.to ?? "") });
  const from = clock(row.from ?? "");
  return isOpen ? phrase("from {time}", { time: from }) : phrase("{from} to {to}", { from, to: clock(row.to ?? "") });
}
