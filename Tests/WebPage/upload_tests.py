"""The pictures beside the sign file on the page, in front of a running sign: uploaded, shown and deleted."""

import io
import unittest

import yaml
from PIL import Image

from accessibility_tests import violations
from page_case import Browser
from real_sign import RealSign
from recipe_tests import ZONES

SIGN = "messages: [Fresh bread]\n"


def picture(color, size=(40, 20), format="PNG", **options):
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, format, **options)
    return file.getvalue()


class UploadTests(unittest.TestCase):
    starts_sign = True

    def setUp(self):
        self.sign = RealSign(SIGN, http="edit: yes", has_token=False, board="sim-64x32")
        self.addCleanup(self.sign.stop)

    def open(self, **options):
        context = Browser.context(**options)
        self.addCleanup(context.close)
        page = context.new_page()
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: "Content Security" in line.text and self.errors.append(line.text))
        page.goto(self.sign.url)
        page.click("#tab-file")
        page.click("#pictures summary")
        return page

    def upload(self, page, *files):
        page.set_input_files("#pictures input", [
            {"name": name, "mimeType": kind, "buffer": content} for name, kind, content in files])

    def wait_for_words(self, page, words):
        page.wait_for_function("words => document.querySelector('#pictures [role=status]').textContent === words", arg=words)

    def wait_for_start(self, page, words):
        page.wait_for_function(
            "words => document.querySelector('#pictures [role=status]').textContent.startsWith(words)", arg=words)

    def names(self, page):
        return page.locator(".picture strong").all_inner_texts()

    def stored(self):
        return sorted(path.name for path in self.sign.path("pictures").iterdir())

    def test_pictures_are_uploaded_shown_and_deleted(self):
        page = self.open()
        page.get_by_text("No pictures yet.").wait_for()
        red = picture("red")
        self.upload(page, ("Red one.png", "image/png", red), ("page.png", "image/png", b"<html>"),
                    ("Red one.png", "image/png", picture("blue")))
        self.wait_for_start(page, "Uploaded 2")
        words = page.inner_text("#pictures [role=status]")
        self.assertIn("page.png: ", words)
        self.assertIn("HTML page", words)
        self.assertEqual(self.names(page), ["Red-one-2.png", "Red-one.png"])
        self.assertEqual(self.sign.path("pictures/Red-one.png").read_bytes(), red)
        # The browser shows it.
        page.wait_for_function("() => [...document.querySelectorAll('.picture img')].every(one => one.naturalWidth === 40)")
        page.get_by_role("button", name="Show as message: Red-one.png").click()
        self.wait_for_words(page, "Added a message with Red-one.png.")
        page.locator(".picture", has_text="in the file").wait_for()
        self.assertIn("image: pictures/Red-one.png, fit: cover", self.sign.path("sign.yaml").read_text())
        self.assertTrue(page.get_by_role("button", name="Delete: Red-one.png").is_disabled())
        self.assertEqual(self.sign.ask("DELETE", "api/v1/pictures/Red-one.png")[0], 409)
        page.get_by_role("button", name="Delete: Red-one-2.png").click()
        self.wait_for_words(page, "Deleted Red-one-2.png.")
        self.assertEqual(self.stored(), ["Red-one.png"])
        page.click("#pictures [data-action=undo]")
        self.wait_for_words(page, "Red-one-2.png is back.")
        self.assertEqual(self.stored(), ["Red-one-2.png", "Red-one.png"])
        page.click("#pictures [data-action=slides]")
        self.wait_for_words(page, "Added a slide show of all pictures.")
        self.assertIn("{image: pictures/, fit: cover, every: 10s}", self.sign.path("sign.yaml").read_text())
        self.assertEqual(self.errors, [])

    def test_the_sign_shows_what_was_uploaded_as_the_camera_held_it(self):
        page = self.open()
        # Green above red, held sideways: turned to the right, the left half is red.
        photo = Image.new("RGB", (16, 64), "green")
        photo.paste("red", (0, 32, 16, 64))
        exif = Image.Exif()
        exif[0x112] = 6
        file = io.BytesIO()
        photo.save(file, "JPEG", exif=exif, quality=95)
        self.upload(page, ("photo.jpg", "image/jpeg", file.getvalue()))
        self.wait_for_words(page, "Uploaded 1 picture.")
        page.get_by_role("button", name="Show as message: photo.jpg").click()
        self.wait_for_words(page, "Added a message with photo.jpg.")
        head = self.sign.path("sign.yaml").read_text().split("messages:")[0]
        answer = page.request.post(
            self.sign.url + "api/v1/sign/picture?style=pixels", data=head + "message: {image: pictures/photo.jpg, fit: cover}\n",
            headers={"Content-Type": "application/yaml", "Origin": self.sign.url.rstrip("/")})
        self.assertEqual(answer.status, 200)
        shown = Image.open(io.BytesIO(answer.body())).convert("RGB")
        left, right = (shown.getpixel((shown.width * part // 16, shown.height // 2)) for part in (1, 15))
        self.assertTrue(left[0] > 200 and left[1] < 60, left)
        self.assertTrue(right[0] < 60 and right[1] > 100, right)

    def test_a_large_photo_is_made_smaller_before_it_is_sent(self):
        page = self.open()
        noise = Image.effect_noise((3000, 2000), 90).convert("RGB")
        file = io.BytesIO()
        noise.save(file, "JPEG", quality=90)
        self.assertGreater(len(file.getvalue()), 1 << 20)
        self.upload(page, ("noise.jpg", "image/jpeg", file.getvalue()))
        self.wait_for_words(page, "Uploaded 1 picture.")
        with Image.open(self.sign.path("pictures/noise.jpg")) as kept:
            self.assertEqual(kept.size, (1600, 1067))

    def test_a_part_of_a_picture_is_kept_as_a_picture_of_its_own(self):
        page = self.open()
        photo = Image.new("RGB", (400, 400), "red")
        photo.paste("blue", (200, 0, 400, 400))
        file = io.BytesIO()
        photo.save(file, "PNG")
        self.upload(page, ("photo.png", "image/png", file.getvalue()), ("wave.gif", "image/gif", picture("red", format="GIF")))
        self.wait_for_words(page, "Uploaded 2 pictures.")
        # The part of an animation would stand still.
        self.assertEqual(page.get_by_role("button", name="Crop: wave.gif").count(), 0)
        page.get_by_role("button", name="Crop: photo.png").click()
        canvas = page.locator("#crop canvas")
        canvas.wait_for()
        self.assertEqual(canvas.evaluate("canvas => [canvas.width, canvas.height]"), [256, 128])
        page.get_by_label("Zoom").fill("2")
        # By the mouse further than the picture is, and back by the keys to where some of it is red.
        box = canvas.bounding_box()
        page.mouse.move(box["x"] + box["width"] - 5, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 5, box["y"] + 20, steps=5)
        page.mouse.up()
        canvas.press("ArrowLeft")
        page.get_by_role("button", name="Save as a new picture").click()
        self.wait_for_words(page, "Saved photo-crop.png.")
        with Image.open(self.sign.path("pictures/photo-crop.png")) as part:
            self.assertEqual(part.size, (256, 128))
            colors = [part.convert("RGB").getpixel((x, 64)) for x in (2, 250)]
        self.assertEqual(colors, [(255, 0, 0), (0, 0, 255)])
        self.assertEqual(self.errors, [])

    def test_a_picture_is_shown_in_the_zone_that_is_chosen(self):
        self.sign = RealSign(ZONES, http="edit: yes", has_token=False, board="sim-64x32")
        self.addCleanup(self.sign.stop)
        page = self.open()
        self.upload(page, ("a.png", "image/png", picture("red")))
        self.wait_for_words(page, "Uploaded 1 picture.")
        page.locator("#pictures select").select_option("bottom")
        page.get_by_role("button", name="Show as message: a.png").click()
        self.wait_for_words(page, "Added a message with a.png.")
        self.assertEqual([len(zone["messages"]) for zone in yaml.safe_load(self.sign.path("sign.yaml").read_text())["zones"]], [1, 2])

    def test_a_small_picture_stands_in_a_text(self):
        page = self.open()
        self.upload(page, ("small.png", "image/png", picture("red", (8, 8))), ("large.png", "image/png", picture("red", (64, 64))))
        self.wait_for_words(page, "Uploaded 2 pictures.")
        self.assertEqual(page.get_by_role("button", name="Use in a text: large.png").count(), 0)
        page.get_by_role("button", name="Use in a text: small.png").click()
        page.keyboard.type("Open")
        self.assertEqual(page.input_value("#new-message [name=text]"), "<image=pictures/small.png> Open")
        page.keyboard.press("Enter")
        page.locator(".file-message", has_text="Open").wait_for()
        self.assertIn("<image=pictures/small.png> Open", self.sign.path("sign.yaml").read_text())

    def test_it_follows_the_rules_of_accessibility(self):
        for width, height in ((390, 844), (844, 390), (1280, 800)):
            page = self.open(viewport={"width": width, "height": height}, reduced_motion="reduce")
            self.upload(page, (f"a{width}.png", "image/png", picture("red")), ("b.gif", "image/gif", b"no"))
            self.wait_for_start(page, "Uploaded 1")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                self.assertEqual(violations(page), [], f"{width} {scheme}")
                page.get_by_role("button", name="Crop: a").first.click()
                page.locator("#crop canvas").wait_for()
                self.assertEqual(violations(page), [], f"crop {width} {scheme}")
                page.keyboard.press("Escape")
            # Nothing is wider than the screen.
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
