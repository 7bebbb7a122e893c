"""Measures a running sign that gets 50,000 packets a second, and prints tables of Markdown.

usage: pixel_time.py LEDSIGN KERNEL_MODEL [SECONDS]

The same sign, a text beside a zone for pixels, runs on a modelled device: without packets, beside the same packets for another
port, with garbage, and with pictures. Then a sign of 128x64 gets 60 pictures a second. Nothing here fails for a missed goal: the table says so.
"""

import functools
import json
import os
import socket
import sys

from disturbed import Run, table, verdict
from run_time import RATE

SIGN = """\
board: max7219-32x8
control: {socket: none, state: none}
pixels: {zone: right, protocols: [ddp], from: [127.0.0.1]}
zones:
  - name: left
    area: {x: 0, y: 0, width: 16, height: 8}
    style: {speed: 60, scroll: always}
    message: Fresh bread until noon
  - name: right
    area: {x: 16, y: 0, width: 16, height: 8}
    message: Hi
"""
LARGE_SIGN = """\
board: hub75-128x64
control: {socket: none, state: none}
message: Hi
pixels: {protocols: [ddp], from: [127.0.0.1]}
"""
PACKETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ServerLoad", "packets.py")
PACKETS_PER_SECOND = 50_000
PORT = 4048
PICTURES_PER_SECOND = 60
PACKETS_OF_A_PICTURE = 18


def large(ledsign, library, seconds):
    """Prints the load of a sign of 128x64 that shows 60 pictures a second, and of the same sign without."""
    rate = PICTURES_PER_SECOND * PACKETS_OF_A_PICTURE
    command = [sys.executable, PACKETS, str(PORT), str(seconds), str(rate), "frames"]
    print(f"\nLoad of a sign of 128x64 in colour at {PICTURES_PER_SECOND} pictures a second by DDP, in percent of a core:\n")
    print("| | pixels | main | all but refresh | frames |\n|---|---:|---:|---:|---:|", flush=True)
    for name, disturb in ("without pictures", None), ("with pictures", command):
        run = Run(ledsign, library, LARGE_SIGN, seconds, disturb)
        rest = sum(load for thread, load in run.loads.items() if thread != "refresh")
        cells = [run.loads.get(thread, 0) for thread in ("pixels", "ledsign")] + [rest]
        print(f"| {name} | " + " | ".join(f"{100 * load:.1f} %" for load in cells) + f" | {len(run.late):,} |", flush=True)


def main():
    ledsign, library = sys.argv[1:3]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 30
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sink:
        sink.bind(("127.0.0.1", 0))

        def kind(name, port=None, packets="pictures"):
            command = [sys.executable, PACKETS, str(port), str(seconds), str(PACKETS_PER_SECOND), packets]
            return name, functools.partial(Run, ledsign, library, SIGN, seconds, command if port else None)

        kinds = [
            kind("without packets"), kind("the packets go to another port", sink.getsockname()[1]),
            kind("garbage", PORT, "garbage"), kind("pictures", PORT),
        ]
        print(f"Lateness of a text at {RATE} px/s beside a zone for pixels, {os.cpu_count()} cores:\n")
        runs = table(kinds)
    print()
    names = [name for name, _ in kinds]
    for name, run in zip(names, runs):
        sent = json.loads(run.said)["per_second"] if run.said else 0
        print(f"- {name}: {sent:,} packets a second, {run.summary}")
    for place in (2, 3):
        for other in (0, 1):
            verdict(names[place], runs[place], names[other], runs[other])
    large(ledsign, library, seconds)


main()
