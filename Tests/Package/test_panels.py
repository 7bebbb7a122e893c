"""The service and its panel, on the model of the kernel: starts, reloads and every way to end."""

import re

import pytest

from machine import eventually


def sign(board, text="Hello"):
    return f"board: {board}\nmessage:\n  text: {text}\n"


@pytest.fixture
def max7219(machine, model):
    """The process of a sign that runs on MAX7219 chips."""
    machine.write_sign(sign("max7219-32x8"))
    machine.start()
    yield machine.main_process()
    machine.stop()


@pytest.fixture
def hub75(machine, model):
    """The process of a sign that runs on a HUB75 panel, whose lines the kernel turns into inputs once they are released."""
    machine.write_sign(sign("panel.yaml"))
    machine.start()
    yield machine.main_process()
    machine.stop()


def wait_for_restart(machine, before=0):
    """Waits until systemd has started the service once more."""
    eventually(lambda: machine.property("NRestarts"), str(before + 1))
    eventually(machine.state, "active")


def test_start(machine, max7219):
    """The service runs as its user, with the limits of the unit."""
    assert (machine.state(), machine.property("SubState")) == ("active", "running")
    assert machine.run(f"stat -c %U /proc/{max7219}") == "ledsign"
    assert machine.property("LimitRTPRIO") == "40"
    assert machine.property("OOMPolicy") == "continue"
    assert machine.property("MemoryMax") == str(256 * 1024 * 1024)
    assert machine.property("TasksMax") == "128"


def test_reload(machine, max7219):
    """A reload keeps the program."""
    machine.write_sign(sign("max7219-32x8", "Goodbye"))
    machine.reload()
    assert machine.main_process() == max7219


def test_kill(machine, max7219):
    """A program that is killed is started again."""
    machine.run(f"kill -KILL {max7219}")
    wait_for_restart(machine)


def test_stop_max7219(machine, model, max7219):
    """When the service is stopped, no process is left and the chips are shut down."""
    machine.run("systemctl stop ledsign.service")
    assert (machine.state(), machine.property("Result")) == ("inactive", "success")
    assert machine.processes() == 0
    # Register 12 of the MAX7219 is shutdown, and 0 shuts down.
    assert "0c000c000c000c00" in model.last_message()


def test_kill_hub75(machine, hub75):
    """A program that drives a HUB75 panel and is killed is started again."""
    machine.run(f"kill -KILL {hub75}")
    wait_for_restart(machine)


def test_lines_are_held(machine, model, hub75):
    """After the service a process of another unit holds the lines, dark."""
    machine.run("systemctl stop ledsign.service")
    assert model.level() == 1
    assert machine.state("ledsign-dark.service") == "active"
    assert machine.processes() == 1


def test_lines_are_taken_over(machine, hub75):
    """When the service starts, it takes the lines over from the unit that holds them."""
    machine.run("systemctl stop ledsign.service")
    machine.start()
    eventually(lambda: machine.state("ledsign-dark.service"), "inactive")


def test_lines_are_released(machine, hub75):
    """When both units are stopped, no process is left."""
    machine.stop()
    assert machine.processes() == 0


def guardians(machine):
    """The units of the guardians that watch."""
    units = machine.run("systemctl list-units --no-legend --plain --state=running 'ledsign-guardian@*'")
    return [line.split()[0] for line in units.splitlines()]


def only_guardian(machine, but=None):
    """Waits until one guardian watches, and it is another one than `but`; gives its unit."""
    # For a moment there may be two: the old one ends when the new one watches.
    eventually(lambda: len(units := guardians(machine)) == 1 and units[0] != but)
    return guardians(machine)[0]


def test_guardian(machine, hub75):
    """A guardian watches in a unit of its own, under a name by which `pidof ledsign` does not find it."""
    process = machine.property("MainPID", only_guardian(machine))
    assert machine.run(f"cat /proc/{process}/comm") == "panel-guardian"
    assert machine.run("pidof ledsign") == str(hub75)


def test_freeze(machine, model, hub75):
    """The panel is dark while the sign's control group is frozen, and refreshed afterwards."""
    # Not by systemctl freeze, which needs a message bus.
    freezer = "/sys/fs/cgroup/system.slice/ledsign.service/cgroup.freeze"
    machine.run(f"echo 1 >{freezer}")
    model.wait_until_dark()
    machine.run(f"echo 0 >{freezer}")
    model.wait_until_refreshed()


def test_signal_stop(machine, model, hub75):
    """The panel is dark while the processes of the sign's control group are stopped, and refreshed afterwards."""
    machine.run("systemctl kill --signal=STOP ledsign.service")
    model.wait_until_dark()
    machine.run("systemctl kill --signal=CONT ledsign.service")
    model.wait_until_refreshed()


@pytest.mark.parametrize("signal", ["STOP", "KILL"])
def test_guardian_is_replaced(machine, model, hub75, signal):
    """A guardian that is stopped or killed is replaced, and the panel is refreshed."""
    watching = only_guardian(machine)
    machine.run(f"systemctl kill --signal={signal} {watching}")
    only_guardian(machine, but=watching)
    model.wait_until_refreshed()


def test_group_is_killed(machine, model, hub75):
    """When the sign's control group is killed, the guardian turns the panel dark, and the sign is started again."""
    watching = machine.property("MainPID", only_guardian(machine))
    restarts = int(machine.property("NRestarts"))
    machine.run("systemctl kill --signal=KILL ledsign.service")
    # The sign is started again a second later: the guardian's own request is what counts.
    eventually(lambda: re.search(rf"^\d+ {watching} gpiochip0 set", model.log(), re.MULTILINE) is not None)
    wait_for_restart(machine, restarts)
    # At its end the service starts the unit that holds the lines.
    machine.run("systemctl stop ledsign.service")
    assert machine.processes() == 1
