"""Many signs at one broker; see scripts/many-signs.sh."""

import os
import statistics
import sys
import tempfile
import threading
import time

import paho.mqtt.client as mqtt

from parts import Broker, Sign

TEXT = """
board: sim-64x32
message: {{text: "Fresh bread until noon"}}
control: {{socket: none, state: none}}
mqtt: {{broker: "mqtt://127.0.0.1:{port}", topic: ledsign/sign-{number}, groups: windows}}
"""


def processor_time(process):
    """User and system time of a process in seconds (proc(5))."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    """The memory of a process in MB that no other one shares."""
    with open(f"/proc/{process}/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Private_")) / 1024


class Ear:
    """Notes when each sign comes, and when it says what it shows."""

    def __init__(self, port):
        self.changed = threading.Condition()
        self.online, self.shown = set(), {}
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self.client.on_connect = lambda client, *rest: client.subscribe([("ledsign/+/status", 0), ("ledsign/+/shown", 0)])
        self.client.on_message = self.take
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def take(self, client, owner, message):
        sign, kind = message.topic.split("/")[1:3]
        with self.changed:
            if kind == "status" and message.payload == b"online":
                self.online.add(sign)
            if kind == "shown":
                self.shown[sign] = (message.payload, time.monotonic())
            self.changed.notify_all()

    def wait(self, isSo, seconds=120):
        with self.changed:
            return self.changed.wait_for(isSo, seconds)


def measure(program, count, folder, broker, ear, signs):
    for number in range(count):
        place = os.path.join(folder, str(number))
        os.mkdir(place)
        signs.append(Sign(program, place, broker.port, TEXT.format(port=broker.port, number=number)))
    if not ear.wait(lambda: len(ear.online) == count):
        sys.exit(f"only {len(ear.online)} of {count} signs came")
    time.sleep(5)
    processes = [sign.process.pid for sign in signs]
    begin, before = time.monotonic(), [processor_time(process) for process in processes]
    broker_before = processor_time(broker.process.pid)
    last, median = [], []
    for turn in range(10):
        word = f"Sale {turn}"
        sent = time.monotonic()
        ear.client.publish("ledsign/group/windows/message/sale", f'{{"text": "{word}", "priority": 5}}', qos=1)
        heard = lambda: sum(word.encode() in payload for payload, _ in ear.shown.values()) == count
        if not ear.wait(heard):
            sys.exit(f"a sign does not show {word}")
        delays = [at - sent for payload, at in ear.shown.values()]
        last.append(max(delays))
        median.append(statistics.median(delays))
        time.sleep(1)
    seconds = time.monotonic() - begin
    load = [(processor_time(p) - b) / seconds for p, b in zip(processes, before)]
    broker_load = (processor_time(broker.process.pid) - broker_before) / seconds
    print(f"{count} signs, 10 messages to their group, {os.cpu_count()} processors")
    print(f"until half of them say that they show it: {1000 * statistics.median(median):.0f} ms (median)")
    print(f"until the last one does: {1000 * statistics.median(last):.0f} ms (median), {1000 * max(last):.0f} ms (worst)")
    print(f"load of a sign: {100 * statistics.mean(load):.2f} % of a processor; {memory(processes[0]):.0f} MB of its own")
    print(f"load of the broker: {100 * broker_load:.2f} % of a processor; {memory(broker.process.pid):.1f} MB of its own")


def main(program, count):
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(folder)
        ear = Ear(broker.port)
        signs = []
        try:
            measure(program, count, folder, broker, ear, signs)
        finally:
            for sign in signs:
                sign.kill()
            ear.client.loop_stop()
            broker.stop()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
