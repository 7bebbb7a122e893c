"""The messages of the sign file on the page, in front of a running sign: what is saved keeps the rest of the file."""

import unittest

from page_case import Browser
from real_sign import RealSign

SIGN = """\
# The bakery
messages:
  - Fresh bread   # all day
  # Only today
  - {text: 'Rolls', color: amber}
  - text: Cakes
    speed: 30
"""


class FileMessageTests(unittest.TestCase):
    starts_sign = True

    def setUp(self):
        self.sign = RealSign(SIGN, http="edit: yes", has_token=False)
        self.addCleanup(self.sign.stop)
        self.head = self.file().removesuffix(SIGN)
        context = Browser.context()
        self.addCleanup(context.close)
        self.page = context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.sign.url)
        self.page.click("#tab-file")
        self.row("Fresh bread").wait_for()

    def tearDown(self):
        self.assertEqual(self.errors, [])

    def file(self):
        return self.sign.path("sign.yaml").read_text()

    def row(self, title):
        return self.page.locator(".file-message", has_text=title)

    def press(self, title, label):
        self.row(title).get_by_role("button", name=f"{label}: {title}").click()

    def wait_for_file(self, text):
        """Waits until the file is this below its head, and the editor shows it."""
        area = self.page.locator("#editor textarea")
        self.page.wait_for_function("text => document.querySelector('#editor textarea').value === text", arg=self.head + text)
        self.assertEqual(self.file(), self.head + text)
        self.assertEqual(area.input_value(), self.file())

    def titles(self):
        return self.page.locator(".file-message strong").all_inner_texts()

    def test_messages_are_switched_off_moved_removed_and_added(self):
        self.assertEqual(self.titles(), ["Fresh bread", "Rolls", "Cakes"])
        self.press("Rolls", "Switch off")
        off = SIGN.replace("amber}", "amber, disabled: yes}")
        self.wait_for_file(off)
        self.press("Rolls", "Switch on")
        self.wait_for_file(SIGN)
        self.press("Rolls", "Move up")
        lines = SIGN.splitlines(keepends=True)
        self.wait_for_file("".join(lines[:2] + lines[3:5] + lines[2:3] + lines[5:]))
        self.assertEqual(self.titles(), ["Rolls", "Fresh bread", "Cakes"])
        focused = self.page.evaluate("document.activeElement.closest('.file-message').innerText")
        self.assertIn("Rolls", focused)
        # A comment above the first message is one for all of them.
        self.press("Rolls", "Move down")
        lines[2:5] = [lines[3], lines[2], lines[4]]
        self.wait_for_file("".join(lines))
        self.press("Cakes", "Remove")
        self.wait_for_file("".join(lines[:5]))
        self.page.fill("#new-message input", "Tea: 2 EUR")
        self.page.press("#new-message input", "Enter")
        self.wait_for_file("".join(lines[:5]) + '  - "Tea: 2 EUR"\n')
        self.page.wait_for_function("() => document.querySelector('#new-message input').value === ''")
        # The first one cannot go up, and the last one not down.
        self.assertTrue(self.row("Fresh bread").get_by_role("button", name="Move up").is_disabled())
        self.assertTrue(self.row("Tea").get_by_role("button", name="Move down").is_disabled())

    def test_a_text_is_edited_in_its_place(self):
        self.press("Rolls", "Edit")
        field = self.page.locator(".file-message input")
        self.assertEqual(field.input_value(), "Rolls")
        field.press("Escape")
        field.wait_for(state="detached")
        self.assertEqual(self.file(), self.head + SIGN)
        self.press("Rolls", "Edit")
        field.fill("It's <red>rolls</>")
        field.press("Enter")
        self.wait_for_file(SIGN.replace("'Rolls'", "'It''s <red>rolls</>'"))
        self.row("It's").wait_for()
        # What is wrong is said, and not saved.
        self.press("Cakes", "Edit")
        field.fill("<rde>Cakes</>")
        field.press("Enter")
        self.page.wait_for_selector("#notice[data-kind=error]")
        self.assertIn("rde", self.page.inner_text("#notice"))
        self.assertNotIn("rde", self.file())

    def test_a_change_after_someone_else_has_saved_is_refused_and_the_list_is_that_of_the_new_file(self):
        self.sign.path("sign.yaml").write_text(self.head + SIGN.replace("Cakes", "Pies"))
        self.press("Rolls", "Remove")
        self.page.wait_for_selector("#notice[data-kind=error]")
        self.assertIn("someone else", self.page.inner_text("#notice"))
        self.row("Pies").wait_for()
        self.assertEqual(self.file(), self.head + SIGN.replace("Cakes", "Pies"))
        self.press("Rolls", "Remove")
        self.row("Rolls").wait_for(state="detached")
        self.assertNotIn("Rolls", self.file())

    def test_a_draft_in_the_editor_stays_when_a_message_changes(self):
        draft = self.file() + "# a draft\n"
        self.page.fill("#editor textarea", draft)
        self.press("Rolls", "Switch off")
        self.row("Rolls").get_by_role("button", name="Switch on").wait_for()
        self.assertEqual(self.page.input_value("#editor textarea"), draft)
        self.page.click("#file-save")
        self.page.wait_for_selector("#file-conflict:not([hidden])")
