"""The form of a message of the sign file, in front of a running sign: what it writes, and what it leaves as it is."""

import json
import unittest
from pathlib import Path

from page_case import Browser
from real_sign import RealSign

SIGN = """\
clock: trusted
fields: {price: {variable: "4.20"}}
messages:
  - Fresh bread   # all day
  # Only today
  - {text: 'Rolls', color: amber, font: [ledsign-8, ledsign-icons-8]}
  - text: Cakes
    speed: 30
    priority: urgent
    in: {effect: wipe, duration: 2s}   # slow
    when:
      days: mon-fri   # not on Sundays
      cron: 0 8 * * * for 30min
"""


class FormCase(unittest.TestCase):
    starts_sign = True
    sign_file = SIGN

    def setUp(self):
        self.sign = RealSign(self.sign_file, http="edit: yes", has_token=False)
        self.addCleanup(self.sign.stop)
        self.head = self.file().removesuffix(self.sign_file)
        context = Browser.context(viewport={"width": 1100, "height": 800})
        self.addCleanup(context.close)
        self.page = context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.sign.url)
        self.page.click("#tab-file")
        self.page.wait_for_selector(".file-message")
        self.dialog = self.page.locator("#message-dialog")

    def tearDown(self):
        self.assertEqual(self.errors, [])

    def file(self):
        return self.sign.path("sign.yaml").read_text()

    def edit(self, title, *parts):
        """Opens the form of a message, and parts of it such as Times."""
        self.page.get_by_role("button", name=f"Edit: {title}").click()
        self.page.wait_for_selector("#message-dialog[open]")
        for part in parts:
            self.dialog.locator("summary", has_text=part).click()

    def field(self, label):
        """A control by its label; the options of a list are no part of it."""
        return self.dialog.get_by_label(label, exact=True).or_(self.dialog.get_by_role("combobox", name=label, exact=True))

    def insert(self, name):
        self.dialog.get_by_role("group", name="Insert").get_by_role("button", name=name, exact=True).click()

    def choose(self, name):
        """Presses one of the choices that are open."""
        self.dialog.locator("#insert-choices").get_by_role("button", name=name, exact=True).click()

    def save(self):
        self.dialog.get_by_role("button", name="Save", exact=True).click()

    def wait_saved(self, text):
        """Waits until the form is closed, and the file is this below its head."""
        self.page.wait_for_selector("#message-dialog", state="hidden")
        self.assertEqual(self.file(), self.head + text)

    def cancel(self):
        self.dialog.get_by_role("button", name="Cancel").click()

    def undo(self):
        self.page.click("#file-change button")
        self.page.wait_for_selector("#file-change:has-text('Undone.')")


