"""What the service makes of sign files: sockets for groups, clocks, problems."""

import base64
import json
import shutil
import socket

import pytest

from machine import eventually

WAITING = "schedules and clocks wait until a time service has set the system"


@pytest.fixture(autouse=True)
def stopped(machine, model):
    """Stops the service after each test."""
    yield
    machine.stop()


@pytest.fixture(params=["ledsign", "gpio"])
def socket_group(machine, request):
    """The group that may control a running sign: the one of its user, and another one."""
    machine.write_sign(f"board: max7219-32x8\ncontrol:\n  group: {request.param}\nmessage:\n  text: Hello\n")
    machine.start()
    return request.param


def test_socket(machine, socket_group):
    """The socket of a sign belongs to the group that its file names."""
    socket = machine.run("stat -c '%F %U:%G %a' /run/ledsign/ledsign.sock")
    assert socket == f"socket ledsign:{socket_group} 660"


def test_member(machine, socket_group):
    """A member of that group may control the sign."""
    machine.run(f"useradd --system --groups {socket_group} member")
    machine.run("setpriv --reuid member --regid nogroup --init-groups ledsign ctl list")
    machine.run("userdel member")


def test_other_user(machine, socket_group):
    """Another user may not."""
    machine.refuses("setpriv --reuid nobody --regid nogroup --clear-groups ledsign ctl list")


def clock_of_statistics(machine):
    """What the statistics of the sign say of the clock."""
    lines = machine.run("ledsign ctl stats").splitlines()
    return [line.removeprefix("clock: ") for line in lines if line.startswith("clock: ")]


@pytest.fixture
def clock(machine, model):
    """Sets what the kernel says of its clock, which is not right at first; a sign with a schedule runs."""
    machine.write_sign("board: max7219-32x8\nmessage:\n  text: Hello\n  when: always\n")
    # The model asks the real kernel first, through the unit's filter of system calls; its word counts where the call is allowed.
    model.set_clock("unsynchronised")
    machine.start()
    yield model.set_clock
    model.set_clock(None)


def test_unset_clock(machine, clock):
    """While the clock is not set, the status of the service, the journal and the statistics say so."""
    assert machine.property("StatusText").startswith(WAITING)
    assert WAITING in machine.journal()
    assert clock_of_statistics(machine) == ["not synchronised"]


def test_set_clock(machine, clock):
    """Once a time service has set the clock, the sign shows its schedule: the unit allows to ask the kernel."""
    clock("synchronised")
    machine.wait_for_status("showing")
    assert clock_of_statistics(machine) == ["synchronised"]


def test_silent_kernel(machine, clock):
    """A kernel that does not answer is not believed."""
    clock("denied")
    machine.restart()
    assert machine.property("StatusText").startswith(WAITING)
    assert clock_of_statistics(machine) == ["not synchronised"]


def test_trusted_clock(machine, clock):
    """A clock that the sign file trusts is not waited for."""
    clock("denied")
    with machine.path("/etc/ledsign/sign.yaml").open("a") as file:
        file.write("clock: trusted\n")
    machine.reload()
    machine.wait_for_status("showing")
    assert clock_of_statistics(machine) == ["trusted"]


@pytest.fixture
def broken_sign(machine):
    """A sign that ran, and whose file is broken now."""
    machine.write_sign("board: max7219-32x8\nmessage:\n  text: Hello\n")
    machine.start()
    machine.stop()
    machine.write_sign("message: {\n")


def test_last_good_copy(machine, broken_sign):
    """A sign whose file is broken starts with the last good copy, and its status names the problem."""
    machine.start()
    machine.wait_for_status("keeping the previous sign: /etc/ledsign/sign.yaml:2:1: not YAML: did not find expected node content")


def test_no_good_copy(machine, broken_sign):
    """Without a good copy the sign does not start, and the journal names the problem."""
    machine.run("rm /var/lib/ledsign/signs/sign-*.good.json")
    before = machine.journal().count("/etc/ledsign/sign.yaml:")
    machine.refuses("systemctl start ledsign.service")
    assert machine.journal().count("/etc/ledsign/sign.yaml:") > before


def ask(machine, request):
    """The answer of the running sign to a request."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(machine.path("/run/ledsign/ledsign.sock")))
        connection.sendall(json.dumps(request).encode() + b"\n")
        with connection.makefile() as lines:
            return json.loads(lines.readline())


@pytest.fixture
def image(machine, model, checkout, request):
    """A sign that shows an image of 32x8 pixels."""
    shutil.copy(checkout / "Tests/EmulatedPi/Guest" / request.param, machine.path("/etc/ledsign"))
    machine.write_sign(f"board: max7219-32x8\nmessage:\n  image: {request.param}\n")
    machine.start()
    return request.param


# Rows of blocks of 8x4 pixels.
@pytest.mark.parametrize("image, blocks", [("first.jpg", ["#.#.", "#..."]), ("second.webp", [".#.#", ".#.."])], indirect=["image"])
def test_image(machine, image, blocks):
    """The process that decodes images may do so under the filter of system calls and the limits of the unit."""
    def shown():
        answer = ask(machine, {"command": "screenshot"})
        rows = [base64.b64decode(answer["pixels"])[y * 96:(y + 1) * 96:3] for y in range(8)]
        return ["".join("#" if value else "." for value in row[::8]) for row in (rows[0], rows[4])]

    eventually(shown, blocks)
    assert "cannot decode" not in machine.journal()
