"""A model of the display engine of a Raspberry Pi 3 or 4: pixel valve 0, which feeds DPI, and the list of layers that it is given.

The driver vc4 of the kernel is the real one. scripts/test-display.sh lets its registers lie in memory, so writing them has no effect
by itself: a thread here does what the chip does once a frame. It takes the list of layers that the driver has asked for, raises the
interrupt at the front porch, and notes what the engine sends. Registers: kernel, drivers/gpu/drm/vc4/vc4_regs.h.
"""

import dataclasses
import threading
import time

from models import REGISTERS

VALVE, DPI, LAYERS = REGISTERS, REGISTERS + 0x2000, REGISTERS + 0x10000
# Offsets of the pixel valve.
CONTROL, VERTICAL_CONTROL, HORIZONTAL_A, HORIZONTAL_B = 0x00, 0x04, 0x0C, 0x10
VERTICAL_A, VERTICAL_B, INTERRUPT_ENABLE, INTERRUPT_STATE = 0x14, 0x18, 0x24, 0x28
FRONT_PORCH = 0x80
# Of the layers: the list that is asked for, the one that is shown, and the state of the first channel.
WANTED, SHOWN, CHANNEL_STATE = 0x20, 0x30, 0x48
RUNNING = 2 << 30


@dataclasses.dataclass
class Run:
    """Frames of the same picture that follow each other."""

    name: str
    # When the first one began, on the clock of this machine.
    time: float
    frames: int = 1


class Engine:
    """The engine of a machine, from its creation until `end`."""

    def __init__(self, machine, clock, name):
        """`name` gives pictures their names, by their size and bytes."""
        self.machine, self.clock, self.name = machine, clock, name
        # What the driver looks for when it starts.
        machine.put(DPI + 4, 0x00647069)
        machine.put(LAYERS + CHANNEL_STATE, 1 << 28)
        self.sent, self.unanswered, self.is_ending = [], 0, False
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def timing(self):
        """Active, front porch, sync and back porch: of lines in pixels, and of the frame in lines."""
        a, b = self.machine.word(VALVE + HORIZONTAL_A), self.machine.word(VALVE + HORIZONTAL_B)
        c, d = self.machine.word(VALVE + VERTICAL_A), self.machine.word(VALVE + VERTICAL_B)
        return (b & 0xFFFF, b >> 16, a & 0xFFFF, a >> 16), (d & 0xFFFF, d >> 16, c & 0xFFFF, c >> 16)

    def is_on(self):
        return bool(self.machine.word(VALVE + CONTROL) & 1 and self.machine.word(VALVE + VERTICAL_CONTROL) & 1)

    def layers(self):
        """The list that is shown: for each layer its position, size, address and pitch."""
        place = LAYERS + self.machine.model.lists + 4 * self.machine.word(LAYERS + SHOWN)
        found = []
        for _ in range(16):
            head = self.machine.word(place)
            # Bit 31 ends the list, bit 30 is in all of its entries.
            if head >> 31 or not head >> 30 & 1:
                break
            words = [self.machine.word(place + 4 * index) for index in range(8)]
            found.append(self.machine.model.layer(words))
            place += 4 * (head >> 24 & 0x3F)
        return found

    def format(self):
        """How pixels become levels: 6 is 24 lines, each with a bit of its own (DPI_FORMAT of drivers/gpu/drm/vc4/vc4_dpi.c)."""
        return self.machine.word(DPI) >> 11 & 7

    def sends(self):
        """The name of what is sent: a picture, "black" without a layer, "off", or "other"."""
        if not self.is_on():
            return "off"
        width, height = self.timing()[0][0], self.timing()[1][0]
        layers = self.layers()
        if not layers:
            return "black"
        # The uppermost one covers the rest, or it is something else.
        position, size, address, pitch = layers[-1]
        if position != (0, 0) or size != (width, height) or pitch != 4 * width:
            return "other"
        return self.name(size, self.machine.memory[address:address + 4 * width * height])

    def _run(self):
        due = time.monotonic()
        while not self.is_ending:
            horizontal, vertical = self.timing()
            pixels = sum(horizontal) * sum(vertical)
            due += pixels / self.clock if pixels else 0.02
            now = time.monotonic()
            if due > now:
                time.sleep(due - now)
            else:
                due = now
            if self.is_on():
                self._frame(has_front_porch=vertical[1] > 0)

    def _frame(self, has_front_porch):
        machine = self.machine
        wanted = machine.word(LAYERS + WANTED)
        # After what has asked for this frame, and before what the driver does when it hears of it.
        beginning = time.time()
        machine.put(LAYERS + SHOWN, wanted)
        machine.put(LAYERS + CHANNEL_STATE, RUNNING)
        name = self.sends()
        # Others may forget what was sent at any time.
        last = self.sent[-1:]
        if last and last[0].name == name:
            last[0].frames += 1
        else:
            self.sent.append(Run(name, beginning))
        # Without a front porch there is no such interrupt.
        if not has_front_porch or not machine.word(VALVE + INTERRUPT_ENABLE) & FRONT_PORCH:
            return
        pending = FRONT_PORCH | 0x1000
        machine.put(VALVE + INTERRUPT_STATE, pending)
        machine.interrupt(True)
        end = time.monotonic() + 0.25
        # The handler answers by writing the bit that it has seen.
        while machine.word(VALVE + INTERRUPT_STATE) != FRONT_PORCH and time.monotonic() < end:
            time.sleep(0.0002)
        self.unanswered += machine.word(VALVE + INTERRUPT_STATE) != FRONT_PORCH
        # The line goes down first: otherwise the handler runs once more and sees no cause.
        machine.interrupt(False)
        machine.put(VALVE + INTERRUPT_STATE, 0)

    def end(self):
        """Ends the thread."""
        self.is_ending = True
        self.thread.join()
