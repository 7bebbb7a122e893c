"""A Debian 13 in a folder, under a systemd of its own: what the tests of the package install, run and break."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

MINUTE = 60
ENVIRONMENT = ("PATH=/usr/sbin:/usr/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
# Runs in namespaces of its own, as their first process.
START = """
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/sys/fs/cgroup" 2>/dev/null || true
mount -t cgroup2 cgroup2 "$1/sys/fs/cgroup"
exec env -i container=ledsign PATH=/usr/sbin:/usr/bin chroot "$1" /usr/lib/systemd/systemd --show-status=no --unit="$2"
"""


def eventually(look, expected=True):
    """Looks until it sees what is expected, at most a minute."""
    end = time.monotonic() + MINUTE
    while (seen := look()) != expected and time.monotonic() < end:
        time.sleep(0.1)
    assert seen == expected


class Machine:
    """The running Debian: `root` is its file system as seen from outside, `process` the one of its systemd."""

    def __init__(self, root, log):
        self.root = root
        self.log = log
        self.boot("basic.target")
        eventually(lambda: self.attempt("systemctl is-system-running").stdout.strip(), "running")

    def boot(self, target):
        with self.log.open("w") as output:
            self.manager = subprocess.Popen(
                ["unshare", "--pid", "--fork", "--kill-child", "--cgroup", "--uts", "--ipc", "--net", "--mount", "--",
                 "bash", "-c", START, "bash", self.root, target], stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        eventually(lambda: systemd_below(self.manager.pid) > 0 or self.manager.poll() is not None)
        self.process = systemd_below(self.manager.pid)
        assert self.process, "systemd did not start in the folder, which needs a kernel that allows it:\n" + self.log.read_text()

    def reboot(self):
        """Stops all services in their order, and boots again into the target in which a Raspberry Pi is, with an empty /run."""
        self.attempt("systemctl --no-block reboot")
        eventually(lambda: self.manager.poll() is not None)
        subprocess.run(["umount", "--recursive", self.root / "run"], check=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", self.root / "run"], check=True)
        self.boot("multi-user.target")
        eventually(lambda: self.attempt("systemctl is-active multi-user.target").stdout.strip(), "active")

    def kill(self):
        """Ends the machine at once, with everything in it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(systemd_below(self.manager.pid) or self.manager.pid, signal.SIGKILL)
        self.manager.wait()

    def attempt(self, command):
        """Runs a command of bash; gives its status and what it printed."""
        return subprocess.run(
            ["nsenter", f"--target={self.process}", "--mount", "--pid", "--cgroup", "--uts", "--ipc", "--net", "--root", "--",
             "env", "-i", "-C", "/", *ENVIRONMENT, "/bin/bash", "-euo", "pipefail", "-c", command],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def run(self, command):
        """Runs a command of bash, which must succeed; gives what it printed."""
        result = self.attempt(command)
        assert result.returncode == 0, f"`{command}` failed:\n{result.stdout}{result.stderr}"
        return result.stdout.rstrip("\n")

    def refuses(self, command):
        """Runs a command of bash, which must fail; gives what it printed."""
        result = self.attempt(command)
        assert result.returncode != 0, f"`{command}` did not fail:\n{result.stdout}{result.stderr}"
        return result.stdout + result.stderr

    def path(self, name):
        """A file of the machine, as seen from outside."""
        return self.root / name.lstrip("/")

    def property(self, name, unit="ledsign.service"):
        """What systemd says of a unit."""
        return self.run(f"systemctl show --property={name} --value {unit}")

    def state(self, unit="ledsign.service"):
        return self.property("ActiveState", unit)

    def wait_for_status(self, words):
        """Waits until the service says that its status is this."""
        eventually(lambda: self.property("StatusText"), words)

    def wait_for_complaint(self, words):
        """Waits until the status of the service begins with some words, which the journal has, too; the sign runs on."""
        eventually(lambda: self.property("StatusText")[:len(words)], words)
        assert (self.state(), self.property("SubState")) == ("active", "running")
        assert words in self.journal()

    def doctor(self):
        """What the doctor says of the sign, in one line."""
        # There is no SPI device outside of the unit, so the doctor finds a problem as well.
        return " ".join(self.run("ledsign doctor --sign /etc/ledsign/sign.yaml || true").split())

    def processes(self):
        """The number of processes of all units of the package."""
        return int(self.run("cat /sys/fs/cgroup/system.slice/ledsign*.service/cgroup.procs 2>/dev/null | wc -l || true"))

    def journal(self):
        return self.run("journalctl --no-pager --quiet --output=cat --unit ledsign.service")

    def start(self):
        self.run("systemctl start ledsign.service")

    def stop(self):
        """Stops the service and the unit that holds the lines afterwards."""
        self.run("systemctl stop ledsign.service && systemctl stop ledsign-dark.service")

    def restart(self):
        self.run("systemctl restart ledsign.service")

    def reload(self):
        self.run("systemctl reload ledsign.service")

    def main_process(self):
        return int(self.property("MainPID"))

    def write_sign(self, text):
        self.path("/etc/ledsign/sign.yaml").write_text(text, encoding="utf-8")


def mount_all(base, place):
    """Mounts a copy of the folder `base`, whose changes stay in memory, and what a system needs; gives its root."""
    def mount(*arguments):
        subprocess.run(["mount", *map(str, arguments)], check=True)

    mount("-t", "tmpfs", "tmpfs", place)
    upper, work, root = place / "upper", place / "work", place / "root"
    for folder in (upper, work, root):
        folder.mkdir()
    mount("-t", "overlay", "-o", f"lowerdir={base},upperdir={upper},workdir={work}", "overlay", root)
    mount("-t", "proc", "proc", root / "proc")
    mount("-t", "sysfs", "-o", "ro", "sysfs", root / "sys")
    for name, mode in (("run", "755"), ("tmp", "1777"), ("dev", "755")):
        mount("-t", "tmpfs", "-o", f"mode={mode}", "tmpfs", root / name)
    for device in ("null", "zero", "full", "random", "urandom", "tty"):
        subprocess.run(["cp", "-a", f"/dev/{device}", root / "dev"], check=True)
    for name in ("pts", "shm"):
        (root / "dev" / name).mkdir()
    mount("-t", "devpts", "-o", "newinstance,ptmxmode=666", "devpts", root / "dev/pts")
    (root / "dev/ptmx").symlink_to("pts/ptmx")
    (root / "dev/fd").symlink_to("/proc/self/fd")
    return root


def systemd_below(manager):
    """The process of the systemd that a process has started; 0 while there is none."""
    with contextlib.suppress(OSError):
        for process in Path(f"/proc/{manager}/task/{manager}/children").read_text().split():
            if Path(f"/proc/{process}/comm").read_text() == "systemd\n":
                return int(process)
    return 0


@contextlib.contextmanager
def running(base):
    """A machine that has booted. It ends with the block, and with everything in it."""
    place = base.with_name(base.name + ".run")
    place.mkdir(exist_ok=True)
    root = mount_all(base, place)
    try:
        machine = Machine(root, place / "systemd.log")
        try:
            yield machine
        finally:
            machine.kill()
    finally:
        subprocess.run(["umount", "--recursive", place], check=True)
