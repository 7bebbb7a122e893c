"""Measures the running program beside other work, and prints tables of Markdown: lateness, wake-ups, load, memory.

usage: run_time.py LEDSIGN CONTROL KERNEL_MODEL

The program drives a modelled device (a library between it and the C library answers for the kernel's drivers), because the
machine that measures has none. Lateness is the time between the instant at which a frame is due and the instant at which
the refresh thread begins to send it, as the program's own log of frames has them; CONTROL is a C program that only wakes
up at as many instants, at the same time, having asked the same of the kernel. Two programs that never sleep run beside
both. Nothing here fails for a missed goal: the table says so.
"""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

SECONDS = 20
RATE = 60
RECEIVED = 40
HOGS = 2


class Machine:
    """A folder that the program sees in place of its devices."""

    def __init__(self, library):
        self.folder = tempfile.mkdtemp(prefix="ledsign-bench-")
        os.chmod(self.folder, 0o777)
        self.library = shutil.copy(library, self.folder)
        for folder in ("dev", "requests", "proc/device-tree", "sys/bus/gpio/devices/gpiochip0", "sys/dev/char/254:0",
                       "sys/module/pinctrl_bcm2835/parameters"):
            os.makedirs(f"{self.folder}/{folder}")
            os.chmod(f"{self.folder}/{folder}", 0o777)
        self.write("description", "chip gpiochip0 54 pinctrl-bcm2835\nspi spidev0.0\nmemory gpiomem\n")
        for name in ("log", "state", "dev/spidev0.0", "dev/gpiochip0"):
            self.write(name, "")
        self.write("dev/gpiomem", "\0" * 4096)
        self.write("proc/device-tree/model", "Raspberry Pi 3 Model B Rev 1.2\0")
        self.write("sys/bus/gpio/devices/gpiochip0/dev", "254:0\n")
        # Else the guardian goes on holding the lines after the end.
        self.write("sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs", "Y\n")
        os.symlink("../../../bus/gpio", f"{self.folder}/sys/dev/char/254:0/subsystem")

    def write(self, path, text):
        with open(f"{self.folder}/{path}", "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(f"{self.folder}/{path}", 0o666)

    def environment(self):
        return os.environ | {"LD_PRELOAD": self.library, "LEDSIGN_KERNEL_MODEL": self.folder}

    def remove(self):
        shutil.rmtree(self.folder)


def unprivileged():
    """The words before a command that take all privileges from it."""
    if os.geteuid() != 0:
        return []
    nobody = pwd.getpwnam("nobody")
    return ["setpriv", "--reuid", str(nobody.pw_uid), "--regid", str(nobody.pw_gid), "--clear-groups"]


def show(ledsign, machine, text, board, *options, prefix=()):
    """Starts the program."""
    command = [*prefix, ledsign, "show", text, "--board", board, *options]
    return subprocess.Popen(command, env=machine.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def free_port():
    """A TCP port of this machine that no program has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def percentile(values, percent):
    """The smallest value that so many percent of all do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def lateness(ledsign, control, library, prefix, manner):
    """Lateness of the sign's frames and of the control's, in microseconds, while the hogs run."""
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(HOGS)]
    machine = Machine(library)
    try:
        log = f"{machine.folder}/frames"
        machine.write("frames", "")
        sign = show(ledsign, machine, "Fresh bread until noon", "max7219-32x8", "--speed", str(RATE), "--scroll", "always",
                    "--frame-log", log, "--for", f"{SECONDS + 2}s", prefix=prefix)
        other = subprocess.run([*prefix, control, str(SECONDS * RATE), str(10**9 // RATE), manner], check=True,
                               stdout=subprocess.PIPE, text=True)
        _, errors = sign.communicate()
        if sign.returncode != 0:
            sys.exit(f"{ledsign} ended with {sign.returncode}: {errors}")
        with open(log, encoding="utf-8") as file:
            frames = [[int(word) for word in line.split()] for line in file]
        # The first frames are those of the start.
        ours = [(shown - due) / 1000 for due, shown in frames[RATE // 2:]]
        theirs = [int(line) / 1000 for line in other.stdout.split()[:-1]]
        return ours, theirs
    finally:
        machine.remove()
        for hog in hogs:
            hog.kill()
            hog.wait()


def row(name, values):
    cells = " | ".join(f"{percentile(values, p):,.0f} us" for p in (50, 95, 99))
    print(f"| {name} | {cells} | {max(values):,.0f} us | {len(values):,} |", flush=True)


def compare(name, ledsign, control, library, prefix, manner, goals):
    """Prints the rows of one manner, and which goals are met."""
    ours, theirs = lateness(ledsign, control, library, prefix, manner)
    row(f"ledsign, {name}", ours)
    row(f"control, {name}", theirs)
    verdicts = [f"p{p} under {limit / 1000:g} ms: {'met' if percentile(ours, p) < limit else 'MISSED'}" for p, limit in goals]
    if manner == "ordinary":
        for p in (50, 95):
            apart = percentile(ours, p) - percentile(theirs, p)
            verdicts.append(f"p{p} within 0.1 ms of the control: {'met' if apart <= 100 else 'MISSED'} ({apart:+,.0f} us)")
    return f"{name}: " + "; ".join(verdicts)


def tasks(process):
    """For each thread: its name, the nanoseconds it ran, how often it slept."""
    result = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/schedstat", encoding="ascii") as file:
            ran = int(file.read().split()[0])
        with open(f"/proc/{process}/task/{thread}/status", encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file)
        result[thread] = (lines["Name"].strip(), ran, int(lines["voluntary_ctxt_switches"]))
    return result


def children(process):
    """The processes that a process has started."""
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return file.read().split()


def memory(process):
    """The resident kilobytes of a process, and its share of what it has in common with others."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        resident = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
        share = next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    return resident, share


def measure(ledsign, library, text, board, *options, seconds=SECONDS):
    """Runs the sign; what each of its threads and its guardian did meanwhile, and what memory they have."""
    machine = Machine(library)
    sign = show(ledsign, machine, text, board, *options)
    try:
        time.sleep(3)
        family = [str(sign.pid), *children(sign.pid)]
        before = {member: tasks(member) for member in family}
        time.sleep(seconds)
        after = {member: tasks(member) for member in family}
        work = []
        for number, member in enumerate(family):
            for thread, (name, ran, slept) in after[member].items():
                _, ran_before, slept_before = before[member].get(thread, (name, 0, 0))
                label = "guardian" if number > 0 else ("content side" if thread == member else f"{name} thread")
                work.append((label, (slept - slept_before) / seconds, (ran - ran_before) / seconds / 1e7))
        return work, [memory(member) for member in family]
    finally:
        sign.terminate()
        sign.communicate()
        machine.remove()


def measure_receivers(ledsign, library):
    """Prints the load of a sign of 128x64 on the panel of another device, RECEIVED pictures a second."""
    print(f"\nLoad of a sign of 128x64 on the panel of another device, {RECEIVED} pictures a second, mean of {SECONDS} s:\n")
    print("| | content side | refresh thread | all |\n|---|---:|---:|---:|", flush=True)
    for protocol in ("ddp", "e131", "http"):
        kind = socket.SOCK_STREAM if protocol == "http" else socket.SOCK_DGRAM
        with socket.socket(socket.AF_INET, kind) as sink, tempfile.TemporaryDirectory() as folder:
            sink.bind(("127.0.0.1", 0))
            if protocol == "http":
                sink.listen()
                threading.Thread(target=answer, args=(sink,), daemon=True).start()
            board = f"{folder}/receiver.yaml"
            with open(board, "w", encoding="utf-8") as file:
                file.write("summary: A panel of another device\nkind: network\nsize: 128x64\ngamma: 1\n"
                           f"protocol: {protocol}\nto: 127.0.0.1:{sink.getsockname()[1]}\n")
            work, _ = measure(ledsign, library, "Fresh bread until noon", board, "--speed", str(RECEIVED), "--scroll", "always")
        loads = {who: load for who, _, load in work}
        cells = [loads["content side"], loads["refresh thread"], sum(loads.values())]
        print(f"| {protocol} | " + " | ".join(f"{load:.2f} %" for load in cells) + " |", flush=True)


def answer(listener):
    """Takes requests on one connection, and answers each."""
    length, rest = 3 * 128 * 64, b""
    with listener.accept()[0] as connection, contextlib.suppress(OSError):
        while data := connection.recv(1 << 18):
            rest += data
            while (end := rest.find(b"\r\n\r\n")) >= 0 and len(rest) >= end + 4 + length:
                rest = rest[end + 4 + length:]
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


def device_share(control, library):
    """What the modelled device costs at RATE messages a second, in percent of one core."""
    machine = Machine(library)
    try:
        work = []
        for device in ([], ["/dev/spidev0.0"]):
            run = subprocess.run([control, str(SECONDS * RATE), str(10**9 // RATE), "ordinary", *device], check=True,
                                 stdout=subprocess.PIPE, text=True, env=machine.environment())
            work.append(int(run.stdout.split()[-1]) / SECONDS / 1e7)
        return work[1] - work[0]
    finally:
        machine.remove()


def main():
    ledsign, control, library = sys.argv[1:]
    print(f"Lateness of {RATE} frames a second for {SECONDS} s, {os.cpu_count()} cores and {HOGS} programs that never sleep:\n")
    print("| | p50 | p95 | p99 | worst | frames |\n|---|---:|---:|---:|---:|---:|")
    verdicts = [compare("ordinary thread, no privileges", ledsign, control, library, unprivileged(), "ordinary",
                        [(95, 1_000), (99, 8_000)])]
    if os.geteuid() == 0:
        verdicts.append(compare("SCHED_FIFO", ledsign, control, library, [], "fifo", [(99, 1_000)]))
    print()
    for verdict in verdicts:
        print(f"- {verdict}")

    print(f"\nWake-ups and load, mean of {SECONDS} s:\n")
    print("| | who | wake-ups a second | of one core |\n|---|---|---:|---:|")
    for what, text, options in (("a still text, 32x8", "HELLO", []),
                                ("a text at 60 px/s, 32x8", "Fresh bread until noon", ["--speed", "60", "--scroll", "always"])):
        work, _ = measure(ledsign, library, text, "max7219-32x8", *options)
        for who, wakes, load in work:
            goal = f" (goal 0: {'met' if wakes == 0 else 'MISSED'})" if who == "guardian" and not options else ""
            print(f"| {what} | {who} | {wakes:,.1f}{goal} | {load:.2f} % |")
        total = sum(load for _, _, load in work)
        print(f"| {what} | all | {sum(wakes for _, wakes, _ in work):,.1f} | {total:.2f} % |", flush=True)
        if options:
            share = device_share(control, library)
            print(f"| {what} | of it the modelled device | | {share:.2f} % |")
            print(f"| {what} | without the device | | {total - share:.2f} % (goal 1 %: "
                  f"{'met' if total - share < 1 else 'MISSED'}) |", flush=True)

    measure_receivers(ledsign, library)

    print("\n| memory | resident | with its share of what others use too | guardian's resident, share | goal | |")
    print("|---|---:|---:|---:|---:|---|")
    for board in ("max7219-32x8", "hub75-64x32", "hub75-128x64"):
        _, sizes = measure(ledsign, library, "Fresh bread until noon", board, seconds=2)
        resident, share = sizes[0]
        guardian = ", ".join(f"{r / 1024:,.1f}, {s / 1024:,.1f} MB" for r, s in sizes[1:])
        print(f"| {board} | {resident / 1024:,.1f} MB | {share / 1024:,.1f} MB | {guardian} | 30 MB | "
              f"{'met' if resident <= 30 * 1024 else 'MISSED'} |", flush=True)


if __name__ == "__main__":
    main()
