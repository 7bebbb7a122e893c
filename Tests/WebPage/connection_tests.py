"""Losing the sign and finding it again; signing in."""

import json
import struct

from page_case import PageCase


class ConnectionTests(PageCase):
    needs_fake = True

    def test_a_lost_connection_is_told_and_found_again(self):
        self.expects_errors = True
        page = self.open()
        self.server.stop()
        page.wait_for_selector("#no-connection:has-text('No connection')")
        self.assertEqual(page.inner_text("#connection"), "No connection")
        self.assertIn("Next attempt in", page.inner_text("#retry-time"))
        before = self.canvas(page)
        self.server.start()
        page.wait_for_selector("#no-connection", state="hidden")
        self.wait_until(lambda: self.canvas(page) != before, page)

    def test_attempts_come_after_1_2_4_8_and_15_s(self):
        self.expects_errors = True
        page = self.open()
        # What the page still asks for would fail, too, and be counted.
        page.wait_for_load_state("networkidle")
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        self.server.stop()
        failed = []
        page.on("requestfailed", lambda request: failed.append(request.url))
        for attempt, wait in enumerate([1, 2, 4, 8, 15, 15]):
            self.wait_until(lambda: len(failed) == attempt and f"in {wait} s" in page.inner_text("#retry-time"), page)
            # Some of the page's time after an attempt passes before that has failed.
            page.clock.run_for(wait * 1000 - 400)
            self.assertEqual(len(failed), attempt)
            page.clock.run_for(450)
        self.server.start()

    def test_the_next_attempt_can_be_made_at_once(self):
        self.expects_errors = True
        page = self.open()
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        self.server.stop()
        self.wait_until(lambda: "in 1 s" in page.inner_text("#retry-time"), page)
        self.server.start()
        # The clock of the page stands still: no attempt comes by itself.
        page.click("#retry")
        page.wait_for_selector("body[data-connection=open]")

    def test_a_drag_in_a_lost_connection_ends(self):
        self.expects_errors = True
        page = self.open()
        _, box, _ = self.zone(page)
        page.mouse.move(box["x"] + 50, box["y"] + 20)
        page.mouse.down()
        self.server.stop()
        page.wait_for_selector("#no-connection", state="visible")
        self.server.start()
        page.wait_for_selector("body[data-connection=open]")
        count = len(self.drags("move"))
        page.mouse.move(box["x"] + 150, box["y"] + 20)
        page.mouse.up()
        # The page has sent all that it sends for these when it answers.
        self.call(page, "GET", "state")
        self.assertEqual(len(self.drags("move")), count)


class FirstPictureTests(PageCase):
    needs_fake = True

    def test_the_picture_is_live_before_the_rest_has_arrived_and_the_rest_takes_no_press_before(self):
        late = []
        page = self.open(waits=False, before=lambda page: page.route("**/web/parts.js", lambda route: late.append(route)))
        page.wait_for_selector("#connection:has-text('Live')")
        self.wait_until(lambda: len(set(self.canvas(page))) > 1, page)
        self.assertTrue(page.evaluate("document.getElementById('panels').inert"))
        late.pop().continue_()
        page.click("#tab-send")
        page.wait_for_selector("#send-form", state="visible")
        self.assertFalse(page.evaluate("document.getElementById('panels').inert"))

    def test_a_still_picture_is_there_before_any_script(self):
        late = []
        page = self.open(waits=False, before=lambda page: page.route("**/web/main.js", lambda route: late.append(route)))
        page.wait_for_function("() => document.querySelector('#still')?.naturalWidth > 0")
        self.assertTrue(page.is_visible("#still"))
        late.pop().continue_()
        page.wait_for_selector("#picture", state="visible")
        self.assertEqual(page.locator("#still").count(), 0)

    def test_a_rest_that_does_not_arrive_is_told(self):
        self.expects_errors = True
        page = self.open(waits=False, before=lambda page: page.route("**/web/parts.js", lambda route: route.abort()))
        page.wait_for_selector("#notice:has-text('A part of this page has not arrived. Load it again.')")
        page.wait_for_selector("#connection:has-text('Live')")


