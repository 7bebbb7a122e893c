"""Makes a GIF of a sign to which sacn sends a moving picture.

    stream_gif.py LEDSIGN FOLDER FILE

Each frame of the GIF is a screenshot, taken once every pixel of the sign is the one that was sent.
"""
import colorsys
import math
import os
import subprocess
import sys
import time

import sacn
from PIL import Image

from senders import FOLDER, HEIGHT, LEDSIGN, SOCKET, WIDTH, run_sign, screenshot, universes

FRAMES = 20


def plasma(frame):
    """A pattern of waves that repeats after all frames."""
    turn = 2 * math.pi * frame / FRAMES

    def color(x, y):
        waves = math.sin(x / 9 + turn) + math.sin(y / 6 - turn) + math.sin(math.hypot(x - 32, y - 16) / 6 + turn)
        red, green, blue = colorsys.hsv_to_rgb((waves / 6 + 0.5) % 1, 1, 0.9)
        return int(255 * red), int(255 * green), int(255 * blue)

    return bytes(value for y in range(HEIGHT) for x in range(WIDTH) for value in color(x, y))


def main():
    child = run_sign()
    sender = sacn.sACNsender(bind_address="10.9.0.1", bind_port=0, source_name="plasma", fps=30)
    sender.start()
    shots = []
    for frame in range(FRAMES):
        data = plasma(frame)
        for number, slots in enumerate(universes(data), 1):
            if frame == 0:
                sender.activate_output(number)
                sender[number].multicast = True
            sender[number].dmx_data = tuple(slots)
        end = time.monotonic() + 60
        while screenshot() != data:
            if time.monotonic() > end:
                sys.exit(f"frame {frame} is not shown")
        path = os.path.join(FOLDER, f"{frame}.png")
        subprocess.run([LEDSIGN, "ctl", "screenshot", "--socket", SOCKET, path], check=True, capture_output=True)
        shots.append(Image.open(path).convert("RGB").reduce(2))
    sender.stop()
    os.kill(child, 15)
    os.waitpid(child, 0)
    palette = shots[0].quantize(64)
    frames = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for shot in shots]
    frames[0].save(sys.argv[3], save_all=True, append_images=frames[1:], duration=80, loop=0)


try:
    main()
except BaseException as error:
    print(f"stream_gif: {error!r}", file=sys.stderr, flush=True)
    # The threads of sacn would never end.
    os._exit(1)
