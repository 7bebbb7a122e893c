"""A server that lies, hangs and floods; prints its port and ends when standard input does."""
import base64
import gzip
import hashlib
import http.server
import os
import struct
import sys
import threading

counts = {}
lock = threading.Lock()
# The sockets of devices, to which a picture can be pushed.
sockets = {}
PICTURE = (
    # A GIF of one frame of 2x1 white pixels.
    b"GIF89a\x02\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff"
    b"\x2c\x00\x00\x00\x00\x02\x00\x01\x00\x00\x02\x02\x4c\x0a\x00\x3b")
# It is never set, so waiting for it hangs, or takes a given time.
never = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, body, status=200, length=None, **headers):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def redirect(self, place):
        self.answer(b"", 302, Location=place)

    def do_GET(self):
        path = self.path.split("?")[0].strip("/").replace("-", "_")
        with lock:
            counts[self.path] = counts.get(self.path, 0) + 1
        try:
            if path.endswith("/next"):
                self.get_next(path.removesuffix("/next"))
            elif path.endswith("/ws"):
                self.get_ws(path.removesuffix("/ws"))
            elif path.endswith("/push"):
                sockets[path.removesuffix("/push")].picture('{"immediate": true}')
                self.answer(b"pushed")
            else:
                getattr(self, "get_" + path, self.get_missing)()
        except (BrokenPipeError, ConnectionResetError, ValueError):
            pass

    def get_missing(self):
        self.answer(b"no such page", 404)

    def get_text(self):
        self.answer(b"hello\n")

    def get_json(self):
        self.answer(b'{"departures": [{"line": "S1", "due": 3}, {"line": "U7", "due": 12}], "price": 12.50}')

    def get_image(self):
        self.answer(PICTURE)

    def get_next(self, device):
        """A device of a Tronbyt server: each request is a turn; some of them lie."""
        picture = PICTURE
        turns = {"Tronbyt_Brightness": "20", "Tronbyt_Dwell_Secs": "15"}
        if device == "locked" and self.headers.get("Authorization") != "Bearer 0123abcd":
            return self.answer(b"Unauthorized\n", 401)
        if device == "unconditional" and {"If-None-Match", "If-Modified-Since"} & set(self.headers):
            return self.answer(b"", 304)
        if device == "away":
            return self.redirect(f"http://localhost:{server.server_address[1]}/kitchen/next")
        if device == "hang":
            never.wait()
        if device == "cut":
            return self.answer(picture[:20], length=len(picture))
        if device == "wrong":
            return self.answer(b"<!DOCTYPE html><html>", **turns)
        if device == "huge":
            return self.answer(picture + bytes(1 << 20), **turns)
        if device == "steering":
            turns |= {"Tronbyt_OTA_URL": "http://localhost/firmware", "Tronbyt_Reboot": "true", "Tronbyt_Dwell_Secs": "299"}
        return self.answer(picture, ETag='"1"', **turns)

    def get_ws(self, device):
        """The WebSocket of a device: a picture, and the next one when that is displayed."""
        if device == "locked" and self.headers.get("Authorization") != "Bearer 0123abcd":
            return self.answer(b"Unauthorized\n", 401)
        self.close_connection = True
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        for name, value in (("Upgrade", "websocket"), ("Connection", "Upgrade"),
                            ("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())):
            self.send_header(name, value)
        self.end_headers()
        sockets[device] = self
        self.picture()
        while True:
            opcode, payload = self.frame()
            if opcode == 8:
                return
            if opcode == 9:
                self.send_frame(10, payload)
            # What the display says, without the number of the picture.
            word = payload.decode().split(":")[0].strip('{" ') if opcode == 1 else ""
            with lock:
                counts[f"/{device}/{word}"] = counts.get(f"/{device}/{word}", 0) + 1
            if word == "displaying" and device != "cut":
                self.picture()
            elif word == "displaying":
                return self.connection.shutdown(2)

    def picture(self, then=None):
        with lock:
            self.send_frame(1, b'{"dwell_secs": 300}')
            self.send_frame(1, b'{"reboot": true}')
            self.send_frame(2, PICTURE)
            if then:
                self.send_frame(1, then.encode())

    def send_frame(self, opcode, payload):
        short = len(payload) < 126
        self.wfile.write(struct.pack("!BB", 0x80 | opcode, len(payload)) if short
                         else struct.pack("!BBH", 0x80 | opcode, 126, len(payload)))
        self.wfile.write(payload)

    def frame(self):
        """A frame of the display, which is short and masked."""
        first, second = self.rfile.read(2)
        assert second & 0x80
        length = second & 0x7F
        if length == 126:
            length, = struct.unpack("!H", self.rfile.read(2))
        mask = self.rfile.read(4)
        return first & 0x0F, bytes(byte ^ mask[place % 4] for place, byte in enumerate(self.rfile.read(length)))

    def get_header(self):
        self.answer((self.headers.get("X-Sign", "none") + " " + self.headers.get("User-Agent", "none")).encode())

    def get_tagged(self):
        if self.headers.get("If-None-Match") == '"v1"':
            self.send_response(304)
            self.send_header("ETag", '"v1"')
            self.end_headers()
            return
        self.answer(b"BEGIN:VCALENDAR\nEND:VCALENDAR\n", ETag='"v1"')

    def get_dated(self):
        date = "Sat, 01 Jan 2022 00:00:00 GMT"
        if self.headers.get("If-Modified-Since") == date:
            self.send_response(304)
            self.end_headers()
            return
        self.answer(b"dated", Last_Modified=date)

    def get_count(self):
        with lock:
            self.answer(str(counts.get("/" + self.path.split("?", 1)[1], 0)).encode())

    def get_hang(self):
        never.wait()

    def get_drip(self):
        self.send_response(200)
        self.send_header("Content-Length", "60000")
        self.end_headers()
        while True:
            self.wfile.write(b".")
            never.wait(0.01)

    def get_flood(self):
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b"flood " * 10000)

    def get_too_long(self):
        self.answer(b"short", length=1000)

    def get_too_short(self):
        self.answer(b"hello world", length=5)

    def get_huge(self):
        self.answer(b"x", length=1 << 40)

    def get_negative(self):
        self.answer(b"hello", length=-7)

    def get_loop(self):
        self.redirect("/loop")

    def get_moved(self):
        self.redirect("/text")

    def get_to(self):
        self.redirect(self.path.split("?", 1)[1])

    def get_to_file(self):
        self.redirect("file:///etc/hostname")

    def get_bomb(self):
        self.answer(gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")

    def get_zipped(self):
        self.answer(gzip.compress(b"zipped"), Content_Encoding="gzip")

    def get_die(self):
        self.connection.shutdown(2)
        self.close_connection = True

    def get_garbage(self):
        self.answer(b"a\xff\xfe\x00\x1b[31mb\xc3")

    def get_headers(self):
        self.send_response(200)
        for number in range(4000):
            self.send_header("X-%d" % number, "x" * 100)
        self.end_headers()
        self.close_connection = True

    def get_broken(self):
        self.answer(b"oops", 500)

    def get_not_http(self):
        self.wfile.write(b"\x00\x01\x02 this is no HTTP\n\n")
        self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
os._exit(0)
