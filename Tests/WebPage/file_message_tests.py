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


class FileMessageCase(unittest.TestCase):
    starts_sign = True
    sign_file = SIGN
    options = {}

    def setUp(self):
        self.sign = RealSign(self.sign_file, http="edit: yes", has_token=False)
        self.addCleanup(self.sign.stop)
        self.head = self.file().removesuffix(self.sign_file)
        context = Browser.context(**self.options)
        self.addCleanup(context.close)
        self.page = context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.sign.url)
        self.page.click("#tab-file")
        self.page.wait_for_selector(".file-message")

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

    def wait_for_titles(self, *titles):
        """Waits until the list has these messages: it is read after the file is saved."""
        self.page.wait_for_function(
            "titles => [...document.querySelectorAll('.file-message strong')].map(one => one.innerText).join() === titles.join()",
            arg=list(titles))

    def undo(self, done):
        """Presses Undo of the line that says what was done."""
        self.assertEqual(self.page.inner_text("#file-change [role=status]"), done)
        self.page.locator("#file-change").get_by_role("button", name=f"Undo: {done}").press("Enter")
        self.page.wait_for_function("done => document.querySelector('#file-change [role=status]').textContent !== done", arg=done)
        self.assertEqual(self.page.inner_text("#file-change [role=status]"), "Undone. The file is as it was.")
        self.assertEqual(self.page.evaluate("document.activeElement.textContent"), "Undone. The file is as it was.")
        self.assertFalse(self.page.is_visible("#file-change button"))


class FileMessageTests(FileMessageCase):
    def test_messages_are_switched_off_moved_removed_and_added(self):
        self.wait_for_titles("Fresh bread", "Rolls", "Cakes")
        self.press("Rolls", "Switch off")
        off = SIGN.replace("amber}", "amber, disabled: yes}")
        self.wait_for_file(off)
        self.press("Rolls", "Switch on")
        self.wait_for_file(SIGN)
        self.press("Rolls", "Move up")
        lines = SIGN.splitlines(keepends=True)
        self.wait_for_file("".join(lines[:2] + lines[3:5] + lines[2:3] + lines[5:]))
        self.wait_for_titles("Rolls", "Fresh bread", "Cakes")
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

    def test_a_message_is_duplicated_without_its_name(self):
        self.press("Cakes", "Duplicate")
        self.wait_for_file(SIGN.replace("  - text: Cakes\n", "  - text: Cakes\n    speed: 30\n  - text: Cakes\n"))
        self.wait_for_titles("Fresh bread", "Rolls", "Cakes", "Cakes")
        self.undo("Duplicated “Cakes”.")
        self.wait_for_file(SIGN)
        path = self.sign.path("sign.yaml")
        path.write_text(self.head + "message: {text: Rolls, name: rolls}\n")
        self.page.click("#tab-messages")
        self.page.click("#tab-file")
        self.page.wait_for_function("() => document.querySelectorAll('.file-message').length === 1")
        self.press("Rolls", "Duplicate")
        self.page.wait_for_function("() => document.querySelectorAll('.file-message').length === 2")
        self.assertEqual(self.file(), self.head + "messages:\n  - {text: Rolls}\n  - {text: Rolls, name: rolls}\n")

    def test_a_new_message_with_a_mistake_stays_in_its_field_with_what_is_wrong(self):
        field = self.page.locator("#new-message input")
        field.fill("<rde>Tea</>")
        field.press("Enter")
        self.page.wait_for_selector("#new-message-problem:has-text('rde')")
        self.assertEqual(field.input_value(), "<rde>Tea</>")
        self.assertFalse(self.page.is_visible("#notice"))
        self.assertEqual(self.file(), self.head + SIGN)

    def test_a_change_after_someone_else_has_saved_is_refused_and_the_list_is_that_of_the_new_file(self):
        self.sign.path("sign.yaml").write_text(self.head + SIGN.replace("Cakes", "Pies"))
        self.press("Rolls", "Remove")
        self.page.wait_for_selector("#file-change:has-text('Someone else has changed the file')")
        self.assertFalse(self.page.is_visible("#file-change button"))
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

    def test_each_change_is_undone_to_the_byte(self):
        # What an editor on Windows leaves.
        text = "\ufeff" + self.head + SIGN.replace("\n", "\r\n") + "  # the end"
        path = self.sign.path("sign.yaml")
        path.write_bytes(text.encode())
        self.page.click("#tab-messages")
        self.page.click("#tab-file")
        for title, label, done in [
                ("Rolls", "Switch off", "Switched off"), ("Rolls", "Move up", "Moved up"), ("Rolls", "Move down", "Moved down"),
                ("Cakes", "Remove", "Removed")]:
            self.press(title, label)
            self.page.wait_for_selector(f"#file-change:has-text('{done} “{title}”.')")
            self.assertNotEqual(path.read_bytes(), text.encode())
            self.undo(f"{done} “{title}”.")
            self.assertEqual(path.read_bytes(), text.encode())
            self.wait_for_titles("Fresh bread", "Rolls", "Cakes")
        self.press("Rolls", "Edit")
        self.page.fill("#message-dialog textarea", "Buns")
        self.page.press("#message-dialog textarea", "Control+Enter")
        self.page.wait_for_selector("#message-dialog", state="hidden")
        self.row("Buns").wait_for()
        self.undo("Changed “Rolls”.")
        self.assertEqual(path.read_bytes(), text.encode())
        self.page.fill("#new-message input", "Tea")
        self.page.press("#new-message input", "Enter")
        self.row("Tea").wait_for()
        # The field gets the focus at the very end, which would take it from the button.
        self.page.wait_for_function("() => document.querySelector('#new-message input').value === ''")
        self.undo("Added “Tea”.")
        self.assertEqual(path.read_bytes(), text.encode())

    def test_undo_waits_and_is_refused_once_the_file_has_changed_again(self):
        self.page.clock.install()
        self.press("Rolls", "Remove")
        self.row("Rolls").wait_for(state="detached")
        self.page.clock.fast_forward("10:00")
        self.assertTrue(self.page.is_visible("#file-change button"))
        theirs = self.file() + "# theirs\n"
        self.sign.path("sign.yaml").write_text(theirs)
        self.page.click("#file-change button")
        self.page.wait_for_selector("#file-change:has-text('The file has changed since, so this cannot be undone.')")
        self.assertFalse(self.page.is_visible("#file-change button"))
        self.assertEqual(self.file(), theirs)
        self.page.wait_for_function("text => document.querySelector('#editor textarea').value === text", arg=theirs)


