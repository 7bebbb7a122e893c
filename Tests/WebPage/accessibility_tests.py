"""What axe-core finds on the page: rules of WCAG 2.2 and good practice, on every tab, in both schemes."""

import unittest

from axe_playwright_python.sync_playwright import Axe

from page_case import Browser, PageCase
from real_sign import RealSign

SCHEMES = ("light", "dark")

SIGN = """\
fields: {price: {variable: "4.20"}, door: {variable: open}}
maps: {doors: {open: Come in, closed: Closed}}
messages: ["Bread {price} EUR", "{door|map doors}", Cakes]
"""


def violations(page):
    """What breaks rules: their names, and the elements."""
    answer = Axe().run(page).response
    # It has looked: this rule is about everything with a role.
    if "aria-allowed-role" not in {each["id"] for each in answer["passes"]}:
        raise AssertionError("axe has not looked at the page")
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in answer["violations"]]


class AccessibilityTests(PageCase):
    needs_fake = True
    options = ("--cues", "bell")

    def assert_accessible(self, page, place):
        self.assertEqual(violations(page), [], place)

    def test_what_breaks_a_rule_is_found(self):
        page = self.open()
        page.evaluate("""() => { const button = document.createElement("button");
            button.id = "nameless"; document.querySelector("main").append(button);
            document.getElementById("now").style.color = "#777"; }""")
        self.assertEqual([name for name, _ in violations(page)], ["button-name", "color-contrast"])

    def test_every_tab_follows_the_rules_in_both_schemes(self):
        for width, height in ((390, 844), (844, 390), (1280, 800)):
            page = self.open(width=width, height=height, reduced_motion="reduce")
            for tab in ("messages", "send", "times", "values", "status", "file"):
                if not page.is_visible(f"#tab-{tab}"):
                    # The times have their place below the picture.
                    self.assertEqual((tab, width > 500), ("times", True))
                    continue
                self.show_tab(page, tab)
                if tab == "send":
                    page.fill("[name=text]", "Hello <nosuch> <nothere>")
                    page.wait_for_selector("#send-problem li")
                if tab == "file":
                    page.fill("#editor textarea", page.input_value("#editor textarea") + "mesage: 1\n")
                    page.wait_for_selector("#file-problems li")
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    self.assert_accessible(page, f"{tab} at {width} in {scheme}")

    def test_problems_conflicts_and_signing_in_follow_the_rules_in_both_schemes(self):
        page = self.open(width=390, height=844, reduced_motion="reduce")
        self.server.provoke(problem="the disk is full\nno light sensor")
        page.wait_for_selector("#problem li")
        self.show_tab(page, "file")
        page.evaluate("""() => { for (const id of ["no-connection", "file-conflict", "notice"])
            { document.getElementById(id).hidden = false; } document.getElementById("notice").textContent = "Sent"; }""")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            self.assert_accessible(page, scheme)
        page.evaluate("document.getElementById('sign-in').showModal()")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            self.assert_accessible(page, f"signing in, {scheme}")

    def test_the_picture_alone_follows_the_rules(self):
        page = self.open("live")
        page.evaluate("document.getElementById('connection').textContent = 'No connection'")
        self.assert_accessible(page, "live")


class RunningSignTests(unittest.TestCase):
    starts_sign = True

    def test_values_and_messages_of_a_file_with_their_problems_follow_the_rules_in_both_schemes(self):
        sign = RealSign(SIGN, http="edit: yes", has_token=False)
        self.addCleanup(sign.stop)
        context = Browser.context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(sign.url)
        page.click("#tab-values")
        page.get_by_label("Value of price", exact=True).fill("\u00e4" * 4096)
        page.get_by_label("Value of price", exact=True).press("Enter")
        page.wait_for_selector("#variables .problem:not(:empty)")
        self.check(page, "values")
        page.click("#tab-file")
        page.get_by_role("button", name="Remove: Cakes").click()
        page.wait_for_selector("#file-change button")
        self.check(page, "file")

    def test_the_form_of_a_message_with_all_that_opens_follows_the_rules_in_both_schemes(self):
        cakes = "{text: Cakes, hold: 2s, when: mon-fri 08:00-sunset; not first mon 12-24..12-24}"
        sign = RealSign(SIGN.replace("Cakes]", cakes + "]") + "place: {latitude: 52.5, longitude: 13.4}\nclock: trusted\n",
                        http="edit: yes", has_token=False)
        self.addCleanup(sign.stop)
        for width, height in ((390, 844), (844, 390), (1280, 800)):
            context = Browser.context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            self.addCleanup(context.close)
            page = context.new_page()
            page.goto(sign.url)
            page.click("#tab-file")
            page.get_by_role("button", name="Edit: Cakes").click()
            dialog = page.locator("#message-dialog")
            for summary in dialog.locator("summary").all():
                summary.click()
            dialog.get_by_label("Text", exact=True).fill("<rde>Cakes</> <blu>now</>")
            dialog.locator(".problem li").nth(1).wait_for()
            for name in ("Colour", "Icon", "Emoji", "Value"):
                dialog.get_by_role("group", name="Insert").get_by_role("button", name=name).click()
                dialog.locator("#insert-choices button").first.wait_for()
                self.check(page, f"{name} at {width}")
            # Nothing is wider than the screen, and all that is to be touched is large enough.
            self.assertEqual(dialog.evaluate("each => each.scrollWidth - each.clientWidth"), 0, width)
            small = dialog.evaluate("""each => [...each.querySelectorAll("button, select, textarea, label.check")]
                .filter(e => e.checkVisibility()).map(e => [e.textContent, e.getBoundingClientRect().height])
                .filter(([, height]) => height < 40)""")
            self.assertEqual(small, [], width)

    def check(self, page, place):
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            self.assertEqual(violations(page), [], f"{place} in {scheme}")
