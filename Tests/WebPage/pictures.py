"""Makes the pictures of the page for its documentation.

    python pictures.py docs/pictures
"""

import io
import sys
from pathlib import Path

from PIL import Image

from page_case import Browser, Server
from real_sign import RealSign


def picture_of(page):
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def save(page, path):
    """Saves what the page shows."""
    write(picture_of(page), path)


def write(picture, path):
    """Writes a picture with 256 colours, which are enough for the page, and take a third of the bytes."""
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def main(folder):
    server = Server()
    phone = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
    desktop = {"viewport": {"width": 1280, "height": 800}}

    def open_page(options, scheme):
        page = Browser.context(color_scheme=scheme, **options).new_page()
        page.goto(server.url)
        page.wait_for_selector("#timeline .bar", state="attached")
        page.wait_for_timeout(1500)
        return page

    save(open_page(phone, "light"), folder / "page-phone-light.png")
    page = open_page(phone, "dark")
    page.click("#tab-send")
    page.fill("[name=text]", "Back soon")
    page.select_option("[name=color]", "orange")
    page.wait_for_timeout(800)
    page.evaluate("document.activeElement.blur()")
    save(page, folder / "page-phone-dark.png")
    save(open_page(desktop, "light"), folder / "page-desktop-light.png")
    page = open_page(desktop, "dark")
    page.click("#tab-file")
    page.wait_for_timeout(500)
    text = page.input_value("#editor textarea")
    page.fill("#editor textarea", text.replace("color: amber", "colour: amber"))
    page.keyboard.press("Control+Home")
    page.wait_for_timeout(1000)
    save(page, folder / "page-desktop-dark.png")
    form_pictures(phone, folder)
    server.stop()
    save_setup(phone, folder)
    screens(folder)
    Browser.close()


SHOP = """\
clock: trusted
fields: {soup: {variable: tomato}, price: {variable: "4.20"}}
zones:
  - {name: top, area: {width: 64, height: 16}, style: {color: amber}, messages: ["Soup: {soup} {price} EUR", Fresh bread]}
  - {name: bottom, area: {y: 16, width: 64, height: 16}, message: {text: "{clock HH:mm}", align: center}}
"""
# The name of each screen, and what is pressed for it.
SCREENS = {
    "Messages": ["#tab-messages"], "Send": ["#tab-send"], "Times": ["#tab-times"], "Values": ["#tab-values"],
    "Status": ["#tab-status"], "Panel and machine": ["#tab-status", "#machine > summary"], "File": ["#tab-file"],
    "Form of a message": ["#tab-file", ".file-message button >> nth=0"],
    "Ready signs": ["#tab-file", "#recipes > summary"], "Zones": ["#tab-file", "#zone-areas > summary"],
    "Brightness": ["#tab-file", "#file-brightness > summary"], "Pictures": ["#tab-file", "#pictures > summary"],
}


def screens(folder):
    """A sheet of all screens for phones, upright in both schemes and sideways, and for computers."""
    sign = RealSign(SHOP, http="edit: yes", has_token=False, board="sim-64x32")
    phone = {"is_mobile": True, "has_touch": True}
    for name, width, height, scheme, options in (
            ("phone-light", 390, 844, "light", phone), ("phone-dark", 390, 844, "dark", phone),
            ("landscape", 844, 390, "light", phone), ("desktop", 1280, 800, "light", {})):
        columns = 6 if height > width else 3
        rows = -(-len(SCREENS) // columns)
        sheet = Image.new("RGB", (columns * (width + 16) + 16, rows * (height + 16) + 16), "#888888")
        for number, presses in enumerate(SCREENS.values()):
            context = Browser.context(color_scheme=scheme, viewport={"width": width, "height": height}, **options)
            page = context.new_page()
            page.goto(sign.url)
            page.wait_for_selector("body[data-connection=open]:not(:has(#panels[inert]))")
            for press in presses:
                # On wide screens the times stand beside the rest, without a tab.
                if page.locator(press).is_visible() or press != "#tab-times":
                    page.click(press)
                page.wait_for_timeout(300)
            if len(presses) > 1 and presses[1].startswith("#"):
                page.locator(presses[1]).evaluate("element => element.scrollIntoView({block: 'start'})")
            page.wait_for_timeout(700)
            sheet.paste(picture_of(page), (16 + number % columns * (width + 16), 16 + number // columns * (height + 16)))
            context.close()
        write(sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS), folder / f"screens-{name}.png")
    sign.stop()


def save_setup(phone, folder):
    """A machine without a sign file, from its panel to what it shows."""
    sign = RealSign(None, board=None)
    page = Browser.context(color_scheme="light", **phone).new_page()
    page.goto(sign.url)
    page.fill("#sign-in [name=token]", sign.token)
    page.click("#sign-in button.main")
    page.wait_for_selector(".card")
    page.wait_for_timeout(500)
    save(page, folder / "setup-panel.png")
    page.locator(".card", has_text="Four FC-16 MAX7219 modules on /dev/spidev0.0").first.click()
    page.click("text=Test pictures")
    page.wait_for_timeout(1500)
    save(page, folder / "setup-test.png")
    page.click("text=End the test")
    page.click("text=Yes, it does")
    page.click(".recipe[data-name=clock-large]")
    page.wait_for_selector("#setup .preview img")
    page.wait_for_timeout(500)
    save(page, folder / "setup-text.png")
    sign.stop()


SIGN = """\
clock: trusted
fields: {soup: {variable: tomato}, price: {variable: "4.20"}}
style: {color: amber}
messages:
  - text: "Soup: <green>{soup}</> {price} EUR <icon=cup>"
    when: until 2026-12-24 mon-fri 11:00-14:00
"""


def form_pictures(options, folder):
    """The form of a message, whose preview only a sign makes."""
    sign = RealSign(SIGN, http="edit: yes", has_token=False, board="sim-64x32")
    for scheme, part in (("light", None), ("dark", "Times")):
        page = Browser.context(color_scheme=scheme, **options).new_page()
        page.goto(sign.url)
        page.click("#tab-file")
        page.get_by_role("button", name="Edit: Soup").click()
        page.wait_for_selector("#message-dialog .preview canvas")
        if part:
            page.locator("#message-dialog summary", has_text=part).click()
            page.locator("#message-dialog .part").first.evaluate("part => part.scrollIntoView({block: 'end'})")
            page.locator("#message-dialog").evaluate("dialog => dialog.scrollBy(0, 80)")
        page.evaluate("document.activeElement.blur()")
        page.wait_for_timeout(1000)
        save(page, folder / f"page-form-{scheme}.png")
    sign.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