class MessageFormTests(FormCase):
    def test_a_text_is_edited_and_mistakes_stand_beside_it(self):
        self.edit("Rolls")
        self.assertEqual(self.field("Text").input_value(), "Rolls")
        self.cancel()
        self.wait_saved(SIGN)
        self.edit("Rolls")
        self.field("Text").fill("<rde>Rolls</> <gren>now</>")
        self.save()
        problems = self.dialog.locator(".field", has=self.page.locator("textarea")).locator(".problem li")
        problems.nth(1).wait_for()
        for tag in ("rde", "gren"):
            self.assertEqual(problems.filter(has_text=tag).count(), 1, tag)
        self.assertEqual(self.field("Text").get_attribute("aria-invalid"), "true")
        self.page.wait_for_function("() => document.activeElement.name === 'text'")
        self.assertEqual(self.file(), self.head + SIGN)
        self.field("Text").fill(" ")
        self.save()
        self.dialog.locator(".problem", has_text="Write a text first.").wait_for()
        self.field("Text").fill("It's <red>rolls</>")
        self.save()
        self.wait_saved(SIGN.replace("'Rolls'", "'It''s <red>rolls</>'"))
        self.assertEqual(self.page.inner_text("#file-change [role=status]"), "Changed “Rolls”.")
        self.undo()
        self.assertEqual(self.file(), self.head + SIGN)

    def test_buttons_write_at_the_cursor(self):
        self.edit("Rolls")
        text = self.field("Text")
        text.fill("Hot rolls")
        text.evaluate("area => area.setSelectionRange(0, 3)")
        self.insert("Colour")
        self.choose("Red")
        self.assertEqual(text.input_value(), "<red>Hot</> rolls")
        text.press("End")
        self.insert("New line")
        self.insert("Icon")
        self.dialog.get_by_label("Find icon").fill("pizz")
        self.assertEqual(self.dialog.locator("#insert-choices button").all_inner_texts(), ["pizza"])
        self.dialog.get_by_label("Find icon").press("Enter")
        self.insert("Value")
        self.choose("price")
        self.insert("Clock")
        self.insert("Date")
        self.insert("Emoji")
        self.choose("🎉")
        self.insert("Colour")
        self.choose("Green")
        self.page.keyboard.type("now")
        self.assertEqual(
            text.input_value(), "<red>Hot</> rolls\n<icon=pizza>{price}{clock HH:mm}{date EEEE, d MMMM}🎉<green>now</>")
        # Escape closes the choices first, and the form keeps what is not saved until the second time.
        self.insert("Icon")
        self.dialog.get_by_label("Find icon").press("Escape")
        self.assertFalse(self.dialog.locator("#insert-choices").is_visible())
        self.page.keyboard.press("Escape")
        self.dialog.locator(".problem", has_text="This is not saved.").wait_for()
        self.save()
        self.page.wait_for_selector("#message-dialog", state="hidden")
        message = self.sign.get("sign/messages")[1]["message"]
        self.assertEqual(
            message["text"], "<red>Hot</> rolls\n<icon=pizza>{price}{clock HH:mm}{date EEEE, d MMMM}🎉<green>now</>")

    def test_only_what_is_changed_is_written(self):
        self.edit("Fresh bread", "Look")
        self.field("Colour").select_option("red")
        self.field("Align").select_option("center")
        self.field("Comes in").select_option("scroll_up")
        self.field("Pixels per second").fill("12.5")
        self.dialog.get_by_role("radio", name="ledsign-8").check()
        self.field("Priority").select_option("6")
        self.save()
        self.page.wait_for_selector("#message-dialog", state="hidden")
        self.assertEqual(self.sign.get("sign/messages")[0]["message"], {
            "text": "Fresh bread", "font": "ledsign-8", "color": "red", "speed": 12.5, "align": "center", "in": "scroll_up", "priority": 6})
        self.assertTrue(self.file().endswith(SIGN[SIGN.index("  # Only today"):]))
        self.undo()
        self.edit("Cakes", "Look")
        self.assertEqual(self.field("Priority").input_value(), "9")
        self.field("Pixels per second").fill("")
        self.field("Colour").select_option("other")
        self.field("Other colour").fill("#12ab34")
        self.save()
        self.wait_saved(SIGN.replace("    speed: 30\n", "").replace("for 30min\n", "for 30min\n    color: \"#12ab34\"\n"))
        self.edit("Cakes", "Look")
        self.assertEqual((self.field("Colour").input_value(), self.field("Other colour").input_value()), ("other", "#12ab34"))

    def test_mistakes_stand_beside_their_fields(self):
        self.edit("Cakes", "Look")
        self.field("Pixels per second").fill("fast")
        self.field("Text").fill("<rde>Cakes</>")
        self.save()
        for name, word in (("text", "rde"), ("speed", "fast")):
            field = self.page.locator(f"[name={name}]")
            self.dialog.locator(".field", has=field).locator(".problem", has_text=word).wait_for()
            self.assertEqual(self.dialog.locator(f"[name={name}]").get_attribute("aria-invalid"), "true", name)
        self.assertEqual(self.field("Align").get_attribute("aria-invalid"), "false")
        self.assertEqual(self.file(), self.head + SIGN)

    def test_what_the_form_cannot_say_is_shown_as_text_and_stays_to_the_byte(self):
        self.edit("Cakes")
        others = self.dialog.locator(".others li")
        self.assertEqual([each.split("\n")[0] for each in others.all_inner_texts()], [
            'in: {"effect":"wipe","duration":"2s"}', 'when: {"days":"mon-fri","cron":"0 8 * * * for 30min"}'])
        self.assertFalse(self.field("Shown").is_visible())
        self.assertFalse(self.field("Comes in").is_visible())
        self.field("Text").fill("Pies")
        self.save()
        self.wait_saved(SIGN.replace("Cakes", "Pies"))
        self.edit("Rolls")
        self.assertEqual(others.locator("strong").all_inner_texts(), ["font"])
        self.cancel()
        self.edit("Pies")
        self.dialog.get_by_role("button", name="Show when in the file").click()
        selected = self.page.evaluate("""() => { const {value, selectionStart, selectionEnd} = document.activeElement;
            return [value.slice(0, selectionStart).split("\\n").length, value.slice(selectionStart, selectionEnd)]; }""")
        self.assertEqual(selected, [(self.head + SIGN).split("\n").index("    when:") + 1, "when"])

    def test_the_preview_is_the_picture_of_the_sign(self):
        self.edit("Rolls", "Look")
        canvas = self.dialog.locator(".preview canvas")
        canvas.wait_for()
        lit = """canvas => [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data]
            .filter((value, index) => index % 4 === 0 && value > 100).length"""
        before = canvas.evaluate(lit)
        self.assertGreater(before, 0)
        self.field("Text").fill("Rolls and more of it")
        self.page.wait_for_function(f"before => ({lit})(document.querySelector('#message-dialog .preview canvas')) !== before", arg=before)
        # One picture for each font.
        self.cancel()
        self.cancel()
        self.edit("Fresh bread", "Look")
        self.page.wait_for_function("() => [...document.querySelectorAll('.fonts canvas')].filter(each => each.width !== 300).length === 5")
        widths = self.dialog.locator(".fonts canvas").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
        self.assertEqual(len(widths), 5)

    def test_the_icons_and_fonts_of_the_schema_are_those_of_the_sign(self):
        schema = json.loads((Path(__file__).parents[2] / "docs/sign-file.schema.json").read_text())
        names = schema["$defs"]["icon-name"]["enum"]
        self.assertEqual(len(names), len(set(names)))
        for start in range(0, len(names), 100):
            text = "".join(f"<icon={name}>" for name in names[start:start + 100])
            status, body = self.sign.ask("POST", "api/v1/messages/check", {"text": text})
            self.assertEqual((status, json.loads(body).get("error")), (200, None))
        fonts = schema["$defs"]["font-name"]["enum"]
        folder = Path(__file__).parents[2] / "fonts"
        self.assertEqual(sorted(fonts), sorted(each.stem for each in folder.glob("*.bdf") if "icons" not in each.stem))


