"""The languages of the page: its catalogues have all of its words, and nothing on it stays English."""

import json
import re
import unittest
from html.parser import HTMLParser
from pathlib import Path

import yaml

from accessibility_tests import violations
from page_case import Browser, PageCase
from real_sign import RealSign

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"

# The plural categories of CLDR.
CATEGORIES = {"de": {"one", "other"}, "es": {"one", "many", "other"}, "fr": {"one", "many", "other"}, "pl": {"one", "few", "many", "other"}}
# Words of sign files that the form of a message offers.
OFFERED = ["amber", "white", "red", "orange", "yellow", "green", "cyan", "blue", "magenta", "dawn", "sunrise", "sunset", "dusk",
           "first", "second", "third", "fourth", "last"]
# What a recipe says that an answer has to be.
EXPECTED = ["an address such as https://example.org/a.json", "a time such as 10s or 5m"]

LITERAL = r'"((?:[^"\\]|\\.)*)"'
CALL = re.compile(rf"\bphrase\((?:{LITERAL}|\{{ one: {LITERAL}, other: {LITERAL} \}})[,)]")

# German, French, Spanish and Polish sentences of schedules.
SENTENCES = {
    "mon-fri 08:00-18:00; sat 09:00-13:00; not 12-24..12-26": (
        "Montags bis freitags von 8:00 bis 18:00; samstags von 9:00 bis 13:00, aber nicht jedes Jahr vom 24. Dezember bis 26. Dezember.",
        "Du lundi au vendredi de 8:00 à 18:00; le samedi de 9:00 à 13:00, mais pas chaque année du 24 décembre au 26 décembre.",
        "De lunes a viernes de 8:00 a 18:00; los sábados de 9:00 a 13:00, pero no cada año del 24 de diciembre al 26 de diciembre.",
        "Od poniedziałku do piątku od 8:00 do 18:00; w soboty od 9:00 do 13:00, ale nie co roku od 24 grudnia do 26 grudnia."),
    "fri, sat 22:00-02:00": (
        "Freitags und samstags von 22:00 bis 2:00 am nächsten Tag.", "Le vendredi et le samedi de 22:00 à 2:00 le lendemain.",
        "Los viernes y los sábados de 22:00 a 2:00 del día siguiente.", "W piątki i w soboty od 22:00 do 2:00 następnego dnia."),
    "tue-sat": ("Dienstag bis Samstag.", "Du mardi au samedi.", "De martes a sábado.", "Wtorek–sobota."),
    "first sat, third sat 10:00-12:00": (
        "Jeden ersten und dritten Samstag im Monat von 10:00 bis 12:00.", "Chaque premier et troisième samedi du mois de 10:00 à 12:00.",
        "Cada primer y tercer sábado del mes de 10:00 a 12:00.", "1. i 3. sobota miesiąca od 10:00 do 12:00."),
    "08:00-12:00, 14:00-24:00": (
        "Jeden Tag von 8:00 bis 12:00 und von 14:00 bis Mitternacht.", "Tous les jours de 8:00 à 12:00 et de 14:00 à minuit.",
        "Todos los días de 8:00 a 12:00 y de 14:00 a medianoche.", "Codziennie od 8:00 do 12:00 i od 14:00 do północy."),
    "sunset-30m..sunrise+1h": (
        "Jeden Tag von 30 Minuten vor Sonnenuntergang bis 1 Stunde nach Sonnenaufgang.",
        "Tous les jours entre 30 minutes avant le coucher du soleil et 1 heure après le lever du soleil.",
        "Todos los días desde 30 minutos antes de la puesta del sol hasta 1 hora después de la salida del sol.",
        "Codziennie od 30 minut przed zachodem słońca do 1 godziny po wschodzie słońca."),
    "dusk-23:00; not sun; not 2026-12-24": (
        "Jeden Tag von Einbruch der Dunkelheit bis 23:00, aber nicht sonntags, und nicht am 24. Dezember 2026.",
        "Tous les jours entre le crépuscule et 23:00, mais pas le dimanche, ni le 24 décembre 2026.",
        "Todos los días desde el anochecer hasta 23:00, pero no los domingos, ni el 24 de diciembre de 2026.",
        "Codziennie od zmierzchu do 23:00, ale nie w niedziele, ani 24 grudnia 2026."),
    "from 2027-01-07 weekend": (
        "Am Wochenende, ab 7. Januar 2027.", "Le week-end, à partir du 7 janvier 2027.", "Los fines de semana, a partir del 7 de enero de 2027.",
        "W weekendy, od 7 stycznia 2027."),
}

