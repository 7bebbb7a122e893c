"""Setting up the sign of a machine by answers: from the package to a sign that runs, with its page."""

import json
import re

import pytest

from machine import eventually
from web import Client

ANSWERS = """board: max7219-32x8
settings: {text: Rolls}
page: network
start: yes
"""


@pytest.fixture(scope="module")
def said(machine, model):
    """What `ledsign setup` prints."""
    machine.path("/root/answers.yaml").write_text(ANSWERS, encoding="utf-8")
    machine.run("mkdir -p /etc/avahi/services")
    return machine.run("ledsign setup --answers /root/answers.yaml 2>&1")


def test_sign_runs(machine, said):
    """The sign runs, and will at the next boot."""
    assert "/etc/ledsign/sign.yaml is written." in said
    eventually(machine.state, "active")
    assert machine.property("UnitFileState") == "enabled"


def test_files(machine, said):
    """The sign file is the new one, and the one before is kept; the service alone can read the token."""
    machine.run("ledsign check /etc/ledsign/sign.yaml")
    assert 'text: "Rolls"' in machine.path("/etc/ledsign/sign.yaml").read_text()
    assert "Hello from ledsign" in machine.path("/etc/ledsign/sign.yaml.old").read_text()
    assert "The sign file before is /etc/ledsign/sign.yaml.old" in said
    assert machine.run("stat --format '%U %G %a' /etc/ledsign/token") == "root ledsign 640"


def test_page(machine, said):
    """The page is there, for those with the token, which is where setup says."""
    assert "(its token: sudo cat /etc/ledsign/token)" in said
    stranger = Client(machine.process)
    eventually(lambda: stranger.status("http://127.0.0.1:8080/api/v1/state"), 401)
    token = machine.run("cat /etc/ledsign/token")
    assert Client(machine.process, token).status("http://127.0.0.1:8080/api/v1/state") == 200


def test_found(machine, said):
    """Programs in the network find the page."""
    assert "<type>_http._tcp</type>" in machine.path("/etc/avahi/services/ledsign.service").read_text()


def test_needs(machine, said):
    """Setup says what the machine needs, which has its SPI device in the units alone."""
    assert "What this machine needs:" in said
    assert "max7219-32x8 cannot be driven on this machine" in said


def test_code(machine, said):
    """A phone signs in with the code that setup prints, once; --new-code prints another one."""
    def sign_in(code):
        return machine.run("curl --silent --output /dev/null --write-out '%{http_code}' --json '" + json.dumps({"code": code})
                           + "' http://127.0.0.1:8080/session")
    pattern = r"On the phone: http://\S+\.local:8080, and the code (\d{3} \d{3}), once within half an hour"
    code = re.search(pattern, said).group(1)
    assert [sign_in(code), sign_in(code)] == ["200", "401"]
    code = re.search(pattern, machine.run("ledsign setup --new-code")).group(1)
    assert sign_in(code) == "200"


def test_again(machine, said):
    """Setting it up once more shows another sign with the same token."""
    before = machine.run("cat /etc/ledsign/token")
    process = machine.main_process()
    machine.path("/root/answers.yaml").write_text(ANSWERS.replace("Rolls", "Bread"), encoding="utf-8")
    machine.run("ledsign setup --answers /root/answers.yaml")
    eventually(machine.state, "active")
    assert machine.main_process() != process
    assert 'text: "Bread"' in machine.path("/etc/ledsign/sign.yaml").read_text()
    assert machine.run("cat /etc/ledsign/token") == before
