"""Dragging the text of the sign: D1 to D3 of docs/behaviours.md, on the page."""

import base64

from page_case import PageCase

class DragTests(PageCase):
    def test_dragging_12_leds_moves_12_pixels(self):
        page = self.open()
        zone, box, led = self.zone(page)
        x, y = box["x"] + 30 * led + led / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 13):
            page.mouse.move(x + step * led, y)
        # A rest of more than 100 ms leaves no velocity.
        rest = page.evaluate("performance.now()") + 150
        page.wait_for_function("(rest) => performance.now() > rest", arg=rest)
        page.mouse.up()
        self.wait_until(lambda: self.drags("end"), page)
        name = self.drags("begin")[0].get("zone")
        self.assertEqual([order["pixels"] for order in self.drags("move")], list(range(1, 13)))
        self.assertEqual({order.get("zone") for order in self.drags()}, {name})
        self.assertEqual(self.drags("end")[0]["velocity"], 0)

    def test_the_picture_follows_the_finger_exactly(self):
        page = self.open()
        self.call(page, "POST", "pause", {})
        self.wait_still(page)
        before = self.rows(page)
        zone, box, led = self.zone(page)
        x, y = box["x"] + 20 * led + led / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 12 * led, y, steps=4)
        self.wait_until(lambda: self.rows(page) != before, page)
        self.wait_still(page)
        during = self.rows(page)
        page.mouse.up()
        self.call(page, "POST", "resume", {})
        height = round(box["height"] / led)
        for row in range(height):
            self.assertEqual(during[row][12 * 3:], before[row][:-12 * 3], f"row {row}")

    def rows(self, page):
        shot = self.call(page, "POST", "command", {"command": "screenshot"})
        pixels, row = base64.b64decode(shot["pixels"]), 3 * shot["width"]
        return [pixels[y * row:(y + 1) * row] for y in range(shot["height"])]

    def test_a_flick_of_the_pointer_sends_its_velocity(self):
        page = self.open()
        page.evaluate("""() => { window.seen = [];
            for (const type of ["pointerdown", "pointermove", "pointerup"]) addEventListener(type,
              event => seen.push([event.timeStamp, event.clientX]), true); }""")
        zone, box, led = self.zone(page)
        x, y = box["x"] + 10 * led, box["y"] + box["height"] / 2
        # A busy machine may hold events up for so long that the pointer seems to have rested: then there is another flick.
        for attempt in range(1, 21):
            page.evaluate("seen.length = 0")
            page.mouse.move(x, y)
            page.mouse.down()
            for step in range(1, 11):
                page.mouse.move(x + 2 * step * led, y)
                page.wait_for_timeout(12)
            page.mouse.up()
            # Two in a row may be the same: as slow as a rest.
            self.wait_until(lambda: [order.get("hand") for order in self.sent].count("end") == attempt, page)
            seen = page.evaluate("seen")
            end = seen[-1][0]
            recent = [each for each in seen if end - each[0] <= 100]
            # Events of nearly the same moment have no velocity, and one beyond all fingers is limited.
            if recent[0][1] < seen[-1][1] and (seen[-1][1] - recent[0][1]) / led / 15 < end - recent[0][0] >= 8:
                break
        first = recent[0]
        expected = (seen[-1][1] - first[1]) / led / (end - first[0]) * 1000
        velocity = self.drags("end")[-1]["velocity"]
        self.assertGreater(velocity, 0)
        self.assertAlmostEqual(velocity, expected, delta=max(2, expected * 0.02))

    def test_touch_drags_along_and_leaves_the_other_direction_to_the_page(self):
        page = self.open(width=360, height=740, has_touch=True, is_mobile=True)
        zone, box, led = self.zone(page)
        self.assertEqual(zone.evaluate("zone => getComputedStyle(zone).touchAction"), "pan-y")
        touch = page.context.new_cdp_session(page)
        x, y = box["x"] + 10 * led + led / 2, box["y"] + box["height"] / 2
        send = lambda kind, points: touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        send("touchStart", [{"x": x, "y": y}])
        for step in range(1, 8):
            send("touchMove", [{"x": x + step * 3 * led, "y": y}])
        send("touchEnd", [])
        self.wait_until(lambda: self.drags("end"), page)
        self.assertEqual(self.drags("move")[-1]["pixels"], 21)

    def test_arrow_keys_move_the_text(self):
        page = self.open()
        zone, _, _ = self.zone(page)
        zone.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowLeft")
        self.wait_until(lambda: self.drags("end"), page)
        self.assertEqual([order["pixels"] for order in self.drags("move")], [1, 2, -6])
        self.assertEqual(self.drags("end")[0]["velocity"], 0)

    def test_a_drag_that_rests_says_that_it_still_holds(self):
        page = self.open()
        zone, box, led = self.zone(page)
        page.mouse.move(box["x"] + 50, box["y"] + 20)
        page.mouse.down()
        def heartbeats():
            return [order for order in self.sent if order.get("hand") == "move"]

        self.wait_until(lambda: len(heartbeats()) >= 2, page)
        page.mouse.up()
        self.assertEqual({order["pixels"] for order in heartbeats()}, {0})


class BusyTests(PageCase):
    needs_fake = True

    def test_a_later_drag_hears_that_the_text_is_held(self):
        page = self.open()
        self.server.provoke(busy=True)
        zone, box, _ = self.zone(page)
        page.mouse.move(box["x"] + 50, box["y"] + 20)
        page.mouse.down()
        page.wait_for_selector("#notice:has-text('Someone else is moving this text')")
        page.mouse.up()
        self.server.provoke(busy=False)
