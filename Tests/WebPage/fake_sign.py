"""A sign for the fake server: one moving line above a still one, pushed messages, variables and a sign file."""

import base64
import hashlib
import re
import time
from pathlib import Path

import yaml
from PIL import Image, ImageColor, ImageDraw
from PIL.BdfFontFile import BdfFontFile

PICTURES = Path(__file__).parent / "Pictures"
FONTS = Path(__file__).parents[2] / "fonts"
GAP = 16
SPEED = 30
TAU = 0.5

FILE = """\
board: sim-64x32
zones:
  - name: top
    area: {x: 0, y: 0, width: 64, height: 16}
    style: {font: [ledsign-16-bold, ledsign-icons-8], color: amber}
    messages:
      - {name: bread, text: "Fresh bread until noon <icon=bread>"}
      - {name: cakes, text: "Cakes: <yellow>2 for 1</>", in: wipe}
  - name: bottom
    area: {x: 0, y: 16, width: 64, height: 16}
    message: {text: "{temperature}", color: skyblue, align: center}
"""


class Refused(Exception):
    """A request that the sign does not do: an HTTP status, a code and words, and the problems of a file."""

    def __init__(self, status, code, words, problems=None):
        super().__init__(words)
        self.status, self.code, self.problems = status, code, problems


class FakeSign:
    """What the fake server tells and changes; its picture is a function of time, like the real one's."""

    def __init__(self, mono=False, long=False):
        self.mono = mono
        self.led = "#ff2a1a"
        self.width, self.height = (32, 8) if mono else (192, 16) if long else (64, 32)
        self.strip = Image.open(PICTURES / "strip.png").convert("RGB")
        self.still = Image.open(PICTURES / "clock.png").convert("RGB")
        self.base, self.since, self.velocity = 0.0, time.monotonic(), SPEED
        self.flick = 0.0
        self.held = None
        self.paused = False
        self.brightness, self.auto = 80, True
        self.variables = {"score": "3:1", "temperature": "21°C"}
        self.defaults = {"price": "4.20", "door": "open", "temperature": None}
        self.pushed = []
        self.count = 0
        self.problem = None
        self.pixels = {"width": self.width, "height": self.height, "owner": None, "stopped": None, "others": [],
                       "shown": False, "frames": 0, "packets": 0, "dropped": 0}
        self.text = FILE
        # What was replaced, by the milliseconds since 1970: 2026-11-22T18:04:00+01:00.
        self.versions = [(1_795_367_040_000, FILE.replace("2 for 1", "half price"))]

    # The picture

    def offset(self, now):
        """The place of the strip: at rest in a hand, else behaviour D2 after a flick."""
        if self.held is not None or self.paused:
            return self.base
        t = now - self.since
        eased = TAU * (1 - 2.718281828459045 ** (-t / TAU))
        return self.base + self.velocity * t + (self.flick - self.velocity) * eased * (self.flick != 0)

    def hold(self, now):
        self.base, self.flick = self.offset(now), 0.0
        self.since = now

    def begin(self, now):
        self.hold(now)
        self.held = self.base

    def move(self, pixels):
        if self.held is not None:
            self.base = self.held - pixels

    def end(self, velocity, now):
        self.held, self.since, self.flick = None, now, -float(velocity) or 0.001

    def picture(self, now):
        picture = Image.new("RGB", (self.width, self.height))
        if self.pushed and not self.mono:
            line = self.line(self.pushed[-1]["message"])
            left = 0 if line.width <= self.width else self.width - int(self.offset(now)) % (line.width + self.width)
            picture.paste(line, (left, (self.height - line.height) // 2))
            return picture
        period = self.strip.width + GAP
        left = -int(self.offset(now) % period)
        strip = self.strip.crop((0, 2, self.strip.width, 2 + 8)) if self.mono else self.strip
        while left < self.width:
            picture.paste(strip, (left, 0))
            left += period
        if not self.mono:
            picture.paste(self.still, (0, 16))
        else:
            lit = ImageColor.getrgb(self.led)
            picture = picture.convert("L").point(lambda v: 255 if v else 0).convert("RGB")
            picture.putdata([lit if p != (0, 0, 0) else p for p in picture.getdata()])
        return picture

    # Messages

    def listed(self):
        top = max((m["priority"] for m in self.pushed), default=-1)
        state = "interrupted" if top >= 0 else "shown"
        messages = [
            {"name": "bread", "zone": "top", "text": "Fresh bread until noon <icon=bread>", "priority": 0,
             "pushed": False, "state": state},
            {"name": "cakes", "zone": "top", "text": "Cakes: <yellow>2 for 1</>", "priority": 0, "pushed": False,
             "state": "waiting", **({} if self.pushed else {"next": 20})},
            {"name": "<b id=injected>bold</b>", "zone": "top", "text": "Sunday brunch", "priority": 2,
             "pushed": False, "state": "off"},
            {"zone": "bottom", "text": "{temperature} {clock HH:mm}", "priority": 0, "pushed": False, "state": state},
        ]
        for entry in self.pushed:
            shown = "shown" if entry is self.pushed[-1] else "waiting"
            messages.append({"name": entry["name"], "text": entry["message"].get("text", ""),
                             "priority": entry["priority"], "pushed": True, "state": shown})
            if entry["zone"]:
                messages[-1]["zone"] = entry["zone"]
        for message in messages:
            words = self.words(message["text"])
            if message["state"] == "shown":
                message["shown"] = words
            elif words != message["text"]:
                message["words"] = words
        return messages

    def words(self, text):
        """A text without tags, with the values of variables and a clock that stands still."""
        values = {**self.defaults, **self.variables, "clock HH:mm": "14:05"}
        text = re.sub(r"<(/|[a-z-]+(=[^<>]*)?)>", "", text, flags=re.IGNORECASE).strip()
        return re.sub(r"\{([\w: -]+)\}", lambda match: values.get(match[1]) or match[0], text)

    def check(self, message):
        """What is wrong with a message, as the checker of sign files says it."""
        if not isinstance(message, dict) or not message.get("text"):
            raise Refused(400, "wrong-value", "message:1:1: \"text\" is empty; expected what the sign shows")
        problems = [f"message:1:{message['text'].index(f'<{tag}>') + 11}: unknown tag \"{tag}\" in a text"
                    for tag in ("nosuch", "nothere") if f"<{tag}>" in message["text"]]
        if problems:
            raise Refused(409, "refused", "\n".join(problems))
        color_of(message)
        line = self.line(message)
        picture = Image.new("RGB", (max(self.width, line.width), self.height))
        picture.paste(line, (0, (self.height - line.height) // 2))
        return {"ok": True, "width": picture.width, "height": picture.height, "led": self.led,
                "pixels": base64.b64encode(picture.tobytes()).decode()}

    def line(self, message):
        """The text of a message in one line."""
        with open(FONTS / ("ledsign-8.bdf" if self.mono else "ledsign-16-bold.bdf"), "rb") as file:
            font = BdfFontFile(file).to_imagefont()
        text = message["text"].encode("latin-1", "replace").decode("latin-1")
        line = Image.new("RGB", (int(font.getlength(text)), 8 if self.mono else 16))
        ImageDraw.Draw(line).text((0, 0), text, font=font, fill=self.led if self.mono else color_of(message))
        return line

    def push(self, message, name=None, zone=None):
        self.check(message)
        self.count += 1
        name = name or f"pushed-{self.count}"
        priority = 9 if message.get("priority") == "urgent" else int(message.get("priority", 0))
        self.remove(name, must=False)
        self.pushed.append({"name": name, "message": message, "zone": zone, "priority": priority})
        return {"ok": True, "name": name}

    def remove(self, name, must=True):
        kept = [m for m in self.pushed if m["name"] != name]
        if must and len(kept) == len(self.pushed):
            raise Refused(404, "no-such-message", f"there is no pushed message \"{name}\"; `list` shows all messages")
        self.pushed = kept
        return {"ok": True}

    def acknowledge(self):
        if not any(m["priority"] for m in self.pushed):
            raise Refused(409, "refused", "no message with a priority is shown, so none can be acknowledged")
        self.pushed = [m for m in self.pushed if not m["priority"]]
        return {"ok": True}

    def steer_pixels(self, action):
        """Takes the sign back from who sends pixels, or allows the sender again."""
        if action == "stop" and self.pixels["owner"]:
            self.pixels.update(stopped=self.pixels["owner"], owner=None, shown=False)
        elif action == "allow":
            self.pixels.update(stopped=None)
        return {"ok": True, "pixels": self.pixels}

    def schedule(self, hours):
        now = int(time.time())

        def at(minutes):
            return time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(now + 60 * minutes))

        entries = [
            {**self.row("bread"), "from": at(0), "to": at(130)}, {**self.row("cakes"), "from": at(130), "to": at(500)},
            {**self.row("<b id=injected>bold</b>"), "from": at(900), "to": at(1100)},
            {**self.row("bread"), "from": at(1260), "to": at(1440)},
            {"message": "{temperature} {clock HH:mm}", "zone": "bottom", "from": at(0), "to": at(60 * hours), "priority": 0},
        ]
        for entry in self.pushed:
            entries.append({**self.row(entry["name"]), "from": at(0), "to": at(10)})
        return entries

    def row(self, name):
        """What the schedule says of a message, without its times."""
        message = next(each for each in self.listed() if each.get("name") == name)
        return {"name": name, "message": message["text"], "zone": message.get("zone"), "priority": message["priority"]}

    def stats(self):
        return {"file": "bakery.yaml", "seconds": int(time.monotonic()), "brightness": self.brightness,
                "clock": "synchronised", "problem": self.problem,
                "report": "124 frames drawn in 4400 ms, 4 skipped, 0 later than 1 ms, worst lateness 412 us",
                "sources": [self.source("temperature", None, 0, "answered 12 s ago"),
                            self.source("<i id=injected>news</i>", "no route to host", 3,
                                        "no route to host; failed 3 times; no answer so far")],
                "cues-played": 7, "cues-skipped": 0, "cues-worst-lateness-us": 412}

    def source(self, name, problem, failures, words):
        return {"name": name, "problem": problem, "failures": failures,
                "seconds-since-answer": None if problem else 12, "seconds-to-next-attempt": 48,
                "report": f"{name}: {words}; next attempt in 48 s"}

    # The sign file

    @property
    def etag(self):
        return '"' + hashlib.sha256(self.text.encode()).hexdigest()[:16] + '"'

    def file_problems(self, text):
        problems = []
        for number, line in enumerate(text.split("\n"), 1):
            for word in ("colour:", "mesage:", "txet:"):
                if word in line:
                    problems.append({"line": number, "column": line.index(word) + 1, "length": len(word) - 1,
                                     "message": f"unknown key \"{word[:-1]}\" for this part of a sign file"})
        if not problems:
            try:
                yaml.safe_load(text)
            except yaml.MarkedYAMLError as error:
                mark = error.problem_mark
                problems.append({"line": mark.line + 1, "column": mark.column + 1, "length": 1,
                                 "message": str(error.problem)})
        return problems

    def file_messages(self):
        """The messages of the sign file; none of one that another test has broken."""
        try:
            zones = yaml.safe_load(self.text)["zones"]
        except (yaml.YAMLError, LookupError, TypeError):
            return []
        all_messages = [(zone["name"], message) for zone in zones for message in zone.get("messages", [zone.get("message")])]
        return [{"number": number, "zone": zone, "title": message.get("name", message["text"]), "disabled": False, "message": message}
                for number, (zone, message) in enumerate(all_messages, 1)]

    def save(self, text):
        problems = self.file_problems(text)
        if problems:
            first = problems[0]
            raise Refused(400, "wrong-value", f"{first['line']}:{first['column']}: {first['message']}", problems)
        self.versions.insert(0, (int(1000 * time.time()), self.text))
        del self.versions[10:]
        self.text = text


def color_of(message):
    name = message.get("color", "white")
    try:
        return ImageColor.getrgb({"amber": "#ffbf00"}.get(name, name))
    except ValueError:
        raise Refused(400, "wrong-value", f"message:1:24: \"{name}\" is not a colour; expected a CSS colour name, "
                                          "amber, off, #rgb, #rrggbb or hsv(hue, saturation, value)") from None
