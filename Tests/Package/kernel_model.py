"""The tests' model of the kernel's GPIO and SPI interfaces (Tests/KernelModel), for the units of the package."""

import re
import subprocess
from pathlib import Path

from machine import eventually

COMPILE = Path(__file__).resolve().parents[2] / "scripts/kernel-model.sh"
UNITS = ("ledsign", "ledsign-dark", "ledsign-guardian@")
DROP_IN = """[Service]
Environment=LD_PRELOAD=/opt/model/model.so LEDSIGN_KERNEL_MODEL=/opt/model
ReadWritePaths=/opt/model
"""
# The line of the board `panel.yaml` that turns the panel off when it is high.
OUTPUT_ENABLE = 18
PANEL = """summary: A panel
kind: hub75
panel: 32x16
wiring: regular
port: gpiod
planes: 1
lsb: 10 us
"""


class KernelModel:
    """A Raspberry Pi 3 in the folder /opt/model of a machine; at first its kernel does not keep outputs."""

    def __init__(self, machine):
        self.machine = machine
        self.folder = machine.path("/opt/model")
        for name in ("dev", "requests", "sys/bus/gpio/devices/gpiochip0", "sys/dev/char/254:0", "proc/device-tree",
                     "sys/module/pinctrl_bcm2835/parameters"):
            (self.folder / name).mkdir(parents=True)
        subprocess.run([COMPILE, self.folder / "model.so"], check=True)
        self.keep_outputs(False)
        (self.folder / "proc/device-tree/model").write_bytes(b"Raspberry Pi 3 Model B Rev 1.2\0")
        (self.folder / "sys/bus/gpio/devices/gpiochip0/dev").write_text("254:0\n")
        (self.folder / "sys/dev/char/254:0/subsystem").symlink_to("../../../bus/gpio")
        for name in ("log", "dev/gpiochip0", "dev/spidev0.0"):
            (self.folder / name).touch()
        subprocess.run(["chmod", "-R", "a+rwX", self.folder], check=True)

    def keep_outputs(self, keeps):
        """Says whether the kernel keeps the level of outputs that are released; nothing may have the model open."""
        forgetful = "" if keeps else "forgetful gpiochip0\n"
        (self.folder / "description").write_text("chip gpiochip0 54 pinctrl-bcm2835\nspi spidev0.0\n" + forgetful)
        parameter = self.folder / "sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs"
        parameter.write_text("Y\n" if keeps else "N\n")
        (self.folder / "state").unlink(missing_ok=True)

    def use(self):
        """Lets the units see the model, and brings the board of a HUB75 panel."""
        for unit in UNITS:
            folder = self.machine.path(f"/run/systemd/system/{unit}.service.d")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "model.conf").write_text(DROP_IN)
        self.machine.run("systemctl daemon-reload")
        self.machine.path("/etc/ledsign/panel.yaml").write_text(PANEL)

    def set_clock(self, answer):
        """Sets what the kernel says of its clock: synchronised, unsynchronised or denied; None asks the real kernel."""
        if answer is None:
            (self.folder / "clock").unlink()
        else:
            (self.folder / "clock").write_text(answer + "\n")

    def log(self):
        """Every request of a program, one a line."""
        return (self.folder / "log").read_text(errors="replace")

    def level(self, line=OUTPUT_ENABLE):
        """The last level that a line was set to; None if it was not."""
        levels = re.findall(rf" {line}=([01])", self.log())
        return int(levels[-1]) if levels else None

    def times_lit(self):
        return self.log().count(f" {OUTPUT_ENABLE}=0")

    def last_message(self):
        """The last message to the SPI device."""
        return [line for line in self.log().splitlines() if "message" in line][-1]

    def wait_until_refreshed(self):
        """Waits until there are fifty requests more: the panel is refreshed."""
        before = self.log().count("\n")
        eventually(lambda: self.log().count("\n") >= before + 50)

    def wait_until_dark(self):
        """Waits until output enable is high, and was not low since the look before."""
        lit = -1

        def stays_dark():
            nonlocal lit
            before, lit = lit, self.times_lit()
            return self.level() == 1 and lit == before

        eventually(stays_dark)
