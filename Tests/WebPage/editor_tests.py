"""The editor of the sign file."""

from page_case import PageCase

MISTAKE = "mesage: {text: Hello}\n"


class EditorTests(PageCase):
    def setUp(self):
        super().setUp()
        self.page = self.open(width=1400)
        self.original = self.file(self.page)
        self.page.click("#tab-file")
        self.page.wait_for_selector("#editor textarea:not([readonly])")
        self.area = self.page.locator("#editor textarea")

    def tearDown(self):
        self.page.unroute_all()
        if self.file(self.page) != self.original:
            self.save_elsewhere(self.original)
        super().tearDown()

    def file(self, page):
        return page.evaluate("fetch('api/v1/sign').then(answer => answer.text())")

    def save_elsewhere(self, text):
        """Saves as another page would."""
        self.page.evaluate(
            """async text => {
                 const etag = (await fetch("api/v1/sign")).headers.get("ETag");
                 await fetch("api/v1/sign", {method: "PUT", body: text,
                   headers: {"Content-Type": "application/yaml", "If-Match": etag}});
               }""", text)

    def test_a_mistake_stands_beside_its_line_and_goes_when_fixed(self):
        lines = self.original.count("\n")
        self.area.fill(self.original + MISTAKE)
        self.page.wait_for_selector("#file-problems li")
        self.assertEqual(self.page.inner_text("#editor .gutter .wrong"), str(lines + 1))
        self.area.press("Control+Home")
        note = self.page.locator("#editor .note:not(.covering)").first
        note.wait_for()
        self.assertIn("mesage", note.inner_text())
        # The note is as far down as the number of its line, or one line above or below where it is longer than the room.
        wrong = self.page.locator("#editor .gutter .wrong").bounding_box()
        self.assertAlmostEqual(note.bounding_box()["y"], wrong["y"], delta=4 + wrong["height"])
        self.page.click("#file-problems button")
        self.assertEqual(self.page.evaluate("getSelection().toString()"), "mesage")
        self.area.fill(self.original)
        self.page.wait_for_selector("#file-status:has-text('No problems')")
        self.assertEqual(self.page.locator("#editor .gutter .wrong, #file-problems li").count(), 0)

    def test_a_draft_without_problems_has_a_picture_before_it_is_saved(self):
        picture = self.page.locator("#file-picture img")
        self.area.fill(self.original + "# a draft\n")
        picture.wait_for()
        self.wait_until(lambda: picture.evaluate("image => image.naturalWidth") > 0, self.page)
        first = picture.get_attribute("src")
        self.area.fill(self.original + MISTAKE)
        picture.wait_for(state="hidden")
        self.area.fill(self.original + "# another draft\n")
        picture.wait_for()
        self.assertNotEqual(picture.get_attribute("src"), first)
        self.assertEqual(self.file(self.page), self.original)
        self.area.fill(self.original)

    def test_a_draft_is_saved_and_the_version_before_is_restored(self):
        self.assertTrue(self.page.is_disabled("#file-save"))
        self.area.fill(self.original + "# saved by a test\n")
        self.page.click("#file-save")
        self.page.wait_for_selector("#notice:has-text('Saved')")
        self.assertEqual(self.file(self.page), self.original + "# saved by a test\n")
        self.page.click("details:has(#versions) summary")
        self.page.locator("#versions button").first.click()
        self.page.wait_for_selector("#notice:has-text('Restored')")
        self.assertEqual(self.area.input_value(), self.original)
        # Restoring changes the draft alone.
        self.assertNotEqual(self.file(self.page), self.original)
        self.area.focus()
        self.page.keyboard.press("Control+s")
        self.page.wait_for_selector("#notice:has-text('Saved')")
        self.assertEqual(self.file(self.page), self.original)

    def test_a_file_with_a_mistake_is_not_saved(self):
        self.expects_errors = True
        self.area.fill(self.original + MISTAKE + "txet: 1\n")
        self.page.click("#file-save")
        self.page.wait_for_selector("#file-status:has-text('Not saved: 2 problems')")
        self.assertEqual(self.page.locator("#file-problems li").count(), 2)
        self.assertFalse(self.page.is_visible("#notice"))
        self.assertEqual(self.file(self.page), self.original)

    def test_the_change_of_someone_else_is_told_and_either_version_can_win(self):
        self.expects_errors = True
        self.area.fill(self.original + "# mine\n")
        self.save_elsewhere(self.original + "# theirs\n")
        self.page.click("#file-save")
        self.page.wait_for_selector("#file-conflict:has-text('Someone else has changed the file')")
        self.assertEqual(self.file(self.page), self.original + "# theirs\n")
        self.page.click("#file-mine")
        self.page.wait_for_selector("#file-conflict", state="hidden")
        self.wait_until(lambda: self.file(self.page) == self.original + "# mine\n", self.page)
        self.area.fill(self.original + "# mine again\n")
        self.save_elsewhere(self.original + "# theirs again\n")
        self.page.click("#file-save")
        self.page.click("#file-theirs")
        self.wait_until(lambda: self.area.input_value() == self.original + "# theirs again\n", self.page)

    def test_keys_and_values_are_offered_from_the_schema(self):
        self.area.fill("zones:\n  - name: top\n    messages:\n      - {text: Hello, ")
        self.area.press("Control+End")
        self.page.keyboard.type("prio")
        self.page.wait_for_selector("#offers li:has-text('priority')")
        self.assertEqual(self.area.get_attribute("aria-activedescendant"), "offer-0")
        self.page.keyboard.press("Enter")
        self.page.keyboard.type("ur")
        self.page.wait_for_selector("#offers li:has-text('urgent')")
        self.page.keyboard.press("Tab")
        self.assertTrue(self.area.input_value().endswith("{text: Hello, priority: urgent"))
        self.assertFalse(self.page.is_visible("#offers"))
        self.page.keyboard.type(", ")
        self.page.keyboard.press("Control+Space")
        self.page.wait_for_selector("#offers li:has-text('color')")
        self.page.keyboard.press("Escape")
        self.assertFalse(self.page.is_visible("#offers"))
        self.area.fill(self.original)

    def hold(self, page, method):
        """Holds back requests for the file from now on; returns what is held."""
        held = []
        page.route("**/api/v1/sign", lambda route: held.append(route) if route.request.method == method else route.continue_())
        return held

    def test_nothing_can_be_typed_before_there_is_a_file(self):
        page = self.open(width=1400)
        held = self.hold(page, "GET")
        page.click("#tab-file")
        self.wait_until(lambda: held, page)
        area = page.locator("#editor textarea")
        self.assertFalse(area.is_editable())
        held[0].continue_()
        self.wait_until(area.is_editable, page)
        self.assertEqual(area.input_value(), self.original)

    def test_a_slow_answer_does_not_replace_a_draft(self):
        self.page.click("#tab-messages")
        held = self.hold(self.page, "GET")
        self.page.click("#tab-file")
        self.wait_until(lambda: held, self.page)
        self.area.fill(self.original + "# a draft\n")
        with self.page.expect_response("**/api/v1/sign"):
            held[0].continue_()
        self.page.unroute_all()
        # Once the answer to another request is read, so is the one before.
        self.file(self.page)
        self.assertEqual(self.area.input_value(), self.original + "# a draft\n")
        self.assertTrue(self.page.is_enabled("#file-save"))
        self.page.click("#file-undo")

    def test_saving_twice_at_once_is_no_conflict(self):
        held = self.hold(self.page, "PUT")
        self.area.fill(self.original + "# first\n")
        self.area.press("Control+s")
        self.wait_until(lambda: held, self.page)
        self.area.fill(self.original + "# second\n")
        self.area.press("Control+s")
        held[0].continue_()
        self.wait_until(lambda: len(held) == 2, self.page)
        held[1].continue_()
        self.wait_until(lambda: self.page.is_disabled("#file-save"), self.page)
        self.assertFalse(self.page.is_visible("#file-conflict"))
        self.page.unroute_all()
        self.assertEqual(self.file(self.page), self.original + "# second\n")

    def test_a_draft_outlives_a_change_of_tab(self):
        self.area.fill(self.original + "# a draft\n")
        self.page.click("#tab-messages")
        self.page.click("#tab-file")
        # Had the tab asked for the file again, it would have been answered before this.
        self.file(self.page)
        self.assertEqual(self.area.input_value(), self.original + "# a draft\n")
        self.page.click("#file-undo")
        self.assertEqual(self.area.input_value(), self.original)


class NoEditTests(PageCase):
    needs_fake = True
    options = ("--no-edit",)

    def test_without_the_right_there_is_no_editor(self):
        page = self.open()
        self.assertFalse(page.is_visible("#tab-file"))
