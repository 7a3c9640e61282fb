"""The pages in other languages: complete translations that fit on the page."""
import re

from playwright.sync_api import expect

from support.accessibility import violations
from support.browser import SIZES
from support.counting import CountCase
from support.paths import sample
from support.photographing import Library

OTHERS = ("de", "es")

# Lines that list where a language's texts differ in form from the English ones.
DIFFERENCES = """async (tag) => {
  // Some pages load texts of their own.
  const files = ['', '/inventory', '/library', '/people', '/trust']
  const texts = async (each) => Object.assign({}, ...await Promise.all(files.map((file) => import(`/app/strings/${each}${file}.js`))))
  const [english, other] = [await texts('en'), await texts(tag)]
  const found = []
  const marks = (text) => [...text.matchAll(/[{][a-z]+[}]|#/gi)].map(([mark]) => mark).sort().join()
  const compare = (one, two, path) => {
    const kind = Array.isArray(one) ? 'array' : typeof one
    if (kind !== (Array.isArray(two) ? 'array' : typeof two)) found.push(`${path} is no ${kind}`)
    else if (kind === 'string') {
      // "One photo" needs no number.
      if (marks(one) !== marks(two) && !path.endsWith('.one')) found.push(`${path} has other marks`)
    } else if (kind === 'function') {
      if (one.length !== two.length) found.push(`${path} takes other values`)
    } else if (one) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(two)])) {
        if (key in one && key in two) compare(one[key], two[key], `${path}.${key}`)
        else found.push(`${path}.${key} is missing`)
      }
    }
  }
  compare(english, other, tag)
  return found
}"""

# English texts on the page, although its language has other words for them.
LEFTOVERS = """async (tag) => {
  const all = (value) => typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(all) : []
  const files = ['', '/inventory', '/library', '/people', '/trust']
  const texts = async (each) => all(await Promise.all(files.map(async (file) => ({ ...await import(`/app/strings/${each}${file}.js`) }))))
  const own = new Set(await texts(tag))
  const english = new Set((await texts('en')).filter((text) => !own.has(text) && /[a-z]{3}/i.test(text)))
  const said = []
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility()) continue
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.data.trim())
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.push(element.getAttribute(name)?.trim())
  }
  return said.filter((text) => english.has(text))
}"""

# Text that is wider than its place, except for names that are truncated on purpose.
CRAMPED = """() => [...document.querySelectorAll('button, a, h1, h2, h3, label, summary, legend, p, th, dt, li, option, span')]
  .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline'
    && getComputedStyle(element).textOverflow !== 'ellipsis' && !element.closest('.visually-hidden, svg')
    && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
  .map((element) => `${element.tagName} .${element.className}: ${element.textContent.trim().slice(0, 80)}`)"""


class Languages(CountCase):
    """Returns the language that the browser asks for."""

    def test_all_texts_have_the_same_form(self):
        self.open("/")
        for tag in OTHERS:
            self.assertEqual(self.page.evaluate(DIFFERENCES, tag), [])

    def test_others_read_english(self):
        self.context.close()
        self.context = self.browser.context(self.size, base_url=self.server.url, locale="fi-FI")
        self.addCleanup(self.context.close)
        self.page = self.context.new_page()
        self.open("/")
        expect(self.page.locator("html")).to_have_attribute("lang", "en")
        expect(self.by("heading", "Start with a photo")).to_be_visible()

    def test_a_person_chooses_another_one(self):
        self.open("/settings")
        self.page.get_by_label("Language", exact=True).select_option("de")
        expect(self.page.locator("html")).to_have_attribute("lang", "de")
        expect(self.by("heading", "Optionen")).to_be_visible()
        self.open("/")
        expect(self.page.locator("html")).to_have_attribute("lang", "de")
        self.open("/settings")
        self.page.get_by_label("Sprache", exact=True).select_option("")
        expect(self.page.locator("html")).to_have_attribute("lang", "en")


class OtherLanguage(CountCase):
    """A user who does not read English goes through all pages."""

    tag = None

    def setUp(self):
        super().setUp()
        self.found = []

    def see(self, name):
        """Checks the page as it is now, and on a screen of the other size."""
        own = SIZES[self.size]["viewport"]
        other, = (size["viewport"] for size in SIZES.values() if size["viewport"] != own)
        self.rest()
        left = self.page.evaluate(LEFTOVERS, self.tag)
        self.found += [f"{name} is in English: {text}" for text in left] + [f"{name}: {line}" for line in violations(self.page)]
        for viewport in (other, own):
            self.page.set_viewport_size(viewport)
            self.rest()
            cramped = self.page.evaluate(CRAMPED)
            wide = self.page.evaluate("document.documentElement.scrollWidth > innerWidth")
            self.found += [f"{name}, {viewport['width']} pixels, has no room: {text}" for text in cramped]
            self.found += [f"{name} is wider than {viewport['width']} pixels"] * wide

    def go(self, path):
        self.open(path)
        self.see(path)

    def take(self, path, picture, done):
        """Analyzes a photo."""
        self.go(path)
        with self.page.expect_file_chooser() as chooser:
            self.press(self.page.evaluate("import('/app/strings.js').then(({ strings }) => strings.intake.choose)"))
        chooser.value.set_files(sample(picture))
        self.page.locator(done).wait_for()
        self.see(f"a result of {path}")

    def test_pages(self):
        self.go("/")
        expect(self.page.locator("html")).to_have_attribute("lang", self.tag)
        self.take("/count", "count/coins", ".count-number")
        self.take("/rack", "rack/box-5x5-mixed", ".rack-sentence")
        self.take("/shelf", "shelf/two-rows", ".shelf-number")
        for path in ("/count/recipes", "/shelf/books", "/shelf/inventory", "/history", "/settings/trust", "/pair"):
            self.go(path)
        for entry in self.server.api("GET", "/history")["entries"]:
            self.go(f"/history/{entry['id']}")
        self.go("/settings")
        for summary in self.page.locator("summary").all():
            self.hit(summary)
        self.see("all settings")
        self.page.keyboard.press("?")
        self.see("the keys")
        self.assertEqual(self.found, [])

    def test_gallery(self):
        self.go("/gallery")
        library = Library()
        self.addCleanup(library.server.remove)
        self.context.close()
        self.context = self.browser.context(self.size, base_url=library.server.url, **self.context_options)
        self.addCleanup(self.context.close)
        self.page = self.context.new_page()
        self.open("/gallery")
        self.page.locator(".grid-cell.is-loaded").first.wait_for()
        self.see("the gallery")
        for word in {"de": ("Hund", "hunde"), "es": ("perro", "perros")}[self.tag]:
            self.page.get_by_role("combobox").fill(word)
            self.page.keyboard.press("Enter")
            expect(self.page.locator(".gallery-count")).to_have_text(re.compile(r"^12\b"))
        self.see("what was found")
        self.hit(self.page.locator(".grid-cell:not([hidden]) a").first)
        self.page.wait_for_url("**/gallery/photo/*")
        self.see("a photo")
        for page in ("albums", "map", "duplicates", "folders", "problems"):
            self.go(f"/gallery/{page}")
        self.assertEqual(self.found, [])


class German(OtherLanguage):
    """In German."""

    tag = "de"
    context_options = {"locale": "de-DE"}


class Spanish(OtherLanguage):
    """In Spanish."""

    size = "phone"
    tag = "es"
    context_options = {"locale": "es-ES"}


# The tests run in a language, and not without one.
del OtherLanguage
