"""What the page reads again, and when: after news of the sign, and by its clock."""

from page_case import PageCase


class UpdateTests(PageCase):
    needs_fake = True

    def setUp(self):
        super().setUp()
        self.server.provoke(reset=True)
        self.page = self.open()
        self.page.wait_for_selector(".message")
        self.asked = []
        self.page.on("request", lambda request: self.asked.append(request.url.split("/api/v1/")[-1]))

    def test_a_slow_answer_does_not_bring_back_what_is_over(self):
        old = self.call(self.page, "GET", "messages")
        held = []
        self.page.route("**/api/v1/messages", lambda route: route.continue_() if held else held.append(route))
        self.call(self.page, "PUT", "messages/first", {"text": "First news"})
        self.wait_until(lambda: held, self.page)
        self.call(self.page, "PUT", "messages/second", {"text": "Second news"})
        second = self.page.locator(".message", has_text="Second news")
        second.wait_for()
        with self.page.expect_response("**/api/v1/messages"):
            held[0].fulfill(json=old)
        # Once the answer to another request is read, so is the one before.
        self.call(self.page, "GET", "state")
        self.assertEqual(second.count(), 1)

    def test_news_have_read_again_what_they_are_about(self):
        self.page.wait_for_load_state("networkidle")
        self.asked.clear()
        self.server.provoke(event="messages")
        self.wait_until(lambda: len(self.asked) == 2, self.page)
        self.assertEqual(sorted(self.asked), ["messages", "schedule?hours=24"])
        self.asked.clear()
        self.server.provoke(event="state")
        self.wait_until(lambda: len(self.asked) == 2, self.page)
        self.assertEqual(sorted(self.asked), ["stats", "variables"])
        self.asked.clear()
        # An event of a later version comes first, and means nothing.
        self.server.provoke(event="weather")
        self.server.provoke(event="words")
        self.wait_until(lambda: self.asked, self.page)
        self.assertEqual(self.asked, ["messages"])

    def test_counters_are_read_every_5_s_while_they_are_seen_and_the_plan_every_5_minutes(self):
        self.page.clock.install()
        self.page.reload()
        self.page.wait_for_selector(".message")
        self.page.wait_for_load_state("networkidle")
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 1000)
        self.asked.clear()
        self.page.clock.fast_forward(5000)
        # The page has sent all that it sends by then when this is answered.
        self.call(self.page, "GET", "state")
        self.assertNotIn("stats", self.asked)
        self.page.click("#tab-status")
        for count in range(1, 4):
            self.wait_until(lambda: self.asked.count("stats") == count, self.page)
            self.page.clock.fast_forward(5000)
        self.assertNotIn("schedule?hours=24", self.asked)
        self.page.clock.fast_forward(300_000)
        self.wait_until(lambda: "schedule?hours=24" in self.asked, self.page)

    def test_bars_move_on_with_the_clock(self):
        self.page.clock.install()
        self.page.reload()
        bar = self.page.locator("#timeline .bar").first
        width = "(bar) => parseFloat(bar.style.width)"
        before = bar.evaluate(width)
        self.page.clock.fast_forward("30:00")
        # Half an hour of 24.
        self.wait_until(lambda: abs(before - bar.evaluate(width) - 100 / 48) < 0.1, self.page)
