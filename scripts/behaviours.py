#!/usr/bin/env python3
"""Lists what a sign does, behaviour by behaviour, with the tests that name each: docs/behaviours.md.

usage: scripts/behaviours.py            writes the file
       scripts/behaviours.py --check    fails where the file is not up to date, or a behaviour has fewer than two tests
"""

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
    },
    "A hand on the sign": {
        "D1": "A drag moves the content by exactly its distance.",
        "D2": "A release goes on from its velocity and eases into the automatic motion.",
        "D3": "Hands: mouse and keys in the terminal, rotary encoder and buttons on GPIO lines. (The live page comes later.)",
    },
    "Time-lines": {
        "E1": "Ticks: animation, periodic, every minute, a list, cyclic, and others of one's own.",
        "E2": "Cadence: what it cannot keep true is hidden.",
        "E3": "The first picture at once; one tick, one draw.",
        "E4": "Parts in z-order; what has not changed is not drawn again.",
        "E5": "Key frames: position, scale, rotation, brightness, colour, easing, springs, durations, speed.",
        "E6": "The examples: heart, figure, metronome, sayings, capsules, faces, clocks.",
        "E7": "Time-lines within time-lines, and copies one after the other.",
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
TEST = re.compile(r"@Test\(\s*" + STRING + r"|@Suite\(\s*" + STRING)


def tests():
    """Every display name of a test, with its file."""
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        for match in TEST.finditer(path.read_text(encoding="utf-8")):
            if match.group(1) is not None:
                yield match.group(1).replace('\\"', '"').replace("\\\\", "\\"), path.relative_to(ROOT)


def named(text):
    """The behaviours that a display name begins with or names."""
    return {word for word in re.findall(r"\b([A-F][0-9])\b", text)} | ({"G"} if re.search(r"\bG\b", text) else set())


def page(found):
    lines = [
        "# What a sign does, and which tests hold it",
        "",
        "Every behaviour that a user can see has a number; tests name the numbers that they hold. This page is made by",
        "`scripts/behaviours.py`; `make lint` fails where it is out of date, or where a behaviour has fewer than two tests.",
    ]
    for title, behaviours in BEHAVIOURS.items():
        letter = next(iter(behaviours))[0]
        lines += ["", f"## {letter}. {title}", "", "| | what | tests |", "|---|---|---|"]
        for number, words in behaviours.items():
            names = "<br>".join(f"{text} ([{path.name}](../{path}))" for text, path in found[number])
            lines.append(f"| {number} | {words} | {names.replace('|', chr(92) + '|')} |")
    return "\n".join(lines) + "\n"


def main():
    found = {number: [] for behaviours in BEHAVIOURS.values() for number in behaviours}
    for text, path in tests():
        for number in named(text):
            if number in found:
                found[number].append((text, path))
    text = page(found)
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    few = [number for number, names in found.items() if len(names) < LEAST_TESTS]
    if few:
        print(f"fewer than {LEAST_TESTS} tests name {', '.join(few)}", file=sys.stderr)
    is_new = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
    if not is_new:
        print("docs/behaviours.md is not what the tests say: run scripts/behaviours.py", file=sys.stderr)
    return 0 if is_new and not few else 1


if __name__ == "__main__":
    sys.exit(main())
