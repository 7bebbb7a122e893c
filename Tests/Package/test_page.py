"""The page and the API of the installed service, as docs/page.md opens them: the keys and the commands are those of the document.

The machine has a network with a second machine in it, the phone.
"""

import contextlib
import json

import pytest

from machine import eventually
from web import Client, second_machine

LOOPBACK = "http://127.0.0.1:8080"
NETWORK = "http://192.0.2.1:8080"
# What the document says before each of its steps.
ON_THE_PI = "On the Pi itself"
STEPS = ("1. In `/etc/ledsign/sign.yaml`", "2. Make the token", "3. Restart the sign")
TOKEN_FILE = "/etc/ledsign/token"


@pytest.fixture(scope="module")
def phone_network(machine):
    """A process in the network of a second machine, which reaches the sign's at 192.0.2.1."""
    with second_machine(machine.process) as phone:
        yield phone


@pytest.fixture(scope="module")
def stranger(phone_network):
    """The phone without the token."""
    return Client(phone_network)


@pytest.fixture(scope="module")
def here(machine, phone_network):
    """A program on the sign's machine without the token."""
    return Client(machine.process)


@pytest.fixture(scope="module")
def token(machine, guide):
    """The token, which the second step of the document makes and another line of it prints."""
    machine.run(guide.commands(STEPS[1]))
    assert f"`sudo cat {TOKEN_FILE}` prints it" in guide.path.read_text(encoding="utf-8")
    return machine.run(f"cat {TOKEN_FILE}")


@pytest.fixture(scope="module")
def phone(phone_network, token):
    """The phone with the token."""
    return Client(phone_network, token)


def write_sign(machine, lines=""):
    """Writes a sign file with a message, and further lines."""
    machine.write_sign(f"board: max7219-32x8\nmessage: {{name: open, text: Hello}}\n{lines}")


@pytest.fixture
def on_loopback(machine, model, guide, here):
    """A sign with the one line that the page needs on its own machine."""
    write_sign(machine, guide.block(ON_THE_PI))
    machine.start()
    here.wait_for_status(LOOPBACK + "/", 200)
    yield
    machine.stop()


@pytest.fixture
def in_network(machine, model, guide, phone):
    """A sign after the three steps that open its page to the network."""
    write_sign(machine, guide.block(STEPS[0]))
    machine.run(guide.commands(STEPS[2]))
    phone.wait_for_status(NETWORK + "/api/v1/state", 200)
    yield
    machine.stop()


def texts(client, address):
    """The texts of all messages of the sign."""
    return [message["text"] for message in client.json(address + "/api/v1/messages")["messages"]]


def shown(client):
    """The names of the messages that are shown."""
    messages = client.json(NETWORK + "/api/v1/messages")["messages"]
    return [message.get("name") for message in messages if message["state"] == "shown"]


def test_page_on_loopback(checkout, here, on_loopback):
    """The line of the document serves the page of the package, and its program, on the machine itself."""
    assert here.ask(LOOPBACK + "/").body == (checkout / "web/index.html").read_bytes()
    assert here.ask(LOOPBACK + "/web/main.js").body == (checkout / "web/main.js").read_bytes()


def test_api_on_loopback(machine, here, on_loopback):
    """The API says what the sign is and shows."""
    assert here.json(LOOPBACK + "/api/v1/state")["width"] == 32
    assert texts(here, LOOPBACK) == ["Hello"]
    assert "$schema" in here.json(LOOPBACK + "/api/v1/schema")
    assert machine.property("StatusText") == "showing"


def test_network_is_closed(stranger, on_loopback):
    """That line opens nothing to the network."""
    assert stranger.status(NETWORK + "/") == 0


def test_doctor_on_loopback(machine, on_loopback):
    """The doctor finds the address of a running sign, and that it is free afterwards."""
    assert "ok http-address 127.0.0.1:8080 is used by a running sign, which serves its page" in machine.doctor()
    machine.stop()
    assert "ok http-address 127.0.0.1:8080 is free for the page" in machine.doctor()


