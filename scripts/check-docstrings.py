"""Fails when a public symbol of a library target in Sources/ has no docstring.

usage: swift package describe --type json | check-docstrings.py SYMBOL_GRAPHS

Reads the compiler's symbol graphs, which know every public symbol: also enumeration cases, members of extensions,
operators and subscripts, which a check of the source text misses.
"""

import json
import pathlib
import sys


# The compiler writes all graphs of a module at once, its own first. One that is older by seconds is of an earlier build.
STALE_SECONDS = 5


def symbol_graphs(folder, module):
    """The graphs of a module: its own symbols, and those of its extensions of other modules' types."""
    own = folder / f"{module}.symbols.json"
    if not own.exists():
        sys.exit(f"check-docstrings: {own} is missing: build again from clean")
    oldest = own.stat().st_mtime - STALE_SECONDS
    return [own, *(path for path in sorted(folder.glob(f"{module}@*.symbols.json")) if path.stat().st_mtime >= oldest)]


def is_written(symbol):
    """Whether a person wrote the symbol: the compiler's own members have no place in a file or are marked."""
    return "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]


def is_documented(symbol):
    """Whether the docstring, inherited ones of protocols included, holds a word."""
    return any(line["text"].strip() for line in symbol.get("docComment", {}).get("lines", []))


def main():
    folder = pathlib.Path(sys.argv[1])
    targets = json.load(sys.stdin)["targets"]
    modules = sorted(
        t["c99name"]
        for t in targets
        if t["type"] == "library" and t["module_type"] == "SwiftTarget" and t["path"].startswith("Sources/")
    )
    checked, missing = 0, []
    for module in modules:
        for graph in symbol_graphs(folder, module):
            for symbol in filter(is_written, json.loads(graph.read_text())["symbols"]):
                checked += 1
                if not is_documented(symbol):
                    location = symbol["location"]
                    path = location["uri"].removeprefix("file://")
                    name = ".".join(symbol["pathComponents"])
                    missing.append(f"{path}:{location['position']['line'] + 1}: {module}: {name} has no docstring")
    print(*sorted(missing), sep="\n", end="\n" if missing else "")
    if missing:
        sys.exit(f"check-docstrings: {len(missing)} of {checked} public symbols have no docstring")
    if checked == 0:
        sys.exit("check-docstrings: no public symbol found: the symbol graphs are not what was expected")
    print(f"{checked} public symbols in {len(modules)} modules have docstrings")


main()
