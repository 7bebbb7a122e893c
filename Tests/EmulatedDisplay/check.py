"""What the display engine of an emulated Raspberry Pi sends, step by step: `check.py MODEL FOLDER KERNEL`.

The folder has the tree pi.dtb and the archive initrd, and gets the logs. Every step is a line; the first one that is not as it has
to be ends the program with exit code 1.
"""

import re
import sys

import pictures
from machine import Machine
from steps import CLOCK, Steps, Wrong, expect, run

# What probe.c asks for.
TIMING = ((1920, 0, 1, 0), (341, 1, 1, 1))
PERIOD = 1921 * 344 / CLOCK


class Check(Steps):
    """The steps with the small client."""

    def start(self, words):
        """Starts the client and waits until its picture is shown; returns its process and what it says."""
        self.engine.sent.clear()
        self.machine.send(f"probe {words} &")
        said = self.machine.wait(r"(?s)PROCESS (\d+)(.*?)SHOWN|FAILED[^\n]*\n")
        if not said[1]:
            raise Wrong(f"the client: {said[0]}")
        return int(said[1]), said[2]

    def kill(self, process):
        """Kills a process; what is sent from then on follows the picture that is sent now, with the number of its frames."""
        self.forget()
        self.machine.shell(f"kill -9 {process}")

    def before(self):
        """The connector lists no mode, so there is no console and no picture; sysfs says the same to `ledsign doctor`."""
        expect("what is sent before anything", self.settled(), "off")
        # 17 is DRM_MODE_CONNECTOR_DPI.
        expect("the card", self.machine.shell("probe info").strip(), "CONNECTOR type 17 connected modes 0")
        facts = "cat /sys/class/drm/card0-DPI-1/status /sys/class/drm/card0-DPI-1/modes"
        expect("what sysfs says of it", self.machine.shell(facts).split(), ["connected"])
        expect("consoles", self.consoles(), [])
        panel = "ls -d /proc/device-tree/ledsign-panel"
        expect("the panel in the device tree", self.machine.shell(panel).strip(), panel.split()[-1])
        driver = "grep DRIVER= /sys/class/drm/card0/device/uevent"
        expect("the driver", self.machine.shell(driver).strip(), "DRIVER=vc4-drm")

    def pictures(self):
        """Dark, then 60 flips, then A; and SIGKILL without any net, which is the hazard: all lines low."""
        process, said = self.start("show")
        expect("the last picture", self.settled(), "A")
        expect("the timing of lines and frames", self.engine.timing(), TIMING)
        names = self.sent()
        expect("unknown pictures", sorted(set(names) - {"dark", "A", "B"}), [])
        expect("the first picture", names[0], "dark")
        # Emulated time stands still while this machine is busy, so there is no exact upper limit.
        median = int(re.search(r"median (\d+) us", said)[1]) / 1e6
        expect("whether a flip takes the time of a frame", 0.9 * PERIOD < median < 4 * PERIOD, True)
        expect("whether both pictures took turns", names.count("A") > 20 and names.count("B") > 20, True)
        expect("the divider of the pixel clock", self.divider(), self.machine.model.divider)
        self.kill(process)
        expect("what is sent after SIGKILL without a net", self.settled(), "black")

    def guardian(self):
        """A child with the same open card shows the dark picture."""
        process, _ = self.start("show guard")
        self.kill(process)
        # The child ends on request; then no net is left.
        child = self.machine.wait(r"GUARDED (\d+)", 10)[1]
        expect("what is sent after SIGKILL with a guardian", self.settled(), "dark")
        expect("everything that was sent", self.sent(), ["A", "dark"])
        self.kill(child)
        expect("what is sent after SIGKILL of the guardian", self.settled(), "black")

    def layers(self):
        """The dark picture below: after SIGKILL of everybody the kernel takes the upper layer away."""
        process, _ = self.start("layers")
        expect("the picture above the dark one", self.settled(), "A")
        expect("the layers", len(self.engine.layers()), 2)
        self.kill(process)
        expect("what is sent after SIGKILL with the dark picture below", self.settled(), "dark")
        expect("everything that was sent", self.sent(), ["A", "dark"])
        expect("frames of A after SIGKILL, at most a quarter of a second", self.engine.sent[0].frames * PERIOD < 0.25, True)

    def console(self):
        """A mode that the panel lists brings the kernel's console, and the engine sends its text."""
        expect("the card", self.machine.shell("probe info").strip(), "CONNECTOR type 17 connected modes 1")
        expect("the modes", self.machine.shell("cat /sys/class/drm/card0-DPI-1/modes").split(), ["1920x341"])
        expect("consoles", self.consoles(), ["fb0"])
        expect("whether the engine is on", self.engine.is_on(), True)


def main(model, folder, kernel):
    for tree, steps in [("pi", (Check.before, Check.pictures, Check.guardian, Check.layers)), ("console", (Check.console,))]:
        machine = Machine(model, folder, kernel, f"{folder}/initrd", f"{folder}/{tree}.dtb")
        if not run(machine, pictures.name, Check, steps):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
