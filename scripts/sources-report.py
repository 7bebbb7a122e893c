#!/usr/bin/env python3
"""Prints figures about the size and shape of the sources, to compare before and after a change.

usage: scripts/sources-report.py            prints the figures
       scripts/sources-report.py --places   prints also each error type, each short docstring and each file that should be merged
       scripts/sources-report.py --limits   prints the figures that scripts/sources-limits.txt limits, and fails above a limit

Types, symbols, error types and docstrings are those of the Swift files in Sources. A symbol is a declaration with the word
`public`, `open` or `package` before it: cases of enumerations and requirements of protocols have none.
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True

import package_targets  # noqa: E402
import swift_source  # noqa: E402

ROOT = package_targets.ROOT
LIMITS = ROOT / "scripts/sources-limits.txt"
LONGEST = 10
SHORT_WORDS = 3
SHORT_LINES = 40
MAXIMUM_LINES = 300

TYPES = ("struct", "class", "enum", "protocol", "actor")
DECLARATORS = (
    "struct|class|enum|protocol|actor|extension|typealias|associatedtype|func|var|let|init|subscript|operator|case|macro"
)
SYMBOL = re.compile(rf"(?<![.\w`])(public|open|package)\s+(?:(?:[a-z]+(?:\([^()]*\))?|@\w+)\s+)*?(?:{DECLARATORS})\b")
ERROR_NAME = re.compile(r"(?:Error|Fault|Problem|Trouble|Failure|Refusal|Findings|Loss)$")
ERROR_CONFORMANCE = re.compile(r":.*?(?<![.\w])(?:Swift\.)?Error\b", re.DOTALL)
# Constraints of generic types name protocols that the type itself does not conform to.
CONSTRAINTS = re.compile(r"<[^{}]*>|\bwhere\b.*", re.DOTALL)
DOCSTRING = re.compile(r"(?:^[ \t]*///.*\n)+", re.MULTILINE)


def files(folder, *endings):
    return [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings and path.is_file()]


def short_files():
    """The Swift files of Sources with so few lines that they need a reason."""
    return [path for path in files("Sources", ".swift") if lines([path]) < SHORT_LINES]


def needless_extensions():
    """The files X+Y.swift that would fit into the X.swift beside them."""
    mains = {path: lines([path]) for path in files("Sources", ".swift") if "+" not in path.stem}
    parts = [path for path in files("Sources", ".swift") if "+" in path.stem]
    main_of = {path: path.with_name(path.stem.split("+")[0] + ".swift") for path in parts}
    return [path for path in parts if mains.get(main_of[path], MAXIMUM_LINES) + lines([path]) <= MAXIMUM_LINES]


def lines(paths):
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


class Sources:
    """What the Swift files of Sources declare."""

    def __init__(self):
        self.types, self.symbols = 0, {"public": 0, "open": 0, "package": 0}
        self.errors, self.short_docstrings = {}, []
        for target in package_targets.targets():
            for path in sorted(target.folder.rglob("*.swift")):
                self.add(target, path, path.read_text(encoding="utf-8"))

    def add(self, target, path, text):
        source = swift_source.Source(text)
        place = path.relative_to(ROOT)
        for match in SYMBOL.finditer(source.code):
            self.symbols[match[1]] += 1
        for found in source.declarations:
            self.types += found.kind in TYPES
            header = source.code[found.start:source.code.find("{", found.start)]
            conforms = found.kind in (*TYPES, "extension") and ERROR_CONFORMANCE.search(CONSTRAINTS.sub("", header))
            if conforms or found.kind in TYPES and ERROR_NAME.search(found.path):
                self.errors.setdefault((target.name, found.path), f"{place}:{source.line(found.start)}")
        for match in DOCSTRING.finditer(text):
            words = match[0].replace("///", " ").split()
            if len(words) <= SHORT_WORDS:
                self.short_docstrings.append(f"{place}:{source.line(match.start())} {' '.join(words)}")


def figures(sources):
    """The figures in the order in which they are printed, by name."""
    targets = package_targets.targets()
    swift = [target for target in targets if any(target.folder.rglob("*.swift"))]
    return {
        "targets in Sources": len(targets),
        "    in Swift": len(swift),
        "    in C, and libraries of the system": len(targets) - len(swift),
        "types": sources.types,
        "public symbols (public and open)": sources.symbols["public"] + sources.symbols["open"],
        "package symbols": sources.symbols["package"],
        "error types": len(sources.errors),
        f"docstrings of {SHORT_WORDS} words or fewer": len(sources.short_docstrings),
        "lines of Sources, Swift": lines(files("Sources", ".swift")),
        "lines of Sources, C": lines(files("Sources", ".c", ".h")),
        "lines of Tests, Swift": lines(files("Tests", ".swift")),
        "lines of Tests, C": lines(files("Tests", ".c", ".h")),
        "lines of docs, Markdown": lines(files("docs", ".md")),
        "lines of the other pages, Markdown": lines(sorted(ROOT.glob("*.md"))),
        "Swift files of Sources": len(files("Sources", ".swift")),
        "Swift files of Tests": len(files("Tests", ".swift")),
        f"Swift files of Sources under {SHORT_LINES} lines": len(short_files()),
        "files X+Y.swift of Sources that fit into X.swift": len(needless_extensions()),
    }


def print_longest(folder):
    counts = sorted(((lines([path]), path) for path in files(folder, ".swift", ".c", ".h")), key=lambda pair: -pair[0])
    print(f"the {LONGEST} longest files of {folder}:")
    for count, path in counts[:LONGEST]:
        print(f"{count:7}  {path.relative_to(ROOT)}")


def check_limits(counts):
    """Prints each figure that has a limit; returns whether all keep theirs."""
    keeps = True
    for line in LIMITS.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        limit, name = line.split(maxsplit=1)
        print(f"{counts[name]:7} of {limit:>6}  {name}")
        if counts[name] > int(limit):
            keeps = False
            print(f"{LIMITS.relative_to(ROOT)}: {name}: {counts[name]}; at most {limit} are allowed")
    return keeps


def main():
    if sys.argv[1:] not in ([], ["--places"], ["--limits"]):
        sys.exit(__doc__.strip())
    sources = Sources()
    if sys.argv[1:] == ["--limits"]:
        sys.exit(0 if check_limits(figures(sources)) else 1)
    for name, count in figures(sources).items():
        print(f"{count:7}  {name}")
    for folder in ("Sources", "Tests"):
        print_longest(folder)
    if sys.argv[1:]:
        print("error types:")
        for (target, path), place in sorted(sources.errors.items()):
            print(f"         {target}.{path} ({place})")
        print(f"docstrings of {SHORT_WORDS} words or fewer:")
        print(*(f"         {text}" for text in sources.short_docstrings), sep="\n")
        print(f"files under {SHORT_LINES} lines, and X+Y.swift that fit into X.swift:")
        print(*(f"         {path.relative_to(ROOT)}" for path in (*short_files(), *needless_extensions())), sep="\n")


main()
