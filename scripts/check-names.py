#!/usr/bin/env python3
"""Checks that names in Sources are the terms of the glossary (docs/architecture.md), not other words for them.

usage: scripts/check-names.py [--root FOLDER]

Each line of TERMS says which names mean a term that has another name. Names are those of Swift and C code; what stands in
strings and comments is not looked at, nor are keys and paths that users write.
"""

import argparse
import pathlib
import re
import sys

sys.dont_write_bytecode = True

import swift_source  # noqa: E402

# The term, and a pattern of the names that are not to be used for it.
TERMS = (
    ("maximum", r"most(?:[A-Z_]\w*)?|\w+_most(?:_\w+)?|longest"),
    ("maximum", r"(?:longest|greatest|largest|highest)(?:Wait|Time|Text|Name|Value|Depth|Duration|Retry|Count|Limit|Level)"),
    ("default", r"usual(?:[A-Z]\w*)?"),
    ("timeout", r"\w*[pP]atience|farewell|\w*[tT]imeOut\w*"),
    ("heartbeat", r"beat[A-Z]\w*|[a-z]+Beat|fail_dark_beat"),
    ("fallbackReason", r"detour"),
    ("lastError", r"complaint|takeComplaint"),
    ("continue", r"go(?:es)?On"),
    ("demand", r"\w*[wW]ish"),
    ("liveService", r"hub"),
    ("drag", r"\w*[hH]ands"),
    ("record", r"noted|note[A-Z]\w*"),
    ("changes", r"(?:take|note|publish)News|\w*StreamNews|SignNews"),
    ("revision", r"(?:news|status)Number"),
    ("context", r"[sS]urroundings"),
)
# Local names that are what they say: the one that is found to be longest.
FOUND = {"ControlServer.swift": {"longest"}, "RealTimeFacts.swift": {"longest"}}
NAME = re.compile(r"\b[A-Za-z_]\w*\b")
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
PATTERNS = [(term, re.compile(pattern)) for term, pattern in TERMS]


def code(path):
    """The text of a file without comments and strings; lines stay."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".swift":
        return swift_source.code_only(text)
    return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def violations(root):
    """Lines that say where a name is not a term, and which term it stands for."""
    paths = (path for ending in ("swift", "c", "h") for path in (root / "Sources").rglob(f"*.{ending}"))
    for path in sorted(paths):
        for number, line in enumerate(code(path).split("\n"), 1):
            for name in NAME.findall(line):
                term = next((term for term, pattern in PATTERNS if pattern.fullmatch(name)), None)
                if term and name not in FOUND.get(path.name, ()):
                    yield f"{path.relative_to(root)}:{number}: {name}: the term is {term}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(violations(parser.parse_args().root))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
