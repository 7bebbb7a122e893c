"""Compares what receivers of others show of a running sign with its picture, and looks whether they are dark when it was killed.

    receivers.py LEDSIGN FOLDER [NAME...]

Runs in a network namespace of its own (scripts/test-receivers.sh), as root. The sign is 64x32; its picture is three bytes a pixel.
"""
import io
import os
import pty
import signal
import socket
import subprocess
import sys
import threading
import time

from PIL import Image

LEDSIGN, FOLDER = sys.argv[1:3]
WIDTH, HEIGHT, UNIVERSE = 64, 32, 170 * 3
SIZE = 3 * WIDTH * HEIGHT
UNIVERSES = -(-SIZE // UNIVERSE)
BLACK = bytes(SIZE)


def picture(seed):
    return bytes(
        value % 256
        for y in range(HEIGHT)
        for x in range(WIDTH)
        for value in (4 * x + 40 * seed, 8 * y, 255 - 4 * x + seed)
    )


def run(name, arguments):
    """Starts ledsign on a terminal of its own, whose output nobody reads."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(LEDSIGN, [LEDSIGN, *arguments])

    def drain():
        try:
            with open(os.path.join(FOLDER, f"{name}.log"), "wb") as log:
                while data := os.read(terminal, 1 << 16):
                    log.write(data)
        except OSError:
            pass

    threading.Thread(target=drain, daemon=True).start()
    return child


def end(child, number=signal.SIGTERM):
    os.kill(child, number)
    os.waitpid(child, 0)


# Each receiver has the picture that it shows, and what the board file says of it.


class BySACN:
    def __init__(self, multicast):
        import sacn

        self.keys = "protocol: e131\n" + ("" if multicast else "to: 127.0.0.1\n")
        self.universes = {}
        self.receiver = sacn.sACNreceiver(bind_address="0.0.0.0")
        self.receiver.start()
        for number in range(1, UNIVERSES + 1):
            self.receiver.register_listener("universe", self.take, universe=number)
            if multicast:
                self.receiver.join_multicast(number)

    def take(self, packet):
        self.universes[packet.universe] = bytes(packet.dmxData)[:UNIVERSE]

    def shown(self):
        return b"".join(self.universes.get(number, b"") for number in range(1, UNIVERSES + 1))[:SIZE]

    def close(self):
        self.receiver.stop()


class ByStupidArtNet:
    keys = "protocol: art-net\nto: 127.0.0.1\n"

    def __init__(self):
        from stupidArtnet import StupidArtnetServer

        self.server = StupidArtnetServer()
        self.listeners = [self.server.register_listener(universe=number) for number in range(UNIVERSES)]

    def shown(self):
        buffers = (self.server.get_buffer(listener) for listener in self.listeners)
        return b"".join(bytes(buffer)[:UNIVERSE] for buffer in buffers)[:SIZE]

    def close(self):
        self.server.close()


class ByOLA:
    """OLA takes multicast; what it has of each universe is recorded by one of its own programs."""

    keys = "protocol: e131\n"
    # olad refuses to be root, and makes no threads where it runs at idle priority.
    user = ["chrt", "--other", "0", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    def __init__(self):
        folder = os.path.join(FOLDER, "ola")
        os.makedirs(folder)
        with open(os.path.join(folder, "ola-e131.conf"), "w") as file:
            file.write(f"enabled = true\nip = 10.9.0.1\ninput_ports = {UNIVERSES}\noutput_ports = 0\n")
        for name in ("artnet dummy espnet kinet milinst opendmx openpixelcontrol osc pathport renard sandnet shownet spi"
                     " stageprofi uartdmx usbdmx usbpro usbserial ftdidmx gpio karate nanoleaf spidmx").split():
            with open(os.path.join(folder, f"ola-{name}.conf"), "w") as file:
                file.write("enabled = false\n")
        subprocess.run(["chmod", "755", FOLDER], check=True)
        subprocess.run(["chown", "-R", "65534:65534", folder], check=True)
        self.daemon = subprocess.Popen(
            self.user + ["olad", "-c", folder, "--no-http", "--no-register-with-dns-sd", "-i", "10.9.0.1"],
            stdout=subprocess.DEVNULL, stderr=open(os.path.join(FOLDER, "olad.log"), "w"))
        if not wait(lambda: self.device() is not None):
            sys.exit("olad has no E1.31")
        for number in range(1, UNIVERSES + 1):
            subprocess.run(["ola_patch", "-d", self.device(), "-p", str(number - 1), "-u", str(number), "-i"], check=True,
                           capture_output=True)
        self.path, self.universes = os.path.join(FOLDER, "recording"), {}
        self.record()

    def device(self):
        found = subprocess.run(["ola_dev_info"], capture_output=True, text=True).stdout
        return next((line.split()[1].rstrip(":") for line in found.splitlines() if "E1.31" in line), None)

    def record(self):
        universes = ",".join(map(str, range(1, UNIVERSES + 1)))
        self.recorder = subprocess.Popen(
            ["ola_recorder", "--record", self.path, "--universes", universes], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        # What comes from now on is recorded.
        time.sleep(0.5)

    def stop(self):
        self.recorder.send_signal(signal.SIGINT)
        self.recorder.wait()

    def shown(self):
        """A line of a recording is the number of a universe and its levels."""
        # Pictures are repeated each second.
        time.sleep(1.5)
        self.stop()
        with open(self.path) as file:
            for line in file:
                number, _, levels = line.strip().partition(" ")
                if levels and number.isdigit():
                    self.universes[int(number)] = bytes(map(int, levels.split(",")))[:UNIVERSE]
        self.record()
        return b"".join(self.universes.get(number, b"") for number in range(1, UNIVERSES + 1))[:SIZE]

    def close(self):
        self.stop()
        self.daemon.terminate()
        self.daemon.wait()


class BySocket:
    """A receiver whose packets are read here."""

    def __init__(self):
        self.picture = BLACK
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", self.port))
        threading.Thread(target=self.work, daemon=True).start()

    def work(self):
        while True:
            try:
                packet = self.socket.recv(65536)
            except OSError:
                return
            if packet:
                self.take(packet)

    def shown(self):
        return self.picture

    def close(self):
        self.socket.close()


class LikeWLED(BySocket):
    """DDP as WLED 0.15 reads it (handleDDPPacket): late packets are dropped, and a push shows what came."""

    port = 4048
    keys = "protocol: ddp\nto: 127.0.0.1\norder: serpentine\n"

    def __init__(self):
        self.pixels = bytearray(SIZE)
        self.last = 0
        super().__init__()

    def take(self, packet):
        number = packet[1] & 0xF
        if self.last and number:
            if self.last > 5:
                if self.last - 5 < number < self.last:
                    return
            elif number > 10 + self.last or number < self.last:
                return
        start, length = int.from_bytes(packet[4:8], "big"), int.from_bytes(packet[8:10], "big")
        head = 14 if packet[0] & 0x10 else 10
        self.pixels[start : start + length] = packet[head : head + length]
        if packet[0] & 1:
            self.last = number or self.last
            self.picture = self.unfolded()

    def unfolded(self):
        """The rows of a matrix whose every second row is wired from the right."""
        rows = [self.pixels[start : start + 3 * WIDTH] for start in range(0, SIZE, 3 * WIDTH)]
        for row in rows[1::2]:
            pixels = [row[index : index + 3] for index in range(0, 3 * WIDTH, 3)]
            row[:] = b"".join(reversed(pixels))
        return b"".join(rows)


class ByPillow(BySocket):
    """Flaschen Taschen, whose datagram is a picture in the binary form of PPM."""

    port = 1337
    keys = "protocol: flaschen-taschen\nto: 127.0.0.1\n"

    def take(self, packet):
        image = Image.open(io.BytesIO(packet))
        if image.size == (WIDTH, HEIGHT):
            self.picture = image.convert("RGB").tobytes()


class ByLedsign:
    """Another sign with `pixels`."""

    def __init__(self, way):
        self.keys = f"protocol: {way}\nto: 127.0.0.1\n"
        page = "http: {listen: 127.0.0.1:8080}\n" if way == "http" else ""
        self.socket = os.path.join(FOLDER, f"{way}.socket")
        path = os.path.join(FOLDER, f"{way}.yaml")
        with open(path, "w") as file:
            file.write(
                f"board: sim-64x32\ncontrol: {{socket: {self.socket}, state: none}}\npixels: {{}}\n{page}message: ''\n")
        self.child = run(f"receiver-{way}", ["run", path])

    def shown(self):
        path = os.path.join(FOLDER, "shot.png")
        shot = subprocess.run(
            [LEDSIGN, "ctl", "screenshot", "--style", "pixels", "--socket", self.socket, path], capture_output=True)
        return b"" if shot.returncode else Image.open(path).convert("RGB").tobytes()

    def close(self):
        end(self.child)


RECEIVERS = {
    "sacn": lambda: BySACN(False),
    "sacn-multicast": lambda: BySACN(True),
    "ola": ByOLA,
    "stupidArtnet": ByStupidArtNet,
    "like-wled": LikeWLED,
    "pillow": ByPillow,
    **{f"ledsign-{way}": lambda way=way: ByLedsign(way) for way in ("ddp", "e131", "art-net", "flaschen-taschen", "http")},
}


def wait(is_so, seconds=60):
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def main():
    failed, passed = [], 0
    for seed, (name, make) in enumerate(RECEIVERS.items(), 1):
        if len(sys.argv) > 3 and name not in sys.argv[3:]:
            continue
        data = picture(seed)
        Image.frombytes("RGB", (WIDTH, HEIGHT), data).save(os.path.join(FOLDER, "picture.png"))
        receiver = make()
        board, sign = os.path.join(FOLDER, "board.yaml"), os.path.join(FOLDER, "sign.yaml")
        with open(board, "w") as file:
            file.write(f"summary: b\nkind: network\nsize: {WIDTH}x{HEIGHT}\n{receiver.keys}")
        with open(sign, "w") as file:
            file.write("board: ./board.yaml\ncontrol: {socket: none, state: none}\nmessage: {image: picture.png}\n")
        child = run(f"sender-{name}", ["run", sign])
        is_equal = wait(lambda: receiver.shown() == data)
        wrong = sum(a != b for a, b in zip(receiver.shown(), data))
        end(child, signal.SIGKILL)
        is_dark = wait(lambda: receiver.shown() == BLACK, 20)
        receiver.close()
        words = ("equal" if is_equal else f"{wrong} bytes differ") + (", dark at the end" if is_dark else ", still lit")
        print(f"{name}: {words}", flush=True)
        if is_equal and is_dark:
            passed += 1
        else:
            failed.append(name)
            with open(os.path.join(FOLDER, f"sender-{name}.log"), "rb") as log:
                print(log.read()[-2000:].decode(errors="replace"))
    if failed:
        sys.exit("not as it should be: " + ", ".join(failed))
    print(f"{passed} passed", flush=True)


if __name__ == "__main__":
    main()
