"""What a running service is sent, inside of its MemoryMax: large pictures, and messages that no sign can take.

After each, the same program runs, was never killed, and never needed three quarters of what the unit allows. (Where the kernel
here has no memory controller of version 2, systemd could not end it for more.)
"""

import re
import struct
import subprocess
import sys
import zlib

import pytest

from machine import eventually
from web import Client

SIDE = 4096


def write_picture(path, number):
    """Writes a PNG file of 4096 x 4096 pixels, in colours of its own."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = bytes((x * (number + 1) + c * 85) % 256 for x in range(SIDE) for c in range(3))
    packer = zlib.compressobj(1)
    data = b"".join(packer.compress(b"\0" + row) for _ in range(SIDE)) + packer.flush()
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


class Service:
    """The service from its start on."""

    def __init__(self, machine):
        self.machine = machine
        machine.restart()
        self.process = machine.main_process()
        self.restarts = machine.property("NRestarts")

    def check(self):
        """Checks that the same program runs, and what it needed at most."""
        assert self.machine.main_process() == self.process
        assert self.machine.property("NRestarts") == self.restarts
        status = self.machine.run(f"cat /proc/{self.process}/status")
        peak = int(re.search(r"^VmHWM:\s*(\d+) kB$", status, re.MULTILINE)[1]) * 1024
        limit = int(self.machine.property("MemoryMax"))
        print(f"at most {peak >> 20} MiB of {limit >> 20}")
        assert peak < limit * 3 / 4


def sign_with(*pictures):
    messages = "".join(f"  - {{image: {picture}, fit: contain, hold: 1s}}\n" for picture in pictures)
    return f"board: max7219-32x8\nhttp: {{edit: yes}}\nmessages:\n{messages}"


@pytest.fixture(scope="module")
def service_with_pictures(machine, model):
    """A sign that shows two of four pictures of 4096 x 4096 pixels."""
    for number, name in enumerate(("one", "two", "three", "four")):
        write_picture(machine.path(f"/etc/ledsign/{name}.png"), number)
    machine.write_sign(sign_with("one.png", "two.png"))
    machine.run("ledsign check /etc/ledsign/sign.yaml")
    subprocess.run(["nsenter", f"--target={machine.process}", "--net", "ip", "link", "set", "lo", "up"], check=True)
    yield Service(machine)
    machine.stop()


def test_pictures(service_with_pictures):
    """Two pictures of 4096 x 4096 pixels are inside the limits."""
    service_with_pictures.check()


def test_drafts(machine, service_with_pictures):
    """So are five drafts with two others."""
    client = Client(machine.process)
    address = "http://127.0.0.1:8080/api/v1/sign/picture?at=1.5s"
    draft = sign_with("three.png", "four.png").encode()

    def is_drawn():
        status = client.status(address, "-H", "Content-Type: application/yaml", data=draft)
        # At most five pictures a second are drawn: 429 asks for patience, as does 504 where the machine is busy.
        assert status in (200, 429, 504)
        return status == 200

    for _ in range(5):
        eventually(is_drawn)
    service_with_pictures.check()


def test_reloads(machine, service_with_pictures):
    """So are three reloads."""
    for _ in range(3):
        machine.reload()
    service_with_pictures.check()


# What the broker prints once a message has gone by, and once the sign has given up and come again.
@pytest.mark.parametrize("kind, printed", [("stream", "sent"), ("announce", "connection")])
def test_messages(machine, model, checkout, kind, printed):
    """A broker that sends or announces messages of 256 MiB does not fill the memory; the journal names the message."""
    topic = "ledsign/bakery/message/x"
    log = machine.path("/tmp/broker.log")
    with log.open("w") as output:
        # The broker is in the network of the sign.
        broker = subprocess.Popen(
            ["nsenter", f"--target={machine.process}", "--net", sys.executable, checkout / "Tests/HostileBroker/broker.py",
             "127.0.0.1", "18831", kind, topic], stdout=output, stderr=output)
    try:
        machine.write_sign('board: max7219-32x8\nmqtt: {broker: "mqtt://127.0.0.1:18831", topic: ledsign/bakery}\nmessage: Hello\n')
        service = Service(machine)
        eventually(lambda: log.read_text().count(printed) >= 2)
        assert f"at {topic} is ignored" in machine.journal()
        service.check()
    finally:
        broker.kill()
        broker.wait()
        machine.stop()
