"""The display engine's port on emulated machines with displays: what the displays show, and what remains of dead programs.

Started by scripts/test-scan-out.sh, with the folder of the kernel and the root file system in $DISPLAY_BED.
"""

import os
import pathlib
import re
import struct
import time
import unittest

from machine import Machine, Pictures

BED = pathlib.Path(os.environ["DISPLAY_BED"])
MODULES = """virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci virtio_dma_buf drm drm_kms_helper
    drm_shmem_helper ttm drm_ttm_helper drm_vram_helper""".split()
DRIVERS = {"virtio-gpu-pci": "virtio-gpu", "bochs-display": "bochs"}

COLUMNS, LINES = 1920, 341
MODE = f"{COLUMNS},0,1,0,{LINES},1,1,1,50000"
# GPIO 18 is bit 14 of a pixel.
DARK = 0x004000
OUTPUT_ENABLE = 18
PANEL = "4,5,17,18,27"
MODEL = "LD_PRELOAD=/lib/libkernel-model.so LEDSIGN_KERNEL_MODEL=/model"


class DisplayTestCase(unittest.TestCase):
    device = "virtio-gpu-pci"
    # Whether the kernel has a text console on the display.
    console = False

    def setUp(self):
        kernel = next((BED / "kernel/boot").glob("vmlinuz-*"))
        # Names of sockets are short.
        name = f"{type(self).__name__}.{self._testMethodName}"[:30]
        self.machine = Machine(BED / "runs" / name, str(kernel), str(BED / "root.gz"), self.device)
        self.addCleanup(self.machine.end)
        self.machine.wait("READY\n", 200)
        self.pictures = Pictures(COLUMNS, LINES, DARK)

    def load(self):
        option = {"drm_kms_helper": "" if self.console else "fbdev_emulation=0"}
        for module in MODULES + [DRIVERS[self.device]]:
            self.assertEqual(self.machine.run(f"insmod /modules/{module}.ko {option.get(module, '')}"), "")

    def start(self, name="a", mode=MODE, connector="virtual", before="", after=""):
        """Starts a probe, which is led by a pipe; returns what it says first."""
        run = self.machine.run
        run(f"rm -f /tmp/{name}; mkfifo -m 666 /tmp/{name}; : >/tmp/{name}.out")
        self.machine.send(
            f"{before} display-probe {mode} {DARK:x} {connector} {after} </tmp/{name} >/tmp/{name}.out 2>&1 &")
        # Holds the pipe open for writing.
        self.machine.send(f"sleep 100000 >/tmp/{name} &")
        return self.hear(name, 1)

    def hear(self, name, count, seconds=60):
        """The line with that number of what a probe says."""
        return self.machine.run(
            f"n=0; while [ $(wc -l </tmp/{name}.out) -lt {count} ] && [ $n -lt {seconds * 20} ]; do usleep 50000; "
            f"n=$((n+1)); done; sed -n {count}p /tmp/{name}.out", seconds + 30)

    def tell(self, line, count, name="a"):
        self.machine.run(f"echo {line} >/tmp/{name}")
        return self.hear(name, count)

    def wait_until(self, condition):
        """Asks the machine again and again, until something is so."""
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, "waited in vain")

    def process(self, name):
        """The number of the process with a name."""
        return self.machine.run(f"pidof {name}").split()[-1]

    def shown(self, numbers=range(0)):
        return self.pictures.name(self.machine.screen(), numbers)

    def register(self, offset):
        """A register of the model's GPIO block."""
        text = self.machine.run(f"hexdump -v -s {offset} -n 4 -e '1/4 \"%08x\"' /model/dev/gpiomem")
        return int(text, 16)


class FlipTests(DisplayTestCase):
    """Pictures are shown whole and in order."""

    def test_every_picture_is_shown(self):
        self.load()
        self.assertEqual(self.start(), "taken /dev/dri/card0 remains unknown")
        self.assertEqual(self.shown(), "dark")
        for number in range(1, 301):
            self.machine.run(
                f"echo flip {number} >/tmp/a; while [ $(wc -l </tmp/a.out) -le {number} ]; do usleep 3000; done")
            self.assertEqual(self.machine.screen()[2], self.pictures.picture(number), number)
        self.assertEqual(self.tell("stop", 302), "dark")
        self.assertEqual(self.shown(), "dark")

    def test_pictures_are_whole_and_in_order_while_they_change(self):
        self.load()
        self.start()
        self.machine.send("echo flips 1 1000 >/tmp/a")
        seen = []
        while not seen or seen[-1] != 1000:
            shown = self.shown(range(seen[-1] if seen else 1, 1001))
            if shown == "dark" and not seen:
                continue
            self.assertIsInstance(shown, int, self.hear("a", 2, 1))
            seen.append(shown)
        self.assertEqual(seen, sorted(seen))
        self.assertGreater(len(set(seen)), 2)
        self.assertEqual(self.hear("a", 2), "shown 1000 allocations 0")
        print(f"{len(set(seen))} pictures seen", end=" ", flush=True)


