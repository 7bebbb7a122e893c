"""The line that says whose pixels the sign shows."""

from page_case import PageCase

SENDER = {"name": "192.168.1.7", "protocol": "ddp"}
HOSTILE = {"name": "<b id=injected>desk</b>", "protocol": "e131"}
NOBODY = {"owner": None, "stopped": None, "shown": False}


class NetworkPixelTests(PageCase):
    needs_fake = True

    def setUp(self):
        super().setUp()
        self.server.provoke(pixels=NOBODY, pixels_refused=None, clear=True)

    def line(self, page, words):
        page.locator("#network-pixels p", has_text=words).wait_for()

    def test_nobody_sends_and_there_is_no_line(self):
        page = self.open()
        page.wait_for_selector("#steering", state="visible")
        self.assertFalse(page.is_visible("#network-pixels"))

    def test_the_line_comes_with_the_stream_and_goes_with_it(self):
        page = self.open()
        self.server.provoke(pixels={"owner": SENDER, "shown": True})
        self.line(page, "Network pixels: 192.168.1.7 (ddp)")
        self.server.provoke(pixels={"shown": False})
        self.line(page, "Network pixels: 192.168.1.7 (ddp), behind another message")
        self.server.provoke(pixels=NOBODY)
        page.wait_for_selector("#network-pixels", state="hidden")

    def test_a_page_that_is_opened_later_knows_it_too(self):
        self.server.provoke(pixels={"owner": SENDER, "shown": True})
        self.line(self.open(), "Network pixels: 192.168.1.7 (ddp)")

    def test_take_back_stops_the_sender_and_allow_again_takes_its_pixels(self):
        self.server.provoke(pixels={"owner": SENDER, "shown": True})
        page = self.open()
        page.get_by_role("button", name="Take back", exact=True).click()
        self.line(page, "Network pixels: 192.168.1.7 (ddp), stopped")
        self.assertFalse(page.get_by_role("button", name="Take back", exact=True).is_visible())
        page.get_by_role("button", name="Allow again", exact=True).click()
        page.wait_for_selector("#network-pixels", state="hidden")
        asked = [order["request"] for order in self.server.provoke() if "/pixels/" in order.get("request", "")]
        self.assertEqual(asked, ["POST /api/v1/pixels/stop", "POST /api/v1/pixels/allow"])

    def test_names_stay_text(self):
        self.server.provoke(pixels={"owner": HOSTILE, "shown": True})
        page = self.open()
        self.line(page, "<b id=injected>desk</b> (e131)")
        self.assertEqual(page.locator("#injected").count(), 0)

    def test_a_refusal_is_told(self):
        self.expects_errors = True
        self.server.provoke(pixels={"owner": SENDER, "shown": True}, pixels_refused="the sign takes no pixels")
        page = self.open()
        page.get_by_role("button", name="Take back", exact=True).click()
        page.wait_for_selector("#notice[data-kind=error]:has-text('the sign takes no pixels')")

    def test_the_line_fits_a_phone(self):
        long = {"name": "a-lighting-desk-with-a-name-of-64-letters-that-no-phone-has-room-for", "protocol": "e131"}
        self.server.provoke(pixels={"owner": long, "shown": True})
        page = self.open(width=360, height=740)
        self.line(page, "Network pixels: a-lighting-desk")
        button = page.get_by_role("button", name="Take back", exact=True).bounding_box()
        self.assertGreaterEqual(button["height"], 40)
        self.assertLessEqual(button["x"] + button["width"], 360)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360)


class NetworkPixelViewerTests(PageCase):
    options = ("--token", "secret", "--view", "everyone")
    needs_fake = True

    def test_who_may_only_look_sees_the_line_and_no_button(self):
        self.server.provoke(pixels={"owner": SENDER, "shown": True})
        page = self.open()
        page.locator("#network-pixels p", has_text="192.168.1.7 (ddp)").wait_for()
        self.assertFalse(page.get_by_role("button", name="Take back", exact=True).is_visible())
