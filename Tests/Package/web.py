"""Requests to the page and the API of a sign, by curl, from the network of any process; and a second network for them."""

import collections
import contextlib
import json
import subprocess
from pathlib import Path

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


@contextlib.contextmanager
def second_machine(process):
    """A process in a network of its own, 192.0.2.2, that is connected to the one of another process, 192.0.2.1."""
    def ip(owner, words):
        subprocess.run(["nsenter", f"--target={owner}", "--net", "ip", *words.split()], check=True)

    second = subprocess.Popen(["nsenter", f"--target={process}", "--net", "unshare", "--net", "sleep", "infinity"])
    try:
        # It becomes `sleep` once it is in its network.
        eventually(Path(f"/proc/{second.pid}/comm").read_text, "sleep\n")
        ip(process, "link set lo up")
        ip(process, f"link add eth0 type veth peer name eth0 netns {second.pid}")
        for owner, address in ((process, "192.0.2.1/24"), (second.pid, "192.0.2.2/24")):
            ip(owner, f"addr add {address} dev eth0")
            ip(owner, "link set eth0 up")
        yield second.pid
    finally:
        second.kill()
        second.wait()
