#!/usr/bin/env python3
"""Checks that the folders of each target in Sources use each other one way, and that targets keep to the plan of floors.

usage: scripts/check-folders.py [--root FOLDER] [--places]
       scripts/check-folders.py [--root FOLDER] --matrix TARGET

A folder uses another one of its target when it names a type that the other one declares, or a member that an extension in
the other one adds to a type from elsewhere, where no other declaration in Sources has that member's name. Every folder
counts by itself: "." is the target's own, and a folder within a folder is another one. Nested types count as their outermost
type, private ones do not count.

Folders that use each other, directly or through others, are a violation. Each line shows one cycle, the shortest one through
one of its uses, with the first place of every use; --places lists all places of these uses. --matrix prints which folder of a
target uses which, and how often.

The plan of floors is FLOORS in scripts/package_targets.py: which folder of Sources may import from which.
"""

import argparse
import collections
import pathlib
import sys

sys.dont_write_bytecode = True

import folder_uses  # noqa: E402
import package_targets  # noqa: E402


def cycles(uses):
    """Every pair of folders that use each other, and the shortest cycle through each other use that is in one."""
    after = collections.defaultdict(set)
    for user, used in uses:
        after[user].add(used)
    found = set()
    for user, used in sorted(uses):
        path = shortest_path(after, used, user)
        if path:
            cycle = [user, *path[:-1]]
            first = cycle.index(min(cycle))
            found.add((*cycle[first:], *cycle[:first]))
    return sorted(found, key=lambda cycle: (len(cycle), cycle))


def shortest_path(after, start, end):
    """The folders from `start` to `end`, both included, or None."""
    before, waiting = {start: None}, collections.deque([start])
    while waiting:
        folder = waiting.popleft()
        if folder == end:
            path = []
            while folder is not None:
                path.append(folder)
                folder = before[folder]
            return path[::-1]
        for other in sorted(after[folder] - before.keys()):
            before[other] = folder
            waiting.append(other)
    return None


def all_folders(targets, root):
    """The folders of every target with Swift files, with what they use."""
    found = [folder_uses.Folders(target, root) for target in targets]
    for folders in found:
        folders.find_uses(set().union(*(other.values for other in found if other is not folders)))
    return [folders for folders in found if folders.sources]


def print_cycle(folders, cycle):
    steps = []
    for user, used in steps_of(cycle):
        place = folders.uses[user, used][0]
        steps.append(f"{user} uses {used} ({place.path}:{place.line} {place.name})")
    print(f"{folders.target.name}: {', '.join(steps)}")


def print_places(folders, found):
    """Prints all places of every use that is in one of the cycles."""
    for user, used in sorted({step for cycle in found for step in steps_of(cycle)}):
        places = dict.fromkeys(folders.uses[user, used])
        print(f"    {user} uses {used} in {len(places)} places")
        for place in places:
            print(f"        {place.path}:{place.line} {place.name}")


def steps_of(cycle):
    return list(zip(cycle, (*cycle[1:], cycle[0])))


def print_matrix(folders):
    names = folders.names()
    width = max(len(name) for name in names)
    print(f"{folders.target.name}: how often the folder of the row uses the folder of the column")
    print(" " * width, *(f"{number:>5}" for number in range(1, len(names) + 1)))
    for number, user in enumerate(names, 1):
        counts = (len(folders.uses.get((user, used), ())) or ("-" if user == used else ".") for used in names)
        print(f"{user:{width}}", *(f"{count:>5}" for count in counts), f"  {number}")


def floor_problems(targets):
    """What is against the plan of floors."""
    floors = {target.name: target.floor for target in targets}
    plan = package_targets.FLOORS
    for target in targets:
        if target.floor not in plan:
            where = "Sources" if target.floor is None else f"Sources/{target.floor}"
            yield f"{target.name}: is in {where}, which is not a floor"
            continue
        for other in target.dependencies:
            floor = floors[other]
            if floor in plan and floor != target.floor and floor not in plan[target.floor]:
                yield f"{target.name}: uses {other}, but {target.floor} may not use {floor}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=package_targets.ROOT, help="the folder of Package.swift")
    parser.add_argument("--matrix", metavar="TARGET", help="print which folder of a target uses which")
    parser.add_argument("--places", action="store_true", help="list every place of the uses in cycles")
    options = parser.parse_args()
    targets = package_targets.targets(options.root)
    found = all_folders(targets, options.root)
    if options.matrix:
        matching = [folders for folders in found if folders.target.name == options.matrix]
        if not matching:
            sys.exit(f"check-folders: Sources has no target {options.matrix} with Swift files")
        print_matrix(matching[0])
        return
    problems = list(floor_problems(targets))
    print(*problems, sep="\n", end="\n" if problems else "")
    violations = len(problems)
    for folders in found:
        in_cycles = cycles(folders.uses)
        violations += len(in_cycles)
        for cycle in in_cycles:
            print_cycle(folders, cycle)
        if options.places:
            print_places(folders, in_cycles)
    checked = sum(len(folders.names()) for folders in found)
    sys.stdout.flush()
    if violations:
        sys.exit(f"check-folders: {violations} violations in {len(targets)} targets")
    if checked == 0:
        sys.exit("check-folders: no folder with Swift files found: Sources is not what was expected")
    print(f"{checked} folders in {len(targets)} targets use each other one way")


main()