ZONES = """\
rows:
  - name: top
    height: 4
    messages:
      - One
      - Two   # the second
      - Three
  - name: bottom
    messages: [Four, Five]
"""


class RowDragTests(FileMessageCase):
    sign_file = ZONES
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

    def setUp(self):
        super().setUp()
        self.wait_for_titles("One", "Two", "Three", "Four", "Five")

    def center(self, title, selector=".handle"):
        box = self.row(title).locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def test_a_row_is_dragged_within_its_zone_and_undone(self):
        self.page.mouse.move(*self.center("One"))
        self.page.mouse.down()
        # Beyond the zone it stays at its end.
        x, y = self.center("Five")
        self.page.mouse.move(x, y, steps=8)
        middle = self.row("One").evaluate("row => row.getBoundingClientRect().top")
        self.assertLess(middle, self.row("Four").evaluate("row => row.getBoundingClientRect().top"))
        self.page.mouse.up()
        self.wait_for_titles("Two", "Three", "One", "Four", "Five")
        moved = ZONES.replace("      - One\n", "").replace("      - Three\n", "      - Three\n      - One\n")
        self.wait_for_file(moved)
        self.undo("Moved “One”.")
        self.wait_for_file(ZONES)
        # What is let go where it was, or with Escape, stays.
        for release in (self.page.mouse.up, lambda: self.page.keyboard.press("Escape")):
            # Where nothing covers it.
            self.row("Five").evaluate("row => row.scrollIntoView({block: 'center'})")
            self.page.mouse.move(*self.center("Five"))
            self.page.mouse.down()
            x, y = self.center("Five")
            self.page.mouse.move(x, y + (3 if release == self.page.mouse.up else -200), steps=4)
            release()
            self.page.mouse.up()
        self.assertEqual(self.page.evaluate("[...document.querySelectorAll('.file-message')].map(row => row.style.transform).join('')"), "")
        self.assertEqual(self.file(), self.head + ZONES)

    def test_a_finger_drags_a_row_and_does_not_scroll(self):
        # The row in the middle of the screen, so that no edge is near.
        self.row("Two").evaluate("row => row.scrollIntoView({block: 'center'})")
        touch = self.page.context.new_cdp_session(self.page)
        scrolled = self.page.evaluate("scrollY")
        (x, y), (_, end) = self.center("Three"), self.center("One")

        def send(kind, *points):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": each} for each in points]})

        send("touchStart", y)
        for part in range(1, 9):
            send("touchMove", y + (end - 10 - y) * part / 8)
        self.assertEqual(self.page.evaluate("scrollY"), scrolled)
        send("touchEnd")
        self.wait_for_titles("Three", "One", "Two", "Four", "Five")
        self.wait_for_file(ZONES.replace("      - Three\n", "").replace("      - One\n", "      - Three\n      - One\n"))
