"""The modules of the page that need no browser, tested by Node.js."""

import gzip
import re
import subprocess
import unittest
from pathlib import Path


WEB = Path(__file__).parents[2] / "web"


def needed(module, found):
    """The modules that one needs at once, with itself."""
    if module not in found:
        found.append(module)
        for path in re.findall(r'^import .*from "(\.[^"]+)"', module.read_text(), re.MULTILINE):
            needed((module.parent / path).resolve(), found)
    return found


class ModuleTests(unittest.TestCase):
    def setUp(self):
        page = (WEB / "index.html").read_text()
        self.styles = re.findall(r'<link rel="stylesheet" href="web/([^"]+)">', page)
        self.links = re.findall(r'<link rel="modulepreload" href="web/([^"]+)">', page)
        self.picture = [str(module.relative_to(WEB)) for module in needed(WEB / "main.js", [])]

    def test_the_page_asks_at_once_for_all_its_modules_and_first_for_those_of_the_picture(self):
        modules = needed(WEB / "parts.js", needed(WEB / "main.js", []))
        self.assertEqual(sorted(["main.js", *self.links]), sorted(str(module.relative_to(WEB)) for module in modules))
        self.assertEqual(sorted(["main.js", *self.links[:len(self.picture) - 1]]), sorted(self.picture))

    def test_the_first_picture_needs_three_rounds_of_files_and_30_kb(self):
        files = [WEB / file for file in ["index.html", *self.styles, *self.picture]]
        # A phone has six connections, and each file costs the time of an answer; the page itself comes before them.
        self.assertLessEqual(len(files), 1 + 3 * 6)
        self.assertLess(sum(len(gzip.compress(file.read_bytes())) for file in files), 30_000)

    def test_all_files_of_the_page_have_less_than_300_kb_as_they_are_sent(self):
        files = [file for file in WEB.rglob("*") if file.is_file() and file.name != "package.json" and not file.name.endswith(".d.ts")]
        self.assertGreater(len(files), 60)
        sizes = [min(file.stat().st_size, len(gzip.compress(file.read_bytes()))) for file in files]
        self.assertLess(sum(sizes), 300_000)

    def test_the_tests_of_modules_pass(self):
        files = sorted(Path(__file__).parent.glob("*.test.mjs"))
        self.assertTrue(files)
        run = subprocess.run(["node", "--test", *files], text=True, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(run.returncode, 0, run.stdout)
