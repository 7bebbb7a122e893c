"""Steps on an emulated Raspberry Pi: each is a line, and the first thing that is not as it has to be ends them."""

import time

from engine import Engine
from machine import LONGEST_START

# Pixels of 20 ns.
CLOCK = 50_000_000


class Wrong(Exception):
    """Something is not as it has to be."""


def expect(what, found, wanted):
    if found != wanted:
        raise Wrong(f"{what} is {found}, and has to be {wanted}")
    print(f"    {what}: {found}", flush=True)


class Steps:
    """What steps need, on one machine that runs."""

    # The clock at which the model of the engine sends frames.
    pace = CLOCK

    def __init__(self, machine, engine):
        self.machine, self.engine = machine, engine

    def settled(self, longest=3):
        """What is sent in the end: the same for ten frames, or nothing for half a second."""
        end = time.monotonic() + longest
        while time.monotonic() < end:
            before = sum(run.frames for run in self.engine.sent[-1:])
            time.sleep(0.5)
            if not self.engine.is_on():
                return "off"
            last = self.engine.sent[-1:]
            if last and last[0].frames >= max(before, 10):
                return last[0].name
        return "changing"

    def explain(self):
        """What may explain that something is wrong."""
        return ""

    def sent(self):
        """The names of the pictures that were sent, in their order."""
        return [run.name for run in self.engine.sent]

    def forget(self):
        """Forgets what was sent, but the picture that is sent now."""
        now = self.engine.sent[-1]
        now.frames = 0
        self.engine.sent[:] = [now]

    def divider(self):
        """The divider of PLLD for the pixel clock, and its fraction: the clock manager's register for DPI, 12.12 bits."""
        divider = int(self.machine.shell(f"devmem {self.machine.model.devices + 0x10106C:#x}").split()[-1], 16)
        return divider >> 12 & 0xFFF, divider & 0xFFF

    def consoles(self):
        """The frame buffers of the card, where `ledsign doctor` looks for them."""
        return self.machine.shell("ls /sys/class/drm/card0/device/graphics 2>/dev/null").split()


def run(machine, name, kind, steps):
    """Takes steps on a machine that is given, and ends it; prints what is wrong, and returns whether nothing is."""
    engine = Engine(machine, kind.pace, name)
    taken = kind(machine, engine)
    try:
        machine.wait("READY", LONGEST_START)
        # What the shell says at its start goes with the first command.
        machine.shell("true")
        for step in steps:
            print(f"{step.__name__}: {step.__doc__.splitlines()[0]}", flush=True)
            step(taken)
        expect("interrupts that the driver did not answer", engine.unanswered, 0)
        return True
    except (Wrong, TimeoutError) as problem:
        print(f"FAILED: {problem}")
        print(taken.explain())
        print(open(f"{machine.folder}/serial.log", errors="replace").read()[-2000:])
        return False
    finally:
        engine.end()
        machine.end()
