"""Removing and purging the package while its sign runs, and what is left."""

import shutil

import pytest

from test_install import OVERLAY

# What only changes with the packages that are installed, or belongs to the test.
PRUNED = ("/var/lib/dpkg", "/var/cache", "/var/log", "/tmp", "/root", "/opt/model")


def files(machine):
    """Every file outside of PRUNED with its kind, mode and owner; of folders that others write to, only their contents."""
    prune = " -o ".join(f"-path {path}" for path in PRUNED)
    lines = machine.run(f"find / -xdev \\( {prune} \\) -prune -o -printf '%y %m %u:%g %p %l\\n'").splitlines()
    shared = {"/", "/etc", "/var", "/var/lib", "/run", "/usr", "/usr/lib"}
    backups = {f"/etc/{name}-" for name in ("passwd", "group", "shadow", "gshadow")}
    return sorted(line for line in lines if line.split()[3] not in shared | backups)


def accounts(machine):
    """The names of users and groups, and the members of these."""
    return machine.run("cut -d : -f 1 /etc/passwd; cut -d : -f 1,4 /etc/group").splitlines()


@pytest.fixture(scope="module")
def files_before(bare_machine):
    """The files of the machine before the package is installed for the first time."""
    return files(bare_machine)


@pytest.fixture(scope="module")
def machine(files_before, machine):
    """A machine with the package, whose files were listed before."""
    return machine


# A kernel that does not keep outputs turns them into inputs when they are released: then a process holds them, dark.
@pytest.fixture(params=[False, True], ids=["forgets outputs", "keeps outputs"])
def installed(files_before, machine, model, request):
    """An installed sign that runs and is enabled, on both kinds of kernel, and what accounts there were then."""
    machine.run("mkdir -p /boot/firmware/overlays /var/cache/ledsign; dpkg --install /tmp/ledsign.deb")
    machine.run("touch /var/cache/ledsign/copy")
    model.keep_outputs(request.param)
    model.use()
    machine.write_sign("board: panel.yaml\nmessage: Hello\n")
    machine.run("systemctl enable --quiet --now ledsign.service")
    return accounts(machine)


def test_dark_unit_on_a_kernel_that_keeps_outputs(machine, model):
    """Where the kernel keeps outputs, no process holds the lines after the service."""
    model.keep_outputs(True)
    machine.write_sign("board: panel.yaml\nmessage: Hello\n")
    machine.start()
    machine.run("systemctl stop ledsign.service")
    assert machine.state("ledsign-dark.service") == "inactive"


def test_remove_and_purge(files_before, machine, model, installed):
    """Removing stops the sign, dark, and keeps settings; purging leaves what was there before, and the user with its groups."""
    assert model.times_lit() > 0
    machine.run("dpkg --remove ledsign")
    assert model.level() == 1
    assert machine.processes() == 0
    assert not machine.path("/usr/bin/ledsign").exists()
    assert machine.path("/etc/ledsign/sign.yaml").exists()
    assert not machine.path(OVERLAY).exists()
    machine.run("cd /boot; rmdir --parents firmware/overlays")

    machine.path("/etc/ledsign/panel.yaml").unlink()
    machine.run("dpkg --purge ledsign")
    for name in ("/var/cache/ledsign", "/var/lib/ledsign"):
        assert not machine.path(name).exists(), name
    for folder in machine.path("/run/systemd/system").glob("ledsign*"):
        shutil.rmtree(folder)
    machine.run("systemctl daemon-reload; systemctl reset-failed")
    machine.run("rmdir --ignore-fail-on-non-empty /etc/ledsign 2>/dev/null || true")
    assert files(machine) == files_before
    assert accounts(machine) == installed
    assert machine.run("systemctl list-units --all --no-legend 'ledsign*'") == ""