def test_other_document(checkout, guide):
    """docs/http.md has the same three steps."""
    lines = [line.strip() for line in (checkout / "docs/http.md").read_text(encoding="utf-8").splitlines()]
    for step in STEPS:
        for line in guide.block(step).splitlines():
            assert line in lines


def test_token_file(machine, token):
    """The token of the document can be read by the service, and by no other user."""
    assert machine.run(f"stat -c '%U:%G %a' {TOKEN_FILE}") == "root:ledsign 640"


def test_page_in_network(machine, checkout, stranger, in_network):
    """A phone gets the page by the address and by the name of the machine, and not by a foreign name."""
    assert stranger.ask(NETWORK + "/").body == (checkout / "web/index.html").read_bytes()
    name = machine.run("cat /proc/sys/kernel/hostname") + ".local"
    assert stranger.status(f"http://{name}:8080/", "--resolve", f"{name}:8080:192.0.2.1") == 200
    assert stranger.status(NETWORK + "/", "-H", "Host: evil.example") == 403
    assert machine.property("StatusText") == "showing"


def check_token(machine, here, stranger, phone, token):
    """Checks that the API wants the token, and does with it what it is asked to."""
    for route in ("state", "messages", "variables", "stats", "sign", "schema", "picture.png", "schedule"):
        address = f"{NETWORK}/api/v1/{route}"
        assert (stranger.status(address), phone.status(address)) == (401, 200), route
    assert Client(phone.process, token + "-").status(NETWORK + "/api/v1/state") == 401
    assert stranger.status(NETWORK + "/api/v1/messages", "--json", '{"text":"No"}') == 401
    assert here.status(LOOPBACK + "/api/v1/state") == 401
    bread = NETWORK + "/api/v1/messages/bread"
    assert phone.status(bread, "-X", "PUT", "--json", '{"text":"Fresh bread","priority":5}') == 200
    assert phone.status(NETWORK + "/api/v1/messages", "--json", '{"text":"Cakes"}') == 200
    eventually(lambda: shown(phone), ["bread"])
    assert phone.status(bread, "-X", "DELETE") == 200
    eventually(lambda: shown(phone), ["open"])
    cookies = str(machine.path("/tmp/cookies"))
    stranger.ask(NETWORK + "/session", "-c", cookies, "--json", json.dumps({"token": token}))
    assert stranger.status(NETWORK + "/api/v1/state", "-b", cookies) == 200


def test_token(machine, here, stranger, phone, token, in_network):
    """The API wants the token, from loopback as well, and takes messages and sessions with it."""
    check_token(machine, here, stranger, phone, token)


def test_doctor_in_network(machine, in_network):
    """The doctor finds that the token can be used, and whose the address is."""
    said = machine.doctor()
    assert f"ok http-token the token file {TOKEN_FILE} can be used" in said
    assert "ok http-address 0.0.0.0:8080 is used by a running sign, which serves its page" in said


@contextlib.contextmanager
def changed_token_file(machine, change, undo):
    """Changes the mode or the owner of the token file for a while."""
    machine.run(f"{change} {TOKEN_FILE}")
    try:
        yield
    finally:
        machine.run(f"{undo} {TOKEN_FILE}")


def test_open_token_file(machine, stranger, phone, in_network):
    """While everyone can read the token file, the sign runs without its page and says why; it recovers by itself."""
    with changed_token_file(machine, "chmod o+r", "chmod o-r"):
        machine.restart()
        machine.wait_for_complaint(f"the page is not served: the token file {TOKEN_FILE} can be read by everyone")
        assert stranger.status(NETWORK + "/") == 0
        assert f"the token file {TOKEN_FILE} can be read by everyone" in machine.doctor()
    phone.wait_for_status(NETWORK + "/api/v1/state", 200)
    machine.wait_for_status("showing")


