"""Loads the server of a sign from one program, and prints as JSON what was answered.

usage: load.py PORT SECONDS

For so many seconds: 200 requests a second on eight connections that stay open, a body of 10 MB twice a second, 1,000
connections that send half a header, and eight viewers of the live picture, of which two never read. Each kind comes from
loopback addresses of its own, as from different machines, because the server counts connections by address.
"""

import asyncio
import collections
import json
import os
import resource
import socket
import sys
import time

REQUESTS = 200
WORKERS = 8
HALF_OPEN = 1_000
VIEWERS = 8
SILENT = 2
BODY = 10_000_000
# A connection that the server refuses is tried again after so many seconds.
PAUSE = 10

# Twenty requests in turn: what a page, a monitor and a program that notifies ask for.
MIX = ["state", "messages", "state", "push", "state", "messages", "picture", "state", "brightness", "messages"] * 2


class Load:
    """What was done and answered."""

    def __init__(self, port, seconds):
        self.port = port
        self.end = time.monotonic() + seconds
        self.start = time.monotonic()
        self.asked = 0
        self.answers = collections.defaultdict(collections.Counter)
        self.waits = []
        self.half_open = 0
        self.most_half_open = 0
        self.attempts = 0
        self.viewed = [0] * VIEWERS
        self.viewers = 0

    @property
    def is_over(self):
        return time.monotonic() >= self.end

    async def connect(self, address, timeout=5):
        return await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), limit=1 << 20), timeout)

    # Requests

    def request(self, kind, number):
        body = b""
        if kind == "push":
            body = json.dumps({"text": f"Cakes at noon {number % 100}", "lifetime": "2s"}).encode()
            line = f"PUT /api/v1/messages/load-{number % 7} HTTP/1.1"
        elif kind == "brightness":
            body = json.dumps({"percent": 20 + number % 80}).encode()
            line = "PUT /api/v1/brightness HTTP/1.1"
        elif kind == "picture":
            line = "GET /api/v1/picture.png HTTP/1.1"
        else:
            line = f"GET /api/v1/{kind} HTTP/1.1"
        head = f"{line}\r\nHost: 127.0.0.1:{self.port}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + body

    @staticmethod
    async def answer(reader):
        """The status of the next answer, and whether the connection ends after it."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        fields = dict(line.split(": ", 1) for line in head[1:] if ": " in line)
        await reader.readexactly(int(fields.get("content-length", "0")))
        return int(head[0].split()[1]), fields.get("connection") == "close"

    async def work(self, worker):
        """Sends its share of the requests, each at its instant; what was missed is made up for."""
        address = f"127.0.1.{1 + worker % 4}"
        number = worker
        reader = writer = None
        while not self.is_over:
            due = self.start + number / REQUESTS
            await asyncio.sleep(max(0, due - time.monotonic()))
            kind = MIX[number // WORKERS % len(MIX)]
            self.asked += 1
            began = time.monotonic()
            try:
                if writer is None:
                    reader, writer = await self.connect(address)
                writer.write(self.request(kind, number))
                status, ends = await asyncio.wait_for(self.answer(reader), 5)
                self.answers[kind][status] += 1
                self.waits.append(time.monotonic() - began)
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
                self.answers[kind][outcome(error)] += 1
                ends = True
            if ends and writer is not None:
                writer.close()
                reader = writer = None
            number += WORKERS

    async def send_bodies(self, index):
        """Sends a body of 10 MB a second, with its length or in chunks."""
        kind = "10 MB with their length" if index == 0 else "10 MB in chunks"
        while not self.is_over:
            began = time.monotonic()
            try:
                reader, writer = await self.connect(f"127.0.2.{1 + index}")
                length = f"Content-Length: {BODY}" if index == 0 else "Transfer-Encoding: chunked"
                writer.write(f"POST /api/v1/messages HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                             f"Content-Type: application/json\r\n{length}\r\n\r\n".encode())
                answer = asyncio.create_task(self.answer(reader))
                part = b" " * 100_000
                chunk = part if index == 0 else b"%x\r\n%b\r\n" % (len(part), part)
                try:
                    for _ in range(BODY // len(part)):
                        if answer.done():
                            break
                        writer.write(chunk)
                        await asyncio.wait_for(writer.drain(), 5)
                except (OSError, asyncio.TimeoutError):
                    # The server has answered, and reads no more.
                    pass
                try:
                    status, _ = await asyncio.wait_for(answer, 5)
                    self.answers[kind][status] += 1
                finally:
                    writer.transport.abort()
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
                self.answers[kind][outcome(error)] += 1
            await asyncio.sleep(max(0, began + 1 - time.monotonic()))

    # Connections that only hold

    async def hold(self, index):
        """Sends half a header again and again, and waits until the server has had enough."""
        await asyncio.sleep(index * PAUSE / HALF_OPEN)
        while not self.is_over:
            began = time.monotonic()
            self.attempts += 1
            try:
                reader, writer = await self.connect("127.0.3.1", timeout=PAUSE)
                self.half_open += 1
                self.most_half_open = max(self.most_half_open, self.half_open)
                try:
                    writer.write(b"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
                    while await reader.read(1 << 16):
                        pass
                finally:
                    self.half_open -= 1
                    writer.transport.abort()
            except (OSError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(max(1, began + PAUSE - time.monotonic()))

    # Viewers

    async def view(self, index):
        """Watches the live picture; the last ones never read, but go on telling that they are there."""
        isSilent = index >= VIEWERS - SILENT
        while not self.is_over:
            try:
                reader, writer = await self.connect(f"127.0.4.{1 + index}")
                writer.write(f"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
                self.answers["live"][int(head.split()[1])] += 1
                if b" 101 " not in head:
                    raise OSError("refused")
                self.viewers += 1
                try:
                    await (self.ignore(writer) if isSilent else self.read(reader, writer, index))
                finally:
                    self.viewers -= 1
                    writer.transport.abort()
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(1)

    async def read(self, reader, writer, index):
        while not self.is_over:
            head = await asyncio.wait_for(reader.readexactly(2), 30)
            length = head[1] & 0x7F
            if length > 125:
                length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
            payload = await reader.readexactly(length)
            kind = head[0] & 0x0F
            if kind == 2:
                self.viewed[index] += 1
            elif kind == 8:
                return
            elif kind == 9:
                writer.write(masked(0xA, payload))

    async def ignore(self, writer):
        writer.transport.pause_reading()
        writer.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        while not self.is_over and not writer.transport.is_closing():
            writer.write(masked(1, b'{"rate":30}'))
            await asyncio.sleep(1)

    async def run(self):
        tasks = [self.work(index) for index in range(WORKERS)]
        tasks += [self.send_bodies(index) for index in range(2)]
        tasks += [self.view(index) for index in range(VIEWERS)]
        tasks += [self.hold(index) for index in range(HALF_OPEN)]
        running = [asyncio.create_task(task) for task in tasks]
        seen = []
        while not self.is_over:
            await asyncio.sleep(1)
            seen.append(self.viewers)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        waits = sorted(self.waits)
        return {
            "asked": self.asked, "answers": self.answers, "half_open": self.most_half_open, "attempts": self.attempts,
            "frames": self.viewed, "viewers": sorted(seen)[len(seen) // 2] if seen else 0,
            "wait_p50": waits[len(waits) // 2] if waits else None,
            "wait_p99": waits[len(waits) * 99 // 100] if waits else None,
            "processor": sum(os.times()[:2]),
        }


def outcome(error):
    """What became of a request without an answer."""
    return "silent" if isinstance(error, asyncio.TimeoutError) else "closed"


def masked(kind, payload):
    """A frame from a client, masked with zeros (RFC 6455, 5.3)."""
    return bytes([0x80 | kind, 0x80 | len(payload), 0, 0, 0, 0]) + payload


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(asyncio.run(Load(int(sys.argv[1]), float(sys.argv[2])).run())))
