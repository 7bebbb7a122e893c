"""The variables of the sign file on the page, in front of a running sign."""

import unittest

from page_case import Browser
from real_sign import RealSign

SIGN = """\
fields:
  price: {variable: "4.20"}
  door: {variable: open}
  note: {variable: ""}
maps:
  doors: {open: Come in, closed: Closed}
message: "{price} EUR {door|map doors} {note}"
"""

# Numbers, the steps, and what is expected.
STEPS = [
    ("4.20", 1, "4.21"), ("4.20", -10, "4.10"), ("9", 1, "10"), ("0", -1, "-1"), ("-1", 1, "0"), ("0,9", 1, "1,0"),
    ("0.05", -10, "-0.05"), ("007", 1, "008"), ("999999999999999", 1, "1000000000000000"), ("3:1", 1, None), ("", 1, None),
    ("21 C", 1, None), ("1.", 1, None), ("1e3", 1, None),
]


class VariableTests(unittest.TestCase):
    starts_sign = True

    def setUp(self):
        self.sign = RealSign(SIGN, has_token=False)
        self.addCleanup(self.sign.stop)
        context = Browser.context(viewport={"width": 390, "height": 844})
        self.addCleanup(context.close)
        self.page = context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.sign.url)
        self.page.click("#tab-values")
        self.field("price").wait_for()

    def tearDown(self):
        self.assertEqual(self.errors, [])

    def field(self, name):
        return self.page.get_by_label(f"Value of {name}", exact=True)

    def button(self, label):
        return self.page.get_by_role("button", name=label, exact=True)

    def wait_for_value(self, name, value):
        """Waits until the sign has a value, and the field shows it."""
        for _ in range(2000):
            if self.sign.get("variables")["variables"].get(name) == value and self.field(name).input_value() == (value or ""):
                return
            self.page.wait_for_timeout(30)
        self.fail(f"{name} is {self.sign.get('variables')}, and the page has {self.field(name).input_value()}")

    def test_variables_of_the_file_are_listed_with_their_defaults_and_return_to_them(self):
        rows = self.page.locator("#variables li")
        self.assertEqual([row.locator("label span").inner_text() for row in rows.all()], ["door", "note", "price"])
        self.assertEqual(self.page.locator("#variables .facts").all_inner_texts(),
                         ["Default: open", "Empty by default", "Default: 4.20"])
        self.assertEqual(self.field("price").input_value(), "4.20")
        self.assertFalse(self.button("Reset price").is_visible())
        self.field("price").fill("5 or 6")
        self.field("price").press("Enter")
        self.wait_for_value("price", "5 or 6")
        self.button("Reset price").click()
        self.wait_for_value("price", "4.20")
        self.button("Reset price").wait_for(state="hidden")
        # The button is gone, and the focus with it unless it moves on.
        self.assertEqual(self.page.evaluate("document.activeElement.ariaLabel"), "Value of price")

    def test_a_number_goes_up_and_down_by_buttons_and_keys(self):
        for _ in range(3):
            self.button("Increase price").click()
        self.wait_for_value("price", "4.23")
        self.button("Decrease price").click()
        self.wait_for_value("price", "4.22")
        for label in ("Increase price", "Decrease price"):
            box = self.button(label).bounding_box()
            self.assertGreaterEqual(min(box["width"], box["height"]), 44, label)
        for key, value in (("ArrowUp", "4.23"), ("PageUp", "4.33"), ("PageDown", "4.23"), ("ArrowDown", "4.22")):
            self.field("price").press(key)
            self.wait_for_value("price", value)
        # A text has no steps.
        self.field("note").fill("Hello")
        self.assertFalse(self.button("Increase note").is_visible())
        self.field("note").fill("-1")
        self.button("Increase note").click()
        self.wait_for_value("note", "0")

    def test_a_key_that_is_held_sets_the_last_number(self):
        self.field("price").focus()
        for _ in range(60):
            self.page.keyboard.press("ArrowUp")
        self.wait_for_value("price", "4.80")
        self.assertEqual(self.page.locator("#variables .problem:not(:empty)").count(), 0)

    def test_numbers_stay_exact_and_keep_their_form(self):
        found = self.page.evaluate(
            """async (cases) => {
                 const {stepped} = await import(new URL("web/panels/variables.js", document.baseURI));
                 return cases.map(([text, steps]) => stepped(text, steps) ?? null);
               }""", [list(case[:2]) for case in STEPS])
        self.assertEqual(found, [case[2] for case in STEPS])

    def test_values_that_a_map_knows_are_a_list(self):
        self.assertEqual(self.field("door").locator("option").all_inner_texts(), ["open", "closed"])
        self.field("door").select_option("closed")
        self.wait_for_value("door", "closed")
        self.button("Reset door").click()
        self.wait_for_value("door", "open")
        # Programs may set others.
        self.sign.ask("PUT", "api/v1/variables/door", {"value": "ajar"})
        self.wait_for_value("door", "ajar")
        self.assertEqual(self.field("door").locator("option").all_inner_texts(), ["open", "closed", "ajar"])

    def test_what_is_wrong_stands_beside_the_field_and_goes_when_it_is_right(self):
        self.page.fill("#new-variable [name=name]", "prise")
        self.button("Add").click()
        self.page.wait_for_selector("#new-variable-problem:has-text('did you mean \"price\"?')")
        self.assertFalse(self.page.is_visible("#notice[data-kind=error]"))
        row = self.page.locator("#variables li", has_text="price")
        # 4,096 letters of two bytes each.
        self.field("price").fill("\u00e4" * 4096)
        self.field("price").press("Enter")
        row.locator(".problem", has_text="at most 4096 bytes").wait_for()
        self.assertEqual(self.field("price").get_attribute("aria-invalid"), "true")
        self.assertFalse(self.page.is_visible("#notice[data-kind=error]"))
        self.field("price").fill("5")
        self.field("price").press("Enter")
        row.locator(".problem:not(:empty)").wait_for(state="detached")
        self.wait_for_value("price", "5")
