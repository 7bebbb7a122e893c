"""An emulated Raspberry Pi 3 with a shell on its serial line, and with its memory and its interrupts in the hands of this process."""

import mmap
import os
import re
import socket
import struct
import subprocess
import threading
import time

MEMORY = 1 << 30
LONGEST_START = 240


class Machine:
    """QEMU's raspi3b, whose memory is a file that is mapped here."""

    def __init__(self, folder, kernel, initrd, tree, words="", trace=None):
        """Boots it with further `words` for the kernel; every write to a register of a device is noted in the file `trace`."""
        self.folder = folder
        # QEMU writes on at the end of an earlier one.
        if trace and os.path.exists(trace):
            os.unlink(trace)
        self.memory_path = f"/dev/shm/ledsign-display-{os.getpid()}"
        with open(self.memory_path, "wb+") as file:
            file.truncate(MEMORY)
            self.memory = mmap.mmap(file.fileno(), MEMORY)
        self.process = subprocess.Popen(
            [
                "qemu-system-aarch64", "-M", "raspi3b,memory-backend=ram", "-m", "1G", "-accel", "tcg",
                "-object", f"memory-backend-file,id=ram,size=1G,mem-path={self.memory_path},share=on",
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
        for _ in range(200):
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

    def interrupt(self, number, level):
        """Sets a line of the interrupt controller."""
        self.qtest.write(f"set_irq_in /machine/soc/peripherals/ic gpu-irq {number} {level}\n")
        self.qtest.flush()
        self.qtest.readline()

    def end(self):
        """Ends QEMU and gives the memory back."""
        self.process.kill()
        self.process.wait()
        os.unlink(self.memory_path)
        for name in ("serial", "qtest"):
            os.unlink(f"{self.folder}/{name}")
