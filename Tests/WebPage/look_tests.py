"""What the page looks like: contrast, narrow screens, both schemes."""

from page_case import PageCase

CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgb = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => { for (let e = element; e; e = e.parentElement) {
    const color = rgb(getComputedStyle(e).backgroundColor); if (color[3] === 255) return color; } return [255, 255, 255]; };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()) || element.matches("input, textarea, select");
    if (!hasText || !element.checkVisibility() || element.matches("[type=range], [type=checkbox], [type=color]")) continue;
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.push([Math.round(ratio * 100) / 100, element.id || element.className || element.tagName]);
  }
  return found;
}"""


class LookTests(PageCase):
    tabs = ("messages", "send", "times", "values", "status", "file")

    def test_every_text_has_a_contrast_of_7_in_both_schemes(self):
        page = self.open(width=360, height=740, reduced_motion="reduce")
        page.evaluate("""() => { for (const id of ["no-connection", "problem", "notice", "file-conflict"])
            { document.getElementById(id).hidden = false; document.getElementById(id).append("Text"); } }""")
        for tab in self.tabs:
            self.show_tab(page, tab)
            if tab == "send":
                page.fill("[name=text]", "<nosuch>")
                page.wait_for_selector("#send-problem:not(:empty)")
            if tab == "file":
                text = page.input_value("#editor textarea")
                page.fill("#editor textarea", text + "mesage: 1\n")
                page.wait_for_selector("#file-problems li")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                contrasts = page.evaluate(CONTRASTS)
                self.assertGreater(len(contrasts), 10)
                self.assertEqual([each for each in contrasts if each[0] < 7], [], f"{scheme} {tab}")

    def test_both_schemes_differ(self):
        page = self.open()
        colors = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            colors.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        self.assertNotEqual(*colors)

    def test_a_phone_of_360_px_scrolls_in_one_direction_only(self):
        page = self.open(width=360, height=740, device_scale_factor=3, is_mobile=True, has_touch=True)
        name = "a-name-that-is-far-too-long-for-a-phone-and-has-no-space-" + "x" * 6
        self.call(page, "PUT", f"messages/{name}", {"text": "Donaudampfschifffahrtsgesellschaft" * 3})
        self.call(page, "PUT", f"variables/{name}", {"value": "0" * 300})
        page.wait_for_selector(".message:has-text('Donaudampf')")
        for tab in self.tabs:
            self.show_tab(page, tab)
            self.assertEqual(page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]"), [360, 360], tab)
        self.call(page, "DELETE", f"messages/{name}")
        self.call(page, "DELETE", f"variables/{name}")

    def test_picture_and_steering_are_on_the_first_screen_of_a_phone(self):
        page = self.open(width=360, height=640)
        for name in ("#picture", "#now", "#pause", "#next", "#brightness", "#auto", "#tabs"):
            box = page.locator(name).bounding_box()
            self.assertGreaterEqual(box["y"], 0, name)
            self.assertLessEqual(box["y"] + box["height"], 640, name)

    def test_a_phone_on_its_side_leaves_most_of_its_height_to_the_content(self):
        page = self.open(width=844, height=390, is_mobile=True, has_touch=True)
        for width, height in ((844, 390), (667, 375), (932, 430), (568, 320)):
            self.resize(page, width, height)
            for tab in self.tabs:
                if not page.is_visible(f"#tab-{tab}"):
                    # The times have their place below the picture.
                    self.assertEqual(tab, "times")
                    continue
                self.show_tab(page, tab)
                top, bottom = page.evaluate("""(name) => {
                    const tabs = document.getElementById("tabs").getBoundingClientRect();
                    const top = document.getElementById("panel-" + name).getBoundingClientRect().top;
                    return [top, tabs.top > top ? tabs.top : innerHeight]; }""", tab)
                self.assertGreaterEqual(bottom - top, 0.6 * height, f"{tab} at {width}x{height}")
                self.assertEqual(page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]"), [width, width], tab)
            self.show_tab(page, "messages")
            for name in ("#picture", "#now", "#tabs") + (("#pause", "#next", "#brightness") if height >= 375 else ()):
                box = page.locator(name).bounding_box()
                self.assertGreaterEqual(box["y"], 0, name)
                self.assertLessEqual(box["y"] + box["height"], height, f"{name} at {width}x{height}")

    def test_a_notice_covers_no_problem_and_nothing_to_press(self):
        page = self.open(width=390, height=844)
        self.show_tab(page, "file")
        self.wait_until(lambda: page.input_value("#editor textarea"), page)
        page.fill("#editor textarea", page.input_value("#editor textarea") + "mesage: 1\ntxet: 2\n")
        page.wait_for_selector("#file-problems li:nth-child(2)")
        page.evaluate("""() => { const notice = document.getElementById("notice"); notice.hidden = false;
            notice.textContent = "The file has problems, and this line is a long one"; }""")
        for width, height in ((390, 844), (360, 640), (844, 390), (1280, 800)):
            self.resize(page, width, height)
            page.mouse.wheel(0, 4000)
            covered = page.evaluate("""() => { const notice = document.getElementById("notice").getBoundingClientRect();
                return [...document.querySelectorAll("#file-problems li, #file-status, #file-save, #file-undo, .note, #problem")]
                  .filter((each) => each.checkVisibility()).map((each) => [each.id || each.textContent, each.getBoundingClientRect()])
                  .filter(([, box]) => box.top < notice.bottom && box.bottom > notice.top && box.left < notice.right
                    && box.right > notice.left && box.top >= 0).map(([name]) => name); }""")
            self.assertEqual(covered, [], f"{width}x{height}")
            self.assertEqual(page.evaluate("getComputedStyle(document.getElementById('notice')).pointerEvents"), "none")

    def test_things_to_touch_are_large_enough(self):
        page = self.open(width=360, height=740)
        for tab in self.tabs:
            self.show_tab(page, tab)
            small = page.evaluate("""() => [...document.querySelectorAll("button, a.button, select, label.check")]
                .filter(e => e.checkVisibility()).map(e => [e.id || e.textContent, e.getBoundingClientRect().height])
                .filter(([, height]) => height < 40)""")
            self.assertEqual(small, [], tab)

    def test_a_wide_screen_shows_the_times_below_the_picture(self):
        page = self.open(width=1280, height=800)
        # The times come after the connection is open.
        page.wait_for_selector("#timeline", state="visible")
        page.wait_for_selector("#tab-times", state="hidden")
        page.set_viewport_size({"width": 360, "height": 740})
        page.wait_for_selector("#timeline", state="hidden")
        page.click("#tab-times")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_selector("#messages", state="visible")


class LongSignTests(PageCase):
    needs_fake = True
    options = ("--long",)

    def test_a_phone_on_its_side_leaves_room_beside_a_long_picture_and_below_problems(self):
        page = self.open(width=844, height=390, is_mobile=True, has_touch=True)
        problems = ["schedules and clocks wait until a time service has set the system's clock; to use it as it is, write "
                    "`clock: trusted` in the sign file", "the disk is full; remove something", "no light sensor"]
        for problem in (None, "\n".join(problems)):
            self.server.provoke(problem=problem)
            page.wait_for_selector("#problem", state="visible" if problem else "hidden")
            for width, height in ((844, 390), (667, 375), (932, 430)):
                self.resize(page, width, height)
                for tab in ("messages", "send", "values", "status", "file"):
                    self.show_tab(page, tab)
                    top = page.evaluate("name => document.getElementById('panel-' + name).getBoundingClientRect().top", tab)
                    # Only the messages have the long picture above them.
                    least = 0.45 if tab == "messages" else 0.6
                    self.assertGreaterEqual(height - top, least * height, f"{tab} at {width}x{height}, {problem}")
                    self.assertEqual(page.evaluate("document.scrollingElement.scrollWidth"), width, tab)
        # What has no room is reached by the keyboard, too.
        page.focus("#problem")
        self.assertGreater(page.evaluate("document.getElementById('problem').scrollHeight"),
                           page.evaluate("document.getElementById('problem').clientHeight"))
