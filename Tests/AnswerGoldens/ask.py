"""Asks a running sign what a transcript asks it, and writes the transcript with the answers.

usage: ask.py FOLDER TOKEN HTTP-PORT MQTT-PORT < transcript

FOLDER has the socket of the sign (ctl.sock), TOKEN is the file with its token, and its topics begin with ledsign/goldens. "== WAY" names the way
in of the requests that follow: socket, http, http without token, or mqtt. "> REQUEST" is one of them, and the lines below it are
the answer, in which what differs from run to run is masked.
"""

import hashlib
import http.client
import itertools
import json
import re
import socket
import sys

FOLDER, TOKEN = sys.argv[1:3]
HTTP_PORT, MQTT_PORT = map(int, sys.argv[3:])
HEADERS = ("Allow", "WWW-Authenticate", "Ledsign-Ignored")
TOPIC = "ledsign/goldens/"
MASKS = [
    (re.escape(FOLDER), "FOLDER"),
    (r'"(next|seconds[\w-]*|uptime|[\w-]*lateness[\w-]*)": \d+', r'"\1": N'),
    (r'"(report|version|uid|clock)": "(?:\\.|[^"\\])*"', r'"\1": "..."'),
    # Two notifications that stay take turns, so the one that is shown depends on the time.
    (r'"app": "awtrix-notify-\d"', r'"app": "awtrix-notify-N"'),
    (r'"pixels": "[\w+/=]+"', '"pixels": "..."'),
    (r"\[\d+(, \d+){9,}\]", "[...]"),
]


def by_socket():
    """Sends lines to the control socket."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(60)
    connection.connect(FOLDER + "/ctl.sock")
    lines = connection.makefile("rw", encoding="utf-8")

    def ask(request):
        lines.write(request + "\n")
        lines.flush()
        return lines.readline()

    return ask


def by_http(token):
    """Sends "METHOD PATH BODY"."""
    # The sign counts changes for each address of a client, and this machine has many.
    addresses = (f"127.0.{number // 250}.{number % 250 + 1}" for number in itertools.count(1))

    def ask(request):
        method, path, body = (request.split(" ", 2) + [""])[:3]
        headers = {"Content-Type": "application/json"} if body else {}
        if token:
            headers["Authorization"] = "Bearer " + token
        connection = http.client.HTTPConnection("127.0.0.1", HTTP_PORT, 60, (next(addresses), 0))
        connection.request(method, path, body.encode() or None, headers)
        answer = connection.getresponse()
        kind = answer.headers["Content-Type"]
        head = [str(answer.status)] + ([kind] if kind and kind != "application/json" else [])
        head += [f"{name}: {answer.headers[name]}" for name in HEADERS if name in answer.headers]
        content = answer.read().decode()
        connection.close()
        lines = description(json.loads(content)) if path.endswith("/openapi.json") else [content]
        return "\n".join([", ".join(head), *lines])

    return ask


def description(document):
    """Lists the operations of the API, a line each, and the answers that they have, once each."""
    names = {}
    shared = document["components"].pop("responses")

    def line(value):
        return json.dumps(value, sort_keys=True)

    def name(answer):
        answer = shared[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
        return names.setdefault(line(answer), hashlib.sha256(line(answer).encode()).hexdigest()[:6])

    for path, operations in sorted(document.pop("paths").items()):
        for method, operation in sorted(operations.items()):
            answers = " ".join(f"{status}={name(answer)}" for status, answer in operation.pop("responses").items())
            yield f"{method} {path} {line(operation)}"
            yield f"  {answers}"
    yield from sorted(f"{short} {answer}" for answer, short in names.items())
    yield from (f"{key} {line(value)}" for key, value in document.items())


def by_mqtt():
    """Publishes "TOPIC PAYLOAD" (MQTT 3.1.1); the answers are what comes at T/answer."""
    connection = socket.create_connection(("127.0.0.1", MQTT_PORT), 60)
    stream = connection.makefile("rb")

    def text(words):
        return len(words.encode()).to_bytes(2, "big") + words.encode()

    def send(kind, body):
        length = bytes([len(body)]) if len(body) < 128 else bytes([len(body) % 128 + 128, len(body) // 128])
        connection.sendall(bytes([kind]) + length + body)

    def receive():
        """Returns the payload of the next message."""
        while True:
            kind, length = stream.read(1)[0], 0
            for shift in range(0, 28, 7):
                byte = stream.read(1)[0]
                length |= (byte & 127) << shift
                if byte < 128:
                    break
            body = stream.read(length)
            if kind >> 4 == 3:
                return body[2 + int.from_bytes(body[:2], "big"):].decode()

    send(0x10, text("MQTT") + bytes([4, 2, 0, 0]) + text("goldens"))
    for number, name in enumerate(("status", "answer"), 1):
        send(0x82, number.to_bytes(2, "big") + text(TOPIC + name) + b"\0")
    while receive() != "online":
        pass

    def answers():
        """Returns what comes before the answer to a command that is sent now."""
        send(0x30, text(TOPIC + "command") + b'{"command": "get", "name": "the last one"}')
        return list(itertools.takewhile(lambda answer: "the last one" not in answer, iter(receive, None)))

    def ask(request):
        topic, payload = (request.split(" ", 1) + [""])[:2]
        send(0x30, text(topic) + payload.encode())
        if topic == TOPIC + "command":
            return receive()
        # A request for a clock becomes several commands, each of which waits for the answer to the one before.
        return "\n".join(sum((answers() for _ in range(3 if topic.startswith("awtrix") else 1)), []))

    return ask


def way(name):
    if name == "socket":
        return by_socket()
    if name == "mqtt":
        return by_mqtt()
    return by_http(open(TOKEN).read().strip() if name == "http" else None)


def masked(answer):
    for pattern, words in MASKS:
        answer = re.sub(pattern, words, answer)
    return answer


ask = None
for line in sys.stdin.read().splitlines():
    if line.startswith("== "):
        ask = way(line[3:])
        print(line)
    elif line.startswith("> "):
        print(line)
        answer = masked(ask(line[2:])).rstrip("\n")
        if answer:
            print(answer)
