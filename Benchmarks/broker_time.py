"""Measures a running sign whose broker does it harm, and prints tables of Markdown.

usage: broker_time.py LEDSIGN KERNEL_MODEL [SECONDS]

The same sign runs on a modelled device: without a broker, beside brokers that talk to another program, and at these brokers, which
Tests/HostileBroker/broker.py plays. Nothing here fails for a missed goal: the table says so.
"""

import functools
import os
import sys

from disturbed import Run, table, verdict
from run_time import RATE, free_port

SIGN = """\
board: max7219-32x8
message: {text: Fresh bread until noon, speed: 60, scroll: always}
control: {socket: none, state: none}
"""
BROKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "HostileBroker", "broker.py")
KINDS = {
    "silent": "never answers",
    "huge": "sends eight messages of 10 MB each second",
    "flood": "sends commands as fast as it can",
    "restart": "restarts every second",
}
# A broker and a client of it, which reads what comes and does nothing with it.
BESIDE = """\
import runpy, socket, sys, threading, time
sys.argv = sys.argv[1:]
threading.Thread(target=lambda: runpy.run_path(sys.argv[0], run_name="__main__"), daemon=True).start()
time.sleep(0.5)
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as client:
    client.sendall(b"CONNECT")
    while client.recv(65536):
        pass
"""


def main():
    ledsign, library = sys.argv[1:3]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 20

    def kind(broker, beside=False):
        port = free_port()
        sign = SIGN + f'mqtt: {{broker: "mqtt://127.0.0.1:{port}", topic: ledsign/bakery}}\n'
        command = [BROKER, "127.0.0.1", str(port), broker]
        if beside:
            command = ["-c", BESIDE] + command
        return (KINDS[broker] + (", to another program" if beside else ""),
                functools.partial(Run, ledsign, library, SIGN if beside else sign, seconds, [sys.executable, *command]))

    kinds = [("without a broker", functools.partial(Run, ledsign, library, SIGN, seconds))]
    for name in KINDS:
        # The load of those that send much.
        kinds += ([kind(name, beside=True)] if name in ("huge", "flood") else []) + [kind(name)]
    print(f"Lateness of a text at {RATE} px/s with hostile brokers, {os.cpu_count()} cores:\n")
    runs = table(kinds)
    print()
    for (name, _), run in zip(kinds, runs):
        print(f"- {name}: {run.said.count('connection'):,} connections, {run.summary}")
    for place in range(1, len(kinds)):
        name, run = kinds[place][0], runs[place]
        if "another program" in name:
            continue
        control = place - 1 if "another program" in kinds[place - 1][0] else 0
        verdict(name, run, kinds[control][0], runs[control])


main()
