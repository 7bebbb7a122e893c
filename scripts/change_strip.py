#!/usr/bin/env python3
"""Renders a departure list that changes while two of its cells scroll: one picture every 50 ms, in one PNG sheet.

  LEDSIGN=.build/debug/ledsign scripts/change_strip.py OUT.png

The first bus leaves 500 ms after the first picture: the others slide to their new places, and their texts scroll on.
Needs `convert` of ImageMagick.
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

BOARD = "summary: Panel of the strip\nkind: simulated\nsize: 128x32\nformat: rgb\n"
SIGN = """\
board: strip.yaml
time-zone: UTC
calendars:
  stop: {path: departures.ics, ahead: 1d}
style: {font: ledsign-8, color: amber, speed: 20, spacing: 12}
message:
  rows:
    - {text: Main Station, color: white, background: "#002060", align: center}
    - each: stop.next max 3
      key: summary
      change: slide
      in-step: yes
      gap: [2, 0]
      columns:
        - {text: "{location}", color: lime, width: fit 12, align: center}
        - {text: "{summary}", width: fill}
        - {text: "{end|date HH:mm}", align: right}
"""
DEPARTURES = [
    ("100800", "4", "Harbour"),
    ("101100", "17", "Museum and old town by way of the market"),
    ("101400", "9", "Airport, does not call between here and there"),
    ("101900", "4", "Zoo"),
]
# The clock at the first instant of the sign, and the milliseconds after it of the pictures.
WALL = "2026-05-08T10:07:55Z"
TIMES = range(4500, 5700, 50)
COLUMNS, SCALE, LINE = 2, 3, 1


def calendar():
    """The departures as events that end when the bus leaves."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//ledsign//strip//EN"]
    for end, line, place in DEPARTURES:
        lines += ["BEGIN:VEVENT", f"UID:{end}", "DTSTART:20260508T100000Z", f"DTEND:20260508T{end}Z",
                  f"LOCATION:{line}", "SUMMARY:" + place.replace(",", "\\,"), "END:VEVENT"]
    return "\r\n".join(lines + ["END:VCALENDAR", ""])


def picture(path):
    """The size and the rows of RGB bytes of a PNG picture."""
    data = subprocess.run(["convert", path, "ppm:-"], check=True, capture_output=True).stdout
    header, rest = data.split(b"\n255\n", 1)
    width, height = map(int, header.split()[1:3])
    return width, height, [rest[y * width * 3:(y + 1) * width * 3] for y in range(height)]


def enlarged(row):
    """A row of pixels, each several times."""
    return b"".join(row[x:x + 3] * SCALE for x in range(0, len(row), 3))


def write(path, rows):
    """Writes rows of RGB bytes as a PNG picture."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    size = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def main():
    """Renders the pictures and puts them below each other, in columns."""
    program = os.environ.get("LEDSIGN", ".build/debug/ledsign")
    columns = [[] for _ in range(COLUMNS)]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text in [("strip.yaml", BOARD), ("sign.yaml", SIGN), ("departures.ics", calendar())]:
            (folder / name).write_bytes(text.encode())
        for number, time in enumerate(TIMES):
            out = folder / "picture.png"
            subprocess.run([program, "render", "--sign", folder / "sign.yaml", "--wall", WALL, "--at", f"{time}ms",
                            "--style", "pixels", "--out", out], check=True)
            width, _, rows = picture(out)
            column = columns[number * COLUMNS // len(TIMES)]
            column += rows + [b"\x40\x40\x40" * width] * LINE
    joined = [(b"\x40\x40\x40" * LINE).join(rows) for rows in zip(*columns)]
    write(pathlib.Path(sys.argv[1]), [enlarged(row) for row in joined for _ in range(SCALE)])


if __name__ == "__main__":
    main()
