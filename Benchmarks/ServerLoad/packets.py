"""Sends packets of DDP to a port of this machine for a time, and prints how many, as JSON.

usage: packets.py PORT SECONDS RATE KIND

KIND is `pictures` (each packet a picture of 16x8 with a push), `frames` (pictures of 128x64, 18 packets each) or `garbage`
(random bytes of random lengths, seeded).
"""

import json
import random
import socket
import sys
import time

port, seconds, rate = (int(word) for word in sys.argv[1:4])
numbers = random.Random(1)
if sys.argv[4] == "garbage":
    packets = [numbers.randbytes(numbers.randrange(1_400)) for _ in range(500)]
elif sys.argv[4] == "frames":
    # The last packet of a picture pushes it.
    whole, part = 128 * 64 * 3, 1_440
    packets = []
    for level in range(0, 250, 5):
        for start in range(0, whole, part):
            size = min(part, whole - start)
            head = bytes([0x41 if start + size == whole else 0x40, 0, 0x0B, 1]) + start.to_bytes(4, "big") + size.to_bytes(2, "big")
            packets.append(head + bytes([level]) * size)
else:
    packets = [bytes.fromhex("41000b01000000000180") + bytes([level % 256]) * 384 for level in range(500)]
sent = 0
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        while sent < passed * rate:
            sender.sendto(packets[sent % len(packets)], ("127.0.0.1", port))
            sent += 1
        time.sleep(0.0005)
print(json.dumps({"sent": sent, "per_second": round(sent / seconds)}))
