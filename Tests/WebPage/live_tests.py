"""The live picture of a sign that runs, read by a client that was written from docs/http.md alone."""

import base64
import json
import math
import os
import re
import socket
import struct
import time
import unittest
from pathlib import Path
from urllib.parse import urlsplit

from page_case import Browser
from real_sign import RealSign

GUIDE = Path(__file__).parents[2] / "docs/http.md"


class Picture:
    """What the binary messages say: a row of (red, green, blue), or of True and False, for each line of LEDs."""

    def __init__(self):
        self.rows = None
        self.numbers = []

    def apply(self, message):
        kind, self.brightness, zero, number, self.due, x, y, width, height = struct.unpack(">BBHIQHHHH", message[:24])
        pixels = message[24:]
        assert kind in (1, 2, 3) and zero == 0
        self.numbers.append(number)
        self.rectangle = (x, y, width, height)
        row_bytes = {1: 3 * width, 2: math.ceil(width / 8), 3: 0}[kind]
        assert len(pixels) == row_bytes * height, "the length of the message"
        if kind == 3:
            assert self.rectangle == (0, 0, 0, 0)
            return
        if self.rows is None:
            self.rows = [[None] * (x + width) for _ in range(y + height)]
        for line in range(height):
            row = pixels[line * row_bytes:(line + 1) * row_bytes]
            if kind == 1:
                values = [tuple(row[3 * place:3 * place + 3]) for place in range(width)]
            else:
                assert x % 8 == 0
                bits = "".join(f"{byte:08b}" for byte in row)
                assert "1" not in bits[width:], "the bits that are left over"
                values = [bit == "1" for bit in bits[:width]]
            self.rows[y + line][x:x + width] = values


class LiveClient:
    """A WebSocket by RFC 6455, with nothing but what the guide names."""

    def __init__(self, sign, has_token=True):
        parts = urlsplit(sign.url)
        self.socket = socket.create_connection((parts.hostname, parts.port), 30)
        self.bytes = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /api/v1/live HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        if sign.token and has_token:
            lines.append(f"Authorization: Bearer {sign.token}")
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())
        while b"\r\n\r\n" not in self.bytes:
            self.more()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        self.picture = Picture()
        self.texts = []

    def more(self):
        some = self.socket.recv(65536)
        if not some:
            raise ConnectionError("the sign has closed the connection")
        self.bytes += some

    def take(self, count):
        while len(self.bytes) < count:
            self.more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def frame(self):
        """The next frame: its opcode and payload."""
        first, length = self.take(2)
        assert first & 0xF0 == 0x80 and length < 128, "whole frames, not masked, without extensions"
        if length == 126:
            length = int.from_bytes(self.take(2), "big")
        elif length == 127:
            length = int.from_bytes(self.take(8), "big")
        return first & 0x0F, self.take(length)

    def read(self):
        """Takes one message; returns the text, or None for a picture and for a ping."""
        opcode, payload = self.frame()
        if opcode == 1:
            self.texts.append(json.loads(payload))
            return self.texts[-1]
        if opcode == 9:
            self.send(10, payload)
            return None
        assert opcode == 2, (opcode, payload)
        self.picture.apply(payload)
        return None

    def send(self, opcode, payload, mask=b"\x12\x34\x56\x78", first=0x80):
        bit = 0x80 if mask else 0
        length = bytes([bit | len(payload)]) if len(payload) < 126 else bytes([bit | 126]) + struct.pack(">H", len(payload))
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)) if mask else payload
        self.socket.sendall(bytes([first | opcode]) + length + (mask or b"") + masked)

    def say(self, **order):
        self.send(1, json.dumps(order).encode())

    def close(self):
        self.socket.close()


