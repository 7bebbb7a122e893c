#!/usr/bin/env python3
"""Finds tests that depend on real time: fixed sleeps, real clocks, and waits that a busy machine outlasts.

usage: check-test-time.py [--root FOLDER]

A test waits for an event, at most a minute (`Polling` in Tests/SignTestSupport), or time is a parameter. Where real time is the
subject, Tests/real-time.txt names the file, what is found in it and the reason; an entry for what is not found is an error.
"""

import argparse
import ast
import collections
import pathlib
import re
import sys

import swift_source

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXCEPTIONS = "Tests/real-time.txt"
PLACES = ("Tests/**/*", "Examples/SignTests/**/*", "scripts/test-*", "scripts/emulated-pi.sh")
# The least time that a wait for an event gives a busy machine.
SECONDS = 60

# What is wrong at a line of a file: the kind is `sleep`, `clock`, `limit` or `duration`.
Finding = collections.namedtuple("Finding", "path line kind words")
WORDS = {
    "sleep": "waits for a fixed time; wait for an event with Polling.wait",
    "clock": "reads a real clock; take a manual one, or wait with Polling.wait",
    "limit": "gives up in less than a minute, which a busy machine takes",
    "duration": "runs a sign for a fixed time; wait for what it does, and end it",
}

SWIFT = [
    ("sleep", re.compile(r"(?<![.\w])(?:usleep|nanosleep|clock_nanosleep|sleep)\s*\(|\b(?:Thread|Task)\s*\.\s*sleep\b"
                         r"|\bpoll\s*\(\s*nil\s*,\s*0\s*,\s*[^0\s]|\bPolling\.letPass\b")),
    ("clock", re.compile(r"\b(?:ContinuousClock|SuspendingClock|SystemMonotonicClock|SystemWallClock|clock_gettime|gettimeofday"
                         r"|systemUptime|CFAbsoluteTimeGetCurrent)\b|\bDate\s*(?:\(\s*\)|\.now\b)|(?<![.\w])time\s*\(\s*nil\s*\)"
                         r"|\b(?:DispatchTime|DispatchWallTime)\s*\.\s*now\b")),
]
# poll(2), and the waits of events: a literal number of milliseconds; 0 only looks.
SWIFT_LIMIT = re.compile(r"\bpoll\s*\((?!\s*nil\b)[^()]*(?:\([^()]*\)[^()]*)*,\s*([1-9][0-9_]*)\s*\)|\bmilliseconds:\s*([1-9][0-9_]*)\s*\)")
SWIFT_SECONDS = re.compile(r"\.now\(\)\s*\+\s*([0-9_.]+)|#expect\(\s*\w+\.(?:join|end|waitForEnd)\(within:\s*\.seconds\(([0-9_]+)\)")
SWIFT_DURATION = re.compile(r"\bSignConfiguration\((?:[^()]|\([^()]*\))*?\bduration:\s*\.(\w+)\(([0-9_]+)\)|\bsetup\.duration\s*=\s*\.(\w+)\(([0-9_]+)\)")
COMMAND = re.compile(r'"(render|schedule|show|run|test|push|send)"|\b(schedule|render|show)\(')
C = [
    ("sleep", re.compile(r"(?<![.\w])(?:usleep|nanosleep|clock_nanosleep|sleep)\s*\(|\bpoll\s*\(\s*NULL\s*,\s*0\s*,")),
    ("clock", re.compile(r"\b(?:clock_gettime|gettimeofday)\s*\(|(?<![.\w])time\s*\(\s*(?:NULL|0)\s*\)")),
]
SHELL_COMMAND = re.compile(
    r"(?:^|[;&|({!]|\b(?:do|then|else|while|until|if)\b)\s*(while|until|for|done|sleep|timeout)\b(?:\s+-\S+)*(?:\s+([0-9$]\S*))?")
PYTHON_CLOCKS = {"time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns"}
PYTHON_SLEEPS = {"sleep", "wait_for_timeout"}
# A shell loop that tries a number of times: `for _ in {1..600}` or `for _ in 1 2 3`.
SHELL_TRIES = re.compile(r"\bfor\s+\w+\s+in\s+(?:\{1\.\.([0-9]+)\}|((?:[0-9]+\s*)+))")


def seconds_of(unit, number):
    return int(number.replace("_", "")) * {"seconds": 1, "milliseconds": 0.001}.get(unit, 0)


