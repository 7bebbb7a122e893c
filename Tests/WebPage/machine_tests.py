"""The part of the page about the machine and its panel, in front of a sign that runs."""

import os
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from accessibility_tests import violations
from page_case import Browser
from real_sign import RealSign


class MachineTests(unittest.TestCase):
    starts_sign = True

    def setUp(self):
        # An apt that knows a newer version.
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        apt = Path(folder.name) / "apt-cache"
        apt.write_text("#!/bin/sh\necho '  Installed: 0.1.0'\necho '  Candidate: 0.2.0'\n")
        apt.chmod(0o755)
        path = mock.patch.dict(os.environ, PATH=f"{folder.name}:{os.environ['PATH']}")
        path.start()
        self.addCleanup(path.stop)
        # Without hardware: the sign runs, and says what its machine lacks.
        self.sign = RealSign("message: Hello\n", has_token=False, board="max7219-32x8", options=["--simulate"])
        self.addCleanup(self.sign.stop)
        # It is asked beside the sign.
        deadline = time.monotonic() + 60
        while b"update" not in self.sign.ask("GET", "api/v1/setup")[1] and time.monotonic() < deadline:
            time.sleep(0.1)
        context = Browser.context(viewport={"width": 390, "height": 844})
        self.addCleanup(context.close)
        self.page = context.new_page()
        self.page.goto(self.sign.url)
        self.page.click("#tab-status")
        self.page.click("#machine > summary")

    def shown(self):
        return [message.get("name") for message in self.sign.get("messages")["messages"] if message["state"] == "shown"]

    def wait_for(self, condition):
        end = time.monotonic() + 60
        while not condition() and time.monotonic() < end:
            self.page.wait_for_timeout(100)
        self.assertTrue(condition())

    def test_it_says_what_the_machine_needs_and_shows_test_pictures(self):
        page = self.page
        page.wait_for_selector("#machine .findings li")
        self.assertIn("ledsign 0.1.0 is installed, and apt has 0.2.0", page.inner_text("#machine .findings"))
        self.assertIn("DIN", page.inner_text("#machine pre"))
        self.assertEqual(violations(page), [])
        # Nothing would start it again.
        self.assertEqual(page.locator("#machine button", has_text="Restart").count(), 0)
        self.assertEqual(self.sign.ask("POST", "api/v1/setup/restart", {})[0], 409)
        self.assertEqual(self.sign.ask("POST", "api/v1/setup/sign", {})[0], 409)
        page.click("#machine button:has-text('Test pictures')")
        page.wait_for_selector("#machine .panel-test .cards button")
        self.wait_for(lambda: self.shown() == ["panel-test"])
        # Another picture than the one that is right names the keys of the board file.
        page.locator("#machine .cards button").nth(1).click()
        page.wait_for_selector("#machine .advice:has-text('module_type: ')")
        page.click("#machine button:has-text('End the test')")
        page.wait_for_selector("#machine .findings li")
        self.wait_for(lambda: "panel-test" not in self.shown())
