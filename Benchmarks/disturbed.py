"""Runs the same sign on a modelled device while other programs disturb it, and compares it with the undisturbed one."""

import collections
import os
import subprocess
import sys
import time

from run_time import RATE, Machine, percentile, row, unprivileged

# The memory may grow by so many kilobytes after the first third: pages that were not touched before, such as by the first end
# of a connection.
SLACK = 1_024


def memory_and_time(process):
    """The resident kilobytes of a process, and the seconds of a core that it has used."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        size = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return size, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def time_by_thread(process):
    """The seconds of a core that the threads of a process have used, by their names."""
    times = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/stat", encoding="ascii") as file:
            head, rest = file.read().rsplit(")", 1)
        name, fields = head.split("(", 1)[1], rest.split()
        times[name] = times.get(name, 0) + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return times


class Run:
    """One run of the sign: the lateness of its frames in microseconds, its memory each second, and its load, also by threads."""

    def __init__(self, ledsign, library, sign, seconds, disturb=None, has_privileges=False):
        """Runs the sign file for some seconds; `disturb` is a command that runs as long or is ended, `said` what it printed."""
        machine = Machine(library)
        try:
            machine.write("sign.yaml", sign)
            machine.write("frames", "")
            log = f"{machine.folder}/frames"
            started = time.monotonic()
            process = subprocess.Popen(
                [*([] if has_privileges else unprivileged()), ledsign, "run", f"{machine.folder}/sign.yaml", "--frame-log", log, "--for",
                 f"{seconds + 4}s"],
                env=machine.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            time.sleep(2)
            other = subprocess.Popen(disturb, stdout=subprocess.PIPE, text=True) if disturb else None
            began = time.monotonic()
            sizes = [memory_and_time(process.pid)]
            before = time_by_thread(process.pid)
            for second in range(1, seconds + 1):
                time.sleep(max(0, began + second - time.monotonic()))
                sizes.append(memory_and_time(process.pid))
            after = time_by_thread(process.pid)
            self.loads = {name: (seconds_used - before.get(name, 0)) / seconds for name, seconds_used in after.items()}
            self.said = ""
            if other:
                try:
                    self.said = other.communicate(timeout=2)[0]
                except subprocess.TimeoutExpired:
                    other.kill()
                    self.said = other.communicate()[0]
            _, errors = process.communicate()
            if process.returncode != 0:
                sys.exit(f"{ledsign} ended with {process.returncode}: {errors}")
            with open(log, encoding="utf-8") as lines:
                frames = [[int(word) for word in line.split()] for line in lines if not line.startswith("#")]
            first = began - started
            self.due = [due for due, _ in frames if first <= due / 1e9 < first + seconds]
            self.late = [(shown - due) / 1000 for due, shown in frames if first <= due / 1e9 < first + seconds]
            self.sizes = [size for size, _ in sizes]
            self.load = (sizes[-1][1] - sizes[0][1]) / seconds
        finally:
            machine.remove()

    @property
    def summary(self):
        growth = self.sizes[-1] - self.sizes[len(self.sizes) // 3]
        return (f"{100 * self.load:.0f} % of a core, {self.sizes[-1] / 1024:,.1f} MB; "
                f"flat: {'met' if growth <= SLACK else 'MISSED'} ({growth:+,} kB)")


def table(kinds):
    """Prints a row of lateness for each (name, function that runs it); returns the runs."""
    print("| | p50 | p95 | p99 | worst | frames |\n|---|---:|---:|---:|---:|---:|", flush=True)
    runs = []
    for name, make in kinds:
        runs.append(make())
        row(name, runs[-1].late)
    return runs


def moves(run):
    """Divides the lateness of a run into that of the frames that the text moves in, and that of those with new values only."""
    period = 10**9 / RATE
    phases = collections.Counter(round(due % period / 1000) for due in run.due)
    phase = phases.most_common(1)[0][0] * 1000
    text, others = [], []
    for due, late in zip(run.due, run.late):
        apart = (due - phase) % period
        (text if min(apart, period - apart) < 5_000 else others).append(late)
    return text, others


def verdict(name, run, other_name, other):
    """Prints whether the 99th percentile of a run is within 1 ms of that of another one."""
    apart = percentile(run.late, 99) - percentile(other.late, 99)
    print(f"- {name}: p99 within 1 ms of \"{other_name}\": {'met' if apart <= 1_000 else 'MISSED'} ({apart:+,.0f} us)")
