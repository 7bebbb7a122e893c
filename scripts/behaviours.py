#!/usr/bin/env python3
"""Lists what a sign does, behaviour by behaviour, with the number of tests that name each: docs/behaviours.md.

usage: scripts/behaviours.py                     writes the file
       scripts/behaviours.py --check             fails if the file is out of date, or if a behaviour has fewer than two tests
       scripts/behaviours.py --tests BEHAVIOUR   prints the tests of a behaviour: the suite, the test and its place
"""

import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/behaviours.md"
LEAST_TESTS = 2

BEHAVIOURS = {
    "The endless loop": {
        "A1": "Content slides across its area and wraps, with period content + spacing, in both directions.",
        "A2": "The area is always full: never a gap other than the spacing, however narrow the content.",
        "A3": "Screen column x shows content column x + offset; nothing else moves.",
        "A4": "The speed is constant whatever the widths of the letters, and may be a fraction.",
        "A5": "The wrap is a step like any other.",
        "A6": "Left, right, up, down; back and forth when asked.",
        "A7": "Nothing is drawn outside the area.",
        "A8": "Smooth motion blends neighbouring columns in linear light; pixel motion snaps.",
    },
    "Scroll only if needed": {
        "B0": "What does not fit scrolls, wraps, or is shown in pages; lines, and where they stand.",
        "B1": "What fits stands still, aligned; always and never exist.",
        "B2": "A pause at the start of every cycle; a cycle by its duration.",
        "B3": "Easing within a cycle.",
        "B4": "Everything can be changed while running; stop, pause and resume.",
        "B5": "For ever, or a number of times.",
    },
    "Content and motion are separate": {
        "C1": "Restarting an output or a preview never restarts the motion.",
        "C2": "A new text arrives without a restart or a jump: at the seam, at once, or from the start.",
        "C3": "Messages share a line, come and go at the seam by schedules; an urgent one pre-empts, and the old one resumes "
              "at its exact position.",
        "C4": "Nothing to show is a state, not an error.",
        "C5": "What changes beside a text does not disturb its motion.",
        "C6": "Pixels from the network come and go like a message of their priority; what they covered resumes at its exact "
              "position.",
    },
    "A hand on the sign": {
        "D1": "A drag moves the content by exactly its distance.",
        "D2": "A release goes on from its velocity and eases into the automatic motion.",
        "D3": "Hands: mouse and keys in the terminal, rotary encoder and buttons on GPIO lines. (The live page comes later.)",
    },
    "Timelines": {
        "E1": "Ticks: animation, periodic, every minute, a list, cyclic, and others of one's own.",
        "E2": "Cadence: what it cannot keep true is hidden.",
        "E3": "The first picture at once; one tick, one draw.",
        "E4": "Parts in z-order; what has not changed is not drawn again.",
        "E5": "Key frames: position, scale, rotation, brightness, colour, easing, springs, durations, speed.",
        "E6": "The examples: heart, figure, metronome, sayings, capsules, faces, clocks.",
        "E7": "Timelines within timelines, and copies one after the other.",
        "E8": "Images and animations by their own delays, limited in size, loaded off the frame path.",
    },
    "Calm": {
        "F1": "Reduced motion: pages at word boundaries.",
        "F2": "A warning where a speed cannot be read.",
    },
    "Effects": {
        "G": "28 ways in and out: print, scrolls, wipes, openings, closings, scans, slice, mesh, blinds, dissolve, random, "
             "fade, growing, sprite.",
    },
}

STRING = r'"((?:[^"\\]|\\.)*)"'
TEST = re.compile(r"^( *)@Test\(\s*" + STRING, re.MULTILINE)
TYPE = re.compile(r"^( *)(?:@Suite(?:\(.*\))? *)?(?:[a-z]+ )*(?:struct|class|enum|actor|extension) (\w+)", re.MULTILINE)

Test = collections.namedtuple("Test", "suite name path line")


def tests():
    """Every test with a display name."""
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        for match in TEST.finditer(text):
            name = match[2].replace('\\"', '"').replace("\\\\", "\\")
            line = text.count("\n", 0, match.start()) + 1
            yield Test(suite(text[:match.start()], len(match[1])), name, path.relative_to(ROOT), line)


def suite(text, indentation):
    """The type that a test is in: the last one before it that is indented less."""
    return [match[2] for match in TYPE.finditer(text) if len(match[1]) < indentation][-1]


def named(text):
    """The behaviours that a display name begins with or names."""
    return {word for word in re.findall(r"\b([A-F][0-9])\b", text)} | ({"G"} if re.search(r"\bG\b", text) else set())


def page(found):
    lines = [
        "# What a sign does, and how many tests check it",
        "",
        "Every behaviour that a user can see has a number, which the names of its tests give.",
        "`scripts/behaviours.py --tests A1` lists the tests of behaviour A1. `scripts/behaviours.py` writes this page;",
        "`make lint` fails if the page is out of date or a behaviour has fewer than two tests.",
    ]
    for title, behaviours in BEHAVIOURS.items():
        letter = next(iter(behaviours))[0]
        lines += ["", f"## {letter}. {title}", "", "| | what | tests |", "|---|---|---|"]
        lines += [f"| {number} | {words} | {len(found[number])} |" for number, words in behaviours.items()]
    return "\n".join(lines) + "\n"


def check(found, text):
    """Prints what is wrong with the tests of the behaviours and with the page; the exit status."""
    few = [number for number, names in found.items() if len(names) < LEAST_TESTS]
    if few:
        print(f"fewer than {LEAST_TESTS} tests name {', '.join(few)}", file=sys.stderr)
    is_new = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
    if not is_new:
        print("docs/behaviours.md is out of date: run scripts/behaviours.py", file=sys.stderr)
    return 0 if is_new and not few else 1


def main():
    found = {number: [] for behaviours in BEHAVIOURS.values() for number in behaviours}
    for test in tests():
        for number in named(test.name):
            if number in found:
                found[number].append(test)
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="fail if the page is out of date or tests are missing")
    action.add_argument("--tests", metavar="BEHAVIOUR", choices=found, help="print the tests of a behaviour, such as A1")
    options = parser.parse_args()
    if options.tests:
        for test in found[options.tests]:
            print(f"{test.suite}: {test.name} ({test.path}:{test.line})")
        return 0
    text = page(found)
    if options.check:
        return check(found, text)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
