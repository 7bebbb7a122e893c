"""Measures every workload and prints a table of Markdown: what, cost, goal.

usage: measure.py FRAME_COSTS PYTHON_WITH_LUMA PCF_FONT

Instructions are counted by callgrind at two run lengths; the difference over the number of frames between them is the
cost of one frame, without start-up. Times are medians of the program's own measurement, the two marquees that are
compared run in turns. Nothing here fails for a missed goal: the table says so.
"""

import json
import os
import re
import statistics
import subprocess
import sys

TEXT = "Fresh bread until noon, rolls and cakes until six, ok!"
ROUNDS = 5

# Workload, what it is, frames of the two runs, goal in instructions a frame.
COUNTED = [
    ("rasterize-54", "54 characters to a strip", (20, 120), None),
    ("draw-32x8-mono", "`draw` of a text marquee, 32x8 mono", (500, 2500), 1_200),
    ("draw-64x32-rgb", "`draw` of a text marquee, 64x32 RGB", (500, 2500), 8_000),
    ("draw-512x64-rgb", "`draw` of a text marquee, 512x64 RGB", (100, 500), None),
    ("draw-large-64x32", "the same, 64x32, capitals of 22 rows in a font of pixels", (500, 2500), 8_000),
    ("draw-crisp-64x32", "the same in an outline font, crisp", (500, 2500), 8_000),
    ("draw-smooth-64x32", "the same with smooth edges", (500, 2500), 8_000),
    ("draw-emoji-64x32", "emoji in colour of 22 rows", (500, 2500), None),
    ("next-change", "`nextChange` of a text marquee", (500, 2500), None),
    ("draw-encode-max7219-32x8", "`draw` and encode for MAX7219, 32x8", (500, 2500), 3_000),
    ("draw-encode-max7219-192x8", "`draw` and encode for MAX7219, 192x8", (500, 2500), None),
    ("hub75-white-64x32", "`draw` and encode for HUB75, 64x32, white text", (100, 500), 35_000),
    ("hub75-amber-64x32", "the same, amber text (two levels)", (100, 500), 42_000),
    ("hub75-any-colour-64x32", "the same, text of three levels", (100, 500), 50_000),
    ("hub75-smooth-64x32", "the same, text of three levels in smooth motion", (50, 250), 250_000),
    ("hub75-photo-64x32", "the same, a full-depth photograph", (10, 40), 250_000),
    ("hub75-white-512x64", "the same, 512x64, white text", (10, 50), 16 * 35_000),
    ("hub75-any-colour-512x64", "the same, 512x64, text of three levels", (10, 50), 640_000),
    ("hub75-photo-512x64", "the same, 512x64, a full-depth photograph", (2, 6), 3_200_000),
    ("draw-encode-ddp-128x64", "`draw` and packets of DDP for a panel of another device, 128x64", (50, 250), None),
    ("draw-encode-e131-128x64", "the same in packets of E1.31", (50, 250), None),
    ("draw-encode-http-128x64", "the same in a request of HTTP", (50, 250), None),
    ("dpi-white-64x32-25", "`draw` and write for the display engine, 64x32, white text", (100, 500), 30_000),
    ("dpi-white-64x32-20", "the same with `clock_width: 20 ns`", (100, 500), 30_000),
    ("dpi-any-colour-64x32-25", "the same, text of three levels, 25 ns", (100, 500), None),
    ("dpi-photo-64x32-25", "the same, a full-depth photograph, 25 ns", (10, 40), 120_000),
    ("dpi-photo-64x32-20", "the same with `clock_width: 20 ns`", (10, 40), 120_000),
    ("dissolve-128x64", "a step of `dissolve`, 128x64 RGB, every pixel", (50, 250), None),
    ("dissolve-text-128x64", "the same, a text of 16 rows", (50, 250), None),
    ("fade-128x64", "a step of `fade`, 128x64 RGB, every pixel", (50, 250), None),
    ("fade-text-128x64", "the same, a text of 16 rows", (50, 250), None),
    ("draw-sign-128x64", "`draw` of a sign, 128x64 RGB: 8 zones, 500 messages, 50 fields", (250, 1250), 40_000),
    ("frame-sign-128x64", "the same, with its decisions and `nextChange`", (250, 1250), None),
    ("frame-departures", "`draw` of four departures on 128x32, two of which scroll, with decisions and `nextChange`", (50, 250), 60_000),
    ("value-departures", "another number of minutes in it: all that a new value costs", (20, 100), 400_000),
    ("frame-weather", "`draw` of `Examples/weather.yaml` on 128x32, with decisions and `nextChange`", (50, 250), 60_000),
    ("value-weather", "another temperature in it", (20, 100), 400_000),
    ("frame-ticker", "`draw` of a ticker with five plots on 128x32, with decisions and `nextChange`", (50, 250), 60_000),
    ("value-ticker", "another price and its line in it", (20, 100), 400_000),
    ("value-list-100", "another number in a list of 100 rows of three texts", (10, 24), None),
    ("value-list-2000", "another number in a list of 2,000 texts", (7, 14), None),
    ("pixels-ddp-128x64", "a picture of 128x64 RGB in 18 packets of DDP, from the datagrams to the canvas", (250, 1250), None),
    ("pixels-e131-128x64", "the same in 49 packets of E1.31", (250, 1250), None),
    ("decide", "a decision and the next change: 2,000 events that recur, 20 other schedules", (1000, 5000), None),
]