def find_in_swift(text):
    code, strings = swift_source.code_only(text), swift_source.code_only(text, keeps_strings=True)
    for kind, pattern in SWIFT:
        for match in pattern.finditer(code):
            # The declaration of something that sleeps is not a sleep.
            if not code[:match.start()].rstrip().endswith("func"):
                yield match.start(), kind
    for match in SWIFT_LIMIT.finditer(code):
        if int((match[1] or match[2]).replace("_", "")) < 1_000 * SECONDS and is_wait(code, match):
            yield match.start(), "limit"
    for match in SWIFT_SECONDS.finditer(code):
        if float((match[1] or match[2]).replace("_", "")) < SECONDS:
            yield match.start(), "limit"
    for match in SWIFT_DURATION.finditer(code):
        if seconds_of(match[1] or match[3], match[2] or match[4]) < SECONDS:
            yield match.start(), "duration"
    for match in re.finditer(r'"--for",\s*"[0-9.]+m?s"', strings):
        before = COMMAND.findall(strings, max(match.start() - 400, 0), match.start())
        # The time of pictures and of schedules is simulated, and that of wrong use never begins.
        if not before or "".join(before[-1]) not in ("render", "schedule"):
            yield match.start(), "duration"


def is_wait(code, match):
    """Whether a number of milliseconds limits poll(2) or a wait for an event, and not one for what is not to come."""
    line = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
    return bool(match[1]) or re.search(r"\bwait\(\s*$", line) is not None and "!" not in line


def find_in_c(text):
    code = re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.S)
    for kind, pattern in C:
        for match in pattern.finditer(code):
            yield match.start(), kind


class PythonFinder(ast.NodeVisitor):
    """Sleeps outside of loops that look for something, and clocks that do not limit such a loop."""

    def __init__(self):
        self.found = []
        self.loops = 0
        # How often the innermost loop tries, where it tries a number of times.
        self.tries = None
        self.allowed = set()

    def visit_function(self, node):
        loops, self.loops = self.loops, 0
        self.generic_visit(node)
        self.loops = loops

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_function

    def visit_loop(self, node):
        tries, self.tries = self.tries, tries_of(node)
        self.loops += 1
        self.generic_visit(node)
        self.loops -= 1
        self.tries = tries

    visit_While = visit_For = visit_AsyncFor = visit_loop

    def visit_BinOp(self, node):
        """`time.monotonic() + 60` is a limit, and `end - time.monotonic()` what is left of it."""
        if isinstance(node.op, ast.Add) and is_clock(node.left):
            self.allowed.add(node.left)
            if isinstance(node.right, ast.Constant) and node.right.value < SECONDS:
                self.found.append((node.lineno, "limit"))
        if isinstance(node.op, ast.Sub) and is_clock(node.right) and isinstance(node.left, (ast.Name, ast.Attribute)):
            self.allowed.add(node.right)
        self.generic_visit(node)

    def visit_Compare(self, node):
        sides = [node.left, *node.comparators]
        if all(is_clock(side) or isinstance(side, (ast.Name, ast.Attribute)) for side in sides):
            self.allowed.update(sides)
        self.generic_visit(node)

    def visit_Call(self, node):
        name = called(node)
        if name in PYTHON_SLEEPS and self.loops == 0:
            self.found.append((node.lineno, "sleep"))
        elif name == "sleep" and self.tries and number(node.args[0]) and self.tries * number(node.args[0]) < SECONDS:
            self.found.append((node.lineno, "limit"))
        for limit in (keyword.value for keyword in node.keywords if keyword.arg == "timeout"):
            # Playwright counts milliseconds.
            if number(limit) and number(limit) < SECONDS * (1000 if name.startswith("wait_for") else 1):
                self.found.append((node.lineno, "limit"))
        if name in ("assertLess", "assertLessEqual") and len(node.args) > 1 and isinstance(node.args[1], ast.Name):
            # A loop that gives up: assertLess(time.monotonic(), end).
            self.allowed.add(node.args[0])
        if is_clock(node) and node not in self.allowed:
            self.found.append((node.lineno, "clock"))
        self.generic_visit(node)


