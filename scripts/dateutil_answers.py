"""Answers questions about time with python-dateutil and Python's zoneinfo, for tests to compare with.

usage: dateutil_answers.py < QUESTIONS      one JSON object a line; prints one JSON value a line

    {"ask": "offsets", "zone": Z, "times": [UTC, ...]}            seconds that clocks are ahead of UTC
    {"ask": "locals", "zone": Z, "locals": [SECONDS, ...]}        UTC of local times; null for those that clocks leave out
    {"ask": "starts", "zone": Z, "rules": [RRULE, ...], "start": "20260101T080000", "from": UTC, "to": UTC}
                    UTC of the starts; in a gap as if clocks were not set. A start may be a date, such as "20260101"
    {"ask": "edges", "zone": Z, "days": [DAYS, ...], "spans": [[SECOND OF DAY, SECONDS], ...], "from": DATE, "to": DATE}
                    UTC at which the union of the spans on these days begins and ends; DAYS is {"rule": RRULE, "length": DAYS}
"""

import datetime
import json
import sys
import zoneinfo

from dateutil import rrule, tz

EPOCH = datetime.datetime(1970, 1, 1)
UTC = datetime.timezone.utc


def local(seconds):
    return EPOCH + datetime.timedelta(seconds=seconds)


def utc(naive, zone):
    """Seconds of UTC of a local time; the first of two, and in a gap as if clocks had not been set."""
    return int(naive.replace(tzinfo=zone, fold=0).astimezone(UTC).timestamp())


def exists(naive, zone):
    return tz.datetime_exists(naive, zone)


def utc_of_edge(naive, zone):
    """The same, but in a gap its end."""
    while not exists(naive, zone):
        naive += datetime.timedelta(minutes=1)
    return utc(naive, zone)


def offsets(question, zone):
    def offset(time):
        there = datetime.datetime.fromtimestamp(time, UTC).astimezone(zone)
        return int(there.utcoffset().total_seconds())
    return [offset(time) for time in question["times"]]


def locals_(question, zone):
    naive = [local(seconds) for seconds in question["locals"]]
    return [utc(time, zone) if exists(time, zone) else None for time in naive]


def recurrence(rule, start, low, high):
    """The starts of a rule between two local times; of years of weeks with an interval, which dateutil does not count."""
    parts = dict(part.split("=") for part in rule.split(";"))
    interval = int(parts.get("INTERVAL", 1))
    has_week_years = parts["FREQ"] == "YEARLY" and "BYWEEKNO" in parts and interval > 1
    if not has_week_years:
        return [naive for naive in rrule.rrulestr(rule, dtstart=start).between(low, high, inc=True)]
    del parts["INTERVAL"]
    count = int(parts.pop("COUNT", 1_000_000))
    yearly = rrule.rrulestr(";".join(f"{key}={value}" for key, value in parts.items()), dtstart=start)
    first = start.isocalendar().year
    found = [naive for naive in yearly.between(start, high, inc=True) if (naive.isocalendar().year - first) % interval == 0]
    return [naive for naive in found[:count] if naive >= low]


def starts(question, zone):
    found = set()
    is_date = len(question["start"]) == 8
    start = datetime.datetime.strptime(question["start"], "%Y%m%d" if is_date else "%Y%m%dT%H%M%S")
    low = local(question["from"] - 2 * 86_400)
    high = local(question["to"] + 2 * 86_400)
    for rule in question["rules"]:
        if is_date:
            # RFC 5545, 3.3.10: these are ignored where the start is a date.
            ignored = ("BYHOUR", "BYMINUTE", "BYSECOND")
            rule = ";".join(part for part in rule.split(";") if not part.startswith(ignored))
        try:
            found.update(utc(naive, zone) for naive in recurrence(rule, start, low, high))
        except ValueError as error:
            # A rule that nothing fits.
            if "empty set" not in str(error):
                raise
    return sorted(time for time in found if question["from"] <= time < question["to"])


def edges(question, zone):
    first = datetime.datetime.strptime(question["from"], "%Y-%m-%d") - datetime.timedelta(days=400)
    last = datetime.datetime.strptime(question["to"], "%Y-%m-%d") + datetime.timedelta(days=2)
    days = set()
    for item in question["days"]:
        for day in rrule.rrulestr(item["rule"], dtstart=first.replace(month=1, day=1)).between(first, last, inc=True):
            days.update(day + datetime.timedelta(days=n) for n in range(item.get("length", 1)))
    intervals = []
    for day in days:
        for second, length in question["spans"]:
            start = day + datetime.timedelta(seconds=second)
            interval = (utc_of_edge(start, zone), utc_of_edge(start + datetime.timedelta(seconds=length), zone))
            if interval[0] < interval[1]:
                intervals.append(interval)
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    low, high = (utc(datetime.datetime.strptime(question[key], "%Y-%m-%d"), zone) for key in ("from", "to"))
    return [edge for interval in merged for edge in interval if low < edge < high]


ANSWERS = {"offsets": offsets, "locals": locals_, "starts": starts, "edges": edges}
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(ANSWERS[asked["ask"]](asked, zoneinfo.ZoneInfo(asked["zone"]))), flush=True)