class BochsFlipTests(FlipTests):
    device = "bochs-display"


class ModeTests(DisplayTestCase):
    """Modes are refused before the kernel gets them, or by the kernel."""

    def test_modes(self):
        self.assertIn("cannot find a display engine: /sys/class/drm lists no card; add the line", self.start())
        self.load()
        for mode, words in [
            ("1920,0,1,0,341,0,1,1,50000", "lines need a front porch of at least 1"),
            ("1920,0,1,0,341,1,1,1,0", "the pixel clock is not one of 1000 to 200000 kHz"),
            ("1920,0,0,0,341,1,1,1,50000", "pixels need at least one that is visible and one of sync"),
            ("70000,0,1,0,341,1,1,1,50000", "there are more than 65535 pixels"),
            ("9000,0,1,0,341,1,1,1,50000", "/dev/dri/card0 scans out up to 8192x8192 pixels"),
        ]:
            self.assertIn(words, self.start(mode=mode))
        self.assertIn(
            "cannot find a DPI connector: this machine has card0-Virtual-1; add the line dtoverlay=ledsign-dpi to",
            self.start(connector="dpi"))
        self.assertIn("taken", self.start(mode="1914,2,3,4,97,1,1,0,38461"))


class RightTests(DisplayTestCase):
    """Who may scan out."""

    def test_users_and_a_second_program(self):
        self.load()
        self.machine.run("chown root:video /dev/dri/card0 && chmod 660 /dev/dri/card0")
        self.assertIn(
            "cannot open /dev/dri/card0: Permission denied (error 13); its group is video: sudo usermod -aG video guest",
            self.start(before="change-root --userspec=1001:1001 /"))
        self.assertIn("taken", self.start(before="change-root --userspec=1000:44 /"))
        for user in ("0:0", "1000:44"):
            self.assertIn(
                "cannot take the display /dev/dri/card0: another program has it; stop that program",
                self.start(name="b", before=f"change-root --userspec={user} /"))
        self.assertEqual(self.tell("flip 7", 2), "shown 7")
        self.assertEqual(self.shown([7]), 7)
        self.assertEqual(self.tell("end", 3), "ended")
        self.assertIn("taken", self.start(name="c"))


class ConsoleTests(DisplayTestCase):
    """A text console is on the display before and after, and never in between."""

    console = True

    def test_console(self):
        self.load()
        before = self.machine.screen()[:2]
        self.assertIn("remains unknown", self.start())
        self.assertEqual(self.tell("flip 3", 2), "shown 3")
        for command in ("echo text >/dev/tty0", "chvt 2", "echo 1 >/sys/class/graphics/fb0/blank",
                        "echo 0 >/sys/class/vtconsole/vtcon1/bind", "echo 1 >/sys/class/vtconsole/vtcon1/bind"):
            self.machine.run(command)
            self.assertEqual(self.shown([3]), 3, command)
        self.assertEqual(self.tell("end", 3), "ended")
        self.wait_until(lambda: self.machine.screen()[:2] == before)