def number(node):
    """The number that a node is; None for any other node."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) else None


def tries_of(node):
    """How often a loop such as `for _ in range(100)` tries; None for any other loop."""
    if not isinstance(node, ast.For) or not isinstance(node.iter, ast.Call) or called(node.iter) != "range":
        return None
    return number(node.iter.args[0]) if len(node.iter.args) == 1 else None


def called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def is_clock(node):
    """Whether a node calls a clock of the modules time and datetime."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    module = node.func.value.attr if isinstance(node.func.value, ast.Attribute) else getattr(node.func.value, "id", "")
    return module == "time" and node.func.attr in PYTHON_CLOCKS or module == "datetime" and node.func.attr in ("now", "utcnow")


def find_in_python(text):
    finder = PythonFinder()
    finder.visit(ast.parse(text))
    return finder.found


def find_in_shell(text):
    """Sleeps outside of loops, and short limits, by line."""
    # How often each loop tries that a line is in; None where it does so until something is so.
    loops = []
    for number, line in enumerate(text.split("\n"), 1):
        code = re.sub(r"'[^']*'|\"[^\"]*\"|(?:^|\s)#.*", " ", line)
        for match in SHELL_COMMAND.finditer(code):
            if match[1] in ("while", "until", "for"):
                tries = SHELL_TRIES.search(code, match.start())
                loops.append(int(tries[1] or len(tries[2].split())) if match[1] == "for" and tries else None)
            if match[1] == "done" and loops:
                loops.pop()
            if match[1] == "sleep" and match[2] and not loops:
                yield number, "sleep"
            if loops and loops[-1] and is_short_sleep(match, loops[-1]):
                yield number, "limit"
            if match[1] == "timeout" and match[2] and match[2].isdigit() and int(match[2]) < SECONDS:
                yield number, "limit"


def is_short_sleep(match, tries):
    """Whether a command is a sleep of a given time, and so many of them take less than the time that a busy machine gets."""
    seconds = re.fullmatch(r"([0-9.]+);?", match[2] or "") if match[1] == "sleep" else None
    return seconds is not None and tries * float(seconds[1]) < SECONDS


def find(path):
    """The line and the kind of everything that depends on real time in a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return find_in_python(text)
    if path.suffix == ".sh":
        return list(find_in_shell(text))
    offsets = {".swift": find_in_swift, ".c": find_in_c, ".h": find_in_c}[path.suffix](text)
    return [(text.count("\n", 0, offset) + 1, kind) for offset, kind in offsets]


def exceptions(root):
    """The reasons of what is allowed, by the path of a file, or of a folder with a slash at its end, and the kind."""
    allowed = {}
    path = root / EXCEPTIONS
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        head, _, reason = line.partition(":")
        words = head.split()
        if len(words) < 2 or not set(words[1:]) <= WORDS.keys() or len(reason.split()) < 3:
            sys.exit(f"{EXCEPTIONS}:{number}: expected a path, kinds ({', '.join(WORDS)}), a colon and a reason, not \"{line}\"")
        for kind in words[1:]:
            allowed[words[0], kind] = number
    return allowed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the folder of Package.swift")
    root = parser.parse_args().root
    paths = sorted({path for place in PLACES for path in root.glob(place)})
    paths = [path for path in paths if path.suffix in (".swift", ".py", ".sh", ".c", ".h")]
    if not paths:
        sys.exit("check-test-time: no tests found: the folders are not what was expected")
    allowed, used, findings = exceptions(root), set(), []
    for path in paths:
        name = path.relative_to(root).as_posix()
        for line, kind in sorted(find(path)):
            entry = next((entry for entry in allowed if entry[1] == kind and is_part(name, entry[0])), None)
            if entry:
                used.add(entry)
            else:
                findings.append(Finding(name, line, kind, WORDS[kind]))
    for found in findings:
        print(f"{found.path}:{found.line}: {found.kind}: {found.words}")
    stale = [f"{EXCEPTIONS}:{number}: {path} has no {kind}" for (path, kind), number in allowed.items() if (path, kind) not in used]
    print(*stale, sep="\n", end="\n" if stale else "")
    sys.stdout.flush()
    if findings or stale:
        sys.exit(f"check-test-time: {len(findings)} places depend on real time, {len(stale)} exceptions are not needed")
    print(f"{len(paths)} files of tests depend on no real time, but for {len(allowed)} named exceptions")


def is_part(name, place):
    return name == place or place.endswith("/") and name.startswith(place)


if __name__ == "__main__":
    main()
