"""Installing the package, and what is there afterwards."""

import base64
import subprocess

import pytest

OVERLAY = "/boot/firmware/overlays/ledsign-dpi.dtbo"
OWN_OVERLAY = "/usr/share/ledsign/overlays/ledsign-dpi.dtbo"

# Pictures of 32x8 white pixels.
WHITE = {
    "white.jpg": "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/"
    "wAALCAAIACABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk"
    "M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJ"
    "ytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APf6KKK//9k=",
    "white.webp": "UklGRh4AAABXRUJQVlA4TBEAAAAvH8ABAAfQ//73v/+BiOh/AAA=",
}


def test_version(machine, package_version):
    """The command has the version of the package."""
    assert machine.run("ledsign --version") == package_version


def test_libraries(machine):
    """The packages that it depends on have all libraries of the program."""
    assert "not found" not in machine.run("ldd /usr/bin/ledsign")


def test_boards(machine):
    """The command finds the boards of the package."""
    boards = [line.split()[0] for line in machine.run("ledsign board list").splitlines() if line.strip()]
    assert "hub75-64x32" in boards


def test_schemas(machine):
    """The schemas for editors and the description of the API are there."""
    for name in ("sign-file.schema.json", "config.schema.json", "openapi.json"):
        assert machine.path(f"/usr/share/ledsign/{name}").stat().st_size > 0


def test_web_files(machine, checkout):
    """The files of the page are those of the checkout, without those that editors and linters alone read."""
    listed = subprocess.check_output(["git", "-c", "safe.directory=*", "ls-files", "--", "web"], cwd=checkout, text=True)
    names = [name for name in listed.splitlines() if not name.endswith((".d.ts", "/package.json"))]
    assert "web/index.html" in names
    for name in names:
        assert machine.path(f"/usr/share/ledsign/{name}").read_bytes() == (checkout / name).read_bytes(), name


def test_render(machine):
    """The command draws a text with the fonts of the package."""
    machine.run("ledsign render 21°C --board sim-32x8 --out /tmp/still.png")
    assert machine.path("/tmp/still.png").stat().st_size > 0


@pytest.mark.parametrize("name", ["white.jpg", "white.webp"])
def test_images(machine, name):
    """The libraries of image formats, which are loaded when they are needed, are there."""
    machine.path(f"/tmp/{name}").write_bytes(base64.b64decode(WHITE[name]))
    machine.path("/tmp/image.yaml").write_text(f"message: {{image: /tmp/{name}, fit: cover}}\n")
    machine.run("ledsign render --sign /tmp/image.yaml --board sim-32x8 --out /tmp/image.txt")
    assert machine.path("/tmp/image.txt").read_text() == 8 * ("#" * 32 + "\n")


def test_doctor(machine):
    """The doctor finds what the package has."""
    assert " in /usr/share/ledsign" in machine.run("ledsign doctor")


def test_user(machine):
    """The user of the service is in the groups of the devices."""
    assert sorted(machine.run("id -nG ledsign").split()) == ["gpio", "ledsign", "spi", "video"]


def test_no_firmware(machine):
    """On a machine without the firmware of a Raspberry Pi its folder is not made."""
    assert machine.path(OWN_OVERLAY).stat().st_size > 0
    assert not machine.path("/boot/firmware").exists()


def test_overlay(machine):
    """The overlay of `port: dpi`, and nothing else, is copied to where the firmware reads it."""
    machine.run("mkdir -p /boot/firmware/overlays; dpkg --install /tmp/ledsign.deb")
    assert machine.path(OVERLAY).read_bytes() == machine.path(OWN_OVERLAY).read_bytes()
    assert [file.name for file in machine.path(OVERLAY).parent.iterdir()] == ["ledsign-dpi.dtbo"]


def test_read_only_firmware(machine):
    """Where the overlay cannot be copied, installing says so and succeeds."""
    printed = machine.run("""mkdir -p /boot/firmware/overlays
        mount -t tmpfs -o ro tmpfs /boot/firmware/overlays
        dpkg --install /tmp/ledsign.deb 2>&1
        umount /boot/firmware/overlays""")
    assert f"{OVERLAY} cannot be written" in printed


# systemd counts exposure in tenths. Three points of the service are the names of calls that set the clock and owners, for which it
# lacks the capabilities. Both have the network, one of them for panels of other devices.
@pytest.mark.parametrize("unit, most", [("ledsign", 21), ("ledsign-dark", 17), ("ledsign-guardian@0", 12)])
def test_units(machine, unit, most):
    """The units have no mistakes, and expose little."""
    machine.run(f"systemd-analyze verify --man=no {unit}.service")
    machine.run(f"systemd-analyze security --no-pager --threshold={most} {unit}.service")


def test_upgrade_of_a_running_sign(machine, model):
    """An upgrade restarts a sign that runs."""
    machine.write_sign("board: max7219-32x8\nmessage: Hello\n")
    machine.start()
    first = machine.main_process()
    machine.run("dpkg --install /tmp/ledsign.deb")
    assert machine.state() == "active"
    assert machine.main_process() != first
    machine.stop()


def test_upgrade_of_a_stopped_sign(machine, model):
    """An upgrade starts no sign that does not run."""
    machine.run("dpkg --install /tmp/ledsign.deb")
    assert machine.state() == "inactive"
    assert machine.property("UnitFileState") == "disabled"
