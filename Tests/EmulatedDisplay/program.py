"""What `ledsign` shows at the display engine of an emulated Raspberry Pi, step by step: `program.py MODEL FOLDER KERNEL LEDSIGN`.

The folder has the tree panel.dtb and the archive program, and gets the logs. LEDSIGN is the program of this machine, which decodes
what the engine sends. Output enable is followed on one clock with the frames: by every write to the registers of GPIO lines.
"""

import re
import subprocess
import sys
import time

import wires
from machine import Machine
from steps import CLOCK, Steps, Wrong, expect, run

BOARD = "hub75-64x32-dpi"
MESSAGE = ["ГОРОД", "--color", "orange"]
# What output enable is when the program starts.
STARTED = ["input", "high", "sends dark", "sends picture 1"]


class Pictures:
    """Gives pictures names: "dark" where output enable is high in every pixel, "black" without any level, else a number.

    Pictures of another size than the program's are "other": the kernel's console.
    """

    def __init__(self, size, output_enable):
        self.size, self.known = size, {}
        byte, bit = divmod(output_enable - 4, 8)
        self._byte, self._high = byte, bytes(value for value in range(256) if value >> bit & 1)

    def name(self, size, data):
        if size != self.size:
            return "other"
        for name, pictures in self.known.items():
            if data in pictures:
                return name
        if not data[self._byte::4].translate(None, self._high):
            name = "dark"
        else:
            name = f"picture {1 + len(self.known.keys() - {'dark', 'black'})}" if any(data) else "black"
        self.known.setdefault(name, []).append(data)
        return name


