#!/usr/bin/python3
"""Writes docs/behaviours.md, the behaviours of docs/behaviours.yaml as tables, and finds the tests that name them.

usage: scripts/behaviours.py                     writes the page
       scripts/behaviours.py --check             fails if the page is out of date, or if a behaviour has fewer than two tests
       scripts/behaviours.py --tests BEHAVIOUR   prints the tests of a behaviour: the suite, the test and its place
"""

import argparse
import collections
import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/behaviours.md"
LEAST_TESTS = 2

# The titles of the groups, and in each the numbers of its behaviours with what they say.
BEHAVIOURS = yaml.safe_load((ROOT / "docs/behaviours.yaml").read_text(encoding="utf-8"))

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


def page():
    lines = [
        "# What a sign does",
        "",
        "Every behaviour that a user can see has a number, which the names of its tests give.",
        "`scripts/behaviours.py --tests A1` lists the tests of behaviour A1. `scripts/behaviours.py` writes this page from",
        "`docs/behaviours.yaml`; `make lint` fails if it is out of date or a behaviour has fewer than two tests.",
    ]
    for title, behaviours in BEHAVIOURS.items():
        letter = next(iter(behaviours))[0]
        lines += ["", f"## {letter}. {title}", "", "| | what |", "|---|---|"]
        lines += [f"| {number} | {words} |" for number, words in behaviours.items()]
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
    text = page()
    if options.check:
        return check(found, text)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
