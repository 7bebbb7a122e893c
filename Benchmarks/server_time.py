"""Measures a running sign whose server is under load, and prints tables of Markdown.

usage: server_time.py LEDSIGN KERNEL_MODEL [SECONDS]

The same sign runs on a modelled device in three kinds: without `http:`, without it beside the load on another server
(dummy.py), and with `http:` under the load (ServerLoad/load.py); as an ordinary thread without privileges, and with
SCHED_FIFO as in the packaged service if root runs this. A last run under load takes SECONDS, 100 by default, for the memory
and the answers. Nothing here fails for a missed goal: the table says so.
"""

import json
import os
import socket
import subprocess
import sys
import time

from run_time import RATE, Machine, free_port, percentile, row, unprivileged

SIGN = """\
board: max7219-32x8
message: {text: Fresh bread until noon, speed: 60, scroll: always}
control: {socket: none, state: none}
"""
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ServerLoad")
# The memory may grow by so many kilobytes after the first minute: pages that were not touched before.
SLACK = 512
# How long each kind runs in all for its lateness, in so many turns.
LATENESS_SECONDS = 30
TURNS = 3


def resident(process):
    """The resident kilobytes of a process."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def is_served(port):
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit("the server does not begin to serve")
        time.sleep(0.05)


def run(ledsign, library, seconds, prefix, port=None, load=None):
    """Runs the sign; the lateness of its frames in microseconds, its memory each second, and what the load says.

    - prefix: the words before the command.
    - port: where the sign serves; None for a sign without a server.
    - load: the port that gets the load; None for none.
    """
    machine = Machine(library)
    try:
        file = f"{machine.folder}/sign.yaml"
        machine.write("sign.yaml", SIGN + (f'http: {{listen: "127.0.0.1:{port}"}}\n' if port else ""))
        machine.write("frames", "")
        log = f"{machine.folder}/frames"
        started = time.monotonic()
        sign = subprocess.Popen(
            [*prefix, ledsign, "run", file, "--frame-log", log, "--for", f"{seconds + 3}s"],
            env=machine.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if port:
            wait_for(lambda: is_served(port))
        else:
            time.sleep(1)
        loader = None
        if load:
            loader = subprocess.Popen([sys.executable, f"{FOLDER}/load.py", str(load), str(seconds)],
                                      stdout=subprocess.PIPE, text=True)
        began = time.monotonic()
        sizes = []
        for second in range(1, seconds + 1):
            time.sleep(max(0, began + second - time.monotonic()))
            sizes.append(resident(sign.pid))
        said = json.loads(loader.communicate()[0]) if loader else None
        _, errors = sign.communicate()
        if sign.returncode != 0:
            sys.exit(f"{ledsign} ended with {sign.returncode}: {errors}")
        with open(log, encoding="utf-8") as lines:
            frames = [[int(word) for word in line.split()] for line in lines if not line.startswith("#")]
        # Those of the load; the times of the log begin with the sign.
        first = began - started
        late = [(shown - due) / 1000 for due, shown in frames if first <= due / 1e9 < first + seconds]
        return late, sizes, said, errors
    finally:
        machine.remove()


def beside_dummy(ledsign, library, seconds, prefix):
    dummy = subprocess.Popen([sys.executable, f"{FOLDER}/dummy.py"], stdout=subprocess.PIPE, text=True)
    try:
        port = int(dummy.stdout.readline())
        return run(ledsign, library, seconds, prefix, load=port)
    finally:
        dummy.terminate()
        dummy.wait()
        dummy.stdout.close()


def compare(name, ledsign, library, seconds, prefix):
    """Prints the rows of one manner, and returns the verdicts; the kinds take turns, so that other work meets all of them."""
    third = max(seconds // TURNS, 1)
    alone, beside, served = [], [], []
    for _ in range(TURNS):
        alone += run(ledsign, library, third, prefix)[0]
        beside += beside_dummy(ledsign, library, third, prefix)[0]
        port = free_port()
        served += run(ledsign, library, third, prefix, port=port, load=port)[0]
    row(f"without a server, {name}", alone)
    row(f"without a server, the load on another one, {name}", beside)
    row(f"with a server under load, {name}", served)
    verdicts = []
    for words, other in (("the sign without a server", alone), ("the same beside the load", beside)):
        apart = percentile(served, 99) - percentile(other, 99)
        verdicts.append(f"{words}: {'met' if apart <= 1_000 else 'MISSED'} ({apart:+,.0f} us)")
    return f"{name}: p99 within 1 ms of " + "; of ".join(verdicts)


def print_load(seconds, sizes, said):
    """Prints what the last run under load gave."""
    if len(sizes) > 60:
        growth = sizes[-1] - sizes[59]
        print(f"- resident memory after 60 s {sizes[59] / 1024:,.1f} MB, at the end {sizes[-1] / 1024:,.1f} MB; flat: "
              f"{'met' if growth <= SLACK else 'MISSED'} ({growth:+,} kB)")
    print(f"- {said['asked']:,} requests in {seconds} s, answered within {said['wait_p50'] * 1000:,.1f} ms (p50), "
          f"{said['wait_p99'] * 1000:,.1f} ms (p99)")
    print(f"- {said['attempts']:,} connections with half a header, at most {said['half_open']:,} at once; "
          f"{said['viewers']} viewers, of which six got {min(said['frames'][:6]):,} to {max(said['frames'][:6]):,} frames\n")
    print("| requests | answers by status |\n|---|---|")
    for kind, counts in said["answers"].items():
        print(f"| {kind} | {', '.join(f'{status}: {count:,}' for status, count in sorted(counts.items()))} |")


def main():
    ledsign, library = sys.argv[1:3]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    print(f"Lateness of a text at {RATE} px/s, without and with a server under load, {os.cpu_count()} cores:\n")
    print("| | p50 | p95 | p99 | worst | frames |\n|---|---:|---:|---:|---:|---:|", flush=True)
    # Root alone takes privileges away; others have none.
    verdicts = [compare("ordinary thread, no privileges", ledsign, library, LATENESS_SECONDS, unprivileged())]
    if os.geteuid() == 0:
        verdicts.append(compare("SCHED_FIFO", ledsign, library, LATENESS_SECONDS, []))
    print()
    for verdict in verdicts:
        print(f"- {verdict}")
    port = free_port()
    _, sizes, said, errors = run(ledsign, library, seconds, unprivileged(), port=port, load=port)
    print_load(seconds, sizes, said)
    if errors:
        print(f"\nThe sign reported: {errors.strip()}", file=sys.stderr)


main()
