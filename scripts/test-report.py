#!/usr/bin/env python3
"""Prints how many tests ran in each test target, and the ten slowest tests.

usage: scripts/test-report.py LANE...      a lane is the path of a report of swift-testing without its ".xml"
"""

import collections
import sys
import xml.etree.ElementTree

SLOWEST = 10


def cases(lanes):
    """The target, suite, name and seconds of every test that ran."""
    for lane in lanes:
        for case in xml.etree.ElementTree.parse(lane + ".xml").getroot().iter("testcase"):
            target, _, suite = case.get("classname").partition(".")
            yield target, suite, case.get("name"), float(case.get("time"))


def main():
    found = sorted(cases(sys.argv[1:]))
    if not found:
        sys.exit("test-report: no test ran")
    targets = collections.defaultdict(list)
    for target, suite, _, seconds in found:
        targets[target].append((suite, seconds))
    print(" tests  suites  seconds  target")
    for target, tests in targets.items():
        suites = len({suite for suite, _ in tests})
        print(f"{len(tests):6}  {suites:6}  {sum(seconds for _, seconds in tests):7.1f}  {target}")
    suites = len({(target, suite) for target, suite, _, _ in found})
    print(f"{len(found):6}  {suites:6}  {sum(test[3] for test in found):7.1f}  all")
    print("the slowest:")
    for target, suite, name, seconds in sorted(found, key=lambda test: -test[3])[:SLOWEST]:
        print(f"{seconds:6.1f} s  {target}.{suite}/{name}")


main()