# The words that are seen, with those for screen readers, which are English ones and no translations; words of the sign are no matter.
ENGLISH = """([keys, translations]) => {
  const pattern = (words) => words.replace(/[.*+?^$()|[\\]\\\\]/g, "\\\\$&").replace(/\\{\\w+\\}/g, ".+");
  const [english, own] = [keys, translations].map((all) => new RegExp(`^(${all.map(pattern).join("|")})$`));
  const found = [];
  const see = (element, words) => {
    words = words.replace(/\\s+/g, " ").trim();
    const shown = element.closest("select") ?? element;
    if (english.test(words) && !own.test(words) && shown.checkVisibility() && !element.closest("[lang=en], code")) found.push(words);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) see(texts.currentNode.parentElement, texts.currentNode.data);
  for (const element of document.body.querySelectorAll("*"))
    for (const name of ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt"])
      if (element.hasAttribute(name)) see(element, element.getAttribute(name));
  return found;
}"""


class PageWords(HTMLParser):
    """The words of a page that are translated: its texts, and what screen readers read."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "link", "input"):
            self.open.append(tag)
        self.words.update(words for name, words in attributes if name in ("aria-label", "title", "placeholder", "alt") and words)

    def handle_endtag(self, tag):
        while self.open.pop() != tag:
            pass

    def handle_data(self, data):
        words = " ".join(data.split())
        if "body" in self.open and not {"code", "noscript"} & set(self.open) and re.search("[A-Za-z]", words):
            self.words.add(words)


def label(word):
    """What people call a word of a sign file."""
    return word.capitalize().replace("_", " ")


def schema_values(key):
    """The words that the schema has for a key of a message."""
    schema = json.loads((ROOT / "docs/sign-file.schema.json").read_text())

    def nodes(node):
        while "$ref" in node:
            node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
        yield node
        for part in node.get("anyOf", []) + node.get("oneOf", []) + node.get("allOf", []):
            yield from nodes(part)

    found = [value for message in nodes(schema["properties"]["message"]) if key in message.get("properties", {})
             for node in nodes(message["properties"][key]) for value in node.get("enum", [])]
    assert found, key
    return found


def words_of_the_sign():
    """English words that come from the sign, of which the page knows all."""
    words = {label(word) for word in OFFERED + schema_values("align") + schema_values("in") + schema_values("out")}
    words.update(EXPECTED)
    for file in (ROOT / "recipes").glob("*.yaml"):
        recipe = next(yaml.safe_load_all(file.read_text()))
        words.update([recipe["title"], recipe["about"], *([recipe["asks"]] if "asks" in recipe else [])])
        words.update(setting["help"] for setting in recipe["settings"].values())
    for file in (ROOT / "boards").glob("*.yaml"):
        words.add(re.sub(r", \d+x\d+(?=,|$)", "", yaml.safe_load(file.read_text())["summary"]))
    for file in (ROOT / "Sources/Panels/Boards/Testing").glob("*Test*.swift"):
        # The questions of test pictures, their answers, and what helps.
        for pattern in (r'case \.\w+:\s*"([^"]+)"', r'(?:BoardTestAnswer|slower)?\(\s*"\w+",\s*"([A-Z][^"]+ [^"]+)"', r'help:\s*"([^"]+)"'):
            words.update(re.findall(pattern, file.read_text()))
    return words


def literal_phrases():
    """The English words of all calls, and those that are plurals."""
    words, plurals = set(), set()
    for file in WEB.rglob("*.js"):
        for text, _, other in CALL.findall(file.read_text()):
            words.add(text or other)
            if other:
                plurals.add(other)
    return words, plurals


def catalogue(language):
    return json.loads((WEB / f"languages/{language}.json").read_text())


def placeholders(words):
    return sorted(re.findall(r"\{\w+\}", words))


class CatalogueTests(unittest.TestCase):
    def test_each_catalogue_has_all_words_of_the_page_and_no_others(self):
        pages = [PageWords((WEB / name).read_text()).words for name in ("index.html", "live.html")]
        words = set().union(literal_phrases()[0], words_of_the_sign(), *pages)
        self.assertGreater(len(words), 400)
        self.assertEqual({file.stem for file in (WEB / "languages").iterdir()}, set(CATEGORIES))
        for language in CATEGORIES:
            self.assertEqual(set(catalogue(language)) ^ words, set(), language)

    def test_what_the_page_says_is_always_a_literal(self):
        for file in WEB.rglob("*.js"):
            text = file.read_text().replace("export function phrase(", "")
            self.assertEqual(len(re.findall(r"\bphrase\(", text)), len(CALL.findall(text)), file)

    def test_nothing_is_said_without_a_translation(self):
        # Words with a capital letter are for people, but for those of browsers and the languages' own names.
        known = {"Escape", "Enter", "Macintosh", "Mac", "Edg", "Edge", "English", "Deutsch", "Polski"}
        found = set()
        for file in WEB.rglob("*.js"):
            code = CALL.sub("", re.sub(r"^\s*(//|\*|/\*).*$", "", file.read_text(), flags=re.MULTILINE))
            found.update(re.findall(r'["`]([A-Z][a-z]+(?:[ ,.:…][^"`\n]*)?)["`]', code))
        self.assertEqual(found, known)

    def test_translations_have_the_same_values_and_the_plurals_of_their_language(self):
        _, plurals = literal_phrases()
        for language, categories in CATEGORIES.items():
            for words, translation in catalogue(language).items():
                self.assertEqual(isinstance(translation, dict), words in plurals, words)
                forms = translation if words in plurals else {"other": translation}
                self.assertEqual(set(forms), categories if words in plurals else {"other"}, (language, words))
                for form in forms.values():
                    self.assertEqual(placeholders(form), placeholders(words), (language, words))
                    self.assertEqual(form, form.strip())
                    self.assertTrue(form)

    def test_translations_have_the_quotes_and_spaces_of_their_language(self):
        wrong = {"de": r"«|»|”|[^\xa0]…$", "es": r"[„“”]|[«] | [»]", "fr": r"[„“”]| [?!:;»%]|« ", "pl": r"[«»“]"}
        for language, pattern in wrong.items():
            for words, translation in catalogue(language).items():
                for form in translation.values() if isinstance(translation, dict) else [translation]:
                    self.assertNotRegex(form, "['\"]|" + pattern, (language, words))


def english_on(page, language):
    """The English words on a page; keys without a word of their own would fit anything."""
    words = catalogue(language)
    translations = [form for each in words.values() for form in (each.values() if isinstance(each, dict) else [each])]
    has_word = {each: re.search("[A-Za-z]{2}", re.sub(r"\{\w+\}", "", each)) for each in [*words, *translations]}
    keys = [each for each in words if has_word[each] and each not in translations]
    return page.evaluate(ENGLISH, [keys, [each for each in translations if has_word[each]]])


class LanguageTests(PageCase):
    needs_fake = True
    options = ("--cues", "bell")

    def check(self, page, language, place):
        self.assertEqual(english_on(page, language), [], f"{place} in {language}")
        for width in (320, 390):
            self.resize(page, width, 844)
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{place} in {language}")
        self.assertEqual(violations(page), [], f"{place} in {language}")

    def test_every_tab_and_each_sentence_is_in_the_language_of_the_browser(self):
        for index, language in enumerate(CATEGORIES):
            page = self.open(width=390, height=844, locale=f"{language}-{language.upper()}", reduced_motion="reduce")
            words = catalogue(language)
            self.assertEqual(page.evaluate("document.documentElement.lang"), language)
            for tab in ("messages", "send", "times", "values", "status", "file"):
                self.show_tab(page, tab)
                if tab == "send":
                    # What the page says is in its language, and what the sign says in English.
                    page.click("#send-form button.main")
                    page.wait_for_selector(f"#send-problem[lang={language}]:has-text('{words['Write a text first.']}')")
                    page.fill("[name=text]", "Hello <nosuch>")
                    page.wait_for_selector("#send-problem[lang=en]")
                if tab == "file":
                    page.fill("#editor textarea", page.input_value("#editor textarea") + "mesage: 1\n")
                    page.wait_for_selector("#file-problems li")
                    self.assertEqual(page.inner_text("#file-status"), words["{count} problems"]["one"].replace("{count}", "1"))
                self.check(page, language, tab)
            sentences = page.evaluate("""async (texts) => {
                const { readSchedule } = await import(new URL("web/message/schedule.js", document.baseURI));
                const { describeSchedule } = await import(new URL("web/message/schedule-words.js", document.baseURI));
                return texts.map((text) => describeSchedule(readSchedule(text))); }""", list(SENTENCES))
            order = ("de", "fr", "es", "pl").index(language)
            self.assertEqual(sentences, [each[order] for each in SENTENCES.values()])

    def test_a_language_that_is_chosen_is_kept_until_that_of_the_browser_is_chosen(self):
        page = self.open(locale="de-DE")
        self.show_tab(page, "status")
        page.select_option("#language", "pl")
        page.wait_for_selector("html[lang=pl]")
        page.reload()
        page.wait_for_selector("html[lang=pl]:not([data-untranslated])")
        self.assertEqual(page.input_value("#language"), "pl")
        self.assertEqual(page.inner_text("#tab-status"), "Stan")
        self.show_tab(page, "status")
        page.get_by_role("link", name="Sam obraz").click()
        page.wait_for_selector("html[lang=pl]:not([data-untranslated]) h1:text('Tablica')")
        page.go_back()
        self.show_tab(page, "status")
        page.select_option("#language", "")
        page.wait_for_selector("html[lang=de]")

    def test_a_language_that_the_page_does_not_speak_is_english_and_loads_nothing(self):
        loaded = []
        page = self.open(waits=False, locale="nl-NL")
        page.on("request", lambda request: loaded.append(request.url))
        page.reload()
        page.wait_for_selector("body[data-connection=open]")
        self.assertEqual([page.evaluate("document.documentElement.lang"), page.inner_text("#tab-status")], ["en", "Status"])
        self.assertTrue(loaded)
        self.assertEqual([url for url in loaded if "languages" in url], [])

    def test_nothing_is_shown_in_english_before_it_is_translated(self):
        page = self.open(locale="fr-FR")
        held = []
        page.route("**/web/languages/fr.json", lambda route: held.append(route))
        page.reload(wait_until="commit")
        self.wait_until(lambda: held, page)
        # Without the end of the wait, which comes for those who have no scripts.
        hidden = "() => { document.getAnimations().forEach((each) => each.cancel()); return getComputedStyle(document.body).visibility; }"
        self.assertEqual(page.evaluate(hidden), "hidden")
        held[0].continue_()
        page.wait_for_selector("body[data-connection=open]")
        self.assertEqual([page.evaluate(hidden), page.inner_text("#tab-status")], ["visible", "État"])

    def test_a_catalogue_that_does_not_come_leaves_the_page_in_english(self):
        self.expects_errors = True
        page = self.open(waits=False, locale="es-ES")
        page.route("**/web/languages/es.json", lambda route: route.abort())
        page.reload()
        page.wait_for_selector("body[data-connection=open]")
        self.assertEqual([page.evaluate("document.documentElement.lang"), page.inner_text("#tab-status")], ["en", "Status"])


class RunningSignLanguageTests(unittest.TestCase):
    starts_sign = True

    def open(self, sign, language):
        context = Browser.context(viewport={"width": 390, "height": 844}, locale=language)
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(sign.url)
        return page

    def check(self, page, language, place):
        self.assertEqual(english_on(page, language), [], f"{place} in {language}")
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 390, f"{place} in {language}")

    def test_the_file_with_the_form_of_a_message_and_the_machine(self):
        sign = RealSign("clock: trusted\nmessage: {text: Bread, when: mon-fri 08:00-18:00}\n", http="edit: yes", has_token=False)
        self.addCleanup(sign.stop)
        for language in CATEGORIES:
            words = catalogue(language)
            page = self.open(sign, language)
            page.click("#tab-file")
            page.locator(".file-message").wait_for()
            for part in page.locator("#panel-file > details > summary").all():
                part.click()
            page.locator(".recipe").first.wait_for()
            self.check(page, language, "the tab File")
            page.locator(".file-message").get_by_role("button", name=words["Edit"]).click()
            dialog = page.locator("#message-dialog[open]")
            dialog.wait_for()
            for part in dialog.locator("summary").all():
                part.click()
            dialog.locator(".part").first.wait_for()
            self.check(page, language, "the form")
            for opener in ("Colour", "Icon"):
                dialog.get_by_role("button", name=words[opener], exact=True).click()
                self.check(page, language, opener)
            dialog.locator("[data-action=cancel]").click()
            page.click("#tab-status")
            page.click("#machine summary")
            page.locator("#machine h2").first.wait_for()
            self.check(page, language, "the machine")

    def test_setting_up(self):
        sign = RealSign(None, board=None)
        self.addCleanup(sign.stop)
        for language in CATEGORIES:
            words = catalogue(language)
            page = self.open(sign, language)
            page.locator("#sign-in [name=token]").wait_for()
            self.check(page, language, "signing in")
            page.locator("#sign-in [name=token]").fill(sign.token)
            page.locator("#sign-in button.main").click()
            page.locator("#setup h2:not(:empty)").wait_for()
            self.check(page, language, "the first step")
            if page.locator("#setup .back").is_visible():
                # Someone has chosen a board already.
                page.locator("#setup .back").click()
            page.locator("#setup h2", has_text=words["Which panel do you have?"]).wait_for()
            self.check(page, language, "the panels")
            page.locator(".card", has_text=words["Simulated RGB panel"]).first.click()
            page.locator("#setup h2", has_text=words["What does it show?"]).wait_for()
            self.check(page, language, "the recipes")
            for recipe in ("departures", "weather"):
                page.locator(f".recipe[data-name={recipe}]").click()
                page.locator("#setup form").wait_for()
                self.check(page, language, recipe)
                page.locator("#setup .back").click()
