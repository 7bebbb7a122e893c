"""A sign that runs: `ledsign run` on a simulated board, with the page and the API."""

import fcntl
import json
import os
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("LEDSIGN", ROOT / ".build/debug/ledsign"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class RealSign:
    """The program in a terminal of its own, whose pictures are read and dropped; without a text one that is not set up."""

    def __init__(self, text, http="", has_token=True, board="sim-32x8", files={}, options=()):
        self.folder = tempfile.TemporaryDirectory(prefix="ledsign-page-")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.token = None
        environment = {**os.environ, "TERM": "xterm", "XDG_RUNTIME_DIR": "", "XDG_CONFIG_HOME": "/nonexistent",
                       "XDG_STATE_HOME": str(self.path("state")), "NOTIFY_SOCKET": ""}
        if has_token:
            subprocess.run([PROGRAM, "token", self.path("token")], check=True, capture_output=True, env=environment)
            self.token = self.path("token").read_text().strip()
            http = "token: ./token, " + http
        for name, content in files.items():
            self.path(name).write_text(content)
        page = f'http: {{listen: "127.0.0.1:{self.port}", {http}}}\n'
        options = [*options, *(["--board", board] if board else [])]
        if text is None:
            # The page stays where it is, also for the file that the set-up writes.
            self.path("ledsign").mkdir()
            self.path("ledsign/config.yaml").write_text(page.replace("./token", str(self.path("token"))))
            environment["XDG_CONFIG_HOME"] = self.folder.name
            options.append("--setup")
        else:
            self.path("sign.yaml").write_text(f"{page}control: {{socket: none, state: none}}\n{text}")
        self.terminal, inside = os.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            [PROGRAM, "run", self.path("sign.yaml"), *options], stdin=inside, stdout=inside, stderr=inside,
            env=environment, start_new_session=True)
        os.close(inside)
        self.said = b""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.wait()

    def path(self, name):
        return Path(self.folder.name) / name

    def read(self):
        while True:
            try:
                some = os.read(self.terminal, 65536)
            except OSError:
                # The program has closed its side.
                return
            if not some:
                return
            self.said = (self.said + some)[-4096:]

    def wait(self):
        """Waits until it answers."""
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if self.ask("GET", "healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.05)
        said = self.said.decode(errors="replace")
        self.stop()
        raise RuntimeError("the sign does not start: " + said)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(60)
        os.close(self.terminal)
        self.folder.cleanup()

    def ask(self, method, path, body=None, **headers):
        """Sends a request with the token; returns the status and what the answer has."""
        request = urllib.request.Request(
            self.url + path, None if body is None else json.dumps(body).encode(), headers, method=method)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def get(self, path):
        """The JSON at an address of the API."""
        status, body = self.ask("GET", "api/v1/" + path)
        if status != 200:
            raise RuntimeError(f"{path}: {status} {body}")
        return json.loads(body)
