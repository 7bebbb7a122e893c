#!/usr/bin/env python3
"""Records a sign that takes turns between a text and three apps of a Tronbyt server, as a GIF.

    apps_gif.py LEDSIGN OUT.gif

The server is this script, and its apps are recipes, drawn by ledsign with their recorded answers. The sign is `ledsign run`, whose
picture is asked for again and again: the GIF has the times at which it changed.
"""

import functools
import http.server
import io
import itertools
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import threading
import time

from PIL import Image

APPS = {"weather": 4, "departures": 6, "crypto": 4}
SIGN = """\
board: sim-64x32
control: {{socket: ./ctl.sock, state: none}}
messages:
  - {{text: "Fresh\\nbread", font: ledsign-16-bold, color: amber, align: center, duration: 3s}}
  - {{tronbyt: "http://127.0.0.1:{port}/kitchen/next"}}
"""
SECONDS, STEP, PITCH = 26, 0.1, 4


def draw(program, name, seconds, folder):
    """Draws an app, and returns its WebP file."""
    root = pathlib.Path(__file__).resolve().parent.parent / "recipes"
    sign, out = folder / f"{name}.yaml", folder / f"{name}.webp"
    subprocess.run([program, "recipe", "new", name, "--out", sign], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    command = [program, "render", "--sign", sign, "--board", "sim-64x32", "--replay", root / "answers" / name]
    subprocess.run(command + ["--for", f"{seconds}s", "--fps", "10", "--style", "pixels", "--out", out], check=True)
    return out.read_bytes()


class Handler(http.server.BaseHTTPRequestHandler):
    """The device of a Tronbyt server: each request gets the next app."""

    def __init__(self, apps, *arguments):
        self.apps = apps
        super().__init__(*arguments)

    def do_GET(self):
        seconds, body = next(self.apps)
        self.send_response(200)
        headers = {"Content-Type": "image/webp", "Tronbyt-Dwell-Secs": seconds, "Tronbyt-Brightness": 100, "Content-Length": len(body)}
        for key, value in headers.items():
            self.send_header(key, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def drain(terminal):
    """Reads what a program draws, until its end."""
    while os.read(terminal, 1 << 16):
        pass


def record(program, folder, out):
    """Asks a running sign for its picture, and writes those that differ with their times."""
    pictures = []
    shot = folder / "shot.png"
    start = time.monotonic()
    for number in itertools.count():
        time.sleep(max(0, start + number * STEP - time.monotonic()))
        if time.monotonic() - start > SECONDS:
            break
        command = [program, "ctl", "screenshot", "--socket", folder / "ctl.sock", "--style", "pixels", shot]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0:
            continue
        picture = Image.open(io.BytesIO(shot.read_bytes())).convert("RGB")
        picture = picture.resize((PITCH * picture.width, PITCH * picture.height), Image.Resampling.NEAREST)
        if not pictures or picture.tobytes() != pictures[-1][0].tobytes():
            pictures.append((picture, time.monotonic()))
    ends = [begin for _, begin in pictures[1:]] + [start + SECONDS]
    delays = [max(2, round((end - begin) * 100)) * 10 for (_, begin), end in zip(pictures, ends)]
    images = [picture.quantize(48, dither=Image.Dither.NONE) for picture, _ in pictures]
    images[0].save(out, save_all=True, append_images=images[1:], duration=delays, loop=0, optimize=True)


def main():
    program, out = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        apps = itertools.cycle([(seconds, draw(program, app, seconds, folder)) for app, seconds in APPS.items()])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, apps))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        (folder / "sign.yaml").write_text(SIGN.format(port=server.server_address[1]))
        # A sign on a simulated board is drawn in a terminal.
        terminal, side = pty.openpty()
        sign = subprocess.Popen([program, "run", folder / "sign.yaml"], stdin=side, stdout=side)
        threading.Thread(target=drain, args=[terminal], daemon=True).start()
        try:
            record(program, folder, out)
        finally:
            sign.terminate()
            sign.wait()


main()
