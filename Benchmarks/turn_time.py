"""Measures a running sign that takes pictures from a Tronbyt server, and prints tables of Markdown.

usage: turn_time.py LEDSIGN KERNEL_MODEL [SECONDS]

The same sign, a text that scrolls beside another zone, runs on a modelled device: with a word in that zone, and with the pictures of a
server on this machine, each an animation of 300 frames of 128x64 pixels that plays for 15 s. Needs Pillow. Nothing here fails for a
missed goal: the table says so.
"""

import http.server
import io
import os
import random
import sys
import threading

from PIL import Image, ImageDraw

from disturbed import Run, moves, verdict
from run_time import RATE, row

SIGN = """\
board: max7219-64x8
control: {socket: none, state: none}
zones:
  - name: left
    area: {x: 0, y: 0, width: 16, height: 8}
    style: {speed: 60, scroll: always}
    message: Fresh bread until noon
  - name: right
    area: {x: 16, y: 0, width: 48, height: 8}
    message: MESSAGE
"""
# The time that the server asks for is shorter than the round that each picture plays.
FRAMES, DELAY, DWELL = 300, 50, 5


def picture(seed):
    """An animation as an app makes it: words that move before a drawing."""
    choice = random.Random(seed)
    back = Image.new("RGB", (128, 64))
    for _ in range(40):
        x, y = choice.randrange(128), choice.randrange(64)
        color = tuple(choice.randrange(256) for _ in range(3))
        ImageDraw.Draw(back).ellipse([x, y, x + 12, y + 12], fill=color)
    frames = []
    for number in range(FRAMES):
        frame = back.copy()
        ImageDraw.Draw(frame).text((128 - number, 20 + number % 5), "Fresh bread until noon", fill=(255, 255, 255))
        frames.append(frame)
    file = io.BytesIO()
    frames[0].save(file, "WEBP", save_all=True, append_images=frames[1:], duration=DELAY, lossless=True, method=0)
    return file.getvalue()


class Server(http.server.BaseHTTPRequestHandler):
    """Gives one picture after the other."""

    pictures = []
    asked = 0

    def do_GET(self):  # pylint: disable=invalid-name
        """Answers as tronbyt/server does."""
        body = self.pictures[Server.asked % len(self.pictures)]
        Server.asked += 1
        self.send_response(200)
        for name, value in [("Content-Type", "image/webp"), ("Content-Length", len(body)), ("Tronbyt-Dwell-Secs", DWELL)]:
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Says nothing."""


def main():
    ledsign, library = sys.argv[1:3]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    Server.pictures = [picture(seed) for seed in range(3)]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/kitchen/next"
    kilobytes = sum(map(len, Server.pictures)) // len(Server.pictures) // 1000
    print(f"Lateness of a text at {RATE} px/s beside pictures of {FRAMES} frames of 128x64 ({kilobytes} kB) that a server gives, "
          f"one every {FRAMES * DELAY // 1000} s, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}:\n")
    compare("ordinary thread, no privileges", ledsign, library, url, seconds, has_privileges=False)
    if os.geteuid() == 0:
        print()
        compare("SCHED_FIFO", ledsign, library, url, seconds, has_privileges=True)


def compare(manner, ledsign, library, url, seconds, has_privileges):
    """Prints the rows of one manner, and whether the pictures delay the frames that the text moves in."""
    print("| | p50 | p95 | p99 | worst | frames |\n|---|---:|---:|---:|---:|---:|", flush=True)
    runs = []
    for name, message in [("a word", "Open"), ("pictures of a server", f"{{tronbyt: '{url}'}}")]:
        before = Server.asked
        runs.append(Run(ledsign, library, SIGN.replace("MESSAGE", message), seconds, None, has_privileges))
        runs[-1].late, _ = moves(runs[-1])
        row(f"{name}, {manner}", runs[-1].late)
    asked = Server.asked - before
    print(f"\n- pictures of a server: {100 * runs[1].load:.1f} % of a core, {100 * runs[0].load:.1f} % with a word; the server was "
          f"asked {asked} times in {seconds} s")
    verdict("pictures of a server", runs[1], "a word", runs[0])


main()
