"""Prints the median nanoseconds that luma.led_matrix takes for a frame of a marquee on four MAX7219 modules.

usage: luma_marquee.py TEXT FRAMES

The text is drawn once, by luma's own font, into a viewport as wide as it; each frame moves the viewport by one column.
Nothing is sent: the interface is luma's noop.
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


def main():
    message, frames = sys.argv[1], int(sys.argv[2])
    device = max7219(noop(), cascaded=4, block_orientation=-90)
    font = proportional(CP437_FONT)
    width = textsize(message, font=font)[0]
    strip = viewport(device, width=width + device.width, height=device.height)
    with canvas(strip) as draw:
        text(draw, (0, 0), message, fill="white", font=font)
    times = []
    for frame in range(frames):
        start = time.perf_counter_ns()
        strip.set_position((frame % width, 0))
        times.append(time.perf_counter_ns() - start)
    print(round(statistics.median(times)))


main()
