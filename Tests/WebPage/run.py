"""Tests the page in Debian's chromium, in front of the fake server or of a running sign, and attacks signs of its own.

    python run.py                                        # the fake server, and signs that it starts
    python run.py --url http://127.0.0.1:8080/ --token-file /etc/ledsign/token
    python run.py PictureTests                           # some classes or tests
    python run.py --jobs 1                               # one after the other; two at a time are the default

A running sign needs `http: {edit: yes}`, a moving text in its first zone, the fields `goals` and `other` with `variable:`, and
a sign file that may be changed.
"""

import argparse
import os
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from page_case import Browser, Server


class TimedResult(unittest.TextTestResult):
    """Also prints the seconds that the tests of each class have taken."""

    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        name = type(test).__name__
        self.seconds[name] = self.seconds.get(name, 0) + time.monotonic() - self.began

    def startTestRun(self):
        self.seconds = {}

    def stopTestRun(self):
        for name, seconds in sorted(self.seconds.items(), key=lambda each: -each[1]):
            self.stream.writeln(f"{seconds:6.1f} s  {name}")


def tests_in(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from tests_in(each)
        else:
            yield each


def run_beside(suite, jobs):
    """Runs the classes of tests in several processes; returns whether all passed."""
    classes = sorted({test.id().rpartition(".")[0] + "." for test in tests_in(suite)})

    def run(names, ends):
        process = subprocess.Popen([sys.executable, __file__, "--jobs", "1", *names], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        end = []
        for line in process.stdout:
            # A line for each test comes when it has ended, and what they come to when all have.
            if end or line.startswith(" "):
                end.append(line)
            else:
                print(line, end="", flush=True)
        ends.append((process.wait(), "".join(end)))

    ends = []
    threads = [threading.Thread(target=run, args=(classes[job::jobs], ends)) for job in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for _, end in ends:
        print(end)
    return all(status == 0 for status, _ in ends)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="the page of a running sign, which the tests steer")
    parser.add_argument("--token-file", type=Path)
    parser.add_argument("--jobs", type=int, default=2, help="the tests that run beside each other, without names or --url")
    parser.add_argument("names", nargs="*", help="names of classes or tests; all without one")
    options = parser.parse_args()
    if options.url:
        os.environ["LEDSIGN_PAGE_URL"] = options.url.rstrip("/") + "/"
    if options.token_file:
        os.environ["LEDSIGN_PAGE_TOKEN"] = options.token_file.read_text().strip()
    found = unittest.defaultTestLoader.discover(str(Path(__file__).parent), pattern="*_tests.py")
    suite = unittest.TestSuite()
    for test in tests_in(found):
        if options.url and (getattr(test, "needs_fake", False) or getattr(test, "starts_sign", False)):
            continue
        if not options.names or any(name in test.id() for name in options.names):
            suite.addTest(test)
    if not suite.countTestCases():
        sys.exit("no test has such a name")
    if options.jobs > 1 and not options.names and not options.url:
        sys.exit(not run_beside(suite, options.jobs))
    result = unittest.TextTestRunner(verbosity=2, resultclass=TimedResult).run(suite)
    Browser.close()
    Server.stop_all()
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
