"""A backup of the sign file and its pictures on the page, in front of a running sign."""

import io
import tarfile
import unittest

from PIL import Image

from accessibility_tests import violations
from page_case import Browser
from real_sign import RealSign

SIGN = "messages: [Fresh bread, {image: pictures/red.png, fit: cover}]\n"


class BackupTests(unittest.TestCase):
    starts_sign = True

    def test_a_backup_is_saved_and_restored(self):
        file = io.BytesIO()
        Image.new("RGB", (64, 32), "red").save(file, "PNG")
        sign = RealSign("messages: [Fresh bread]\n", http="edit: yes", has_token=True, board="sim-64x32")
        self.addCleanup(sign.stop)
        sign.path("pictures").mkdir()
        sign.path("pictures/red.png").write_bytes(file.getvalue())
        head = sign.path("sign.yaml").read_text().split("messages:")[0]
        sign.path("sign.yaml").write_text(head + SIGN)
        context = Browser.context()
        self.addCleanup(context.close)
        answer = context.request.post(sign.url + "session", data={"token": sign.token}, headers={"Origin": sign.url.rstrip("/")})
        self.assertEqual(answer.status, 200)
        page = context.new_page()
        page.goto(sign.url)
        page.click("#tab-file")
        page.click("#backup summary")
        with page.expect_download() as download:
            page.get_by_role("link", name="Save backup").click()
        self.assertEqual(download.value.suggested_filename, "sign.tar")
        with open(download.value.path(), "rb") as saved:
            content = saved.read()
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            self.assertEqual(archive.getnames(), ["sign.yaml", "pictures/red.png"])
            self.assertEqual(archive.extractfile("sign.yaml").read().decode(), head + SIGN)
        self.assertNotIn(sign.token.encode(), content)
        # Python writes another form of the format.
        other = io.BytesIO()
        with tarfile.open(fileobj=other, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for name, data in (("sign.yaml", head + SIGN.replace("red", "blue")), ("pictures/blue.png", file.getvalue())):
                data = data.encode() if isinstance(data, str) else data
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
        for name, data in (("page.tar", b"<html>"), ("other.tar", other.getvalue())):
            page.set_input_files("#backup input", {"name": name, "mimeType": "application/x-tar", "buffer": data})
            words = "no tar archive" if name == "page.tar" else "other.tar is restored."
            page.locator("#backup [role=status]", has_text=words).wait_for()
        self.assertEqual(sign.path("sign.yaml").read_text(), head + SIGN.replace("red", "blue"))
        self.assertEqual(sign.path("pictures/blue.png").read_bytes(), file.getvalue())
        page.wait_for_function("text => document.querySelector('#editor textarea').value === text", arg=sign.path("sign.yaml").read_text())
        page.click("details:has(#versions) summary")
        page.locator("#versions li button").wait_for()
        for width, height in ((390, 844), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                self.assertEqual(violations(page), [], f"{width} {scheme}")
