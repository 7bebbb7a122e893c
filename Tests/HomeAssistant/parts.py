"""The processes of the test: a broker and a sign."""

import os
import pathlib
import pty
import signal
import socket
import subprocess
import threading
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    def __init__(self, folder):
        self.port = free_port()
        self.file = pathlib.Path(folder) / "mosquitto.conf"
        self.file.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["/usr/sbin/mosquitto", "-c", str(self.file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("mosquitto does not start")

    def publish(self, topic, payload):
        subprocess.run(
            ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(self.port), "-q", "1", "-t", topic, "-m", payload], check=True)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Sign:
    """`ledsign run` of a simulated board, in a terminal of its own."""

    def __init__(self, program, folder, port, text=None):
        self.program = program
        self.folder = pathlib.Path(folder)
        self.file = self.folder / "sign.yaml"
        self.file.write_text(text or f"""
board: sim-64x32
message: {{name: bread, text: "Fresh bread {{score}}"}}
fields: {{score: {{variable: "0:0"}}}}
cues: {{bell: {{line: 17}}}}
hands: {{buttons: [{{line: 5, action: next}}]}}
control: {{socket: ./ctl.sock, state: none}}
http: {{listen: "127.0.0.1:{free_port()}"}}
mqtt: {{broker: "mqtt://127.0.0.1:{port}", topic: ledsign/bakery, picture: 1s}}
""")
        self.start()

    def start(self):
        master, slave = pty.openpty()
        environment = dict(os.environ, XDG_CONFIG_HOME="/nonexistent", TERM="xterm-256color")
        self.process = subprocess.Popen(
            [self.program, "run", str(self.file)], stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True)
        os.close(slave)
        threading.Thread(target=self._read, args=(master,), daemon=True).start()

    @staticmethod
    def _read(master):
        # A terminal that is not read would stop the sign.
        try:
            while os.read(master, 65536):
                pass
        except OSError:
            pass
        os.close(master)

    def discovery(self):
        """What `ledsign discovery` prints: the topic and the content."""
        printed = subprocess.run(
            [self.program, "discovery", str(self.file)], capture_output=True, text=True, check=True,
            env=dict(os.environ, XDG_CONFIG_HOME="/nonexistent"))
        topic, content = printed.stdout.splitlines()
        return topic, content

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()
