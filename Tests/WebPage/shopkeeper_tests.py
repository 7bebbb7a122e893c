"""A shopkeeper's week: what somebody who has never seen the file does with the messages of the sign, by the forms of the page."""

from message_form_tests import FormCase

SIGN = """\
# Ada's bakery
clock: trusted
fields:
  special: {variable: Lentil soup}   # what the kitchen sets
messages:
  # What stands there all year
  - Fresh bread   # at the top
  - {text: 'Open', when: 'mon-sat 07:00-18:00'}
"""


class ShopkeeperTests(FormCase):
    sign_file = SIGN

    def add(self, text):
        self.page.fill("#new-message input", text)
        self.page.press("#new-message input", "Enter")
        self.page.get_by_role("button", name=f"Edit: {text}").wait_for()
        # The field gets the focus at the very end, which would take it from what comes next.
        self.page.wait_for_function("() => document.querySelector('#new-message input').value === ''")

    def texts(self):
        return [one["message"] if isinstance(one["message"], str) else one["message"]["text"] for one in self.sign.get("sign/messages")]

    def test_a_week(self):
        # Monday: the special of the day, with the value that the kitchen sets.
        self.add("Today:")
        self.edit("Today:", "Look")
        self.field("Text").press("End")
        self.page.keyboard.type(" ")
        self.insert("Value")
        self.choose("special")
        self.insert("Icon")
        self.dialog.get_by_label("Find icon").fill("cutl")
        self.dialog.get_by_label("Find icon").press("Enter")
        self.field("Colour").select_option("yellow")
        self.save()
        self.page.wait_for_selector("#message-dialog", state="hidden")
        self.assertEqual(self.sign.get("sign/messages")[2]["message"], {"text": "Today: {special}<icon=cutlery>", "color": "yellow"})
        self.assertTrue(self.file().startswith(self.head + SIGN))
        special = self.file().removeprefix(self.head + SIGN)
        # What the sign shows has the value, once it has read the file again.
        self.page.wait_for_function(
            """async words => (await (await fetch("api/v1/messages")).json()).messages
                 .some(each => [each.words, each.shown].includes(words))""", arg="Today: Lentil soup🍴", polling=100)

        # Tuesday: closed on Mondays.
        self.add("Closed today")
        self.edit("Closed today", "Times")
        self.field("Shown").select_option("At these times")
        self.field("Days").select_option("Some days of the week")
        self.assertEqual(self.dialog.locator(".sentence").inner_text(), "Choose one or more days.")
        self.field("Mon").check()
        self.field("Hours").select_option("All day")
        self.assertEqual(self.dialog.locator(".sentence").inner_text(), "Mondays.")
        self.save()
        closed = "  - {text: Closed today, when: mon}\n"
        self.wait_saved(SIGN + special + closed)
        self.edit("Open", "Times")
        self.field("Mon").uncheck()
        self.assertEqual(self.dialog.locator(".sentence").inner_text(), "Tuesday to Saturday from 7:00 to 18:00.")
        self.save()
        opened = SIGN.replace("mon-sat", "tue-sat")
        self.wait_saved(opened + special + closed)

        # Wednesday: Christmas hours, which are not the usual ones.
        self.add("Christmas hours: 8 to 12")
        self.edit("Christmas hours: 8 to 12", "Times")
        self.field("Shown").select_option("At these times")
        self.field("Hours").select_option("All day")
        self.field("Dates").select_option("From or until a date")
        self.field("First day").fill("2026-12-24")
        self.field("Last day").fill("2026-12-20")
        self.assertEqual(self.dialog.locator(".sentence").inner_text(), "The last day is before the first.")
        self.field("Last day").fill("2026-12-31")
        self.assertEqual(self.dialog.locator(".sentence").inner_text(), "From 24 December 2026 to 31 December 2026.")
        self.save()
        christmas = '  - {text: "Christmas hours: 8 to 12", when: 2026-12-24..2026-12-31}\n'
        self.wait_saved(opened + special + closed + christmas)
        self.edit("Open", "Times")
        self.dialog.get_by_role("button", name="Add an exception").click()
        exception = self.dialog.locator("fieldset").nth(1)
        exception.get_by_role("combobox", name="Last day: day").select_option("31")
        self.assertEqual(
            self.dialog.locator(".sentence").inner_text(),
            "Tuesday to Saturday from 7:00 to 18:00, but not from 24 December to 31 December every year.")
        self.save()
        shortened = opened.replace("07:00-18:00'", "07:00-18:00; not 12-24..12-31'")
        self.wait_saved(shortened + special + closed + christmas)

        # Thursday: a wrong entry, which is not saved, and then one that is regretted.
        self.edit("Fresh bread")
        self.field("Text").fill("Fresh <redd>bread</>")
        self.save()
        problem = self.dialog.locator(".problem", has_text='did you mean "red"?')
        problem.wait_for()
        self.assertIn("redd", problem.inner_text())
        self.field("Text").fill("Stale bread")
        self.save()
        self.wait_saved(shortened.replace("Fresh bread", "Stale bread") + special + closed + christmas)
        self.undo()
        self.assertEqual(self.file(), self.head + shortened + special + closed + christmas)
        self.page.get_by_role("button", name="Edit: Fresh bread").wait_for()

        # Saturday: the special is over.
        self.page.get_by_role("button", name="Remove: Today:").click()
        self.page.wait_for_selector("#file-change:has-text('Removed')")
        self.assertEqual(self.file(), self.head + shortened + closed + christmas)

    def test_an_edit_while_the_file_changes_on_disk_keeps_both(self):
        self.edit("Fresh bread")
        self.field("Text").fill("Fresh rolls")
        # Someone else adds a message above, and another one a colour.
        theirs = SIGN.replace("  - Fresh bread   #", "  - Market on Friday\n  - Fresh bread   #")
        self.sign.path("sign.yaml").write_text(self.head + theirs)
        self.save()
        self.dialog.locator(".bottom .problem", has_text="Someone else has changed the file, so nothing is saved yet.").wait_for()
        self.assertEqual(self.field("Text").input_value(), "Fresh rolls")
        self.assertEqual(self.file(), self.head + theirs)
        self.assertEqual(self.texts()[0], "Market on Friday")
        self.save()
        self.wait_saved(theirs.replace("Fresh bread", "Fresh rolls"))
        self.undo()
        self.assertEqual(self.file(), self.head + theirs)

    def test_what_someone_else_changes_in_the_same_message_stays(self):
        self.edit("Open", "Times")
        self.field("Text").fill("We are open")
        theirs = SIGN.replace("{text: 'Open', when: 'mon-sat 07:00-18:00'}", "{text: 'Open now', when: 'mon-sat 08:00-18:00', color: red}")
        self.sign.path("sign.yaml").write_text(self.head + theirs)
        self.save()
        self.dialog.locator(".bottom .problem", has_text="Someone else has changed the file").wait_for()
        self.assertEqual(self.field("Text").input_value(), "We are open")
        self.assertEqual(self.dialog.locator(".sentence").inner_text(), "Monday to Saturday from 8:00 to 18:00.")
        self.save()
        self.wait_saved(theirs.replace("Open now", "We are open"))

    def test_a_message_that_is_gone_is_added_again(self):
        self.edit("Open")
        self.field("Text").fill("We are open")
        theirs = SIGN[:SIGN.index("  - {text: 'Open'")]
        self.sign.path("sign.yaml").write_text(self.head + theirs)
        self.save()
        self.dialog.locator(".bottom .problem", has_text="this message is no longer in it").wait_for()
        self.assertEqual(self.file(), self.head + theirs)
        self.dialog.get_by_role("button", name="Add", exact=True).click()
        self.wait_saved(theirs + "  - {text: We are open, when: mon-sat 07:00-18:00}\n")

    def test_a_message_that_is_gone_and_comes_back_is_changed(self):
        self.edit("Fresh bread")
        self.field("Text").fill("Fresh rolls")
        self.sign.path("sign.yaml").write_text(self.head + "message: Closed\n")
        self.save()
        self.dialog.locator(".bottom .problem", has_text="this message is no longer in it").wait_for()
        self.assertEqual(self.field("Text").input_value(), "Fresh rolls")
        self.sign.path("sign.yaml").write_text(self.head + SIGN)
        self.dialog.get_by_role("button", name="Add", exact=True).click()
        self.dialog.locator(".bottom .problem", has_text="so nothing is saved yet").wait_for()
        self.assertEqual(self.file(), self.head + SIGN)
        self.save()
        self.wait_saved(SIGN.replace("Fresh bread", "Fresh rolls"))
