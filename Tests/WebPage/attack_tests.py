"""Pages of other ports and names, in the browser of someone who may steer the sign: none of them changes it."""

import http.server
import json
import threading
import unittest
from pathlib import Path

from PIL import Image

from page_case import Browser
from real_sign import RealSign

SIGN = """
fields: {goals: {variable: goals}}
message: {name: open, text: "Fresh bread every morning {goals}"}
"""
ATTACK = (Path(__file__).parent / "attack.js").read_text().split("\n", 1)[1]
HAND = [{"hand": "begin"}, {"hand": "move", "pixels": 9}]
BODIES = {
    "/session": {"token": "hacked"},
    "/api/v1/messages": {"text": "hacked"},
    "/api/v1/messages/check": {"text": "hacked"},
    "/api/v1/messages/hacked": {"text": "hacked"},
    "/api/v1/variables/goals": {"value": "hacked"},
    "/api/v1/brightness": {"percent": 3},
    "/api/v1/drag": {"pixels": 9},
    "/api/v1/command": {"command": "push", "message": {"text": "hacked"}, "zone": None},
    "/api/v1/sign": "message: {text: hacked}",
    "/api/v1/sign/check": "message: {text: hacked}",
    "/api/v1/sign/messages": {"add": "hacked"},
    "/api/notify": {"text": "hacked"},
    "/api/custom?name=hacked": {"text": "hacked"},
    "/api/switch": {"name": "open"},
    "/api/power": {"power": False},
    "/api/settings": {"BRI": 1},
}


