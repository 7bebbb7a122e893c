"""Lists that change while someone uses them: focus, selection and what is typed stay."""

from page_case import PageCase

ARRANGE = """async ([before, after, focus]) => {
  const {KeyedList} = await import(new URL("web/base/keyed-list.js", document.baseURI));
  const parent = document.createElement("div");
  document.body.append(parent);
  const list = new KeyedList(parent, (item) => item, (item) => {
    const element = document.createElement("button");
    element.textContent = item;
    return {element};
  });
  list.show([...before]);
  [...parent.children].find((element) => element.textContent === focus).focus();
  list.show([...after]);
  const found = [parent.textContent, document.activeElement.textContent];
  parent.remove();
  return found;
}"""
# Remembers elements that are there now; `kept` says whether all of them are still on the page.
REMEMBER = "(selector) => { window.remembered = [...document.querySelectorAll(selector)]; return remembered.length; }"
KEPT = "() => remembered.every((element) => element.isConnected)"


def orders(letters):
    """All orders of these letters."""
    return [each + rest for each in letters for rest in orders(letters.replace(each, ""))] or [""]


class ListTests(PageCase):
    needs_fake = True
    options = ("--cues", "bell", "gong")

    def setUp(self):
        super().setUp()
        self.server.provoke(reset=True)
        self.page = self.open()
        self.page.wait_for_selector(".message")

    def send(self, name, text=None):
        """Sends a message, and waits until the page lists it."""
        self.call(self.page, "PUT", f"messages/{name}", {"text": text or f"<red>The {name}</>"})
        self.page.locator(".message", has_text=name).wait_for()

    def remember(self, selector):
        self.assertGreater(self.page.evaluate(REMEMBER, selector), 0)

    def assert_kept(self):
        self.assertTrue(self.page.evaluate(KEPT))

    def button(self, name, label="Remove"):
        return self.page.locator("li", has_text=name).get_by_role("button", name=label)

    def test_items_change_places_and_the_one_with_the_focus_keeps_it(self):
        for after in [*orders("abcd"), "ab", "ba", "db", "xayb", "cxd", "dcx"]:
            for focus in "abcd":
                if focus in after:
                    with self.subTest(after=after, focus=focus):
                        self.assertEqual(self.page.evaluate(ARRANGE, ["abcd", after, focus]), [after, focus])

    def test_messages_with_equal_titles_keep_the_focus_apart(self):
        for name in ("first", "second", "third"):
            self.send(name, "<red>Same</>")
        for name in ("first", "second", "third"):
            self.button(name).focus()
            self.send(f"news-of-{name}")
            focused = self.page.evaluate("document.activeElement.closest('.message').innerText")
            self.assertIn(name, focused)

    def test_a_message_has_its_name_beside_it_whatever_its_text_is(self):
        for name, text in (("plain", "Rolls"), ("tagged", "<red>Rolls</>"), ("clocked", "open {clock HH:mm}")):
            self.call(self.page, "PUT", f"messages/{name}", {"text": text})
        self.call(self.page, "PUT", "messages/Rolls", {"text": "Rolls"})
        # One that is called what it says has it once.
        words = self.page.locator(".message", has_text="Rolls").get_by_text("Rolls", exact=True)
        words.nth(2).wait_for()
        self.assertEqual(words.count(), 3)

    def test_the_focus_stays_at_a_message_that_moves_up_or_down_the_list(self):
        self.send("first")
        self.button("first").focus()
        first = "[...document.querySelectorAll('.message')].findIndex((each) => each.innerText.includes('The first'))"
        focused = "[...document.querySelectorAll('.message')].indexOf(document.activeElement.closest('.message'))"
        self.assertEqual(self.page.evaluate(focused), 0)
        # It waits while the later one is shown.
        self.send("second")
        self.assertGreater(self.page.evaluate(first), 0)
        self.assertEqual(self.page.evaluate(focused), self.page.evaluate(first))
        self.call(self.page, "DELETE", "messages/second")
        self.page.locator(".message", has_text="second").wait_for(state="detached")
        self.assertEqual(self.page.evaluate(focused), 0)

    def test_a_message_that_is_selected_stays_selected(self):
        self.page.locator(".message strong", has_text="Sunday brunch").select_text()
        self.send("news")
        self.assertEqual(self.page.evaluate("getSelection().toString()"), "Sunday brunch")

    def test_messages_and_their_times_are_not_drawn_anew(self):
        self.page.wait_for_selector("#timeline .bar")
        self.remember(".message, .message *, #timeline .lane, #timeline .lane *")
        self.send("news")
        self.page.locator("#timeline .lane", has_text="The news").wait_for()
        self.assert_kept()
        self.button("The news").click()
        self.page.locator("#timeline .lane", has_text="The news").wait_for(state="detached")
        self.assert_kept()

    def test_the_title_of_a_message_changes_in_place(self):
        self.send("score", "Score {goals}")
        self.remember(".message, .message *")
        self.call(self.page, "PUT", "variables/goals", {"value": "7"})
        self.page.locator(".message strong", has_text="Score 7").wait_for()
        self.assertEqual(self.page.get_by_role("button", name="Remove Score 7").count(), 1)
        self.assert_kept()

    def test_a_value_that_is_typed_stays_also_on_the_way_to_its_button(self):
        self.page.click("#tab-values")
        field = self.page.get_by_label("Value of score")
        field.fill("4:1")
        self.page.keyboard.press("Tab")
        self.remember("#variables li, #variables li *")
        self.call(self.page, "PUT", "variables/news", {"value": "1"})
        self.page.get_by_label("Value of news").wait_for()
        self.assertEqual(field.input_value(), "4:1")
        self.assertEqual(self.page.evaluate("document.activeElement.ariaLabel"), "Set score")
        self.assert_kept()
        self.page.keyboard.press("Enter")
        self.wait_until(lambda: self.call(self.page, "GET", "variables")["variables"]["score"] == "4:1", self.page)
        # The field shows what others set, too.
        self.call(self.page, "PUT", "variables/score", {"value": "5:1"})
        self.wait_until(lambda: field.input_value() == "5:1", self.page)

    def test_a_value_with_the_cursor_in_it_stays(self):
        self.page.click("#tab-values")
        field = self.page.get_by_label("Value of score")
        field.focus()
        self.call(self.page, "PUT", "variables/score", {"value": "5:1"})
        self.call(self.page, "PUT", "variables/news", {"value": "1"})
        self.page.get_by_label("Value of news").wait_for()
        self.assertEqual(field.input_value(), "3:1")
        self.assertEqual(self.page.evaluate("document.activeElement.ariaLabel"), "Value of score")

    def test_counters_count_in_place(self):
        self.page.click("#tab-status")
        self.page.wait_for_selector("#statistics dt:has-text('Sources')")
        self.remember("#statistics, #statistics *")
        self.call(self.page, "PUT", "brightness", {"percent": 37})
        self.page.wait_for_selector("#statistics dd:has-text('37%')")
        self.assert_kept()

    def test_earlier_versions_stay_when_another_is_saved(self):
        self.page.click("#tab-file")
        self.page.click("details:has(#versions) summary")
        self.page.wait_for_selector("#versions li")
        self.remember("#versions li")
        self.page.locator("#versions button").focus()
        self.page.evaluate("""() => { const area = document.querySelector("#editor textarea");
            area.value += "# saved\\n"; area.dispatchEvent(new Event("input", {bubbles: true}));
            document.getElementById("file-save").dispatchEvent(new Event("click")); }""")
        self.page.wait_for_selector("#versions li:nth-child(2)")
        self.assert_kept()
        self.assertEqual(self.page.evaluate("document.activeElement.closest('li').nextSibling"), None)

    def test_cues_keep_the_focus_when_another_one_comes(self):
        self.expects_errors = True
        self.page.get_by_role("button", name="gong", exact=True).focus()
        self.server.stop()
        self.server.options = ("--cues", "alarm", "bell", "gong")
        self.server.start()
        self.server.options = self.options
        self.page.get_by_role("button", name="alarm", exact=True).wait_for()
        self.assertEqual(self.page.evaluate("document.activeElement.textContent"), "gong")
