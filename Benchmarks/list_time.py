"""Measures a running sign with a list of 100 rows whose values change ten times a second, and prints tables of Markdown.

usage: list_time.py LEDSIGN KERNEL_MODEL [SECONDS]

The same sign, a text that scrolls beside the list, runs on a modelled device: with values that stay the same, beside a program that
writes as many new values to another file, and with new values for one row and for all of them. Nothing here fails for a missed
goal: the table says so.
"""

import json
import os
import sys
import tempfile
import time

from disturbed import Run, moves, verdict
from run_time import RATE, row

SIGN = """\
board: max7219-64x8
control: {socket: none, state: none}
fields: {rows: {json: FILE, every: 100ms}}
zones:
  - name: left
    area: {x: 0, y: 0, width: 16, height: 8}
    style: {speed: 60, scroll: always}
    message: Fresh bread until noon
  - name: right
    area: {x: 16, y: 0, width: 48, height: 8}
    message:
      rows:
        - each: rows
          key: id
          hold: 2s
          gap: [2, 0]
          columns: ["{id}", {text: "{to}", width: fill}, {text: "{due}", align: right, sample: "888"}]
"""
ROWS = 100
CHANGES_PER_SECOND = 10
# The load of the list may be so many percent of a core.
GOAL = 3


def values(number, changed):
    """The rows after so many changes of the first of them."""
    return json.dumps([{"id": row, "to": "Sea", "due": (row + (number if row < changed else 0)) % 1000} for row in range(ROWS)])


def write(path, number, changed):
    """Replaces a file at once."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(values(number, changed))
    os.chmod(path + ".new", 0o644)
    os.replace(path + ".new", path)


def change(path, seconds, changed):
    """Writes new values for some time; prints how many times."""
    began = time.monotonic()
    for number in range(1, seconds * CHANGES_PER_SECOND + 1):
        write(path, number, changed)
        time.sleep(max(0, began + number / CHANGES_PER_SECOND - time.monotonic()))
    print(number)


def main():
    ledsign, library = sys.argv[1:3]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 30
    with tempfile.TemporaryDirectory(prefix="ledsign-list-") as folder:
        os.chmod(folder, 0o755)
        shown, other = f"{folder}/shown.json", f"{folder}/other.json"

        def kind(name, path=None, changed=ROWS):
            command = [sys.executable, __file__, "change", path, str(seconds), str(changed)]

            def run(has_privileges):
                write(shown, 0, 0)
                return Run(ledsign, library, SIGN.replace("FILE", shown), seconds, command if path else None, has_privileges)

            return name, run

        kinds = [
            kind("the values stay"), kind("the values of another file change", other),
            kind("one value changes", shown, 1), kind("all values change", shown),
        ]
        print(f"Lateness of a text at {RATE} px/s beside a list of {ROWS} rows, {CHANGES_PER_SECOND} changes a second, "
              f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}:\n")
        compare("ordinary thread, no privileges", kinds, has_privileges=False)
        if os.geteuid() == 0:
            print()
            compare("SCHED_FIFO", kinds, has_privileges=True)


def compare(manner, kinds, has_privileges):
    """Prints the rows of one manner, what the changes cost, and whether they delay the frames that the text moves in."""
    print("| | p50 | p95 | p99 | worst | frames |\n|---|---:|---:|---:|---:|---:|", flush=True)
    runs = []
    for name, run in kinds:
        runs.append(run(has_privileges))
        runs[-1].late, others = moves(runs[-1])
        row(f"{name}, {manner}", runs[-1].late)
        if len(runs) > 2:
            row(f"{name}, {manner}: only new values", others)
    print()
    for (name, _), run in zip(kinds[2:], runs[2:]):
        more = 100 * (run.load - runs[0].load)
        print(f"- {name}: {100 * run.load:.1f} % of a core; for the changes {more:.1f} %, under {GOAL} %: "
              f"{'met' if more < GOAL else 'MISSED'}")
        for other in (0, 1):
            verdict(name, run, kinds[other][0], runs[other])


if sys.argv[1] == "change":
    change(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
else:
    main()