def test_unreadable_token_file(machine, phone, in_network):
    """While the service cannot read the token file, the sign runs without its page and says why; it recovers by itself."""
    with changed_token_file(machine, "chgrp root", "chgrp ledsign"):
        machine.restart()
        machine.wait_for_complaint(f"the page is not served: the token file {TOKEN_FILE} cannot be read: Permission denied")
    phone.wait_for_status(NETWORK + "/api/v1/state", 200)


def test_missing_token(machine, stranger, in_network):
    """A sign file that opens the page without a token is refused; the sign keeps what it showed, also after a restart."""
    write_sign(machine, "http: {listen: 0.0.0.0:8080}\n")
    problem = '/etc/ledsign/sign.yaml:3:16: "token" is missing'
    machine.reload()
    machine.wait_for_complaint(f"keeping the previous sign: {problem}")
    machine.restart()
    machine.wait_for_complaint(f"keeping the previous sign: {problem}")
    stranger.wait_for_status(NETWORK + "/api/v1/state", 401)
    assert problem in machine.refuses("ledsign check /etc/ledsign/sign.yaml")


SIGN = NETWORK + "/api/v1/sign"


@pytest.fixture
def writable(machine, guide, phone, in_network):
    """A sign whose page may edit its file."""
    write_sign(machine, guide.block(STEPS[0]).replace("}", ", edit: yes}"))
    machine.restart()
    phone.wait_for_status(SIGN, 200)


def save(phone, tag, draft):
    return phone.ask(SIGN, "-X", "PUT", "-H", f"If-Match: {tag}", "-H", "Content-Type: application/yaml", data=draft)


def test_save(machine, here, stranger, phone, token, writable):
    """The page saves the sign file, and the sign shows it without a restart, and after one."""
    first = machine.main_process()
    read = phone.ask(SIGN)
    draft = read.body.replace(b"Hello", b"Saved")
    assert save(phone, read.tag, draft).status == 200
    assert machine.path("/etc/ledsign/sign.yaml").read_bytes() == draft
    assert machine.run("stat -c '%U %a' /etc/ledsign/sign.yaml") == "ledsign 644"
    eventually(lambda: "Saved" in texts(phone, NETWORK))
    assert machine.main_process() == first
    assert machine.property("StatusText") == "showing"
    machine.restart()
    stranger.wait_for_status(NETWORK + "/api/v1/state", 401)
    eventually(lambda: "Saved" in texts(phone, NETWORK))
    check_token(machine, here, stranger, phone, token)


def test_save_over_a_newer_file(phone, writable):
    """Saving over a file that was saved since is refused, and the version before is kept."""
    read = phone.ask(SIGN)
    draft = read.body.replace(b"Hello", b"Newer")
    assert save(phone, read.tag, draft).status == 200
    assert save(phone, read.tag, draft).status == 412
    kept = [phone.ask(f"{SIGN}/versions/{version['id']}").body for version in phone.json(SIGN + "/versions")]
    assert kept.count(read.body) == 1


def test_save_what_reads_other_files(phone, writable):
    """The page cannot add keys that read other files."""
    read = phone.ask(SIGN)
    assert save(phone, read.tag, read.body + b"fields: {secret: {file: /etc/hostname}}\n").status == 403


def test_unit_that_may_save(machine, writable):
    """The unit that may write the sign file exposes no more than the packaged one."""
    machine.run("systemd-analyze security --no-pager --threshold=21 ledsign.service")


def test_configuration(machine, stranger, phone, in_network):
    """`http:` of config.yaml serves the page of a sign file without it."""
    configuration = machine.path("/etc/ledsign/config.yaml")
    before = configuration.read_text()
    configuration.write_text(before + "http: {listen: 192.0.2.1:8081, token: ./token}\n")
    write_sign(machine)
    machine.restart()
    stranger.wait_for_status("http://192.0.2.1:8081/api/v1/state", 401)
    assert "Hello" in texts(phone, "http://192.0.2.1:8081")
    assert "ok http-address 192.0.2.1:8081 is used by a running sign, which serves its page" in machine.doctor()
    configuration.write_text(before)