class TimesFormTests(FormCase):
    sign_file = "clock: trusted\nmessages:\n  - Fresh bread   # all day\n  - {text: Rolls, when: 'sat 09:00-13:00'}\n"

    def sentence(self):
        return self.dialog.locator(".sentence").inner_text()

    def test_times_are_chosen_read_back_and_written(self):
        self.edit("Fresh bread", "Times")
        self.assertEqual(self.sentence(), "Always.")
        self.field("Shown").select_option("At these times")
        self.assertEqual(self.sentence(), "Every day from 8:00 to 18:00.")
        self.field("Days").select_option("Weekdays")
        self.field("Dates").select_option("From or until a date")
        self.assertEqual(self.sentence(), "Choose the first day, the last day, or both.")
        # The sign may answer what was asked before only after that.
        late = []
        self.page.route("**/messages/check*", lambda route: late.append(route))
        self.field("Dates").select_option("On any date")
        self.field("Dates").select_option("From or until a date")
        while not late:
            self.page.wait_for_timeout(50)
        self.save()
        self.dialog.locator(".times .problem", has_text="Choose the first day").wait_for()
        for route in late:
            with self.page.expect_response("**/messages/check*"):
                route.continue_()
        self.page.unroute("**/messages/check*")
        self.page.wait_for_timeout(100)
        self.assertIn("Choose the first day", self.dialog.locator(".times .problem").inner_text())
        self.field("Last day").fill("2030-12-24")
        self.assertEqual(self.sentence(), "Weekdays from 8:00 to 18:00, until 24 December 2030.")
        self.save()
        saved = self.sign_file.replace(
            "- Fresh bread   #", "- {text: Fresh bread, when: until 2030-12-24 mon-fri 08:00-18:00}   #")
        self.wait_saved(saved)
        # It is read again as it was written, and every first Monday is one more time of it.
        self.edit("Fresh bread", "Times")
        self.assertEqual(self.sentence(), "Weekdays from 8:00 to 18:00, until 24 December 2030.")
        self.dialog.get_by_role("button", name="Add times").click()
        second = self.dialog.locator("fieldset").nth(1)
        second.get_by_role("combobox", name="Days").select_option("Once a month")
        second.get_by_role("combobox", name="Hours").select_option("All day")
        self.assertEqual(
            self.sentence(), "Weekdays from 8:00 to 18:00, until 24 December 2030; every first Monday of the month.")
        self.save()
        self.wait_saved(saved.replace("18:00}", "18:00; first mon}"))
        self.edit("Fresh bread", "Times")
        self.field("Shown").select_option("Always")
        self.save()
        self.wait_saved(self.sign_file.replace("- Fresh bread   #", "- {text: Fresh bread}   #"))

    def test_days_hours_and_exceptions_are_chosen_with_the_keyboard(self):
        self.edit("Rolls", "Times")
        self.assertEqual(self.sentence(), "Saturdays from 9:00 to 13:00.")
        self.field("Sun").press("Space")
        self.assertEqual(self.sentence(), "Weekends from 9:00 to 13:00.")
        self.field("Mon").press("Space")
        self.dialog.get_by_role("button", name="More hours").press("Enter")
        self.dialog.get_by_role("button", name="Add an exception").press("Enter")
        self.assertEqual(
            self.sentence(), "Saturday to Monday from 9:00 to 13:00 and from 14:00 to 18:00, "
            "but not from 24 December to 26 December every year.")
        self.save()
        self.wait_saved(self.sign_file.replace("'sat 09:00-13:00'", "'sat-mon 09:00-13:00, 14:00-18:00; not 12-24..12-26'"))

    def test_the_sun_needs_to_know_where_the_sign_is(self):
        self.edit("Rolls", "Times")
        self.field("To: by the clock or the sun").select_option("Sunset")
        self.field("To: before or after").select_option("30 min before")
        self.assertEqual(self.sentence(), "Saturdays from 9:00 to 30 minutes before sunset.")
        self.save()
        self.dialog.locator(".times .problem", has_text="needs to know where the sign is").wait_for()
        self.assertEqual(self.file(), self.head + self.sign_file)