class DeathTests(DisplayTestCase):
    """The program, its guardian, or both are killed."""

    def light(self):
        self.load()
        self.assertIn("taken", self.start(before=MODEL, after=f"{PANEL} {OUTPUT_ENABLE}"))
        # Before the first picture nothing is given to the engine.
        self.assertFalse(self.is_connected)
        self.assertEqual(self.tell("flip 1", 2), "shown 1")
        self.assertTrue(self.is_connected)
        # ALT2 of GPIO 4, 5, 17, 18 and 27, and of no other line.
        self.assertEqual([self.register(0), self.register(4), self.register(8)], [0o660000, 0o660000000, 0o60000000])
        self.assertEqual(self.shown([1]), 1)

    @property
    def is_connected(self):
        return self.register(4) >> 3 * (OUTPUT_ENABLE - 10) & 7 == 6

    @property
    def is_dark(self):
        """Whether output enable is an output, and was set high."""
        is_output = self.register(4) >> 3 * (OUTPUT_ENABLE - 10) & 7 == 1
        return is_output and self.register(0x1C) == 1 << OUTPUT_ENABLE

    def kill(self, *names):
        """Kills processes, of which none acts on the death of another one.

        Returns how often output enable was looked at until it was set high: 100 if it never was.
        """
        numbers = " ".join(self.process(name) for name in names)
        text = self.machine.run(
            "dd if=/dev/zero of=/model/dev/gpiomem bs=4 seek=7 count=1 conv=notrunc 2>/dev/null; "
            f"kill -STOP {numbers}; kill -9 {numbers}; n=0; "
            "while ! hexdump -v -s 28 -n 4 -e '1/4 \"%08x\"' /model/dev/gpiomem | grep -q 00040000 && "
            "[ $n -lt 100 ]; do n=$((n+1)); done; echo looked $n times")
        return int(re.search(r"looked (\d+)", text)[1])

    def test_the_program_is_killed(self):
        self.light()
        looks = self.kill("display-probe")
        self.assertLess(looks, 100)
        self.assertTrue(self.is_dark)
        self.wait_until(lambda: self.machine.run("pidof panel-guardian") == "")
        # The display is free for the next program.
        self.assertIn("taken", self.start(name="b", before=MODEL, after=f"{PANEL} {OUTPUT_ENABLE}"))
        self.assertEqual(self.tell("flip 2", 2, "b"), "shown 2")
        self.assertTrue(self.is_connected)
        self.assertEqual(self.shown([2]), 2)

    def test_a_guardian_keeps_the_picture_until_the_panel_is_dark(self):
        self.light()
        guardian = self.process("panel-guardian")
        self.assertIn("/dev/dri/card0", self.machine.run(f"ls -l /proc/{guardian}/fd"))

    def test_the_guardian_is_killed(self):
        self.light()
        first = self.process("panel-guardian")
        self.machine.run(f"kill -9 {first}")
        for _ in range(100):
            found = self.machine.run("pidof panel-guardian").split()
            if found and found != [first]:
                break
        second = self.process("panel-guardian")
        self.assertNotEqual(second, first)
        self.wait_until(lambda: "/dev/dri/card0" in self.machine.run(f"ls -l /proc/{second}/fd"))
        self.assertEqual(self.shown([1]), 1)
        self.assertTrue(self.is_connected)
        self.assertLess(self.kill("display-probe"), 100)
        self.assertTrue(self.is_dark)

    def test_a_stopped_program(self):
        self.light()
        program = self.process("display-probe")
        self.machine.run(f"kill -STOP {program}; sleep 4")
        self.assertTrue(self.is_dark)
        # The picture is still scanned out; the next flip gives the lines back to it.
        self.assertEqual(self.shown([1]), 1)
        self.machine.run(f"kill -CONT {program}")
        self.assertEqual(self.tell("flip 2", 3), "shown 2")
        self.assertTrue(self.is_connected)
        self.assertEqual(self.shown([2]), 2)

    def test_both_are_killed(self):
        self.light()
        self.assertEqual(self.kill("panel-guardian", "display-probe"), 100)
        self.wait_until(lambda: self.machine.run("pidof panel-guardian display-probe") == "")
        print(f"the display shows {self.shown([1])}", end=" ", flush=True)
        # No program has taken the lines back. The kernel makes them inputs then, which the model does not do.
        self.assertTrue(self.is_connected)

    def test_an_orderly_end(self):
        self.light()
        self.assertEqual(self.tell("stop", 3), "dark")
        self.assertTrue(self.is_dark)
        self.assertEqual(self.shown(), "dark")
        self.assertEqual(self.tell("flip 4", 4), "shown 4")
        self.assertTrue(self.is_connected)
        self.assertEqual(self.tell("end", 5), "ended")
        self.assertTrue(self.is_dark)
        # The others are inputs.
        self.assertEqual([self.register(0), self.register(8)], [0, 0])
        self.assertEqual(self.machine.run("pidof panel-guardian"), "")


if __name__ == "__main__":
    unittest.main()