# Workload, what it is, how often it runs, the unit of its time, and the goal.
UNITS = {"ms": 1e6, "us": 1e3}
ONCE = [
    ("start-sign", "read, lay out and draw a sign of 8 zones, 500 messages and 50 fields", 15, "ms", 300),
    ("boxes-2000", "measure and place 2,000 boxes", 100, "ms", 5),
    ("value-list-2000", "another number in a list of 2,000 texts", 50, "ms", 5),
    ("load-calendar", "read a calendar of 2,000 events that recur", 15, "ms", None),
    ("decide-first", "the first decision on 2,000 events, which asks them all", 200, "us", None),
    ("decide", "a decision and the next change, from one change to the next", 20_000, "us", 100),
    ("decide-over-years", "two decisions after nine hours of sleep, over ten years", 10_000, "us", None),
]


def output(*command):
    """What a command prints on standard output."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def instructions(program, workload, frames):
    """How many instructions a whole run executes."""
    # Callgrind counts every byte of `rep stosb` as an instruction, the processor does not: let memset use vectors.
    vectors = "glibc.cpu.x86_rep_stosb_threshold=1073741824:glibc.cpu.x86_rep_movsb_threshold=1073741824"
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "count", workload, str(frames)],
        check=True, capture_output=True, text=True, env=os.environ | {"GLIBC_TUNABLES": vectors})
    return int(re.search(r"Collected : (\d+)", run.stderr).group(1))


def machine():
    """The processor, the number of its cores that are here, and the system."""
    lines = open("/proc/cpuinfo", encoding="utf-8").read().splitlines()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith(("model name", "Model"))]
    with open("/etc/os-release", encoding="utf-8") as release:
        system = dict(line.rstrip().replace('"', "").split("=", 1) for line in release if "=" in line)["PRETTY_NAME"]
    swift = re.search(r"Swift version (\S+)", output("swift", "--version")).group(1)
    return f"{names[0] if names else os.uname().machine}, {os.cpu_count()} cores, {system}, Swift {swift}, release build"


def verdict(value, goal):
    """The last two cells of a row."""
    return "|  |" if goal is None else f"{goal:,} | {'met' if value <= goal else 'MISSED'} |"


def main():
    program, luma_python, font = sys.argv[1:]
    known = {line.split(":")[0] for line in output(program, "list").splitlines()}
    print(f"Machine: {machine()}.\n")
    print("| per frame | instructions | goal | |\n|---|---:|---:|---|")
    for workload, what, (short, long), goal in COUNTED:
        assert workload in known, f"frame-costs has no workload {workload}"
        cost = (instructions(program, workload, long) - instructions(program, workload, short)) / (long - short)
        print(f"| {what} | {cost:,.0f} | {verdict(cost, goal)}", flush=True)

    print("\n| once | time | goal | |\n|---|---:|---:|---|")
    load = int(output(program, "time", "load-pcf", "40", font))
    print(f"| load a gzipped PCF of 5,000 characters | {load / 1e6:,.1f} ms | 60 ms | {'met' if load <= 60e6 else 'MISSED'} |")
    lay = int(output(program, "time", "rasterize-200", "1000"))
    print(f"| 200 characters to a strip | {lay / 1e3:,.0f} us | 200 us | {'met' if lay <= 200e3 else 'MISSED'} |", flush=True)
    for workload, what, frames, unit, goal in ONCE:
        time = int(output(program, "time", workload, str(frames))) / UNITS[unit]
        told = f"{goal:,} {unit} | {'met' if time <= goal else 'MISSED'} |" if goal else "| |"
        print(f"| {what} | {time:,.1f} {unit} | {told}", flush=True)

    packages = {p["name"]: p["version"] for p in json.loads(output(luma_python, "-m", "pip", "list", "--format", "json"))}
    print(f"\n| a marquee's frame | ledsign | luma.led_matrix {packages['luma.led_matrix']} "
          f"(luma.core {packages['luma.core']}) | ratio |\n|---|---:|---:|---:|")
    for modules in (4, 24):
        compare(program, luma_python, modules)


def compare(program, luma_python, modules):
    """Prints the rows of one chain length: time, bytes and calls of the kernel for a frame."""
    workload = f"draw-encode-max7219-{8 * modules}x8"
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(int(output(program, "time", workload, "20000")))
        theirs.append([int(n) for n in output(luma_python, "Benchmarks/luma_marquee.py", TEXT, "2000", str(modules)).split()])
    mine = statistics.median(ours)
    luma, luma_bytes, luma_calls = (statistics.median(column) for column in zip(*theirs))
    frames = 3_000
    mine_bytes = int(output(program, "count", workload, str(frames))) / frames
    print(f"| {modules} modules: time | {mine / 1e3:,.2f} us | {luma / 1e3:,.1f} us | {luma / mine:,.0f} |")
    print(f"| {modules} modules: bytes sent | {mine_bytes:,.0f} | {luma_bytes:,.0f} | {luma_bytes / mine_bytes:,.1f} |")
    print(f"| {modules} modules: calls of the kernel | 1 | {luma_calls:,.0f} | {luma_calls:,.0f} |", flush=True)


main()
