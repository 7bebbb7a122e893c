"""Measures what kinds of letters cost a sign of 8 zones once, memory and start, and prints a table of Markdown.

usage: letters_time.py LEDSIGN KERNEL_MODEL

The same sign with letters of pixels, with those of an outline font (Debian's fonts-noto-core), and with emoji in colour between
them (fonts-noto-color-emoji). The memory is that of the running sign and its guardian, on a modelled device, after some seconds;
the start is the time of a core that it takes to read the sign, draw one picture and write it to a file, the median of several.
Nothing here fails for a missed goal: the table says so.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time

from disturbed import memory_and_time
from run_time import Machine, unprivileged

KINDS = [("letters of pixels", "ledsign-8", False), ("Noto Sans Bold", "NotoSans-Bold.ttf", False), ("with emoji", "NotoSans-Bold.ttf", True)]
EMOJI = "🍕🚌⛄🎄🔥💙🐸⚽"
SECONDS, STARTS = 4, 9
# Megabytes, and milliseconds without the loading of fonts.
MEMORY_GOAL, START_GOAL = 60, 300


def sign(font, has_emoji):
    """A sign of 128x64 with a text of its own in each zone, half of which scroll."""
    lines = ["board: hub75-128x64", "control: {socket: none, state: none}", "zones:"]
    for zone, emoji in enumerate(EMOJI):
        text = f"{zone} Größe {emoji if has_emoji else ''}" + (" Fresh bread until noon, Äpfel" if zone % 2 else "")
        lines += [
            f"  - area: {{x: {zone % 2 * 64}, y: {zone // 2 * 16}, width: 64, height: 16}}",
            f"    message: {{text: \"{text}\", font: {font}, color: amber}}"]
    return "\n".join(lines) + "\n"


def memory(ledsign, library, text):
    """The resident megabytes of the running sign and the processes that it has started."""
    machine = Machine(library)
    try:
        machine.write("sign.yaml", text)
        process = subprocess.Popen(
            [*unprivileged(), ledsign, "run", f"{machine.folder}/sign.yaml", "--for", f"{SECONDS + 2}s"],
            env=machine.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(SECONDS)
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as file:
            size = sum(memory_and_time(int(number))[0] for number in [process.pid, *file.read().split()]) / 1024
        errors = process.communicate()[1]
        assert process.returncode == 0, errors
        return size
    finally:
        machine.remove()


def start(ledsign, text):
    """The milliseconds of a core until the first picture is in a file."""
    with tempfile.TemporaryDirectory(prefix="ledsign-letters-") as folder:
        with open(f"{folder}/sign.yaml", "w", encoding="utf-8") as file:
            file.write(text)
        times = []
        for _ in range(STARTS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([ledsign, "render", "--sign", f"{folder}/sign.yaml", "--at", "0s", "--out", f"{folder}/a.png"], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return 1000 * statistics.median(times)


def main():
    ledsign, library = sys.argv[1:]
    print("| a sign of 8 zones | memory | goal | | start | goal | |\n|---|---:|---:|---|---:|---:|---|")
    for name, font, has_emoji in KINDS:
        text = sign(font, has_emoji)
        size, spent = memory(ledsign, library, text), start(ledsign, text)
        print(f"| {name} | {size:.1f} MB | {MEMORY_GOAL} MB | {'met' if size <= MEMORY_GOAL else 'MISSED'} "
              f"| {spent:.0f} ms | {START_GOAL} ms | {'met' if spent <= START_GOAL else 'MISSED'} |", flush=True)


main()