class InsecureTests(PageCase):
    needs_fake = True

    def test_the_page_needs_no_secure_context(self):
        self.url = self.url.replace("127.0.0.1", "sign.test")
        page = self.open()
        self.assertFalse(page.evaluate("isSecureContext"))
        page.click("#tab-send")
        page.fill("[name=text]", "Hello")
        page.click("#send-form button.main")
        page.wait_for_selector("#notice:has-text('Sent to the sign')")
        _, box, led = self.zone(page)
        page.mouse.move(box["x"] + 50, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 50 + 3 * led, box["y"] + 20)
        page.mouse.up()
        self.wait_until(lambda: self.drags("end"), page)


class TokenTests(PageCase):
    needs_fake = True
    options = ("--token", "correct-horse-battery-staple-0123")

    def test_the_token_opens_the_sign(self):
        self.expects_errors = True
        page = self.open(waits=False)
        page.wait_for_selector("#sign-in[open]")
        page.fill("[name=token]", "wrong")
        page.keyboard.press("Enter")
        page.wait_for_selector("#sign-in-problem:has-text('This is not the token')")
        page.fill("[name=token]", "correct-horse-battery-staple-0123")
        page.keyboard.press("Enter")
        page.wait_for_selector("body[data-connection=open]")
        self.assertFalse(page.is_visible("#sign-in"))
        page.wait_for_selector("#steering", state="visible")
        # The session is a cookie that no script sees.
        self.assertEqual(page.evaluate("document.cookie"), "")
        page.reload()
        page.wait_for_selector("body[data-connection=open]")
        page.click("#sign-out-button")
        page.wait_for_selector("#sign-in[open]")


    def test_a_code_of_six_digits_opens_the_sign(self):
        self.expects_errors = True
        page = self.open(waits=False)
        page.wait_for_selector("#sign-in[open]")
        page.fill("[name=token]", "493 202")
        page.keyboard.press("Enter")
        page.wait_for_selector("#sign-in-problem:has-text('the code was used or is over')")
        page.fill("[name=token]", "493 201")
        page.keyboard.press("Enter")
        page.wait_for_selector("body[data-connection=open]")
        self.assertFalse(page.is_visible("#sign-in"))
        # This one can let another one in.
        page.click("#tab-status")
        page.click("#new-code")
        page.wait_for_selector("#code:has-text('Code 493 201, once within half an hour')")
        page.wait_for_selector("#sessions li")
        self.assertEqual([line.strip() for line in page.locator("#sessions span").all_text_contents()],
                         ["Safari on iPhone, for 3 days", "curl/8, this one"])
        page.click("#sessions button")
        page.wait_for_selector("#sessions li:only-child:has-text('this one')")
        page.click("#sign-out-button")
        page.wait_for_selector("#sign-in[open]")
        self.assertEqual(page.text_content("#code"), "")
        self.assertEqual(page.locator("#sessions li").count(), 0)


class HomeScreenTests(PageCase):
    def test_phones_can_put_the_page_on_their_home_screen(self):
        page = self.open()
        manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
        self.assertEqual(manifest["errors"], [])
        found = json.loads(manifest["data"])
        self.assertEqual(manifest["manifest"]["startUrl"], self.url)
        self.assertEqual(found["display"], "standalone")
        icons = [(icon["src"], icon["sizes"]) for icon in found["icons"] if icon["type"] == "image/png"]
        icons.append((page.get_attribute("[rel=apple-touch-icon]", "href").removeprefix("web/"), "180x180"))
        for name, sizes in icons:
            answer = page.context.request.get(self.url + "web/" + name)
            self.assertEqual((answer.status, answer.headers["content-type"]), (200, "image/png"))
            width, height = struct.unpack("!II", answer.body()[16:24])
            self.assertEqual(f"{width}x{height}", sizes)


class GuestTests(PageCase):
    needs_fake = True
    options = ("--token", "correct-horse-battery-staple-0123", "--view", "everyone")

    def test_a_guest_looks_but_does_not_touch(self):
        page = self.open()
        page.wait_for_selector(".message")
        for hidden in ("#steering", "#tab-send", "#tab-file", "#sign-out-button", "#new-variable"):
            self.assertFalse(page.is_visible(hidden), hidden)
        self.assertEqual(page.locator(".zone, .message button").count(), 0)
        page.click("#sign-in-button")
        page.fill("[name=token]", "correct-horse-battery-staple-0123")
        page.keyboard.press("Enter")
        page.wait_for_selector("#steering", state="visible")