class Host:
    """The program of this machine."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        shown = self.run("board", "show", BOARD)
        self.lines = {name: int(line) for name, line in re.findall(r"\b([A-Z]+\d?) (\d+) \(pin", shown)}
        numbers = r"picture: (\d+) x (\d+) pixels \(with blanking (\d+) x (\d+)\) at (\d+) MHz"
        self.mode = tuple(int(number) for number in re.search(numbers, shown).groups())

    def run(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        if done.returncode != 0:
            raise Wrong(f"{' '.join(words)}: {done.returncode} {done.stderr}")
        return done.stdout

    def bytes(self, name):
        with open(f"{self.folder}/{name}", "rb") as file:
            return file.read()


class Program(Steps):
    """The steps with the program itself."""

    # One frame of eight: reading them all would take the processor from the program, which may not be silent for long.
    pace = CLOCK // 8
    host = None
    pictures = None

    def __init__(self, machine, engine):
        super().__init__(machine, engine)
        self.recording = wires.Recording(f"{machine.folder}/trace.txt", machine.model.devices)
        self.since, self.process = 0, 0

    def begin(self):
        """What is looked at later begins now."""
        if self.engine.sent:
            self.forget()
        self.since = time.time()

    def start(self):
        """Starts the program, waits until a picture stands still, and returns the process."""
        self.engine.sent.clear()
        self.since = time.time()
        # The shell would not take other letters than ASCII.
        text = "".join(f"\\{byte:03o}" for byte in MESSAGE[0].encode())
        self.machine.send(
            f"ledsign show \"$(printf '{text}')\" {' '.join(MESSAGE[1:])} --board {BOARD} >/tmp/said 2>&1 & echo PROCESS $!")
        self.process = int(self.machine.wait(r"PROCESS (\d+)\n")[1])
        self.wait(lambda: self.settled().startswith("picture"), 90, "picture that stands still")
        return self.process

    def wait(self, test, longest, what):
        """Waits until a test is true."""
        end = time.monotonic() + longest
        while not test():
            if time.monotonic() > end:
                raise Wrong(f"there is no {what} after {longest} s")

    def explain(self):
        states = "".join(f"    {1000 * (instant - self.since):9.1f} ms: {state}\n" for instant, state in self.history())
        return f"{states}    pictures: {self.sent()}\n" + self.machine.shell("cat /tmp/said; ps | grep -e ledsign -e panel")

    def guard(self):
        """The number of the guardian."""
        # By the name of the process: its program is the same.
        said = self.machine.shell("grep -l '^panel-guardian$' /proc/[0-9]*/comm 2>/dev/null")
        if len(found := re.findall(r"(?m)^/proc/(\d+)/comm$", said)) != 1:
            raise Wrong(f"there is not one guardian: {said}")
        return int(found[0])

    def history(self):
        """What output enable was since `begin`; every state is printed with its time."""
        frames = [(run.time, (run.name,)) for run in list(self.engine.sent)]
        return wires.states(self.recording.read(), frames, self.host.lines["OE"], self.since)

    def expect_output_enable(self, wanted):
        found = self.history()
        for instant, state in found[1:]:
            print(f"    {1000 * (instant - self.since):9.1f} ms: {state}")
        expect("output enable", [state for _, state in found], wanted)

    def picture(self):
        """The lines are the engine's when a dark picture is sent, output enable last; then the picture of the text is sent."""
        expect("what is sent before anything", self.settled(), "off")
        expect("consoles", self.consoles(), [])
        self.start()
        expect("pictures", self.sent(), ["dark", "picture 1"])
        self.expect_output_enable(STARTED)
        given = [line for _, line, what in self.recording.events if what == "engine"]
        expect("the lines of the engine", sorted(given), sorted(self.host.lines.values()))
        expect("the last one of them", given[-1], self.host.lines["OE"])
        pulled = [line for _, line, what in self.recording.events if what == "pulled up"]
        expect("lines of the board that are pulled up", sorted(set(pulled) & set(given)), [self.host.lines["OE"]])

    def mode(self):
        """The registers of the mode are what the description of the board says, and each line is a bit of a pixel."""
        horizontal, vertical = self.engine.timing()
        divider = self.divider()
        expect("the divider of the pixel clock", divider, self.machine.model.divider)
        mode = (horizontal[0], vertical[0], sum(horizontal), sum(vertical), self.machine.model.parent / (divider[0] + divider[1] / 4096))
        expect("the mode", mode, self.host.mode)
        expect("the blanking", (horizontal[1:], vertical[1:]), ((0, 1, 0), (1, 1, 1)))
        expect("the format: 24 lines", self.engine.format(), 6)
        expect("the layers", len(self.engine.layers()), 2)

    def decoded(self):
        """A frame with its blanking, decoded by the simulated panel, is the picture of the text."""
        folder = self.host.folder
        wires.capture(
            self.pictures.known["picture 1"][0], self.engine.timing(), self.host.lines, f"{folder}/frame.vcd")
        self.host.run("decode", f"{folder}/frame.vcd", "--board", BOARD, "--out", f"{folder}/decoded.png")
        picture = ["--style", "levels", "--at", "0s", "--out", f"{folder}/rendered.png"]
        self.host.run("render", *MESSAGE, "--board", BOARD, *picture)
        expect("whether it is the same", self.host.bytes("decoded.png") == self.host.bytes("rendered.png"), True)
        lit = self.host.run("render", "", "--board", BOARD, *picture[:-1], f"{folder}/empty.png")
        expect("whether something is shown", self.host.bytes("decoded.png") != self.host.bytes("empty.png"), True)

    def end(self):
        """SIGTERM: output enable is high before anything else happens."""
        process = self.process
        self.begin()
        self.machine.send(f"kill {process}; wait {process}; echo STATUS $?")
        status = self.machine.wait(r"STATUS (\d+)\n")[1]
        self.wait(lambda: not self.engine.is_on(), 5, "end of the engine")
        expect("the status, 128 and the signal", status, "143")
        self.expect_output_enable(["sends picture 1", "high"])
        expect("pictures", self.sent(), ["picture 1", "dark"])

    def stopped(self):
        """SIGSTOP: the guardian makes output enable high, and SIGCONT brings the picture back."""
        process = self.start()
        self.begin()
        self.machine.shell(f"kill -STOP {process}")
        self.wait(lambda: self.history()[-1][1] == "high", 10, "dark panel")
        expect("pictures", self.sent(), ["picture 1"])
        self.machine.shell(f"kill -CONT {process}")
        self.wait(lambda: self.sent() == ["picture 1", "dark", "picture 1"], 20, "picture")
        # A program that is slow to draw may be made dark once more before this picture.
        states = [state for _, state in self.history()]
        expect("output enable until SIGCONT", states[:2], ["sends picture 1", "high"])
        expect("and at the end", states[-1], "sends picture 1")

    def guardian(self):
        """SIGKILL of the program: the guardian makes output enable high."""
        process = self.start()
        self.begin()
        self.machine.shell(f"kill -9 {process}")
        self.wait(lambda: self.settled() != "picture 1", 10, "end of the picture")
        self.expect_output_enable(["sends picture 1", "high"])
        expect("pictures", self.sent(), ["picture 1", "dark"])

    def everybody(self):
        """SIGKILL of the guardian and the program: the kernel shows the dark picture below, and makes the lines inputs."""
        process = self.start()
        guardian = self.guard()
        self.begin()
        self.machine.shell(f"kill -9 {guardian} {process}")
        self.wait(lambda: self.settled() == "dark", 10, "dark picture")
        # The engine may begin its next frame, which is dark, before the kernel has made the lines inputs, or after.
        between = ["sends dark"] if "sends dark" in [state for _, state in self.history()] else []
        self.expect_output_enable(["sends picture 1", *between, "input"])
        expect("pictures", self.sent(), ["picture 1", "dark"])


def main(model, folder, kernel, ledsign):
    Program.host = host = Host(ledsign, folder)
    Program.pictures = pictures = Pictures(host.mode[:2], host.lines["OE"])
    machine = Machine(
        model, folder, kernel, f"{folder}/program", f"{folder}/panel.dtb", "drm_kms_helper.fbdev_emulation=0", f"{folder}/trace.txt")
    steps = (Program.picture, Program.mode, Program.decoded, Program.end, Program.guardian, Program.everybody, Program.stopped)
    return 0 if run(machine, pictures.name, Program, steps) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
