"""The buttons for the cues of a sign."""

from page_case import PageCase

HOSTILE = "<b id=injected>bell</b>"


class CueTests(PageCase):
    options = ("--cues", "bell", "open & close", HOSTILE)
    needs_fake = True

    def test_each_cue_has_a_button_that_gives_it(self):
        page = self.open()
        for name in ("bell", "open & close", HOSTILE):
            page.get_by_role("group", name="Cues").get_by_role("button", name=name, exact=True).click()
            page.locator("#notice", has_text=f"Cue {name}").wait_for()
        asked = [order["request"] for order in self.server.provoke() if "request" in order]
        self.assertEqual([line for line in asked if "/cues/" in line], [
            "POST /api/v1/cues/bell", "POST /api/v1/cues/open%20%26%20close",
            "POST /api/v1/cues/%3Cb%20id%3Dinjected%3Ebell%3C%2Fb%3E"])

    def test_names_stay_text(self):
        page = self.open()
        page.get_by_role("button", name="bell", exact=True).wait_for()
        self.assertEqual(page.locator("#injected").count(), 0)

    def test_a_refusal_is_told(self):
        self.expects_errors = True
        page = self.open()
        self.server.provoke(cue_refused="the line of the cue \"bell\" cannot be opened")
        page.get_by_role("button", name="bell", exact=True).click()
        page.wait_for_selector("#notice[data-kind=error]:has-text('cannot be opened')")
        self.server.provoke(cue_refused=None)

    def test_buttons_fit_a_phone(self):
        page = self.open(width=360, height=740)
        buttons = page.get_by_role("group", name="Cues").get_by_role("button")
        buttons.first.wait_for()
        for button in buttons.all():
            box = button.bounding_box()
            self.assertGreaterEqual(box["height"], 44)
            self.assertLessEqual(box["x"] + box["width"], 360)


class CuelessTests(PageCase):
    needs_fake = True

    def test_a_sign_without_cues_has_no_buttons(self):
        page = self.open()
        page.wait_for_selector("#steering", state="visible")
        self.assertFalse(page.is_visible("#cues"))


class ViewerTests(PageCase):
    options = ("--cues", "bell", "--token", "secret", "--view", "everyone")
    needs_fake = True

    def test_who_may_only_look_gets_no_buttons(self):
        page = self.open()
        page.wait_for_selector("#sign-in-button", state="visible")
        self.assertFalse(page.is_visible("#cues"))
