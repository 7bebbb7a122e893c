"""An emulated Raspberry Pi with a shell on its serial line, and with its memory and an interrupt in the hands of this process."""

import mmap
import os
import re
import socket
import struct
import subprocess
import threading
import time

from models import MODELS, SPARE

LONGEST_START = 240
# The interrupt of pixel valve 0 of a Raspberry Pi 3 (bcm283x.dtsi: 2 13, so 32 + 13).
VALVE_INTERRUPT = 45
# QEMU's interrupt controller of a Raspberry Pi 4 has no lines that qtest could set. There the interrupt is the one of DMA channel
# 1, which Linux leaves alone: a transfer of four bytes raises it (BCM2711 ARM Peripherals, chapter 4).
DMA, STATE, BLOCK = 0x7100, 0x00, 0x04
ACTIVE, END, INTERRUPT = 1, 2, 4


class Machine:
    """QEMU's machine of a model, whose memory is a file that is mapped here."""

    def __init__(self, model, folder, kernel, initrd, tree, words="", trace=None):
        """Boots it with further `words` for the kernel; every write to a register of a device is noted in the file `trace`."""
        self.model, self.folder = MODELS[model], folder
        # QEMU writes on at the end of an earlier one.
        if trace and os.path.exists(trace):
            os.unlink(trace)
        self.memory_path = f"/dev/shm/ledsign-display-{os.getpid()}"
        with open(self.memory_path, "wb+") as file:
            file.truncate(self.model.memory)
            self.memory = mmap.mmap(file.fileno(), self.model.memory)
        size = f"{self.model.memory >> 30}G"
        self.process = subprocess.Popen(
            [
                "qemu-system-aarch64", "-M", f"{self.model.machine},memory-backend=ram", "-m", size, "-accel", "tcg",
                "-object", f"memory-backend-file,id=ram,size={size},mem-path={self.memory_path},share=on",
                "-kernel", kernel, "-initrd", initrd, "-dtb", tree,
                "-append", f"console=ttyAMA0 quiet iomem=relaxed cma=64M panic=-1 rdinit=/init {words}",
                "-chardev", f"socket,id=serial,path={folder}/serial,server=on,wait=off,logfile={folder}/serial.log",
                "-serial", "chardev:serial", "-serial", "null", "-monitor", "none", "-display", "none", "-no-reboot",
                "-qtest", f"unix:{folder}/qtest,server=on,wait=off", "-qtest-log", "none",
                *(["-msg", "timestamp=on", "-trace", f"enable=memory_region_ops_write,file={trace}"] if trace else []),
            ],
            stdout=subprocess.DEVNULL, stderr=open(f"{folder}/qemu.log", "w"),
        )
        self.serial = self._connect("serial")
        self.qtest = self._connect("qtest").makefile("rw")
        self.text, self.lock, self.commands = "", threading.Lock(), 0
        # The socket has room for few bytes: without a reader the emulated machine would stand still.
        threading.Thread(target=self._read, daemon=True).start()

    def _connect(self, name):
        for _ in range(1200):
            if self.process.poll() is not None:
                raise RuntimeError("QEMU ended: " + open(f"{self.folder}/qemu.log").read())
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(f"{self.folder}/{name}")
                return connection
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"QEMU does not open {name}")

    def _read(self):
        while data := self.serial.recv(65536):
            with self.lock:
                self.text += data.decode("latin1").replace("\r", "")

    def wait(self, pattern, longest=60):
        """Returns the match of a pattern in what is printed, and drops the text up to its end."""
        end = time.monotonic() + longest
        while True:
            with self.lock:
                if found := re.search(pattern, self.text):
                    self.text = self.text[found.end():]
                    return found
                rest = self.text
            if time.monotonic() > end:
                raise TimeoutError(f"no {pattern} in {longest} s; printed was:\n{rest[-3000:]}")
            time.sleep(0.01)

    def send(self, command):
        """Types a command."""
        self.serial.sendall((command + "\n").encode())

    def shell(self, command, longest=60):
        """Runs a command and returns what it prints."""
        self.commands += 1
        # The mark is taken apart so that the echo of the command does not look like it.
        self.send(f'{command}; echo "E""ND {self.commands}"')
        return self.wait(rf"(?s)(.*?)END {self.commands}\n", longest)[1]

    def word(self, address):
        """A word of the memory."""
        return struct.unpack_from("<I", self.memory, address)[0]

    def put(self, address, word):
        """Changes a word of the memory."""
        struct.pack_into("<I", self.memory, address, word)

    def interrupt(self, is_high):
        """Raises or lowers the interrupt of pixel valve 0."""
        if self.model is MODELS["3"]:
            self._ask(f"set_irq_in /machine/soc/peripherals/ic gpu-irq {VALVE_INTERRUPT} {int(is_high)}")
        elif is_high:
            # Raise an interrupt at the end; from here to there; four bytes; no further block.
            for place, word in enumerate((1, SPARE + 64, SPARE + 128, 4, 0, 0)):
                self.put(SPARE + 4 * place, word)
            self._ask(f"writel {self.model.devices + DMA + BLOCK:#x} {SPARE:#x}")
            self._ask(f"writel {self.model.devices + DMA + STATE:#x} {ACTIVE:#x}")
        else:
            self._ask(f"writel {self.model.devices + DMA + STATE:#x} {END | INTERRUPT:#x}")

    def _ask(self, request):
        self.qtest.write(request + "\n")
        self.qtest.flush()
        self.qtest.readline()

    def end(self):
        """Ends QEMU and gives the memory back."""
        self.process.kill()
        self.process.wait()
        os.unlink(self.memory_path)
        for name in ("serial", "qtest"):
            os.unlink(f"{self.folder}/{name}")
