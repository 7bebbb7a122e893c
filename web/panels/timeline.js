import { make, setText } from "../base/dom.js";
import { call } from "../base/api.js";
import { priorityName } from "./messages.js";
import { titleOf } from "./titles.js";

const day = 24 * 3600 * 1000;

/** Milliseconds since 1970 of a time as the sign sends it. */
const instant = (time) => (typeof time === "number" ? time * 1000 : Date.parse(time));

/** The time of day as the sign's clock shows it, which may not be this device's. */
function clock(time) {
  const written = /T(\d\d:\d\d).*[+-]\d\d:?\d\d$/.exec(time);
  if (written) return written[1];
  return new Date(instant(time)).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** Milliseconds from UTC to the sign's time of day; to this device's, if the sign does not tell. */
function shiftOf(time, now) {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(time) ?? [];
  if (sign) return Number(`${sign}1`) * (hours * 60 + Number(minutes)) * 60000;
  return -new Date(now).getTimezoneOffset() * 60000;
}

/** What is shown now and in the next 24 hours. */
export class Timeline {
  #chart;
  #now;
  #next;
  #names;
  #rows = [];

  /** @param {() => object[]} messages the known messages, whose texts say more than names */
  constructor(chart, now, next, messages) {
    Object.assign(this, { messages });
    this.#chart = chart;
    this.#now = now;
    this.#next = next;
  }

  /** Reads the schedule. */
  async refresh() {
    const answer = await call("GET", "schedule?hours=24");
    this.#rows = (Array.isArray(answer) ? answer : answer.schedule).map((row) => ({
      ...row, start: instant(row.from), end: row.to == null ? Infinity : instant(row.to),
    }));
  }

  /** Shows the schedule as of now. */
  draw() {
    const from = Date.now();
    const known = new Map(this.messages().map((message) => [message.name, titleOf(message)]));
    this.#names = (row) => known.get(row.message) ?? titleOf({ text: row.message ?? "" });
    const rows = this.#rows.filter((row) => row.end > from && row.start < from + day);
    this.#tellNext(rows, from);
    const groups = Map.groupBy ? Map.groupBy(rows, keyOf) : grouped(rows);
    this.#chart.replaceChildren(this.#hours(from), ...[...groups.values()].map((group) => this.#lane(group, from)));
    if (!rows.length) this.#chart.append(make("p", { className: "empty" }, "Nothing is scheduled."));
  }

  #tellNext(rows, from) {
    const shown = this.messages().filter((message) => message.state === "shown").map(titleOf);
    setText(this.#now, shown.length ? shown.join(" · ") : "Nothing");
    const turns = this.messages().filter((message) => message.turn !== undefined)
      .map((message) => ({ start: message.turn, name: titleOf(message) }));
    const changes = rows.filter((row) => row.start > from + 1000)
      .map((row) => ({ start: row.start, name: this.#names(row) }));
    const [next] = [...turns, ...changes].sort((a, b) => a.start - b.start);
    setText(this.#next, next ? `${this.#when(next.start, from)}${next.name}` : "No change in the next 24 hours");
  }

  /** The time of a change by the sign's clock; nothing for one within a minute, which takes turns with others. */
  #when(time, from) {
    if (time < from + 60000) return "";
    const shift = shiftOf(this.#rows[0]?.from, from);
    const isToday = Math.floor((time + shift) / day) === Math.floor((from + shift) / day);
    return `${isToday ? "" : "tomorrow "}${new Date(time + shift).toISOString().slice(11, 16)} `;
  }

  #hours(from) {
    const scale = make("div", { className: "scale", "aria-hidden": "true" });
    const shift = shiftOf(this.#rows[0]?.from, from);
    const quarter = day / 4;
    for (let time = Math.ceil((from + shift) / quarter) * quarter - shift; time < from + day; time += quarter) {
      const share = (time - from) / day;
      // There is no room beside the word "Now" and beyond the end.
      if (share < 0.15 || share > 0.94) continue;
      const mark = make("span", {}, new Date(time + shift).toISOString().slice(11, 16));
      mark.style.left = `${100 * share}%`;
      scale.append(mark);
    }
    return make("div", { className: "lane head" }, make("span", {}, "Now"), scale);
  }

  #lane(group, from) {
    const track = make("div", { className: "track" });
    const times = [];
    for (const row of group) {
      const start = Math.max(0, row.start - from) / day;
      const end = Math.min(day, row.end - from) / day;
      const bar = make("i", { className: row.start <= from ? "bar current" : "bar", "aria-hidden": "true" });
      bar.style.left = `${100 * start}%`;
      bar.style.width = `${100 * (end - start)}%`;
      track.append(bar);
      times.push(this.#span(row, from));
    }
    const [{ priority, zone }] = group;
    const facts = [times.join(", "), priorityName(priority), zone].filter(Boolean).join(" · ");
    return make("div", { className: "lane", role: "listitem" },
      make("div", { className: "title" },
        make("strong", { dir: "auto" }, this.#names(group[0])), make("span", { className: "facts" }, facts)),
      track);
  }

  #span(row, from) {
    const isOpen = row.end >= from + day - 60000;
    if (row.start <= from) return isOpen ? "all day" : `until ${clock(row.to)}`;
    return isOpen ? `from ${clock(row.from)}` : `${clock(row.from)} to ${clock(row.to)}`;
  }
}

const keyOf = (row) => JSON.stringify([row.message, row.zone]);

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
