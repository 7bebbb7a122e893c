"""The picture: frames as they come over the wire, and LEDs as `ledsign render --style leds` paints them."""

import base64
import struct

from PIL import Image

from page_case import PICTURES, PageCase

PAINT = """async ([width, height, pixels, brightness, pitch, led]) => {
  const {LEDPicture} = await import(new URL("web/picture/frames.js", document.baseURI));
  const {LEDPainter} = await import(new URL("web/picture/led-painter.js", document.baseURI));
  const picture = LEDPicture.decode({width, height, pixels, led});
  picture.brightness = brightness;
  const canvas = document.createElement("canvas");
  const painter = new LEDPainter(canvas, width, height, pitch);
  painter.paint(picture);
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let text = "";
  for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
  return btoa(text);
}"""

APPLY = """async ([width, height, led, frames]) => {
  const {LEDPicture} = await import(new URL("web/picture/frames.js", document.baseURI));
  const picture = new LEDPicture(width, height, led);
  const applied = frames.map(frame => picture.apply(Uint8Array.from(frame).buffer));
  return {applied, colors: [...picture.colors], brightness: picture.brightness, number: picture.number};
}"""


def frame(kind, x, y, width, height, pixels=b"", brightness=50, number=7):
    return list(struct.pack(">BBHIQHHHH", kind, brightness, 0, number, 1, x, y, width, height) + bytes(pixels))


class PictureTests(PageCase):
    def paint(self, page, width, height, pixels, brightness, pitch):
        text = page.evaluate(PAINT, [width, height, base64.b64encode(pixels).decode(), brightness, pitch, "#ff2a1a"])
        return base64.b64decode(text)

    def test_leds_are_painted_exactly_as_by_ledsign_render(self):
        page = self.open()
        pixels = Image.open(PICTURES / "pixels.png").convert("RGB")
        for name, pitch, brightness in [("leds-4", 4, 100), ("leds-9", 9, 100), ("leds-12", 12, 100),
                                        ("leds-9-dim", 9, 20)]:
            with self.subTest(name):
                expected = Image.open(PICTURES / f"{name}.png").convert("RGBA")
                self.assertEqual(expected.size, (64 * pitch, 32 * pitch))
                painted = self.paint(page, 64, 32, pixels.tobytes(), brightness, pitch)
                self.assertEqual(painted, expected.tobytes())

    def test_the_canvas_equals_the_screenshot_pixel_for_pixel(self):
        page = self.open()
        self.call(page, "POST", "pause", {})
        self.wait_still(page)
        shot = self.call(page, "POST", "command", {"command": "screenshot"})
        pixels = base64.b64decode(shot["pixels"])
        pitch = page.evaluate("document.querySelector('#picture').width") // shot["width"]
        live = self.canvas(page)
        self.call(page, "POST", "resume", {})
        self.assertEqual(live, self.paint(page, shot["width"], shot["height"], pixels, shot["brightness"], pitch))
        # And without the painter: the middle of a lit LED is bright, that of a dark one is not.
        for y in range(shot["height"]):
            for x in range(shot["width"]):
                place = 4 * ((y * pitch + pitch // 2) * shot["width"] * pitch + x * pitch + pitch // 2)
                led = 3 * (y * shot["width"] + x)
                lit = max(pixels[led:led + 3])
                middle = max(live[place:place + 3])
                self.assertTrue(middle > 110 if lit > 120 else middle < 110 if lit == 0 else True, (x, y, lit, middle))

    def test_the_moving_picture_is_live(self):
        page = self.open()
        before = self.canvas(page)
        self.wait_until(lambda: self.canvas(page) != before, page)

    def test_a_rectangle_changes_only_its_leds(self):
        page = self.open()
        result = page.evaluate(APPLY, [3, 2, "#ff0000", [
            frame(1, 0, 0, 3, 2, bytes(range(18))), frame(1, 1, 1, 2, 1, [255, 128, 1, 9, 8, 7], number=9)]])
        self.assertEqual(result["applied"], [True, True])
        self.assertEqual(result["colors"], [0x000102, 0x030405, 0x060708, 0x090A0B, 0xFF8001, 0x090807])
        self.assertEqual(result["number"], 9)

    def test_rows_of_bits_are_padded_to_bytes(self):
        page = self.open()
        result = page.evaluate(APPLY, [10, 2, "#00ff00", [frame(2, 0, 0, 10, 2, [0x81, 0x40, 0x00, 0x80])]])
        lit = [index for index, color in enumerate(result["colors"]) if color == 0x00FF00]
        self.assertEqual(lit, [0, 7, 9, 18])

    def test_a_head_alone_changes_the_brightness(self):
        page = self.open()
        result = page.evaluate(APPLY, [1, 1, "#ff0000", [frame(1, 0, 0, 1, 1, [1, 2, 3]),
                                                         frame(3, 0, 0, 0, 0, brightness=12)]])
        self.assertEqual((result["colors"], result["brightness"]), ([0x010203], 12))

    def test_frames_that_do_not_fit_are_left_out(self):
        page = self.open()
        wrong = [[], [1] * 23, frame(1, 2, 0, 1, 1, [1, 2, 3]), frame(1, 0, 0, 2, 1, [1, 2, 3]), frame(4, 0, 0, 0, 0)]
        result = page.evaluate(APPLY, [2, 1, "#ff0000", wrong])
        self.assertEqual(result["applied"], [False] * 5)
        self.assertEqual(result["colors"], [0, 0])

    def test_leds_have_whole_pixels_of_the_device(self):
        for ratio in (1, 1.5, 2, 3):
            with self.subTest(ratio):
                page = self.open(width=360, height=740, device_scale_factor=ratio)
                size = page.evaluate("(() => { const c = document.querySelector('#picture'); "
                                     "return [c.width, c.getBoundingClientRect().width * devicePixelRatio]; })()")
                self.assertAlmostEqual(size[0], size[1], delta=0.6)
                columns = self.call(page, "POST", "command", {"command": "screenshot"})["width"]
                self.assertEqual(size[0] % columns, 0)

    def test_the_picture_alone_has_no_controls(self):
        page = self.open("live")
        self.assertEqual(page.locator("button, input, .zone").count(), 0)
        before = self.canvas(page)
        self.wait_until(lambda: self.canvas(page) != before, page)


class MonoTests(PageCase):
    needs_fake = True
    options = ("--mono",)

    def test_mono_panels_have_the_colour_of_their_leds(self):
        page = self.open()
        data = self.canvas(page)
        brightest = max(range(0, len(data), 4), key=lambda place: data[place])
        self.assertGreater(data[brightest], 200)
        self.assertGreater(data[brightest], 2 * data[brightest + 1])

    def test_mono_panels_offer_no_colours(self):
        page = self.open()
        page.click("#tab-send")
        page.wait_for_selector("[name=color]", state="hidden")
        page.wait_for_selector("[name=zone]", state="hidden")

    def test_a_sign_without_zones_is_taken_as_a_whole(self):
        page = self.open()
        zone, box, led = self.zone(page)
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 20 + 5 * led, box["y"] + 20)
        page.mouse.up()
        self.wait_until(lambda: self.drags("end"), page)
        self.assertEqual(self.drags("begin"), [{"hand": "begin"}])
        self.assertEqual(self.drags("move")[-1], {"hand": "move", "pixels": 5})
