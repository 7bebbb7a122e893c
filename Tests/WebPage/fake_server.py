"""The server of a sign, faked for work on the page: routes, sessions and the live picture without a sign.

    python fake_server.py --port 8081                 # http://127.0.0.1:8081, everybody may do everything
    python fake_server.py --port 8081 --token secret  # asks for the token, unless --view everyone lets people look
"""

import argparse
import asyncio
import base64
import io
import json
import secrets
import struct
import time
from pathlib import Path

from aiohttp import WSMsgType, web

from fake_sign import FakeSign, Refused

ROOT = Path(__file__).parents[2]
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'")


class FakeServer:
    """One sign, its sessions and its viewers."""

    def __init__(self, options):
        self.options = options
        self.viewers = set()
        self.number = 0
        self.reset()

    def reset(self):
        """Makes it what it was when it started; viewers stay."""
        self.sign = FakeSign(self.options.mono, self.options.long)
        self.sessions = set()
        iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1"
        self.named_sessions = [{"id": 3, "name": iphone, "own": False, "seconds": 3 * 86400},
                               {"id": 4, "name": "curl/8", "own": True, "seconds": 5}]
        self.log = []
        # Requests with these bytes in their bodies wait until a test lets them go.
        self.held = None
        self.released = asyncio.Event()
        self.cue_refused = None
        self.pixels_refused = None
        self.drags = {}

    # Access

    def has_token(self, request):
        if not self.options.token:
            return True
        bearer = request.headers.get("Authorization", "")
        return bearer == f"Bearer {self.options.token}" or request.cookies.get(self.cookie(request)) in self.sessions

    def may_view(self, request):
        return self.options.view == "everyone" or self.has_token(request)

    def cookie(self, request):
        return f"ledsign-{request.url.port}"

    @web.middleware
    async def guard(self, request, handler):
        path = request.path
        if path.startswith("/api/"):
            allowed = self.may_view(request) if request.method == "GET" else self.has_token(request)
            if request.method == "GET" and path.startswith("/api/v1/sign"):
                allowed = self.has_token(request)
            if not allowed:
                return answer({"ok": False, "error": "a token is needed", "code": "no-token"}, 401)
            if request.method != "GET" and request.headers.get("Origin", "").split("//")[-1] not in ("", request.host):
                return answer({"ok": False, "error": "another origin", "code": "origin"}, 403)
            if self.held and self.held in await request.read():
                await self.released.wait()
        try:
            response = await handler(request)
        except Refused as error:
            body = {"ok": False, "error": str(error), "code": error.code}
            response = answer({**body, "problems": error.problems} if error.problems else body, error.status)
        except web.HTTPException as error:
            response = error
        if not isinstance(response, web.WebSocketResponse):
            response.headers.setdefault("Content-Security-Policy", POLICY)
            response.headers["X-Content-Type-Options"] = "nosniff"
            response.headers["Cache-Control"] = "no-cache"
        return response

    async def sign_in(self, request):
        body = await request.json()
        if body.get("token") != self.options.token and body.get("code") != "493 201":
            return answer({"ok": False, "error": "wrong token", "code": "no-token"}, 401)
        session = secrets.token_hex(32)
        self.sessions.add(session)
        response = answer({"ok": True})
        response.set_cookie(self.cookie(request), session, httponly=True, samesite="Strict", max_age=30 * 86400)
        return response

    async def list_sessions(self, request):
        return answer({"ok": True, "sessions": self.named_sessions})

    async def end_session(self, request):
        number = int(request.match_info["id"])
        self.named_sessions = [one for one in self.named_sessions if one["id"] != number]
        return answer({"ok": True})

    async def new_code(self, request):
        return answer({"ok": True, "code": "493201", "seconds": 1800})

    async def sign_out(self, request):
        self.sessions.discard(request.cookies.get(self.cookie(request)))
        return answer({"ok": True})

    # What the sign tells

    @property
    def state(self):
        sign = self.sign
        return {"brightness": sign.brightness, "auto": sign.auto, "paused": sign.paused, "cues": self.options.cues,
                "pixels": sign.pixels, "problem": sign.problem}

    async def tell(self, request):
        sign = self.sign
        what = request.match_info["what"]
        if what == "state":
            return answer({"ok": True, **self.state})
        if what == "schedule":
            return answer(sign.schedule(int(request.query.get("hours", "24"))))
        if what == "variables":
            return answer({"ok": True, "variables": {**sign.defaults, **sign.variables}, "defaults": sign.defaults,
                           "choices": {"door": ["open", "closed"]}})
        values = {"messages": sign.listed, "stats": sign.stats}
        if what not in values:
            raise web.HTTPNotFound
        return answer({"ok": True, what: values[what]()})

    async def picture(self, request):
        file = io.BytesIO()
        self.sign.picture(time.monotonic()).save(file, "PNG")
        return web.Response(body=file.getvalue(), content_type="image/png")

    # What the sign does

    async def push(self, request):
        result = self.sign.push(await request.json(), name=request.match_info.get("name"),
                                zone=request.query.get("zone"))
        self.note(request, "messages")
        return answer(result)

    async def check(self, request):
        try:
            return answer(self.sign.check(await request.json()))
        except Refused as error:
            return answer({"ok": False, "error": str(error), "code": error.code})

    async def remove(self, request):
        result = self.sign.remove(request.match_info["name"])
        self.note(request, "messages")
        return answer(result)

    async def variable(self, request):
        name = request.match_info["name"]
        if request.method == "DELETE":
            self.sign.variables.pop(name, None)
        else:
            self.sign.variables[name] = str((await request.json())["value"])
        self.note(request, "state")
        return answer({"ok": True})

    async def brightness(self, request):
        percent = (await request.json())["percent"]
        self.sign.auto = percent is None
        self.sign.brightness = 80 if percent is None else percent
        self.note(request, "state", percent=percent)
        return answer({"ok": True})

    async def act(self, request):
        verb = request.match_info["verb"]
        sign, now = self.sign, time.monotonic()
        if verb in ("pause", "resume"):
            sign.hold(now)
            sign.paused = verb == "pause"
        elif verb == "acknowledge":
            sign.acknowledge()
        elif verb == "next":
            sign.base, sign.since = 0.0, now
        else:
            raise web.HTTPNotFound
        self.note(request, "messages" if verb == "acknowledge" else "state")
        return answer({"ok": True})

    async def cue(self, request):
        if self.cue_refused:
            raise Refused(409, "refused", self.cue_refused)
        if request.match_info["name"] not in self.options.cues:
            raise Refused(404, "no-such-cue", "there is no such cue")
        self.log.append({"request": f"{request.method} {request.raw_path}", "at": time.monotonic()})
        return answer({"ok": True})

    async def steer_pixels(self, request):
        if self.pixels_refused:
            raise Refused(409, "refused", self.pixels_refused)
        result = self.sign.steer_pixels(request.match_info["action"])
        self.log.append({"request": f"{request.method} {request.path_qs}", "at": time.monotonic()})
        await self.tell_pixels()
        return answer(result)

    async def tell_pixels(self):
        told = {name: self.sign.pixels[name] for name in ("owner", "stopped", "shown")}
        for viewer in list(self.viewers):
            await viewer.send_json({"event": "pixels", **told})

    async def command(self, request):
        if (await request.json()).get("command") != "screenshot":
            raise Refused(400, "unknown-command", "the fake knows screenshot alone")
        picture = self.sign.picture(time.monotonic())
        return answer({"ok": True, "width": picture.width, "height": picture.height, "mono": self.sign.mono,
                       "brightness": self.sign.brightness, "led": self.sign.led,
                       "pixels": base64.b64encode(picture.tobytes()).decode()})

    # The sign file

    async def file(self, request):
        return web.Response(text=self.sign.text, content_type="application/yaml", headers={"ETag": self.sign.etag})

    async def save(self, request):
        if not self.options.edit:
            return answer({"ok": False, "error": "`edit: yes` is missing in the sign file", "code": "allow"}, 403)
        if request.headers.get("If-Match") != self.sign.etag:
            return answer({"ok": False, "error": "the file has changed", "code": "changed"}, 412)
        self.sign.save(await request.text())
        self.note(request, "messages")
        response = answer({"ok": True})
        response.headers["ETag"] = self.sign.etag
        return response

    async def file_check(self, request):
        return answer(self.sign.file_problems(await request.text()))

    async def file_picture(self, request):
        problems = self.sign.file_problems(await request.text())
        if problems:
            return answer({"ok": False, "error": problems[0]["message"], "code": "wrong-value", "problems": problems}, 400)
        return await self.picture(request)

    async def file_messages(self, request):
        # How they are changed is tested in front of a running sign.
        response = answer(self.sign.file_messages())
        response.headers["ETag"] = self.sign.etag
        return response

    async def versions(self, request):
        return answer([{"id": str(number), "size": len(text), "saved": number // 1000} for number, text in self.sign.versions])

    async def version(self, request):
        text = dict(self.sign.versions)[int(request.match_info["id"])]
        return web.Response(text=text, content_type="application/yaml")

    # The live picture

    async def live(self, request):
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        may = ["view"] + (["steer"] if self.has_token(request) else [])
        if self.has_token(request) and self.options.edit:
            may.append("edit")
        sign = self.sign
        zones = [] if sign.mono or self.options.long else [
            {"name": "top", "x": 0, "y": 0, "width": 64, "height": 16, "vertical": False},
            {"name": "bottom", "x": 0, "y": 16, "width": 64, "height": 16, "vertical": False}]
        await socket.send_json({"hello": 1, "width": sign.width, "height": sign.height, "mono": sign.mono,
                                "led": sign.led, "zones": zones, "may": may, "rate": 30, **self.state})
        self.viewers.add(socket)
        sender = asyncio.create_task(self.send_frames(socket))
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    await self.take(socket, json.loads(message.data))
        finally:
            sender.cancel()
            self.viewers.discard(socket)
            if self.drags.get("any") is socket:
                self.let_go(0)
        return socket

    async def take(self, socket, order):
        now = time.monotonic()
        self.log.append({**order, "at": now})
        if "hand" not in order:
            return
        if order["hand"] == "begin":
            if self.drags.get("any") not in (None, socket):
                await socket.send_json({"hand": "busy", "zone": order.get("zone")})
                return
            self.drags["any"] = socket
            self.sign.begin(now)
        elif self.drags.get("any") is socket:
            if order["hand"] == "move":
                self.sign.move(order["pixels"])
            else:
                self.let_go(order.get("velocity", 0))

    def let_go(self, velocity):
        self.drags.pop("any", None)
        self.sign.end(velocity, time.monotonic())

    async def send_frames(self, socket):
        before = None
        while not socket.closed:
            picture, now = self.sign.picture(time.monotonic()), time.monotonic()
            pixels = (picture.tobytes(), self.sign.brightness)
            if pixels != before:
                frame = self.encode(picture, before, now)
                before = pixels
                await socket.send_bytes(frame)
            await asyncio.sleep(1 / 30)

    def encode(self, picture, before, now):
        """A frame: nothing but the head, or the rows that changed, as the contract has them."""
        self.number += 1
        data, brightness = picture.tobytes(), self.sign.brightness
        width, height, row = picture.width, picture.height, 3 * picture.width
        rows = [y for y in range(height)
                if not before or data[y * row:(y + 1) * row] != before[0][y * row:(y + 1) * row]]
        top, bottom = (rows[0], rows[-1] + 1) if rows else (0, 0)
        kind = 3 if not rows else 2 if self.sign.mono else 1
        head = struct.pack(">BBHIQHHHH", kind, brightness, 0, self.number, int(now * 1e6), 0, top, width if rows else 0,
                           bottom - top)
        if kind == 1:
            return head + data[top * row:bottom * row]
        packed = bytearray()
        for y in range(top, bottom):
            bits = 0
            for x in range(width):
                bits = bits << 1 | (data[y * row + 3 * x] != 0)
            padding = -width % 8
            packed += (bits << padding).to_bytes((width + padding) // 8, "big")
        return head + bytes(packed)

    def note(self, request, event, **more):
        self.log.append({"request": f"{request.method} {request.path_qs}", "at": time.monotonic(), **more})
        for viewer in list(self.viewers):
            asyncio.ensure_future(viewer.send_json({"event": event}))

    # What tests provoke

    async def provoke(self, request):
        order = await request.json()
        if "hold" in order:
            self.held = order["hold"].encode()
        if order.get("release"):
            self.held = None
            self.released.set()
        if "cue_refused" in order:
            self.cue_refused = order["cue_refused"]
        if "pixels_refused" in order:
            self.pixels_refused = order["pixels_refused"]
        if "pixels" in order:
            self.sign.pixels.update(order["pixels"])
            await self.tell_pixels()
        if "problem" in order:
            self.sign.problem = order["problem"]
            for viewer in list(self.viewers):
                await viewer.send_json({"event": "problem", "problem": order["problem"]})
        if order.get("reset"):
            self.reset()
        if "event" in order:
            for viewer in list(self.viewers):
                await viewer.send_json({"event": order["event"]})
        if "busy" in order:
            self.drags["any"] = "somebody else" if order["busy"] else None
        if order.get("clear"):
            self.log.clear()
        return answer(self.log)

    def application(self):
        app = web.Application(middlewares=[self.guard])
        api = "/api/v1"
        app.add_routes([
            web.get("/", page("index.html")), web.get("/live", page("live.html")),
            web.post("/session", self.sign_in), web.delete("/session", self.sign_out),
            web.post(api + "/session/code", self.new_code),
            web.get(api + "/sessions", self.list_sessions), web.delete(api + "/sessions/{id}", self.end_session),
            web.get(api + "/live", self.live), web.get(api + "/picture.png", self.picture),
            web.get(api + "/schema", page("../docs/sign-file.schema.json")),
            web.get(api + "/sign", self.file), web.put(api + "/sign", self.save),
            web.post(api + "/sign/check", self.file_check),
            web.post(api + "/sign/picture", self.file_picture),
            web.get(api + "/sign/messages", self.file_messages),
            web.get(api + "/sign/versions", self.versions), web.get(api + "/sign/versions/{id}", self.version),
            web.post(api + "/messages", self.push), web.post(api + "/messages/check", self.check),
            web.put(api + "/messages/{name}", self.push), web.delete(api + "/messages/{name}", self.remove),
            web.put(api + "/variables/{name}", self.variable), web.delete(api + "/variables/{name}", self.variable),
            web.put(api + "/brightness", self.brightness), web.post(api + "/command", self.command),
            web.get(api + "/{what}", self.tell), web.post(api + "/{verb}", self.act),
            web.post(api + "/cues/{name}", self.cue), web.post(api + "/pixels/{action}", self.steer_pixels),
            web.post("/fake", self.provoke), web.static("/web", ROOT / "web"),
        ])
        return app


def answer(value, status=200):
    return web.json_response(value, status=status)


def page(name):
    async def handler(request):
        return web.FileResponse(ROOT / "web" / name)
    return handler


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8081)
    parser.add_argument("--token", help="who may steer; everybody without it")
    parser.add_argument("--view", choices=["token", "everyone"], default="token")
    parser.add_argument("--mono", action="store_true", help="one chain of red modules, 32x8")
    parser.add_argument("--long", action="store_true", help="a long sign of one line, 192x16")
    parser.add_argument("--cues", nargs="*", default=[], help="the names of its cues")
    parser.add_argument("--no-edit", dest="edit", action="store_false")
    options = parser.parse_args()
    web.run_app(FakeServer(options).application(), host=options.host, port=options.port, print=None,
                shutdown_timeout=0.1)


if __name__ == "__main__":
    main()
