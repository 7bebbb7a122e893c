#!/usr/bin/env python3
"""Checks that texts for people use standard words: finds the words of scripts/words.txt, and says what to write instead.

usage: scripts/check-words.py [--root FOLDER]

It reads README.md, CONTRIBUTING.md, the Unreleased part of CHANGELOG.md, docs, the comments of boards, examples and packaging,
and in Sources the string literals of Swift and, for the words marked with *, its comments. Names in `backticks` do not count.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True

import swift_source  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXTS = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "docs/**/*.txt", "docs/**/*.yaml", "docs/**/*.json",
    "boards/**/*.yaml", "Examples/*.yaml", "packaging/**/*",
)
# Stands for what is not text, so that no word reaches across it.
OTHER = "\x01"


class Word:
    """A line of words.txt: `PATTERN => what to write instead`, with a * before it if comments count as well."""

    def __init__(self, line):
        pattern, arrow, self.instead = line.lstrip("*").partition(" => ")
        if not arrow:
            sys.exit(f'check-words: "{line}" in words.txt is not "PATTERN => INSTEAD"')
        self.in_comments = line.startswith("*")
        # A line break counts as a blank.
        pattern = pattern.strip().replace(" ", r"\s+")
        start = "" if pattern.startswith(",") else r"(?<!\w)"
        self.source = rf"{start}(?:{pattern})(?!\w)"
        self.pattern = re.compile(self.source)


def words(path):
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [Word(line) for line in lines if line and not line.startswith("#")]


def blank(match):
    """As many characters, with the line breaks of the original."""
    return re.sub(r"[^\n]", OTHER, match[0])


def plain(path):
    """The text of a file without names in backticks and the targets of links."""
    text = path.read_text(encoding="utf-8")
    if path.name == "CHANGELOG.md":
        start = text.find("## [Unreleased]")
        end = text.find("\n## ", start + 1) if start >= 0 else -1
        text = blank(re.match(r"(?s).*", text[: max(start, 0)])) + text[max(start, 0) : end if end >= 0 else None]
    text = re.sub(r"`[^`\n]+`", blank, text)
    text = re.sub(r"\]\([^)\s]*\)", blank, text)
    # The # of comments that follow each other.
    return re.sub(r"(?m)^(\s*)#(?= )", r"\1 ", text)


def strings(text):
    """The string literals of Swift source, with other characters in the place of code."""
    code, kept = swift_source.code_only(text), swift_source.code_only(text, keeps_strings=True)
    return "".join(k if k != c or k.isspace() else OTHER for k, c in zip(kept, code))


def comments(text):
    """The comments of Swift source that have lines of their own, with other characters in the place of code."""
    lines = []
    for line in text.split("\n"):
        match = re.match(r"\s*///? ?", line)
        lines.append(" " * match.end() + line[match.end() :] if match else OTHER * len(line) or OTHER)
    return re.sub(r"`[^`\n]+`", blank, "\n".join(lines))


def found(text, words):
    lower = text.lower()
    for word in words:
        for match in word.pattern.finditer(lower):
            shown = " ".join(text[match.start() : match.end()].split())
            yield text.count("\n", 0, match.start()) + 1, shown, word.instead


def candidates(paths, words):
    """Those of the files that have any of the words somewhere: what this looks at closely takes a hundred times as long."""
    # Between the words of a comment there are the slashes of the next line, too.
    pattern = "|".join(f"(?:{word.source})" for word in words).replace(r"\s+", r"[\s/#]+")
    command = ["grep", "--files-with-matches", "--null-data", "--perl-regexp", "--ignore-case", "-e", pattern, "--", *paths]
    found = subprocess.run(command, env=os.environ | {"LC_ALL": "C.UTF-8"}, stdout=subprocess.PIPE, text=True)
    if found.returncode > 1:
        sys.exit("check-words: grep failed")
    return [pathlib.Path(path) for path in found.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the folder of the project")
    root = parser.parse_args().root
    every = words(ROOT / "scripts/words.txt")
    in_comments = [word for word in every if word.in_comments]
    texts = {path for pattern in TEXTS for path in root.glob(pattern) if path.is_file()}
    paths, places = sorted(texts | set(root.glob("Sources/**/*.swift"))), []
    if not paths:
        sys.exit("check-words: no texts found")
    for path in candidates(paths, every):
        if path in texts:
            places += [(path, *place) for place in found(plain(path), every)]
            continue
        text = path.read_text(encoding="utf-8")
        places += [(path, *place) for place in found(strings(text), every)]
        places += [(path, *place) for place in found(comments(text), in_comments)]
    for path, line, word, instead in sorted(set(places)):
        print(f'{path.relative_to(root)}:{line}: "{word}": write {instead}')
    sys.stdout.flush()
    if places:
        sys.exit(f"check-words: {len(set(places))} words that have a standard word instead")
    print(f"{len(paths)} files use standard words")


main()
