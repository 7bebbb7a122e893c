"""Sends a known picture to a running sign with programs of others, and compares the sign's screenshot with it.

    senders.py LEDSIGN FOLDER [NAME...]

Runs in a network namespace of its own (scripts/test-senders.sh), as root. The sign is 64x32; its picture is three bytes a pixel.
"""
import importlib.util
import os
import pty
import socket
import subprocess
import sys
import threading
import time
import types

from PIL import Image

LEDSIGN, FOLDER = sys.argv[1:3]
WIDTH, HEIGHT, UNIVERSE = 64, 32, 170 * 3
SOCKET = os.path.join(FOLDER, "sign.socket")
# Both refuse to be root, and olad makes no threads where it runs at idle priority.
OTHER_USER = ["chrt", "--other", "0", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def picture(seed):
    return bytes(
        value % 256
        for y in range(HEIGHT)
        for x in range(WIDTH)
        for value in (4 * x + 40 * seed, 8 * y, 255 - 4 * x + seed)
    )


def universes(data):
    return [data[start : start + UNIVERSE] for start in range(0, len(data), UNIVERSE)]


def screenshot():
    path = os.path.join(FOLDER, "shot.png")
    subprocess.run(
        [LEDSIGN, "ctl", "screenshot", "--style", "pixels", "--socket", SOCKET, path], check=True, capture_output=True
    )
    return Image.open(path).convert("RGB").tobytes()


def run_sign():
    path = os.path.join(FOLDER, "sign.yaml")
    with open(path, "w") as file:
        file.write(
            f"board: sim-64x32\ncontrol: {{socket: {SOCKET}, state: none}}\npixels: {{timeout: 1s}}\nmessage: Hello\n"
        )
    child, terminal = pty.fork()
    if child == 0:
        os.execv(LEDSIGN, [LEDSIGN, "run", path])

    def drain():
        try:
            while os.read(terminal, 1 << 16):
                pass
        except OSError:
            pass

    threading.Thread(target=drain, daemon=True).start()
    for _ in range(600):
        if os.path.exists(SOCKET):
            return child
        time.sleep(0.1)
    sys.exit("the sign did not start")


# Each sender sends the picture again and again until `over` is set.


def by_sacn(data, over, multicast):
    import sacn

    # Bound to 5568, its socket would take what is sent to the sign by unicast.
    sender = sacn.sACNsender(bind_address="10.9.0.1", bind_port=0, source_name="sacn", fps=30)
    sender.start()
    for number, slots in enumerate(universes(data), 1):
        sender.activate_output(number)
        if multicast:
            sender[number].multicast = True
        else:
            sender[number].destination = "127.0.0.1"
        sender[number].dmx_data = tuple(slots)
    over.wait()
    sender.stop()


def by_stupid_art_net(data, over):
    from stupidArtnet import StupidArtnet

    senders = []
    for number, slots in enumerate(universes(data)):
        # Only even packet sizes are allowed, and the last universe is short.
        sender = StupidArtnet("127.0.0.1", number, len(slots), 30, True, False)
        sender.set(bytearray(slots))
        senders.append(sender)
    while not over.wait(0.1):
        for sender in senders:
            sender.show()


def by_ledfx(data, over):
    import numpy

    # LedFx's module for DDP alone, with stubs for the rest of LedFx.
    for name, names in {
        "voluptuous": ["Schema", "Required", "Optional", "All", "Range"],
        "ledfx": [],
        "ledfx.devices": ["UDPDevice"],
        "ledfx.events": ["DevicesUpdatedEvent"],
    }.items():
        module = types.ModuleType(name)
        for member in names:
            setattr(module, member, type(member, (), {"__init__": lambda self, *a, **k: None, "__hash__": object.__hash__}))
        sys.modules[name] = module
    spec = importlib.util.spec_from_file_location("ddp", os.path.join(os.environ["LEDFX"], "ledfx/devices/ddp.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    array = numpy.frombuffer(data, numpy.uint8).reshape(-1, 3)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        frame = 0
        while not over.wait(0.1):
            frame += 1
            module.DDPDevice.send_out(sender, "127.0.0.1", 4048, array, frame, 1)


def by_ola(data, over):
    folder = os.path.join(FOLDER, "ola")
    os.makedirs(folder)
    with open(os.path.join(folder, "ola-e131.conf"), "w") as file:
        file.write("enabled = true\nip = 10.9.0.1\ninput_ports = 0\noutput_ports = 13\n")
    for name in ("artnet dummy espnet kinet milinst opendmx openpixelcontrol osc pathport renard sandnet shownet spi"
                 " stageprofi uartdmx usbdmx usbpro usbserial ftdidmx gpio karate nanoleaf spidmx").split():
        with open(os.path.join(folder, f"ola-{name}.conf"), "w") as file:
            file.write("enabled = false\n")
    subprocess.run(["chown", "-R", "65534:65534", folder], check=True)
    daemon = subprocess.Popen(
        OTHER_USER + ["olad", "-c", folder, "--no-http", "--no-register-with-dns-sd", "-i", "10.9.0.1"],
        stdout=subprocess.DEVNULL, stderr=open(os.path.join(FOLDER, "olad.log"), "w"))
    try:
        device = None
        for _ in range(300):
            found = subprocess.run(["ola_dev_info"], capture_output=True, text=True).stdout
            device = next((line.split()[1].rstrip(":") for line in found.splitlines() if "E1.31" in line), None)
            if device:
                break
            time.sleep(0.2)
        if not device:
            raise RuntimeError("olad has no E1.31")
        for number, slots in enumerate(universes(data), 1):
            subprocess.run(["ola_patch", "-d", device, "-p", str(number - 1), "-u", str(number)], check=True,
                           capture_output=True)
        while True:
            for number, slots in enumerate(universes(data), 1):
                subprocess.run(["ola_set_dmx", "-u", str(number), "-d", ",".join(map(str, slots))], check=True,
                               capture_output=True)
            if over.wait(0.2):
                break
    finally:
        daemon.terminate()
        daemon.wait()


def by_vlc(data, over):
    path = os.path.join(FOLDER, "vlc.png")
    Image.frombytes("RGB", (WIDTH, HEIGHT), data).save(path)
    os.chmod(path, 0o644)
    player = subprocess.Popen(
        OTHER_USER + ["env", f"HOME={FOLDER}", "vlc", "-I", "dummy", "--no-audio", "--no-video-title-show",
                      "--vout", "flaschen", "--flaschen-display", "127.0.0.1", "--flaschen-width", str(WIDTH),
                      "--flaschen-height", str(HEIGHT), "--image-duration", "-1", path],
        stdout=subprocess.DEVNULL, stderr=open(os.path.join(FOLDER, "vlc.log"), "w"))
    over.wait()
    player.terminate()
    player.wait()


def by_ledsign(protocol):
    def send(data, over):
        path = os.path.join(FOLDER, "own.png")
        Image.frombytes("RGB", (WIDTH, HEIGHT), data).save(path)
        target = [] if protocol == "groups" else ["--to", "127.0.0.1"]
        sender = subprocess.Popen(
            [LEDSIGN, "send", path, "--protocol", "e131" if protocol == "groups" else protocol] + target)
        over.wait()
        sender.terminate()
        sender.wait()
    return send


SENDERS = {
    "sacn": lambda data, over: by_sacn(data, over, False),
    "sacn-multicast": lambda data, over: by_sacn(data, over, True),
    "stupidArtnet": by_stupid_art_net,
    "ledfx": by_ledfx,
    "ola-multicast": by_ola,
    "vlc": by_vlc,
    **{f"ledsign-{name}": by_ledsign(name) for name in ("ddp", "e131", "groups", "art-net", "flaschen-taschen")},
}


def main():
    child = run_sign()
    failed, passed = [], 0
    for seed, (name, send) in enumerate(SENDERS.items(), 1):
        if len(sys.argv) > 3 and name not in sys.argv[3:]:
            continue
        data, over, errors = picture(seed), threading.Event(), []

        def work():
            try:
                send(data, over)
            except Exception as error:  # the comparison below fails, and this says why
                errors.append(error)

        thread = threading.Thread(target=work)
        start = time.monotonic()
        thread.start()
        shown = b""
        end = time.monotonic() + 60
        while shown != data and not errors and time.monotonic() < end:
            time.sleep(0.2)
            shown = screenshot()
        took = time.monotonic() - start
        over.set()
        thread.join()
        wrong = sum(a != b for a, b in zip(shown, data))
        print(f"{name}: " + ("equal" if shown == data else f"{wrong} bytes differ {errors}") + f" after {took:.1f} s",
              flush=True)
        if shown == data:
            passed += 1
        else:
            failed.append(name)
        # What the stream covered is back when it has ended.
        time.sleep(2)
    if screenshot() == data:
        failed.append("the end")
    os.kill(child, 15)
    os.waitpid(child, 0)
    if failed:
        sys.exit("not equal: " + ", ".join(failed))
    print(f"{passed} passed", flush=True)


if __name__ == "__main__":
    main()