class LiveTests(unittest.TestCase):
    starts_sign = True

    def start(self, text, board):
        sign = RealSign(text, board=board)
        self.addCleanup(sign.stop)
        return sign

    def connect(self, sign):
        client = LiveClient(sign)
        self.addCleanup(client.close)
        self.assertEqual(client.status, 101)
        return client

    def read_until(self, client, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, "waited in vain")
            client.read()

    def command(self, sign, **order):
        status, body = sign.ask("POST", "api/v1/command", order)
        self.assertEqual(status, 200, body)
        return json.loads(body)

    def shot(self, sign):
        """What the sign says that it shows, as rows of (red, green, blue)."""
        shot = self.command(sign, command="screenshot")
        data, width = base64.b64decode(shot["pixels"]), shot["width"]
        pixels = [tuple(data[place:place + 3]) for place in range(0, len(data), 3)]
        return [pixels[row * width:(row + 1) * width] for row in range(shot["height"])]

    def test_the_examples_of_the_guide_say_what_the_guide_says(self):
        examples = re.findall(r"\n    ((?:[0-9a-f]+ +)+[0-9a-f]+)\n\n    (kind .*)\n((?:    .+\n)+)", GUIDE.read_text())
        self.assertEqual(len(examples), 2)
        for digits, words, art in examples:
            picture = Picture()
            picture.apply(bytes.fromhex(digits.replace(" ", "")))
            x, y, width, height = picture.rectangle
            kind = int(digits[:2], 16)
            self.assertEqual(words, f"kind {kind}, brightness {picture.brightness}, number {picture.numbers[0]}, "
                                    f"due {picture.due}, x {x}, y {y}, width {width}, height {height}")
            rows = [row[x:] for row in picture.rows[y:]]
            shown = [" ".join("#%02x%02x%02x" % pixel for pixel in row) if kind == 1
                     else "".join("#" if pixel else "." for pixel in row) for row in rows]
            self.assertEqual(shown, [line.strip() for line in art.splitlines()])

    def test_colours_arrive_whole_and_then_as_what_has_changed(self):
        sign = self.start("message: {text: Fresh bread every morning, color: amber, speed: 40}", "sim-64x32")
        client = self.connect(sign)
        hello = client.read()
        self.assertEqual([hello[name] for name in ("hello", "width", "height", "mono", "may", "rate")],
                         [1, 64, 32, False, ["view", "steer"], 30])
        self.read_until(client, lambda: len(client.picture.numbers) == 20)
        self.assertEqual(client.picture.numbers, sorted(set(client.picture.numbers)))
        # A still sign: what all pictures together have set is what the sign shows.
        self.command(sign, command="pause")
        self.read_until(client, lambda: any(text.get("paused") for text in client.texts))
        self.command(sign, command="brightness", percent=37)
        self.read_until(client, lambda: client.picture.brightness == 37)
        self.assertEqual(client.picture.rows, self.shot(sign))

    def test_bits_arrive_whole_and_then_as_what_has_changed(self):
        sign = self.start('message: {text: "Bread {n}", scroll: never}\nfields: {n: {variable: n}}', "sim-32x8")
        client = self.connect(sign)
        hello = client.read()
        self.assertEqual([hello[name] for name in ("width", "height", "mono")], [32, 8, True])
        for value in ("1", "22", "8"):
            before = len(client.picture.numbers)
            self.command(sign, command="set", name="n", value=value)
            self.read_until(client, lambda: len(client.picture.numbers) > before)
            led = tuple(bytes.fromhex(hello["led"][1:]))
            self.read_until(client, lambda: [[led if lit else (0, 0, 0) for lit in row]
                                             for row in client.picture.rows] == self.shot(sign))

    def test_a_hand_moves_the_text_by_pixels(self):
        sign = self.start("message: {text: Fresh bread every morning, speed: 40}", "sim-64x32")
        client = self.connect(sign)
        self.read_until(client, lambda: client.picture.rows)
        client.say(hand="begin")
        client.say(hand="move", pixels=0)
        steady = [self.shot(sign)]

        def stands_still():
            client.say(hand="move", pixels=0)
            steady.append(self.shot(sign))
            return steady[-1] == steady[-2]

        end = time.monotonic() + 60
        while not stands_still():
            self.assertLess(time.monotonic(), end)
        before = steady[-1]
        while self.shot(sign) == before:
            self.assertLess(time.monotonic(), end)
            client.say(hand="move", pixels=-5)
        moved = [row[5:] for row in before]
        self.assertEqual([row[:-5] for row in self.shot(sign)], moved)
        other = self.connect(sign)
        other.read()
        client.say(hand="move", pixels=-5)
        other.say(hand="begin")
        self.read_until(other, lambda: {"hand": "busy", "zone": None} in other.texts)
        client.say(hand="jump")
        self.read_until(client, lambda: any(text.get("event") == "refused" for text in client.texts))

    def test_guests_have_a_share_of_the_viewers_and_the_page_says_that_it_is_used_up(self):
        sign = RealSign("message: {text: Bread, scroll: never}", http="view: everyone")
        self.addCleanup(sign.stop)
        guests = [LiveClient(sign, has_token=False) for _ in range(4)]
        for guest in guests:
            self.addCleanup(guest.close)
        self.assertEqual([guest.status for guest in guests], [101, 101, 101, 503])
        context = Browser.context()
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(sign.url)
        page.wait_for_selector("#no-connection:has-text('Too many people are watching this sign.')")
        self.connect(sign)
        guests[0].close()
        page.wait_for_selector("body[data-connection=open]")
        page.wait_for_selector("#no-connection", state="hidden")

    def test_what_breaks_the_rules_is_closed_with_the_code_that_the_guide_names(self):
        sign = self.start("message: {text: Bread, scroll: never}", "sim-32x8")
        breaches = {
            "1000": lambda client: client.send(8, struct.pack(">H", 1000)),
            "1002": lambda client: client.send(1, b"{}", mask=None),
            "1003": lambda client: client.send(2, b"{}"),
            "1007": lambda client: client.send(1, b"\xff\xff"),
            "1009": lambda client: client.send(1, b" " * 4097),
        }
        table = re.findall(r"^\| (1\d{3}) \| ", GUIDE.read_text(), re.MULTILINE)
        self.assertEqual(table, ["1001"] + sorted(breaches)[1:])
        for code, breach in breaches.items():
            client = self.connect(sign)
            breach(client)
            opcode, payload = client.frame()
            while opcode != 8:
                opcode, payload = client.frame()
            self.assertEqual(str(struct.unpack(">H", payload[:2])[0]), code)
        client = self.connect(sign)
        sign.process.terminate()
        opcode, payload = client.frame()
        while opcode != 8:
            opcode, payload = client.frame()
        self.assertEqual(struct.unpack(">H", payload[:2])[0], 1001)
