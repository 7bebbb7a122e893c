"""The panels of the page: messages, sending, times, values, status, brightness and the keyboard."""

import time

from page_case import PageCase

HOSTILE = "<img src=x onerror=document.body.dataset.hacked=1>"


class PanelTests(PageCase):
    def remove_all(self, page):
        for message in self.call(page, "GET", "messages")["messages"]:
            if message["pushed"]:
                self.call(page, "DELETE", f"messages/{message['name']}")

    def test_a_message_is_previewed_sent_listed_and_removed(self):
        page = self.open()
        page.click("#tab-send")
        page.fill("[name=text]", "Back in 5 minutes")
        page.wait_for_selector(".preview canvas", state="visible")
        self.assertEqual(self.pushed(page), [])
        page.select_option("[name=priority]", "9")
        page.select_option("[name=color]", "red")
        page.select_option("[name=lifetime]", "10m")
        page.click("#send-form button.main")
        page.wait_for_selector("#notice:has-text('Sent to the sign')")
        self.assertEqual([(each["text"], each["priority"]) for each in self.pushed(page)], [("Back in 5 minutes", 9)])
        page.click("#tab-messages")
        item = page.locator(".message", has_text="Back in 5 minutes")
        item.wait_for()
        self.assertIn("Urgent", item.inner_text())
        item.get_by_role("button", name="Remove").click()
        item.wait_for(state="detached")
        self.assertEqual(self.pushed(page), [])

    def pushed(self, page):
        return [message for message in self.call(page, "GET", "messages")["messages"] if message["pushed"]]

    def test_an_urgent_message_is_acknowledged(self):
        page = self.open()
        self.call(page, "POST", "messages", {"text": "Fire alarm", "priority": 9})
        item = page.locator(".message", has_text="Fire alarm")
        item.get_by_role("button", name="Acknowledge").click()
        page.wait_for_selector("#notice:has-text('Acknowledged')")
        self.remove_all(page)

    def test_problems_are_told_while_typing_and_nothing_is_sent(self):
        page = self.open()
        page.click("#tab-send")
        page.fill("[name=text]", "Hello <nosuch>tag")
        page.wait_for_selector("#send-problem:has-text('nosuch')")
        self.assertEqual(page.get_attribute("[name=text]", "aria-invalid"), "true")
        self.assertFalse(page.is_visible(".preview"))
        page.fill("[name=text]", "Hello")
        page.wait_for_selector(".preview canvas", state="visible")
        self.assertEqual(page.inner_text("#send-problem"), "")
        self.assertEqual(self.pushed(page), [])

    def test_each_problem_of_a_message_has_a_line_of_its_own(self):
        page = self.open()
        page.click("#tab-send")
        page.fill("[name=text]", "Hello <nosuch>tag <nothere>more")
        page.wait_for_selector("#send-problem li:nth-child(2)")
        lines = page.locator("#send-problem li").all_inner_texts()
        self.assertEqual(len(lines), 2)
        for line, tag in zip(lines, ("nosuch", "nothere")):
            self.assertIn(tag, line)
            self.assertNotIn("message:", line)
        # Sending it anyway says the same at the same place, and covers nothing.
        self.expects_errors = True
        with page.expect_response(lambda answer: answer.request.method == "POST" and answer.status == 409):
            page.click("#send-form button.main")
        self.assertEqual(page.locator("#send-problem li").count(), 2)
        self.assertFalse(page.is_visible("#notice"))

    def test_names_and_texts_of_others_stay_text(self):
        page = self.open()
        self.call(page, "PUT", "messages/" + "%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
                  {"text": HOSTILE, "markup": False})
        self.call(page, "PUT", "variables/%3Cb%20id%3Dinjected%3Ename", {"value": HOSTILE})
        page.wait_for_selector(".message:has-text('onerror')")
        for tab in ("send", "values", "status", "messages"):
            self.show_tab(page, tab)
        page.reload()
        page.wait_for_selector(".message:has-text('onerror')")
        self.assertIsNone(page.evaluate("document.body.dataset.hacked ?? null"))
        self.assertEqual(page.locator("img:not(.preview img), #injected, main b, main script").count(), 0)
        self.call(page, "DELETE", "variables/%3Cb%20id%3Dinjected%3Ename")
        self.call(page, "DELETE", "messages/" + "%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")

    def test_the_slider_sets_the_brightness_and_auto_ends_it(self):
        page = self.open()
        page.focus("#brightness")
        for _ in range(5):
            page.keyboard.press("ArrowLeft")
        percent = int(page.input_value("#brightness"))
        self.wait_until(lambda: self.shot(page)["brightness"] == percent, page)
        self.assertEqual(page.inner_text("#percent"), f"{percent}%")
        self.assertFalse(page.is_checked("#auto"))
        page.check("#auto")
        self.wait_until(lambda: self.shot(page)["brightness"] != percent, page)
        self.wait_until(lambda: int(page.input_value("#brightness")) != percent, page)

    def test_a_brightness_that_is_refused_is_told_beside_the_slider(self):
        self.expects_errors = True
        page = self.open()
        page.route("**/api/v1/brightness", lambda route: route.fulfill(status=503, json={"error": "the sign is busy"}))
        page.focus("#brightness")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector("#brightness-problem:has-text('the sign is busy')")
        self.assertEqual(page.get_attribute("#brightness", "aria-invalid"), "true")
        self.assertFalse(page.is_visible("#notice"))
        page.unroute_all()
        page.check("#auto")
        self.wait_until(lambda: not page.inner_text("#brightness-problem"), page)

    def shot(self, page):
        return self.call(page, "POST", "command", {"command": "screenshot"})

    def test_pause_stops_the_motion_and_resume_continues_it(self):
        page = self.open()
        page.click("#pause")
        page.wait_for_selector("#pause:has-text('Resume')")
        self.wait_still(page, milliseconds=400)
        before = self.canvas(page)
        page.click("#pause")
        page.wait_for_selector("#pause:has-text('Pause')")
        self.wait_until(lambda: self.canvas(page) != before, page)

    def test_variables_are_set_and_removed(self):
        page = self.open()
        page.click("#tab-values")
        page.fill("#new-variable [name=name]", "visitors")
        page.fill("#new-variable [name=value]", "4")
        page.keyboard.press("Enter")
        field = page.get_by_label("Value of visitors")
        field.wait_for()
        field.fill("5")
        field.press("Enter")
        self.wait_until(lambda: self.call(page, "GET", "variables")["variables"].get("visitors") == "5", page)
        page.get_by_role("button", name="Remove visitors").click()
        field.wait_for(state="detached")

    def test_titles_have_the_values_of_variables_and_no_tags(self):
        page = self.open()
        self.call(page, "PUT", "variables/goals", {"value": "7"})
        self.call(page, "PUT", "messages/score", {"text": "<red>Score</> {goals}"})
        page.wait_for_selector(".message strong:text-is('Score 7')")
        self.call(page, "PUT", "variables/goals", {"value": "8"})
        page.wait_for_selector(".message strong:text-is('Score 8')")
        self.call(page, "DELETE", "messages/score")
        self.call(page, "DELETE", "variables/goals")

    def test_now_and_next_are_told(self):
        page = self.open()
        page.wait_for_selector("#timeline .track .bar")
        self.assertNotIn("…", page.inner_text("#now"))
        self.assertTrue(page.inner_text("#then"))

    def show_plan(self, page, messages, changes):
        """Answers in place of the sign: messages, and changes by their names and the seconds until they begin."""
        now = int(time.time())
        rows = [{"message": name, "zone": None, "from": time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(now + seconds)),
                 "to": None, "priority": 0} for name, seconds in changes]
        self.show_rows(page, messages, rows)
        return now

    def show_rows(self, page, messages, rows):
        """Answers in place of the sign: messages, and the rows of its schedule."""
        page.route("**/api/v1/messages", lambda route: route.fulfill(json={"ok": True, "messages": [
            {"text": text, "name": text, "priority": 0, "pushed": False, **more} for text, more in messages]}))
        page.route("**/api/v1/schedule?*", lambda route: route.fulfill(json=rows))
        page.reload()
        page.wait_for_selector("body[data-connection=open]")
        # A function: a string would be evaluated, which the page forbids, whenever it does not hold at once.
        page.wait_for_function("() => document.getElementById('then').textContent !== '…'")

    def test_next_is_the_turn_or_the_change_that_comes_first(self):
        page = self.open()
        turns = [("Bread", {"state": "shown"}), ("Cakes", {"state": "waiting", "next": 12})]
        day = 24 * 3600
        self.show_plan(page, turns, [("Bread", -60), ("Lunch", day - 3600)])
        self.assertEqual(page.inner_text("#then"), "Cakes")
        self.show_plan(page, turns[:1], [("Bread", -60)])
        self.assertEqual(page.inner_text("#then"), "No change in the next 24 hours")
        for seconds in (1800, day - 3600):
            late = [turns[0], ("Cakes", {"state": "waiting", "next": seconds + 600})]
            now = self.show_plan(page, late, [("Bread", -60), ("Lunch", seconds)])
            words = time.strftime("%H:%M Lunch", time.gmtime(now + seconds))
            is_tomorrow = (now + seconds) // day > now // day
            self.assertEqual(page.inner_text("#then"), ("tomorrow " if is_tomorrow else "") + words)
        late = [turns[0], ("Cakes", {"state": "waiting", "next": 1200})]
        now = self.show_plan(page, late, [("Bread", -60), ("Lunch", 1800)])
        self.assertRegex(page.inner_text("#then"), r"^(tomorrow )?\d\d:\d\d Cakes$")

    def test_times_of_a_message_of_rows_have_what_it_shows_as_their_title(self):
        page = self.open()
        row = {"message": "", "from": None, "to": None, "priority": 0}
        shown = [("top", "Town Hall 4 Harbour"), ("bottom", "12 Centre"), ("bottom", "Closed")]
        self.show_rows(page, [
            ("", {"name": None, "state": "shown", "shown": text, "zone": zone}) for zone, text in shown], [{**row, "zone": "top"}, {**row, "zone": "bottom"}])
        # Which of the two in the zone below is meant is not known.
        titles = page.locator("#timeline .lane .title strong").all_inner_texts()
        self.assertEqual(titles, ["Town Hall 4 Harbour", "Picture"])

    def test_times_that_depend_on_values_say_so_and_are_not_announced(self):
        page = self.open()
        soon = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(int(time.time()) + 1800))
        row = {"zone": None, "to": None, "priority": 0}
        depending = {"depends-on-values": True}
        self.show_rows(page, [("Bread", {"state": "shown"})], [
            {"message": "Door", "from": None, **row, **depending}, {"message": "Rain", "from": soon, **row, **depending},
            {"message": "Bread", "from": None, **row}])
        facts = page.locator("#timeline .lane .facts").all_inner_texts()
        self.assertEqual([facts[0], facts[2]], ["all day · depends on values", "all day"])
        self.assertRegex(facts[1], r"^from \d\d:\d\d · depends on values$")
        self.assertEqual(page.inner_text("#then"), "No change in the next 24 hours")

    def test_the_status_has_counters_and_a_picture_to_save(self):
        page = self.open()
        page.click("#tab-status")
        page.wait_for_selector("#statistics dt:has-text('Running for')")
        with page.expect_download() as download:
            page.click("text=Save picture")
        with open(download.value.path(), "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_everything_can_be_done_with_the_keyboard(self):
        page = self.open()
        reached = []
        for _ in range(40):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("""() => { const e = document.activeElement;
                const style = getComputedStyle(e);
                return [e.id || e.className || e.tagName, style.outlineStyle !== "none" && style.outlineWidth !== "0px"]; }"""))
            if reached[-1][0] == "tab-messages":
                break
        names = [name for name, _ in reached]
        for name in ("zone", "pause", "next", "brightness", "auto", "tab-messages"):
            self.assertIn(name, names)
        self.assertEqual([name for name, has_outline in reached if not has_outline], [])
        page.keyboard.press("ArrowRight")
        self.assertEqual(page.evaluate("document.activeElement.id"), "tab-send")
        page.keyboard.press("Tab")
        page.keyboard.type("By keyboard")
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('#send-form button.main')"):
                break
        page.keyboard.press("Enter")
        page.wait_for_selector("#notice:has-text('Sent')")
        page.focus("#tab-send")
        page.keyboard.press("Home")
        item = page.locator(".message", has_text="By keyboard")
        item.get_by_role("button", name="Remove").focus()
        page.keyboard.press("Enter")
        item.wait_for(state="detached")

    def test_every_control_has_a_name(self):
        page = self.open()
        nameless = page.evaluate("""() => [...document.querySelectorAll("button, input, select, textarea, canvas, a, .zone")]
            .filter(e => !(e.labels?.length || e.ariaLabel || e.textContent.trim() || e.getAttribute("aria-labelledby")
                           || e.hidden))
            .map(e => e.outerHTML)""")
        self.assertEqual(nameless, [])

    def test_a_counter_that_changes_gets_a_graph(self):
        page = self.open()
        # A number that stays has none; one that counts upwards shows how fast.
        graphs = page.evaluate(
            """async () => {
                 const {History} = await import(new URL("web/panels/history.js", document.baseURI));
                 return [[5, 5, 5], [5, 9, 5], [1, 2, 3], [1, 2, 4]].map((values, index) => {
                   const history = new History(index > 1);
                   document.body.append(history.element);
                   for (const value of values) history.add(value);
                   const {data} = history.element.getContext("2d").getImageData(0, 0, 120, 24);
                   return [history.element.hidden, data.some((part) => part)];
                 });
               }""")
        self.assertEqual(graphs, [[True, False], [False, True], [True, False], [False, True]])

    def test_those_who_want_calm_get_few_pictures(self):
        page = self.open(reduced_motion="reduce")
        self.wait_until(lambda: {"rate": 2} in self.sent, page)
        # A hand needs a picture that follows it.
        page.locator(".zone").first.focus()
        page.keyboard.press("ArrowRight")
        self.wait_until(lambda: {"rate": 30} in self.sent, page)
        self.wait_until(lambda: self.sent[-1] == {"rate": 2} or self.sent[-2] == {"rate": 2}, page)
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('#pause')).transitionDuration"), "0s")


