"""The modules of the page that need no browser, tested by Node.js."""

import subprocess
import unittest
from pathlib import Path


class ModuleTests(unittest.TestCase):
    def test_the_tests_of_modules_pass(self):
        files = sorted(Path(__file__).parent.glob("*.test.mjs"))
        self.assertTrue(files)
        run = subprocess.run(["node", "--test", *files], text=True, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(run.returncode, 0, run.stdout)
