"""The forms for zones and for the brightness of the sign file, in front of a running sign."""

import yaml

from accessibility_tests import violations
from file_message_tests import FileMessageCase

SIGN = """\
# The bakery
brightness: 80   # by day
zones:
  - {name: top, area: {width: 32, height: 8}, message: Fresh bread}
  # Below
  - name: bottom
    area: {y: 2, width: 16, height: 4}   # small
    message: Rolls
"""


class FileFormTests(FileMessageCase):
    sign_file = SIGN
    options = {"viewport": {"width": 390, "height": 844}}

    def open_section(self, name):
        self.page.click(f"#{name} > summary")
        return self.page.locator(f"#{name}")

    def wait_for_change(self, old, new):
        self.text = getattr(self, "text", SIGN).replace(old, new)
        self.wait_for_file(self.text)

    def test_a_zone_is_dragged_and_made_larger(self):
        section = self.open_section("zone-areas")
        zone = section.get_by_role("button", name="bottom")
        zone.wait_for()
        led = section.locator(".areas").bounding_box()["width"] / 32

        def shown():
            """Where the zone is on the screen, above the tabs of a phone."""
            zone.evaluate("zone => zone.scrollIntoView({block: 'center'})")
            return zone.bounding_box()

        box = shown()
        self.assertAlmostEqual(box["width"], 16 * led, delta=1)

        def drag(x, y, dx, dy):
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x + dx * led / 2, y + dy * led / 2)
            self.page.mouse.move(x + dx * led, y + dy * led)
            self.page.mouse.up()

        drag(box["x"] + 20, box["y"] + 10, 5, 1)
        self.wait_for_change("{y: 2, width: 16, height: 4}", "{y: 3, width: 16, height: 4, x: 5}")
        box = shown()
        drag(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4, 3, 99)
        self.wait_for_change("{y: 3, width: 16, height: 4, x: 5}", "{y: 3, width: 19, height: 5, x: 5}")
        # The same by numbers, which keep within the sign.
        section.get_by_label("Left").fill("40")
        section.get_by_label("Left").press("Enter")
        self.wait_for_change("x: 5", "x: 13")
        self.page.click("#file-change button")
        self.wait_for_change("x: 13", "x: 5")
        self.assertEqual(violations(self.page), [])

    def test_the_brightness_follows_the_times_that_are_chosen(self):
        section = self.open_section("file-brightness")
        level = section.get_by_label("Percent")
        self.page.wait_for_function("() => document.querySelector('#file-brightness [name=percent]').value === '80'")
        level.fill("120")
        section.get_by_role("button", name="Save").click()
        section.locator(".problem:not(:empty)").wait_for()
        level.fill("70")
        section.get_by_role("button", name="Save").click()
        self.wait_for_change("brightness: 80", "brightness: 70")
        section.get_by_label("By the time of day and the sun").check()
        section.get_by_role("button", name="Add a time").click()
        section.get_by_role("button", name="Add a time").click()
        rows = section.locator("li")
        rows.nth(0).get_by_label("From").select_option("Sunrise")
        rows.nth(0).get_by_label("minutes later").fill("-30")
        rows.nth(0).get_by_label("%").fill("100")
        rows.nth(1).get_by_label("Time").fill("22:30")
        rows.nth(1).get_by_label("%").fill("10")
        section.get_by_label("Latitude").fill("52.5")
        section.get_by_label("Longitude").fill("13.4")
        self.assertEqual(violations(self.page), [])
        section.get_by_role("button", name="Save").click()
        self.page.wait_for_function("() => document.querySelector('#editor textarea').value.includes('sunrise-30m')")
        file = yaml.safe_load(self.file())
        self.assertEqual(file["brightness"], {"sunrise-30m": 100, "22:30": 10})
        self.assertEqual(file["place"], {"latitude": 52.5, "longitude": 13.4})
        self.assertIn("# by day", self.file())
        rows.nth(0).get_by_role("button", name="Remove").click()
        section.get_by_role("button", name="Save").click()
        self.page.wait_for_function("() => !document.querySelector('#editor textarea').value.includes('sunrise')")
        self.assertEqual(yaml.safe_load(self.file())["brightness"], {"22:30": 10})

    def test_what_is_changed_while_the_brightness_is_saved_stays_in_the_form(self):
        section = self.open_section("file-brightness")
        self.page.wait_for_function("() => document.querySelector('#file-brightness [name=percent]').value === '80'")
        held = []
        is_held = True

        def hold(route):
            asks_for_values = route.request.headers.get("accept") == "application/json"
            held.append(route) if is_held and asks_for_values else route.continue_()

        self.page.route("**/api/v1/sign", hold)
        section.get_by_label("Percent").fill("70")
        with self.page.expect_request(lambda request: request.headers.get("accept") == "application/json"):
            section.get_by_role("button", name="Save").click()
        section.get_by_label("By the time of day and the sun").check()
        section.get_by_role("button", name="Add a time").click()
        section.locator("li").get_by_label("%").fill("10")
        section.get_by_role("button", name="Save").click()
        is_held = False
        for route in held:
            route.continue_()
        self.page.wait_for_function("() => document.querySelector('#editor textarea').value.includes('22:00')")
        self.assertEqual(yaml.safe_load(self.file())["brightness"], {"22:00": 10})
        self.assertEqual(section.locator("li").get_by_label("%").input_value(), "10")
