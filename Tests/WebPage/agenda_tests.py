"""Now, next and later on the page, in front of a running sign: in the words that it shows."""

import time
import unittest

from page_case import Browser
from real_sign import RealSign

SIGN = """\
clock: trusted
time-zone: UTC
fields:
  price: {variable: "4.2"}
  name: {file: name.txt}
messages:
  - {text: "<red>{name}</>  {price|.2} EUR", duration: 1h}
  - {text: "Cakes {price|.2} EUR", duration: 1h}
  - {text: "{name} in the evening", when: "HOUR:00-HOUR:30"}
"""


class AgendaTests(unittest.TestCase):
    starts_sign = True

    def test_now_next_and_later_are_the_words_of_the_sign(self):
        hour = (time.gmtime().tm_hour + 2) % 24
        files = {"name.txt": "Bread <b id=injected>"}
        self.sign = RealSign(SIGN.replace("HOUR", f"{hour:02}"), has_token=False, files=files)
        self.addCleanup(self.sign.stop)
        context = Browser.context(viewport={"width": 390, "height": 844})
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(self.sign.url)
        page.wait_for_selector("#now:has-text('Bread <b id=injected>  4.20 EUR')")
        page.wait_for_selector("#then:has-text('Cakes 4.20 EUR')")
        page.wait_for_selector(f"#later:has-text('{hour:02}:00 Bread <b id=injected> in the evening')")
        titles = page.locator("#timeline .title strong").all_text_contents()
        self.assertEqual(titles, ["Bread <b id=injected>  4.20 EUR", "Cakes 4.20 EUR", "Bread <b id=injected> in the evening"])
        self.assertEqual(page.locator("#injected").count(), 0)
        # A value that is not on the sign changes what comes next.
        self.sign.ask("PUT", "api/v1/variables/price", {"value": "5"})
        page.wait_for_selector("#then:has-text('Cakes 5.00 EUR')")
        # What is long is cut, and does not make the page wider.
        self.sign.path("name.txt").write_text("long " * 300)
        page.wait_for_function("() => document.getElementById('now').textContent.length > 190")
        self.assertLess(len(page.inner_text("#now")), 220)
        self.assertEqual(page.evaluate("document.scrollingElement.scrollWidth"), 390)
