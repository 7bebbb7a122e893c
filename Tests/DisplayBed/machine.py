"""An emulated machine with a display: its serial shell, and what its display shows.

QEMU emulates the processor, so nothing of this machine's own is used; the kernel is Debian's, with its real drivers. What the display
shows is asked of QEMU, not of the machine.
"""

import json
import pathlib
import re
import socket
import subprocess
import threading
import time


class Machine:
    def __init__(self, folder, kernel, archive, device, parameters=""):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.count = 0
        self.text = ""
        self.lock = threading.Condition()
        for name in ("serial", "monitor"):
            (self.folder / name).unlink(missing_ok=True)
        command = [
            "qemu-system-x86_64", "-machine", "q35", "-cpu", "max", "-accel", "tcg", "-smp", "1", "-m", "512",
            "-nodefaults", "-display", "none", "-no-reboot", "-kernel", kernel, "-initrd", archive,
            "-append", f"console=ttyS0 quiet rdinit=/init panic=-1 {parameters}",
            "-chardev", f"socket,id=serial,path={self.folder}/serial,server=on,wait=off,logfile={self.folder}/serial.log",
            "-serial", "chardev:serial", "-qmp", f"unix:{self.folder}/monitor,server=on,wait=off"]
        if device:
            command += ["-device", device]
        with open(self.folder / "qemu.log", "w") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)
        self.serial = self.connect("serial")
        self.connection = self.connect("monitor")
        self.monitor = self.connection.makefile("rw")
        self.monitor.readline()
        self.ask("qmp_capabilities")
        # It is always read: a serial line that is not read stops the machine.
        threading.Thread(target=self.read, daemon=True).start()

    def connect(self, name):
        for _ in range(1200):
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(str(self.folder / name))
                return connection
            except OSError:
                connection.close()
                time.sleep(0.05)
        raise SystemExit("QEMU: " + (self.folder / "qemu.log").read_text())

    def read(self):
        try:
            while data := self.serial.recv(65536):
                with self.lock:
                    self.text += data.decode("latin1").replace("\r", "")
                    self.lock.notify_all()
        except OSError:
            # QEMU has ended.
            return

    def ask(self, command, **arguments):
        self.monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.monitor.flush()
        while True:
            answer = json.loads(self.monitor.readline())
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise RuntimeError(answer["error"])

    def wait(self, pattern, seconds=90):
        """Returns the text up to a match, and forgets it."""
        end = time.monotonic() + seconds
        with self.lock:
            while True:
                match = re.search(pattern, self.text)
                if match:
                    result, self.text = self.text[:match.end()], self.text[match.end():]
                    return result
                if not self.lock.wait(max(end - time.monotonic(), 0)):
                    raise TimeoutError(f"{pattern}: {self.text[-2000:]}")

    def send(self, line):
        self.serial.sendall((line + "\n").encode())

    def run(self, command, seconds=90):
        """Runs a command in the shell; returns what it prints."""
        self.count += 1
        self.send(f'{command}; echo "EN""D{self.count} $?"')
        text = self.wait(rf"END{self.count} \d+\n", seconds)
        return re.sub(rf"END{self.count} \d+\n$", "", text).strip()

    def screen(self):
        """The width, height and pixels (R, G, B) that the display shows at this instant."""
        path = self.folder / "screen.ppm"
        self.ask("stop")
        try:
            self.ask("screendump", filename=str(path))
        finally:
            self.ask("cont")
        data = path.read_bytes()
        head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+\d+\s", data)
        columns, lines, body = int(head[1]), int(head[2]), data[head.end():]
        # Some versions of QEMU fill lines up to a multiple of four bytes.
        pitch = len(body) // lines
        return columns, lines, b"".join(body[y * pitch:y * pitch + 3 * columns] for y in range(lines))

    def end(self):
        try:
            self.ask("quit")
        except (OSError, ValueError, RuntimeError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for opened in (self.serial, self.monitor, self.connection):
            opened.close()


class Pictures:
    """What display-probe draws, made in another way."""

    OFFSETS = 1024

    def __init__(self, columns, lines, dark):
        self.columns, self.lines, self.dark = columns, lines, dark
        state, row = 1, bytearray()
        for _ in range(columns + self.OFFSETS):
            state = (state * 1664525 + 1013904223) % 2**32
            row += bytes((state >> 24, state >> 16 & 255, state >> 8 & 255))
        self.row = bytes(row)

    def picture(self, number):
        return b"".join(
            self.row[3 * offset:3 * (offset + self.columns)]
            for offset in ((number * 131 + line * 17) % self.OFFSETS for line in range(self.lines)))

    def name(self, screen, numbers=range(0)):
        """What a screen shows: a number, dark, black, or what it is else."""
        columns, lines, pixels = screen
        if (columns, lines) != (self.columns, self.lines):
            return f"{columns}x{lines}"
        if pixels == self.dark.to_bytes(3, "big") * (columns * lines):
            return "dark"
        if not any(pixels):
            return "black"
        for number in numbers:
            # The first line tells most of them apart.
            offset = number * 131 % self.OFFSETS
            if pixels.startswith(self.row[3 * offset:3 * (offset + columns)]) and pixels == self.picture(number):
                return number
        return "other"

