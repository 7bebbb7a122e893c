"""Finds the targets of Package.swift that have a folder in Sources, without asking the package manager."""

import collections
import pathlib
import re
import sys

import swift_source

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAKERS = (".target", ".executableTarget", ".systemLibrary")
CALL = re.compile(r"\.?\b\w+(?=\()")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')

# The plan of the floors: the folders of Sources, and for each the floors that its targets may use besides their own.
FLOORS = {
    "System": (),
    "Base": ("System",),
    "Media": ("System", "Base"),
    "Engine": ("Base", "Media"),
    "Sign": ("System", "Base", "Media", "Engine"),
    "Panels": ("Base",),
    "Hardware": ("Base", "Panels"),
    # The host drives real panels. Simulated ones are outputs that a product hands in, so the host does not know them.
    "Host": ("System", "Base", "Media", "Engine", "Sign", "Panels", "Hardware"),
    "Simulation": ("System", "Base", "Media", "Engine", "Sign", "Panels", "Host"),
    # The network shows and steers a running sign; it never sees the hardware, nor simulated panels.
    "Network": ("Base", "Media", "Engine", "Sign", "Panels", "Host"),
    "Products": ("System", "Base", "Media", "Engine", "Sign", "Panels", "Hardware", "Simulation", "Host", "Network"),
}

# A target, its folder (Sources/NAME or Sources/FLOOR/NAME), the name of its floor or None, and the targets in Sources that
# it may import.
Target = collections.namedtuple("Target", "name folder floor dependencies")


def targets(root=ROOT):
    """The targets of the package at `root` that are in Sources, in the order of their names."""
    text = (root / "Package.swift").read_text(encoding="utf-8")
    structure, strings = swift_source.code_only(text), swift_source.code_only(text, keeps_strings=True)
    folders = target_folders(root, set(STRING.findall(strings)))
    dependencies = {}
    for call in calls(structure, makers(structure)):
        # The name comes before the lists; a target of Tests or Examples has no name that a folder of Sources has.
        head, _, lists = strings[call].partition("[")
        name = next((name for name in STRING.findall(head) if name in folders), None)
        if name is not None:
            dependencies.setdefault(name, set()).update(other for other in STRING.findall(lists) if other in folders)
    missing = sorted(folders.keys() - dependencies.keys())
    if missing:
        sys.exit(f"Package.swift names {', '.join(missing)}, but where it makes the target was not found")
    return [
        Target(name, folder, folder.parent.name if folder.parent.name != "Sources" else None, sorted(dependencies[name]))
        for name, folder in sorted(folders.items())
    ]


def target_folders(root, names):
    """The folders with the name of a target: in Sources, or one level below in what is no target itself."""
    found = {path.name: path for path in root.glob("Sources/*") if path.name in names and path.name not in FLOORS}
    for path in sorted(root.glob("Sources/*/*")):
        if path.name in names and path.is_dir() and path.parent.name not in found:
            found[path.name] = path
    return found


def makers(structure):
    """The functions that make targets: the package manager's, and those of Package.swift that call them."""
    found = list(MAKERS)
    for match in re.finditer(r"\bfunc\s+(\w+)", structure):
        body = structure[match.start():closing(structure, structure.find("{", match.start()))]
        if any(maker + "(" in body for maker in MAKERS):
            found.append(match[1])
    return found


def calls(structure, names):
    """The slices of the text that call one of the functions."""
    for match in CALL.finditer(structure):
        if match[0] in names:
            yield slice(match.start(), closing(structure, match.end()))


def closing(structure, opening):
    """The offset behind the parenthesis or brace that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(structure)):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(structure[index], 0)
        if depth == 0:
            return index + 1
    return len(structure)
