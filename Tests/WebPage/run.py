"""Tests the page in Debian's chromium, in front of the fake server or of a running sign.

    python run.py                                        # the fake server
    python run.py --url http://127.0.0.1:8080/ --token-file /etc/ledsign/token
    python run.py PictureTests                           # some classes or tests

A running sign needs `http: {edit: yes}`, a moving text in its first zone, the fields `goals` and `other` with `variable:`, and
a sign file that may be changed.
"""

import argparse
import os
import sys
import unittest
from pathlib import Path

from page_case import Browser, PageCase


def tests_in(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from tests_in(each)
        else:
            yield each


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="the page of a running sign, which the tests steer")
    parser.add_argument("--token-file", type=Path)
    parser.add_argument("names", nargs="*", help="names of classes or tests; all without one")
    options = parser.parse_args()
    if options.url:
        os.environ["LEDSIGN_PAGE_URL"] = options.url.rstrip("/") + "/"
    if options.token_file:
        os.environ["LEDSIGN_PAGE_TOKEN"] = options.token_file.read_text().strip()
    found = unittest.defaultTestLoader.discover(str(Path(__file__).parent), pattern="*_tests.py")
    suite = unittest.TestSuite()
    for test in tests_in(found):
        if options.url and isinstance(test, PageCase) and test.needs_fake:
            continue
        if not options.names or any(name in test.id() for name in options.names):
            suite.addTest(test)
    if not suite.countTestCases():
        sys.exit("no test has such a name")
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    Browser.close()
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
