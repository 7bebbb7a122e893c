"""A broker of MQTT 3.1.1 that does not do what brokers do.

usage: broker.py ADDRESS PORT KIND [TOPIC]

KIND is one of:
    silent    accepts connections and never answers
    huge      takes a sign, and each second sends it eight messages of ten megabytes and a small one
    announce  takes a sign, announces a message of 268,435,455 bytes at TOPIC, and sends nothing of it
    drip      the same, and sends a byte of it each second
    stream    takes a sign, and sends it messages of 268,435,455 bytes at TOPIC as fast as it can
    length    takes a sign, and sends it a length of five bytes
    burst     takes a sign, and sends it sixty messages of 64,000 bytes at once
    flood     takes a sign, and sends it commands as fast as it can
    values    takes a sign, and sends 200,000 values for a field, the last one 7
    garbage   takes a sign, and sends it bytes that mean nothing
    fickle    takes a sign, and closes the connection at once
    restart   takes signs, and starts again every second
    closed    closes every connection without an answer

Prints `listening`, `connection` for each one that it accepts, and `sent` for each message of `stream`.
"""

import os
import socket
import sys
import threading
import time

TAKEN = bytes.fromhex("20020000")  # CONNACK


PIECE = memoryview(bytes(1 << 20))


def publish(topic, payload):
    """A PUBLISH packet: 30, the length in sevens of bits, the topic with its length, and the payload."""
    body = len(topic).to_bytes(2, "big") + topic + payload
    length, head = len(body), b""
    while True:
        byte, length = length % 128, length // 128
        head += bytes([byte | (128 if length else 0)])
        if not length:
            return b"\x30" + head + body


def announce(topic):
    """The head of the longest packet that MQTT has, a PUBLISH, and its topic."""
    return b"\x30\xff\xff\xff\x7f" + len(topic).to_bytes(2, "big") + topic


def serve(peer, kind, topic):
    try:
        if kind == "closed":
            return
        peer.recv(4096)
        if kind == "silent":
            wait(peer)
            return
        peer.sendall(TAKEN)
        if kind == "huge":
            message = publish(b"ledsign/bakery/message/huge", b"A" * 10_000_000)
            while True:
                for _ in range(8):
                    peer.sendall(message)
                peer.sendall(publish(b"ledsign/bakery/text/set", b"small"))
                time.sleep(1)
        if kind in ("announce", "drip"):
            peer.sendall(announce(topic))
            while kind == "drip":
                peer.sendall(b"A")
                time.sleep(1)
        if kind == "stream":
            while True:
                peer.sendall(announce(topic))
                left = 268_435_455 - 2 - len(topic)
                while left:
                    left -= peer.send(PIECE[:left])
                print("sent", flush=True)
        if kind == "length":
            peer.sendall(b"\x30\xff\xff\xff\xff\x7f")
        if kind == "burst":
            text = b'{"text": "X", "name": "' + b" " * 63_970 + b'"}'
            peer.sendall(b"".join(publish(b"ledsign/bakery/message/m%d" % n, text) for n in range(60)))
        if kind == "flood":
            message = publish(b"ledsign/bakery/text/set", b"flood") * 200
            while True:
                peer.sendall(message)
        if kind == "values":
            message = publish(b"home/t", b'{"value": 12345}') * 200
            for _ in range(1000):
                peer.sendall(message)
            peer.sendall(publish(b"home/t", b'{"value": 7}'))
        if kind == "garbage":
            peer.sendall(os.urandom(100_000))
        if kind != "fickle":
            wait(peer)
    except OSError:
        pass
    finally:
        peer.close()


def wait(peer):
    """Reads until the peer closes the connection."""
    while peer.recv(4096):
        pass


def main():
    address, port, kind = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    topic = sys.argv[4].encode() if len(sys.argv) > 4 else b"ledsign/bakery/message/x"
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    while True:
        peers = []
        end = time.monotonic() + 1 if kind == "restart" else None
        with socket.create_server((address, port), family=family) as server:
            print("listening", flush=True)
            while end is None or time.monotonic() < end:
                server.settimeout(max(0, end - time.monotonic()) if end else None)
                try:
                    peer = server.accept()[0]
                except (TimeoutError, BlockingIOError):
                    break
                peer.settimeout(None)
                print("connection", flush=True)
                peers.append(peer)
                threading.Thread(target=serve, args=(peer, kind, topic), daemon=True).start()
        for peer in peers:
            # Its thread closes it.
            try:
                peer.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


main()
