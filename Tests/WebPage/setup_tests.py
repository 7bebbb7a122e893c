"""A machine without a sign file: from the code on its panel to a lit sign, on the page alone."""

import io
import re
import subprocess
import tempfile
import time
import unittest

from PIL import Image

from accessibility_tests import SCHEMES, violations
from page_case import Browser
from real_sign import RealSign


class SetupTests(unittest.TestCase):
    starts_sign = True

    def setUp(self):
        self.sign = RealSign(None, board=None)
        self.addCleanup(self.sign.stop)
        context = Browser.context(viewport={"width": 390, "height": 844}, has_touch=True)
        self.addCleanup(context.close)
        self.page = context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.taps = 0

    def tearDown(self):
        self.assertEqual(self.errors, [])

    def shown(self):
        """What the panel says; nothing while a sign begins."""
        messages = self.sign.get("messages")["messages"]
        return next((message["shown"] for message in messages if "shown" in message), "")

    def code(self):
        """The code that the panel shows."""
        self.wait_for(lambda: bool(re.search(r"\d{3} ?\d{3}$", self.shown())), True)
        return re.sub(r"\D", "", self.shown()[-7:])

    def scanned(self):
        """What another program reads of the picture of the panel, one pixel for each LED enlarged as a phone sees it."""
        status, png = self.sign.ask("GET", "api/v1/picture.png?style=pixels")
        self.assertEqual(status, 200)
        picture = Image.open(io.BytesIO(png)).convert("L")
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            picture.resize((picture.width * 8, picture.height * 8), Image.NEAREST).save(file.name)
            read = subprocess.run(["zbarimg", "--quiet", "--raw", file.name], capture_output=True, text=True)
        return read.stdout.strip()

    def wait_for(self, read, wanted):
        """Waits until the sign, which may begin again meanwhile, says something."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if read() == wanted:
                    return
            except (OSError, RuntimeError):
                pass
            time.sleep(0.1)
        self.assertEqual(read(), wanted)

    def tap(self, locator):
        self.taps += 1
        locator.tap()

    def tap_button(self, name, exact=False):
        self.tap(self.page.get_by_role("button", name=name, exact=exact))

    def sign_in(self):
        """Opens the page, and types the code that the panel shows."""
        code = self.code()
        self.assertIn(self.sign.url.rstrip("/"), self.shown())
        self.page.goto(self.sign.url)
        field = self.page.locator("#sign-in [name=token]")
        field.fill(code)
        self.tap(self.page.locator("#sign-in button.main"))

    def heading(self, words):
        self.page.locator("#setup h2", has_text=words).wait_for()

    def set_up(self, width, height):
        self.sign_in()
        self.heading("Which panel do you have?")
        card = self.page.locator(".card", has_text=f"{width} × {height}").filter(has_text=re.compile("Simulated"))
        self.tap(card)
        self.heading("What does it show?")
        self.tap(self.page.locator(".recipe[data-name=text]"))
        self.heading("Text")
        self.page.get_by_label("The text").fill("Fresh bread")
        self.page.locator("#setup .preview img").wait_for()
        self.tap_button("Start the sign")
        self.page.locator("#now", has_text="Fresh bread").wait_for()

    def check(self, board):
        self.assertLess(self.taps, 12)
        text = self.sign.path("sign.yaml").read_text()
        self.assertIn(f'board: "{board}"', text)
        self.assertIn('text: "Fresh bread"', text)
        self.assertEqual(self.shown(), "Fresh bread")
        # Who has set it up is signed in to the sign, too.
        self.assertTrue(self.page.locator("#tab-send").is_visible())
        self.assertFalse(self.page.locator("#setup").is_visible())
        self.assertEqual(len(self.sign.get("sessions")["sessions"]), 1)

    def test_a_colour_panel_is_set_up_with_the_code_and_a_text(self):
        self.set_up(64, 32)
        self.check("sim-64x32")

    def test_a_chain_of_modules_is_set_up_with_the_code_and_a_text(self):
        self.set_up(32, 8)
        self.check("sim-32x8")

    def choose(self, words):
        """Signs in with the token, and chooses a board by what its card says."""
        self.page.goto(self.sign.url)
        self.page.locator("#sign-in [name=token]").fill(self.sign.token)
        self.page.locator("#sign-in button.main").click()
        self.heading("Which panel do you have?")
        self.page.locator(".card", has_text=words).first.tap()
        self.heading("Does the panel show this?")

    def test_what_is_seen_of_test_pictures_changes_a_copy_of_the_board_file(self):
        # Nothing drives the board here; the page shows what it would.
        self.choose("Four FC-16 MAX7219 modules on /dev/spidev0.0")
        self.assertTrue(self.page.get_by_text("/dev/spidev0.0 is missing").is_visible())
        self.tap_button("Test pictures")
        self.heading("What does the panel show?")
        self.tap_button("Picture 2", exact=True)
        file = self.sign.path("board.yaml")
        # The sign has begun again with it, and shows the picture of its first step again.
        self.page.locator(".panel-test[data-board$='/board.yaml']").wait_for()
        text = file.read_text()
        self.assertIn("module_type: generic\n", text)
        self.assertIn("rotation: 0\n", text)
        self.assertIn("# Raspberry Pi OS: add the line", text)
        self.tap_button("Picture 2", exact=True)
        self.page.get_by_text("Picture 2 of 3").wait_for()
        self.assertEqual(file.read_text(), text)
        self.tap_button("Back", exact=True)
        self.heading("Does the panel show this?")
        names = lambda: [message.get("name") for message in self.sign.get("messages")["messages"]]
        self.wait_for(lambda: "panel-test" in names(), False)

    def test_colours_that_are_seen_change_the_sequence(self):
        self.choose(re.compile("One 64x32 RGB panel with 1/16 scan, wiring regular(?!, display)"))
        self.tap_button("Test pictures")
        self.tap_button("red, blue, green")
        self.page.locator(".panel-test[data-board$='/board.yaml']").wait_for()
        self.assertIn("color_sequence: RBG\n", self.sign.path("board.yaml").read_text())

    def test_every_picture_has_answers_that_change_the_board_file_or_say_what_helps(self):
        self.choose(re.compile("One 64x32 RGB panel with 1/16 scan, wiring regular(?!, display)"))
        self.tap_button("Test pictures")
        advice = self.page.locator(".panel-test .advice")

        def changed(answer, words, line):
            self.tap_button(answer)
            advice.filter(has_text=f"Changed: {words}").wait_for()
            self.assertIn(line + "\n", self.sign.path("board.yaml").read_text())

        field = self.page.get_by_label("Print on the chips of a panel that stays dark")
        field.fill("FM6363")
        self.tap_button("Look up")
        advice.filter(has_text="FM6363 cannot be driven").wait_for()
        field.fill("DP3246")
        self.tap_button("Look up")
        advice.filter(has_text="Changed: driver_chip: dp3246").wait_for()
        self.assertIn("driver_chip: dp3246\n", self.sign.path("board.yaml").read_text())
        self.assertEqual(violations(self.page), [])
        self.tap_button("red, green, blue")
        self.page.get_by_text("Picture 2 of 5").wait_for()
        # Only the first picture is one of a dark panel.
        self.assertEqual(field.count(), 0)
        changed("Several lines at once", "row_addressing: ab-shift", "row_addressing: ab-shift")
        changed("Several lines at once", "row_addressing: abc-shift", "row_addressing: abc-shift")
        text = self.sign.path("board.yaml").read_text()
        self.tap_button("Every second row")
        advice.filter(has_text="Check the wires A, B, C and D").wait_for()
        self.assertEqual(self.sign.path("board.yaml").read_text(), text)
        self.tap_button("One line moves down")
        self.page.get_by_text("Picture 3 of 5").wait_for()
        self.assertFalse(advice.is_visible())
        changed("Everything is upside down", "pixel_mapper: Rotate:180", "pixel_mapper: Rotate:180")
        self.tap_button("A frame around everything")
        changed("Pale copies", "dark_gap: 500 ns, settle: 500 ns", "settle: 500 ns")
        self.tap_button("Nothing else")
        changed("Dark steps", "lsb: 200 ns", "lsb: 200 ns")
        self.tap_button("Step by step")
        self.heading("Does the panel show this?")

    def test_the_pins_of_the_header_are_a_table_that_fits_a_phone(self):
        self.choose(re.compile("One 64x32 RGB panel with 1/16 scan, wiring regular(?!, display)"))
        rows = [row.split("\t") for row in self.page.locator(".pins tbody").inner_text().split("\n")]
        self.assertEqual(len(rows), 20)
        self.assertEqual(rows[0], ["", "3.3 V", "1", "2", "5 V", ""])
        # R1 at pin 23 and R2 beside it, OE at pin 12, A at pin 15, as boards/hub75-64x32.yaml says.
        self.assertEqual(rows[11], ["R1", "GPIO 11", "23", "24", "GPIO 8", "R2"])
        self.assertEqual(rows[5][3:], ["12", "GPIO 18", "OE"])
        self.assertEqual(rows[7][:3], ["A", "GPIO 22", "15"])
        self.assertEqual(self.page.locator(".pins [data-wire=row]").count(), 4)
        self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), 390)
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.assertEqual(violations(self.page), [], scheme)

    def test_problems_stand_beside_their_fields_and_nothing_is_written(self):
        self.sign_in()
        self.page.locator(".card", has_text="32 × 8").filter(has_text=re.compile("Simulated")).tap()
        self.page.locator(".recipe", has_text="Countdown").tap()
        self.heading("Countdown")
        self.page.locator("#setup [name=date]").fill("soon\u0007")
        problem = self.page.locator("#setting-date-problem")
        problem.filter(has_text="date").wait_for()
        self.tap_button("Start the sign")
        self.page.wait_for_function("() => !document.querySelector('.settings-step button').disabled")
        self.assertFalse(self.sign.path("sign.yaml").exists())
        self.tap_button("Back", exact=True)
        self.heading("What does it show?")

    def test_a_file_that_somebody_writes_is_shown_at_once(self):
        self.sign_in()
        self.heading("Which panel do you have?")
        self.sign.path("sign.yaml").write_text("board: sim-32x8\nmessage: Written by hand\n")
        self.page.locator("#now", has_text="Written by hand").wait_for()
        self.assertFalse(self.page.locator("#setup").is_visible())

    def test_a_file_with_mistakes_is_told_and_shown_once_it_is_mended(self):
        self.sign_in()
        self.heading("Which panel do you have?")
        self.sign.path("sign.yaml").write_text("board: sim-32x8\nmesage: Written by hand\n")
        self.wait_for(lambda: "unknown key" in (self.sign.get("setup")["problem"] or ""), True)
        self.page.reload()
        self.page.locator("#setup .problem", has_text="unknown key").wait_for()
        self.sign.path("sign.yaml").write_text("board: sim-32x8\nmessage: Written by hand\n")
        self.page.locator("#now", has_text="Written by hand").wait_for()

    def test_the_second_of_two_phones_changes_nothing_and_a_file_with_mistakes_is_kept(self):
        self.sign.path("sign.yaml").write_text("mesage: Written by hand\n")
        answers = {"board": "sim-32x8", "recipe": "text", "settings": {"text": "First"}}
        self.assertEqual(self.sign.ask("POST", "api/v1/setup/sign", answers)[0], 200)
        try:
            status = self.sign.ask("POST", "api/v1/setup/sign", {**answers, "settings": {"text": "Second"}})[0]
        except OSError:
            # The sign begins again between the two.
            status = 409
        self.assertIn(status, (409, 503))
        self.wait_for(self.shown, "First")
        self.assertIn('text: "First"', self.sign.path("sign.yaml").read_text())
        self.assertEqual(self.sign.path("sign.yaml.old").read_text(), "mesage: Written by hand\n")

    def test_every_step_follows_the_rules_in_both_schemes(self):
        def check(step):
            for scheme in SCHEMES:
                self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                self.assertEqual(violations(self.page), [], f"{step} in {scheme}")

        self.sign_in()
        self.heading("Which panel do you have?")
        check("boards")
        self.page.locator(".card", has_text="Four FC-16 MAX7219 modules on /dev/spidev0.0").first.tap()
        self.heading("Does the panel show this?")
        check("the panel")
        self.tap_button("Test pictures")
        self.page.get_by_text("Picture 1 of 3").wait_for()
        check("test pictures")
        self.tap_button("End the test")
        self.tap_button("Yes, it does")
        self.heading("What does it show?")
        check("recipes")
        self.page.locator(".recipe[data-name=weather]").tap()
        self.heading("Weather")
        check("settings")

    def test_a_phone_that_scans_the_panel_is_signed_in_without_typing(self):
        code = self.code()
        link = f"{self.sign.url}#{code}"
        self.wait_for(self.scanned, link)
        self.page.goto(link)
        self.heading("Which panel do you have?")
        self.assertFalse(self.page.locator("#sign-in").is_visible())
        self.assertEqual(self.page.url, self.sign.url)
        self.assertEqual(len(self.sign.get("sessions")["sessions"]), 1)
        # The code is used, so the panel has only the address.
        self.wait_for(self.scanned, self.sign.url.rstrip("/"))
        # The panel that is chosen shows it, too.
        self.page.locator(".card", has_text="64 × 64").first.tap()
        self.heading("Does the panel show this?")
        self.wait_for(self.scanned, self.sign.url.rstrip("/"))

    def test_questions_that_do_not_arrive_are_read_again(self):
        self.sign_in()
        self.heading("Which panel do you have?")
        lost = []

        def answer(route):
            if lost:
                return route.continue_()
            lost.append(route.request.url)
            return route.abort()

        self.page.route("**/api/v1/setup", answer)
        self.page.locator(".card", has_text="32 × 8").filter(has_text=re.compile("Simulated")).tap()
        self.heading("What does it show?")
        self.assertEqual(len(lost), 1)
        self.page.locator("#setup .problem:empty").wait_for(state="attached")

    def test_a_test_picture_that_is_late_is_shown_again(self):
        self.choose("Four FC-16 MAX7219 modules on /dev/spidev0.0")
        late = []

        def answer(route):
            if late:
                return route.continue_()
            late.append(route.request.url)
            return route.fulfill(status=504, json={"ok": False, "error": "the sign does not answer", "code": "timeout"})

        self.page.route("**/api/v1/setup/test", answer)
        self.tap_button("Test pictures")
        self.page.get_by_text("Picture 1 of 3").wait_for()
        self.assertEqual(len(late), 1)
        self.page.locator(".panel-test .problem:empty").wait_for(state="attached")

    def test_a_wrong_code_in_the_address_counts_and_leaves_it(self):
        code = self.code()
        wrong = f"{(int(code) + 1) % 1_000_000:06}"
        for _ in range(9):
            self.assertEqual(self.sign.ask("POST", "session", {"code": wrong})[0], 401)
        self.page.goto(f"{self.sign.url}#{wrong}")
        self.page.locator("#sign-in-problem", has_text="was used or is over").wait_for()
        self.assertEqual(self.page.url, self.sign.url)
        # It was the tenth, which ends the code.
        self.page.goto("about:blank")
        self.page.goto(f"{self.sign.url}#{code}")
        self.page.locator("#sign-in-problem", has_text="was used or is over").wait_for()
        self.assertEqual(self.page.url, self.sign.url)

    def test_no_other_file_is_read_as_a_board(self):
        other = self.sign.path("other.yaml")
        other.write_text("secret: 4711\n")
        for step in ("board", "draft", "picture", "sign"):
            status, body = self.sign.ask("POST", f"api/v1/setup/{step}", {"board": str(other), "recipe": "text"})
            self.assertEqual(status, 400, step)
            self.assertIn(b"unknown board", body)
            self.assertNotIn(b"secret", body)
        self.assertFalse(self.sign.path("sign.yaml").exists())
