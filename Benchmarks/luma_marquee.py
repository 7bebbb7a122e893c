"""Prints what luma.led_matrix takes for a frame of a marquee on a chain of MAX7219 modules: median nanoseconds, bytes, and
calls of its SPI interface, each of which is one of the kernel.

usage: luma_marquee.py TEXT FRAMES MODULES

The text is drawn once, by luma's own font, into a viewport as wide as it; each frame moves the viewport by one column.
Nothing is sent: the interface is luma's noop. Bytes and calls are counted in a run of their own, on an interface that
counts.
"""

import statistics
import sys
import time

from luma.core.interface.serial import noop
from luma.core.legacy import text, textsize
from luma.core.legacy.font import CP437_FONT, proportional
from luma.core.render import canvas
from luma.core.virtual import viewport
from luma.led_matrix.device import max7219


class Counter:
    """An interface that counts calls and bytes; noop itself keeps no attributes."""

    def __init__(self):
        self.calls = self.size = 0

    def data(self, data):
        self.calls += 1
        self.size += len(data)

    def cleanup(self):
        """Called at the end of the program."""


def marquee(interface, message, modules):
    """A function that shows a frame by its number."""
    device = max7219(interface, cascaded=modules, block_orientation=-90)
    font = proportional(CP437_FONT)
    width = textsize(message, font=font)[0]
    strip = viewport(device, width=width + device.width, height=device.height)
    with canvas(strip) as draw:
        text(draw, (0, 0), message, fill="white", font=font)
    return lambda frame: strip.set_position((frame % width, 0))


def main():
    message, frames, modules = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    show = marquee(noop(), message, modules)
    times = []
    for frame in range(frames):
        start = time.perf_counter_ns()
        show(frame)
        times.append(time.perf_counter_ns() - start)
    interface = Counter()
    show = marquee(interface, message, modules)
    interface.calls = interface.size = 0
    for frame in range(frames):
        show(frame)
    print(round(statistics.median(times)), round(interface.size / frames), round(interface.calls / frames))


main()