class SlowTests(PageCase):
    needs_fake = True

    def test_the_status_has_words_and_units_that_people_know(self):
        page = self.open()
        page.click("#tab-status")
        page.wait_for_selector("#statistics dt")
        terms = page.locator("#statistics dt").all_inner_texts()
        values = dict(zip(terms, page.locator("#statistics dd").all_inner_texts()))
        # 412 microseconds.
        self.assertEqual(values["Longest cue delay"], "0.4 ms")
        self.assertEqual(values["Cues played"], "7")
        self.assertTrue(values["Frames"].endswith("worst lateness 0.4 ms"))
        self.assertIn("temperature: answered 12 s ago; next attempt in 48 s", values["Sources"])
        for term in terms:
            self.assertNotRegex(term, r"\bus\b|_|-")

    def test_a_slow_answer_about_an_older_text_is_left_out(self):
        page = self.open()
        page.click("#tab-send")
        self.server.provoke(hold="An old")
        answered = []
        page.on("requestfinished", lambda request: "/check" in request.url and answered.append(request.post_data))
        with page.expect_request("**/messages/check*"):
            page.fill("[name=text]", "An old <nosuch> text")
        page.fill("[name=text]", "A new text")
        page.wait_for_selector(".preview canvas", state="visible")
        self.wait_until(lambda: len(answered) == 1, page)
        self.server.provoke(release=True)
        self.wait_until(lambda: len(answered) == 2, page)
        self.assertIn("old", answered[1])
        self.call(page, "GET", "state")
        self.assertEqual(page.inner_text("#send-problem"), "")
        self.assertTrue(page.is_visible(".preview"))

    def test_a_problem_of_the_sign_is_told_at_once(self):
        page = self.open()
        self.assertFalse(page.is_visible("#problem"))
        self.server.provoke(problem="the panel has lost its power <b>")
        page.wait_for_selector("#problem:has-text('the panel has lost its power <b>')")
        self.assertEqual(page.locator("#problem li").count(), 0)
        problems = ["the disk is full; remove something", "no light sensor"]
        self.server.provoke(problem="\n".join(problems))
        page.wait_for_selector("#problem li")
        self.assertEqual(page.locator("#problem li").all_inner_texts(), problems)
        self.server.provoke(problem=None)
        page.wait_for_selector("#problem", state="hidden")


class ShownTests(PageCase):
    # The fake sign says what its clock shows.
    needs_fake = True

    def test_now_is_what_the_sign_shows_with_its_values(self):
        page = self.open()
        page.wait_for_selector("#now:has-text('21°C 14:05')")
        self.assertNotIn("clock", page.inner_text("#now"))
