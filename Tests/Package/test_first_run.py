"""From the package to a sign on the page: the service runs without a sign file, with a code that the installation prints."""

import json
import re

import pytest

from machine import eventually
from web import Client

STATE = "http://127.0.0.1:8080/api/v1/state"
SETUP = "http://127.0.0.1:8080/api/v1/setup"


@pytest.fixture(scope="module")
def said(bare_machine):
    """What installing the package prints."""
    return bare_machine.run("dpkg --install /tmp/ledsign.deb 2>&1")


@pytest.fixture(scope="module")
def phone(bare_machine, said):
    return Client(bare_machine.process, bare_machine.run("cat /etc/ledsign/token"))


def code(said):
    pattern = r"ledsign: On the phone: http://\S+\.local:8080, and the code (\d{3} \d{3}), once within half an hour"
    return re.search(pattern, said).group(1)


def sign_in(machine, code):
    return machine.run("curl --silent --output /dev/null --write-out '%{http_code}' --json '" + json.dumps({"code": code})
                       + "' http://127.0.0.1:8080/session")


def test_service_runs(bare_machine, said):
    """The service runs, and will at the next boot; it needs no sign file."""
    assert bare_machine.state() == "active"
    assert bare_machine.property("UnitFileState") == "enabled"
    assert not bare_machine.path("/etc/ledsign/sign.yaml").exists()
    assert bare_machine.run("stat --format '%U %a' /etc/ledsign/token") == "ledsign 640"


def test_status(bare_machine, said):
    """The status of the service and its journal have the address and the code."""
    words = bare_machine.property("StatusText")
    assert "this sign is not set up" in words
    assert code(said) in words
    assert code(said) in bare_machine.journal()


def test_code(bare_machine, said):
    """A phone signs in with the code once; --new-code prints another one, without a sign file."""
    assert Client(bare_machine.process).status(STATE) == 401
    assert [sign_in(bare_machine, code(said)), sign_in(bare_machine, code(said))] == ["200", "401"]
    assert sign_in(bare_machine, code("ledsign: " + bare_machine.run("ledsign setup --new-code"))) == "200"


def test_set_up(bare_machine, phone):
    """The page chooses a board, whose needs it says, and writes the sign file; the same process shows it, and the next one too."""
    process = bare_machine.main_process()
    assert phone.ask(SETUP + "/board", data=b'{"board": "max7219-32x8"}').status == 200

    def board():
        answer = phone.ask(SETUP)
        return json.loads(answer.body)["board"] if answer.status == 200 else None
    eventually(board, "max7219-32x8")
    answers = json.dumps({"board": "sim-32x8", "recipe": "text", "settings": {"text": "Rolls"}}).encode()
    assert phone.ask(SETUP + "/sign", data=answers).status == 200

    def shown():
        answer = phone.ask("http://127.0.0.1:8080/api/v1/messages")
        return [message.get("shown") for message in json.loads(answer.body)["messages"]] if answer.status == 200 else None
    eventually(shown, ["Rolls"])
    assert bare_machine.main_process() == process
    assert "edit: yes" in bare_machine.path("/etc/ledsign/sign.yaml").read_text()
    assert bare_machine.property("StatusText") == "showing"
    bare_machine.restart()
    eventually(shown, ["Rolls"])


def test_save(bare_machine, phone):
    """The page saves the sign file in the unit as it is."""
    sign = "http://127.0.0.1:8080/api/v1/sign"
    read = phone.ask(sign)
    draft = read.body.replace(b"Rolls", b"Bread")
    saved = phone.ask(sign, "-X", "PUT", "-H", f"If-Match: {read.tag}", "-H", "Content-Type: application/yaml", data=draft)
    assert saved.status == 200
    assert bare_machine.path("/etc/ledsign/sign.yaml").read_bytes() == draft


def test_restart(bare_machine, phone):
    """The page restarts the service."""
    before = bare_machine.main_process()
    assert json.loads(phone.ask(SETUP).body)["restarts"]
    assert phone.ask(SETUP + "/restart", data=b"{}").status == 200
    eventually(lambda: bare_machine.main_process() not in (0, before))
    bare_machine.wait_for_status("showing")


def test_reboot(bare_machine, phone):
    """After a reboot the sign runs by itself, with its page."""
    bare_machine.reboot()
    bare_machine.wait_for_status("showing")
    again = Client(bare_machine.process, bare_machine.run("cat /etc/ledsign/token"))
    assert b"Bread" in again.ask("http://127.0.0.1:8080/api/v1/sign").body


def test_upgrade_and_purge(bare_machine, phone):
    """An upgrade asks nothing and keeps the sign; purging leaves nothing of the set-up."""
    assert "ledsign setup" not in bare_machine.run("dpkg --install /tmp/ledsign.deb 2>&1")
    assert bare_machine.state() == "active"
    bare_machine.run("dpkg --purge ledsign")
    assert bare_machine.processes() == 0
    assert not bare_machine.path("/etc/ledsign/sign.yaml").exists()
    assert not bare_machine.path("/etc/ledsign").exists()
