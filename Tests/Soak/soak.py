"""Runs a busy sign, sends it what users send, and fails where its memory, descriptors, threads or messages grow.

usage: soak.py LEDSIGN KERNEL_MODEL [MINUTES]

Each second: a message that ends after a second, one that is replaced, a variable, a value file that changes, a picture, a request
that is wrong; every 20 s the sign file is saved anew, every third time broken. The first quarter of the time is for warming up.
"""

import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Benchmarks"))
from run_time import Machine, free_port  # noqa: E402

SIGN = """\
board: max7219-32x8
http: {{listen: "127.0.0.1:{port}"}}
control: {{socket: none, state: ./state.json}}
fields:
  price: {{json: ./price.json, path: price, every: 1s}}
  name: {{variable: "you"}}
zones:
  - name: top
    area: {{x: 0, y: 0, width: 24, height: 8}}
    messages:
      - {{text: "Round {round}: fresh bread until noon, {{price}} EUR", speed: 60}}
      - {{text: "Hello {{name}}", in: wipe, out: dissolve}}
  - name: bottom
    area: {{x: 24, y: 0, width: 8, height: 8}}
    message: {{text: "{{clock ss}}"}}
"""
BROKEN = "board: max7219-32x8\nmessage: {text: [}\n"
# Kilobytes that the resident memory may grow by after the warming up: what malloc keeps of the largest moment.
GROWTH = 4096


def use_of(process):
    """The resident kilobytes, the descriptors and the threads of a process."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        words = dict(line.split(":", 1) for line in file)
    return int(words["VmRSS"].split()[0]), len(os.listdir(f"/proc/{process}/fd")), int(words["Threads"])


class Sign:
    def __init__(self, ledsign, machine):
        self.folder, self.port = machine.folder, free_port()
        self.save(0)
        self.price(0)
        self.log = open(f"{self.folder}/errors", "w+b")  # noqa: SIM115
        self.process = subprocess.Popen(
            [ledsign, "run", f"{self.folder}/sign.yaml"], env=machine.environment(), stdin=subprocess.DEVNULL, stderr=self.log)

    def write(self, name, text):
        with open(f"{self.folder}/{name}.new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(f"{self.folder}/{name}.new", f"{self.folder}/{name}")

    def save(self, number):
        self.write("sign.yaml", BROKEN if number % 3 == 2 else SIGN.format(port=self.port, round=number))

    def price(self, number):
        self.write("price.json", json.dumps({"price": number / 100}))

    def ask(self, method, path, body=None):
        """The status and the body of an answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def is_served(self):
        with socket.socket() as attempt:
            return attempt.connect_ex(("127.0.0.1", self.port)) == 0

    def one_second(self, number):
        """The words of what went wrong."""
        self.price(number)
        expected = [
            ("POST", "/api/v1/messages?zone=top", {"text": f"Order {number}", "duration": "1s", "priority": 8}, 200),
            ("PUT", "/api/v1/messages/standing?zone=top", {"text": f"Now serving {number}"}, 200),
            ("PUT", "/api/v1/variables/name", {"value": f"customer {number}"}, 200),
            ("GET", "/api/v1/picture.png?style=leds", None, 200),
            ("POST", "/api/v1/messages", {"text": 1, "colour": "rad"}, 409),
        ]
        for method, path, body, status in expected:
            found, answer = self.ask(method, path, body)
            # A broken file is a problem of the sign, and answers stay the same.
            if found != status:
                return f"{method} {path} answers {found}, not {status}: {answer[:200]}"
        return ""


def main():
    ledsign, minutes = sys.argv[1], float(sys.argv[3] if len(sys.argv) > 3 else 20)
    machine = Machine(sys.argv[2])
    sign = Sign(ledsign, machine)
    try:
        limit = time.monotonic() + 60
        while not sign.is_served():
            if sign.process.poll() is not None or time.monotonic() > limit:
                sys.exit("soak: the sign does not serve: " + open(f"{sign.folder}/errors", encoding="utf-8").read())
            time.sleep(0.05)
        began, warm = time.monotonic(), None
        for number in itertools.count(1):
            passed = time.monotonic() - began
            if passed > minutes * 60:
                break
            if number % 20 == 0:
                sign.save(number // 20)
            wrong = sign.one_second(number)
            if wrong:
                sys.exit("soak: " + wrong)
            if warm is None and passed > minutes * 15:
                warm = use_of(sign.process.pid)
            time.sleep(max(0, began + number - time.monotonic()))
        end = use_of(sign.process.pid)
        listed = json.loads(sign.ask("GET", "/api/v1/messages")[1])["messages"]
        sign.process.send_signal(signal.SIGTERM)
        if sign.process.wait(timeout=60) not in (0, -signal.SIGTERM, 143):
            sys.exit(f"soak: the sign ended with {sign.process.returncode}")
        print(f"soak: {number} rounds; memory {warm[0]} to {end[0]} KiB, descriptors {warm[1]} to {end[1]}, "
              f"threads {warm[2]} to {end[2]}, {len(listed)} messages")
        # Three of the file, the standing one, and at most three that were sent in the last seconds.
        if end[0] > warm[0] + GROWTH or end[1] > warm[1] + 4 or end[2] > warm[2] + 2 or len(listed) > 7:
            sys.exit("soak: it grows")
    finally:
        sign.process.kill()
        sign.process.wait()
        machine.remove()


main()
