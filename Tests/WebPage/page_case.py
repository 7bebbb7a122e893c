"""A browser with the page of a sign, and the server that it shows."""

import base64
import json
import os
import socket
import subprocess
import sys
import time
import unittest
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
PICTURES = HERE / "Pictures"


class Server:
    """The fake server in a process of its own."""

    running = {}

    @classmethod
    def get(cls, *options):
        """The server with these options, as good as new: it is started once for all tests that need it."""
        if options not in cls.running:
            cls.running[options] = cls(*options)
        server = cls.running[options]
        server.provoke(reset=True)
        return server

    @classmethod
    def stop_all(cls):
        for server in cls.running.values():
            server.stop()
        cls.running.clear()

    def __init__(self, *options):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.options = options
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, HERE / "fake_server.py", "--port", str(self.port), *self.options])
        for _ in range(1200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the fake server does not start")

    def stop(self):
        self.process.kill()
        self.process.wait()

    def provoke(self, **order):
        """Makes the fake do something; returns what it was asked for so far."""
        body = json.dumps(order).encode()
        request = urllib.request.Request(self.url + "fake", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


class Browser:
    """Debian's chromium, started once for all tests."""

    instance = None

    @classmethod
    def get(cls):
        if not cls.instance:
            cls.playwright = sync_playwright().start()
            cls.instance = cls.playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/lib/chromium/chromium-headless-shell"), args=[
                    # A name makes the context insecure, as on a phone in the same network.
                    "--no-sandbox", "--host-resolver-rules=MAP *.test 127.0.0.1"])
        return cls.instance

    @classmethod
    def context(cls, **options):
        """A session of its own, in which everything may take a minute: a busy machine takes more than Playwright's 30 s."""
        context = cls.get().new_context(**{"locale": "en-US", **options})
        context.set_default_timeout(60_000)
        return context

    @classmethod
    def close(cls):
        if cls.instance:
            cls.instance.close()
            cls.playwright.stop()
            cls.instance = None


class PageCase(unittest.TestCase):
    """A test of the page in front of any server: the fake, or a running sign that LEDSIGN_PAGE_URL names."""

    options = ()
    needs_fake = False
    server = None

    @classmethod
    def setUpClass(cls):
        cls.url = os.environ.get("LEDSIGN_PAGE_URL")
        cls.token = os.environ.get("LEDSIGN_PAGE_TOKEN")
        if cls.needs_fake or not cls.url:
            cls.server = Server.get(*cls.options)
            cls.url, cls.token = cls.server.url, None

    def setUp(self):
        self.expects_errors = False
        self.errors, self.hosts, self.sent, self.contexts = [], set(), [], []

    def tearDown(self):
        for context in self.contexts:
            context.close()
        # For the next test, after one that failed in between.
        if self.server and self.server.process.poll() is not None:
            self.server.start()
        if not self.expects_errors:
            self.assertEqual(self.errors, [])
        self.assertLessEqual(self.hosts, {urlsplit(self.url).netloc})

    def open(self, path="", width=1100, height=800, waits=True, before=lambda page: None, **options):
        """Opens the page, after something that is done before; `sent` gets what it says over the WebSocket."""
        context = Browser.context(viewport={"width": width, "height": height}, **options)
        self.contexts.append(context)
        if self.token:
            context.request.post(self.url + "session", data={"token": self.token},
                                 headers={"Origin": self.url.rstrip("/")})
        page = context.new_page()
        page.on("console", lambda line: line.type == "error" and self.errors.append(line.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.note_host(request.url))
        page.on("websocket", self.note_socket)
        before(page)
        page.goto(self.url + path, wait_until="load" if waits else "commit")
        if waits:
            page.wait_for_selector("body[data-connection=open]")
            page.wait_for_selector("body:not(:has(#panels[inert]))")
            # A canvas is 300x150 before anything is painted.
            self.wait_until(lambda: page.evaluate("document.querySelector('#picture').width") != 300, page)
        return page

    def note_host(self, url):
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss"):
            self.hosts.add(parts.netloc)

    def note_socket(self, websocket):
        self.note_host(websocket.url)
        websocket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    def drags(self, *kinds):
        """What drags said, without repetitions that say that they still hold."""
        orders = [order for order in self.sent if order.get("hand") in (kinds or ("begin", "move", "end"))]
        return [order for before, order in zip([None] + orders, orders) if order != before]

    def call(self, page, method, path, body=None):
        """Sends a request as the page would, and returns its answer."""
        return page.evaluate(
            """async ([method, path, body]) => {
                 const options = {method, headers: body == null ? {} : {"Content-Type": "application/json"}};
                 if (body != null) options.body = JSON.stringify(body);
                 return (await fetch(new URL("api/v1/" + path, document.baseURI), options)).json();
               }""", [method, path, body])

    def wait_until(self, condition, page, seconds=60):
        """Waits while the browser works on."""
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "waited in vain")
            page.wait_for_timeout(30)

    def resize(self, page, width, height):
        """Gives the page another size, and waits until it has been laid out for it."""
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("""async ([width, height]) => {
            const frame = () => new Promise(requestAnimationFrame);
            while (innerWidth !== width || innerHeight !== height) await frame();
            await frame(); await frame(); }""", [width, height])

    def wait_still(self, page, milliseconds=200):
        """Waits until the picture has stood still for a while."""
        seen = []

        def stands_still():
            now = time.monotonic()
            canvas = self.canvas(page)
            if not seen or canvas != seen[0][1]:
                seen[:] = [(now, canvas)]
            return now - seen[0][0] >= milliseconds / 1000

        self.wait_until(stands_still, page)

    def show_tab(self, page, name):
        """Opens a tab, and waits until its panel is there and nothing on the page moves by itself."""
        page.click(f"#tab-{name}")
        page.wait_for_function(
            """(name) => document.body.dataset.tab === name
                 && document.getAnimations().every((each) => each.playState !== "running")""", arg=name)

    def zone(self, page, index=0):
        """A zone on the picture and its pixels for one LED on the screen."""
        zone = page.locator(".zone").nth(index)
        box = page.locator("#picture").bounding_box()
        width = self.call(page, "POST", "command", {"command": "screenshot"})["width"]
        return zone, zone.bounding_box(), box["width"] / width

    def canvas(self, page):
        """All pixels of the canvas: red, green, blue, alpha."""
        return base64.b64decode(page.evaluate(
            """() => { const canvas = document.querySelector("#picture");
                 const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                 let text = ""; for (let i = 0; i < data.length; i += 8192)
                   text += String.fromCharCode(...data.subarray(i, i + 8192));
                 return btoa(text); }"""))
