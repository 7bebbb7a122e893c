"""Ready signs on the page, in front of a running sign: chosen, filled in, looked at, and used."""

import unittest

import yaml

from accessibility_tests import violations
from page_case import Browser
from real_sign import RealSign

ZONES = """\
zones:
  - {name: top, area: {width: 64, height: 16}, messages: [Fresh bread]}
  - {name: bottom, area: {y: 16, width: 64, height: 16}, messages: [Rolls]}
"""
SIGN = "# ours\nmessages: [Fresh bread]\n"


class RecipeTests(unittest.TestCase):
    starts_sign = True

    def setUp(self):
        self.sign = RealSign(SIGN, http="edit: yes", has_token=False, board="sim-64x32")
        self.addCleanup(self.sign.stop)

    def open(self, **options):
        context = Browser.context(**options)
        self.addCleanup(context.close)
        page = context.new_page()
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: "Content Security" in line.text and self.errors.append(line.text))
        page.goto(self.sign.url)
        page.click("#tab-file")
        page.click("#recipes summary")
        return page

    def choose(self, page, title):
        page.locator("#recipes li button", has=page.get_by_text(title, exact=True)).click()
        page.locator("#recipes form .preview img").wait_for()

    def file(self):
        return self.sign.path("sign.yaml").read_text()

    def wait_for_words(self, page, words):
        page.wait_for_function("words => document.querySelector('#recipes .bar [role=status]').textContent === words", arg=words)

    def test_a_ready_sign_takes_the_place_of_the_file_and_gives_it_back(self):
        page = self.open()
        self.choose(page, "Now serving")
        before = self.file()
        self.assertFalse(page.is_visible("#recipes [data-action=add]"))
        page.get_by_role("button", name="Use as my sign").click()
        self.wait_for_words(page, "The sign shows “Now serving” now. Your old file is under Earlier versions.")
        self.assertIn("Now serving", self.file())
        self.assertEqual(yaml.safe_load(self.file())["http"], yaml.safe_load(before)["http"])
        self.assertNotIn("board:", self.file())
        page.wait_for_function("text => document.querySelector('#editor textarea').value === text", arg=self.file())
        page.click("#recipes [data-action=undo]")
        self.wait_for_words(page, "Your file is back.")
        self.assertEqual(self.file(), before)
        self.assertEqual(self.errors, [])

    def test_a_message_is_added_with_its_settings(self):
        page = self.open()
        self.choose(page, "Countdown")
        before = page.locator("#recipes form .preview img").get_attribute("src")
        date = page.get_by_label("The date")
        date.fill("2030 06 01")
        page.locator("#recipes .problem", has_text="letters, digits").wait_for()
        self.assertFalse(page.is_visible("#recipes form .preview"))
        date.fill("2030-06-01")
        page.wait_for_function(
            "before => { const img = document.querySelector('#recipes form .preview img'); return img.offsetParent && img.src !== before; }",
            arg=before)
        page.get_by_role("button", name="Add to my messages").click()
        self.wait_for_words(page, "Added “Countdown” to the messages.")
        self.assertIn("# ours\nmessages: [Fresh bread, {", self.file())
        self.assertIn("2030-06-01", self.file())
        self.assertEqual(page.locator(".file-message").count(), 2)
        self.assertEqual(self.errors, [])

    def test_a_message_is_added_to_the_zone_that_is_chosen(self):
        sign = RealSign(ZONES, http="edit: yes", has_token=False, board="sim-64x32")
        self.addCleanup(sign.stop)
        self.sign = sign
        page = self.open()
        self.choose(page, "Countdown")
        page.get_by_label("Zone for its message").select_option("bottom")
        page.get_by_role("button", name="Add to my messages").click()
        self.wait_for_words(page, "Added “Countdown” to the messages.")
        self.assertEqual([len(zone["messages"]) for zone in yaml.safe_load(self.file())["zones"]], [1, 2])
        self.assertEqual(violations(page), [])
        self.assertEqual(self.errors, [])

    def test_what_the_network_may_not_add_is_refused_in_the_form(self):
        page = self.open()
        before = self.file()
        page.locator("#recipes li button", has=page.get_by_text("Weather", exact=True)).click()
        page.locator("#recipes .problem", has_text="urls: yes").wait_for()
        with page.expect_response(lambda response: response.request.method == "PUT") as refusal:
            page.get_by_role("button", name="Use as my sign").click()
        self.assertEqual(refusal.value.status, 403)
        self.assertIn("urls: yes", page.inner_text("#recipes form > .problem"))
        page.get_by_role("button", name="All ready signs").click()
        self.assertEqual(page.evaluate("document.activeElement.dataset.name"), "weather")
        self.assertEqual(self.file(), before)

    def test_it_follows_the_rules_of_accessibility(self):
        for width, height in ((390, 844), (844, 390), (1280, 800)):
            page = self.open(viewport={"width": width, "height": height}, reduced_motion="reduce")
            page.locator("#recipes li button").first.wait_for()
            for chosen in (False, True):
                if chosen:
                    self.choose(page, "Countdown")
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme)
                    self.assertEqual(violations(page), [], f"{width} {scheme} {chosen}")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
