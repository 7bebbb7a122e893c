"""Requests to the page and the API of a sign, by curl, from the network of any process."""

import collections
import json
import subprocess

from machine import eventually

# The status is 0 without an answer.
Answer = collections.namedtuple("Answer", "status body tag")


class Client:
    """curl as a program of another machine, or of the sign's; with a token if there is one."""

    def __init__(self, process, token=None):
        self.process = process
        self.options = ["-H", f"Authorization: Bearer {token}"] if token else []

    def ask(self, address, *options, data=None):
        """Sends a request with options of curl, and bytes if there are any."""
        if data is not None:
            options = [*options, "--data-binary", "@-"]
        result = subprocess.run(
            ["nsenter", f"--target={self.process}", "--net", "curl", "-q", "-sS", "-m", "60", *self.options, *options,
             "-w", "\n%{http_code} %header{etag}", address], input=data or b"", capture_output=True)
        body, _, end = result.stdout.rpartition(b"\n")
        status, _, tag = end.decode().partition(" ")
        return Answer(int(status), body, tag)

    def status(self, address, *options, data=None):
        return self.ask(address, *options, data=data).status

    def json(self, address):
        answer = self.ask(address)
        assert answer.status == 200, f"{address} answers {answer.status}: {answer.body}"
        return json.loads(answer.body)

    def wait_for_status(self, address, status):
        eventually(lambda: self.status(address), status)