class Attacker(http.server.BaseHTTPRequestHandler):
    """A server of another port: an empty page, and a cookie of the name that the sign uses."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = b"<!doctype html><title>attack</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        if self.path.startswith("/cookie/"):
            # The longer its path, the earlier a cookie stands in a request.
            self.send_header("Set-Cookie", f"{self.path[8:]}={'0' * 64}; Path=/api/v1")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class AttackTests(unittest.TestCase):
    starts_sign = True
    maxDiff = None

    def start(self, has_token):
        self.sign = RealSign(SIGN, http="edit: yes, awtrix: yes", has_token=has_token)
        self.addCleanup(self.sign.stop)
        self.sign.path("pictures").mkdir()
        Image.new("RGB", (4, 4), "red").save(self.sign.path("pictures/hacked.png"))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Attacker)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.port = server.server_address[1]
        names = {"variables/{name}": "variables/goals", "pictures/{name}": "pictures/hacked.png",
                 "{name}": "hacked", "{id}": "1", "custom": "custom?name=hacked"}
        self.operations = []
        for path, methods in self.sign.get("openapi.json")["paths"].items():
            for word, name in names.items():
                path = path.replace(word, name)
            body = BODIES.get(path, {})
            text = body if isinstance(body, str) else json.dumps(body)
            self.operations += [(method.upper(), path, text) for method in methods]
        self.assertLessEqual(set(BODIES), {path for _, path, _ in self.operations})
        # Standing still, it shows the same picture until something moves it.
        self.assertEqual(self.sign.ask("PUT", "api/v1/variables/goals", {"value": "3:1"})[0], 200)
        self.assertEqual(self.sign.ask("POST", "api/v1/pause")[0], 200)

    def everything(self):
        """What a sign has that a page could change."""
        parts = {name: self.sign.get(name) for name in ("state", "messages", "variables", "sign/versions", "pictures")}
        parts["file"] = self.sign.path("sign.yaml").read_text()
        parts["picture"] = json.loads(self.sign.ask("POST", "api/v1/command", {"command": "screenshot"})[1])
        return parts

    def context(self, signs_in):
        context = Browser.context()
        self.addCleanup(context.close)
        if signs_in:
            answer = context.request.post(self.sign.url + "session", data={"token": self.sign.token},
                                          headers={"Origin": self.sign.url.rstrip("/")})
            self.assertEqual(answer.status, 200)
        return context

    def attack(self, context, place, target):
        """Opens a page at a place, lets it attack, and returns what it saw."""
        page = context.new_page()
        page.goto(place)
        seen = page.evaluate(ATTACK, {"sign": target.rstrip("/"), "operations": self.operations, "hand": HAND})
        framed = [frame.url for frame in page.frames if frame != page.main_frame
                  and frame.frame_element().get_attribute("class") == "framed"]
        page.close()
        self.assertEqual(len(framed), 2)
        for url in framed:
            self.assertTrue(url.startswith("chrome-error:"), url)
        return seen

    def check(self, seen, readable):
        """No page reads or loads anything; `readable` is the one status that it may see."""
        self.assertGreater(len(seen), 4 * len(self.operations))
        allowed = {"blocked", "opaque"} | ({readable} if readable else set())
        self.assertEqual([each for each in seen if each[1] not in allowed], [])
        self.assertIn(["WebSocket", "blocked"], seen)
        if readable:
            for method, path, _ in self.operations:
                self.assertIn([f"{method} {path} cors include", readable], seen)

    def attack_from(self, places, context):
        """Attacks the sign from pages of these addresses, and from a foreign name that leads to the sign."""
        before = self.everything()
        for place in places:
            with self.subTest(place):
                self.check(self.attack(context, f"http://{place}:{self.port}/", self.sign.url), None)
                self.assertEqual(self.everything(), before)
        with self.subTest("a foreign name that leads to the sign"):
            rebound = f"http://rebind.test:{self.sign.port}/"
            # DNS rebinding: even the answer that refuses the name is a page of the attacker's origin.
            self.check(self.attack(context, rebound, rebound), "status 403")
            self.assertEqual(self.everything(), before)

    def test_the_same_requests_of_the_own_page_do_change_it(self):
        self.start(has_token=True)
        before = self.everything()
        page = self.context(signs_in=True).new_page()
        page.goto(self.sign.url)
        put = [each for each in self.operations if each[:2] == ("PUT", "/api/v1/variables/goals")]
        seen = page.evaluate(ATTACK, {"sign": self.sign.url.rstrip("/"), "operations": put, "hand": HAND})
        self.assertIn(["PUT /api/v1/variables/goals cors include", "status 200"], seen)
        self.assertIn(["PUT /api/v1/variables/goals cors omit", "status 401"], seen)
        self.assertIn(["WebSocket", "open"], seen)
        after = self.everything()
        self.assertEqual(after["variables"]["variables"], {"goals": "hacked"})
        self.assertNotEqual(after["picture"]["pixels"], before["picture"]["pixels"])

    def test_the_session_does_reach_the_sign_from_another_port(self):
        self.start(has_token=True)
        page = self.context(signs_in=True).new_page()
        requests = []
        page.on("request", lambda request: requests.append(request))
        page.goto(f"http://127.0.0.1:{self.port}/")
        page.evaluate(ATTACK, {"sign": self.sign.url.rstrip("/"), "hand": HAND, "operations": [
            each for each in self.operations if each[:2] == ("POST", "/api/v1/pause")]})
        # Asked for only now: the browser reports the headers that it sent later than the request.
        headers = [request.all_headers() for request in requests]
        cookie = f"ledsign-{self.sign.port}="
        sent = [each for each in headers if cookie in each.get("cookie", "")]
        self.assertIn(f"http://127.0.0.1:{self.port}", [each.get("origin") for each in sent])

    def test_no_page_changes_a_sign_without_a_token(self):
        self.start(has_token=False)
        self.attack_from(["127.0.0.1", "evil.test"], self.context(signs_in=False))

    def test_no_page_changes_a_sign_with_a_token(self):
        self.start(has_token=True)
        self.attack_from(["127.0.0.1"], self.context(signs_in=False))

    def test_no_page_uses_the_session_of_the_same_browser(self):
        self.start(has_token=True)
        self.attack_from(["127.0.0.1", "localhost", "evil.test"], self.context(signs_in=True))

    def test_a_cookie_of_another_port_gives_no_session_and_ends_none(self):
        self.start(has_token=True)
        before = self.everything()
        for signs_in, status in ((False, 401), (True, 200)):
            context = self.context(signs_in)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{self.port}/cookie/ledsign-{self.sign.port}")
            page.goto(self.sign.url)
            found = page.evaluate("async () => (await fetch('/api/v1/state')).status")
            self.assertEqual(found, status)
            self.assertEqual(self.everything(), before)
