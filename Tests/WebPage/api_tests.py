"""The API of a sign that runs, compared with its description by schemathesis."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from real_sign import RealSign

HERE = Path(__file__).parent
SIGN = """
fields: {goals: {variable: goals}}
messages:
  - {name: open, text: "Fresh bread {goals}"}
  - {name: closed, text: Closed, priority: 3}
"""


class APITests(unittest.TestCase):
    starts_sign = True

    def setUp(self):
        self.sign = RealSign(SIGN, http="edit: yes, awtrix: yes, tidbyt: yes")
        self.addCleanup(self.sign.stop)

    def test_every_answer_is_as_described_and_no_request_breaks_the_sign(self):
        before = self.sign.path("sign.yaml").read_text()
        program = Path(sys.executable).with_name("schemathesis")
        run = subprocess.run(
            [program, "--no-color", "--config-file", HERE / "api_schemathesis.toml", "run",
             self.sign.url + "api/v1/openapi.json", "-H", "Authorization: Bearer " + self.sign.token],
            cwd=self.sign.folder.name, env={**os.environ, "SCHEMATHESIS_HOOKS": str(HERE / "api_addresses.py")}, text=True, timeout=300,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("Tested: 78", run.stdout)
        # It still does what is asked for, and nothing has been written to its file.
        self.assertEqual(self.sign.ask("GET", "healthz")[0], 200)
        self.assertEqual(self.sign.ask("PUT", "api/v1/variables/goals", {"value": 7})[0], 200)
        self.assertEqual(self.sign.get("variables")["variables"]["goals"], "7")
        self.assertEqual(self.sign.path("sign.yaml").read_text(), before)

    def test_names_may_have_a_slash(self):
        for method, body in (("PUT", {"text": "Hello"}), ("DELETE", None)):
            self.assertEqual(self.sign.ask(method, "api/v1/messages/a%2Fb", body)[0], 200)
            names = [message["name"] for message in self.sign.get("messages")["messages"]]
            self.assertEqual("a/b" in names, method == "PUT")

    def test_whole_numbers_may_have_a_point(self):
        status, body = self.sign.ask("PUT", "api/v1/brightness", {"percent": 25.0})
        self.assertEqual((status, json.loads(body)), (200, {"ok": True}))
        self.assertEqual(self.sign.get("state")["brightness"], 25)
