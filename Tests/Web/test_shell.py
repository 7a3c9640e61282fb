"""The common parts of all pages: navigation, keys, addresses."""
from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes

PAGES = ("count", "rack", "shelf", "history", "settings")
# The letter after the G that goes to a page.
LETTERS = {"shelf": "b"}


@on_both_sizes
class Shell(PageCase):
    """A user finds the way."""

    def heading(self, name):
        return self.page.locator("h1", has_text=name)

    def test_navigation_and_back(self):
        self.open("/")
        expect(self.page).to_have_title("Espy")
        self.press("Count", "link", within=self.by("navigation", "Pages"))
        self.page.wait_for_url("**/count")
        for page in PAGES[1:]:
            self.press(page.capitalize(), "link", within=self.by("navigation", "Pages"))
            self.page.wait_for_url(f"**/{page}")
            expect(self.by("link", page.capitalize(), within=self.by("navigation", "Pages"))).to_have_attribute(
                "aria-current", "page")
        for page in reversed(PAGES[:-1]):
            self.page.go_back()
            self.page.wait_for_url(f"**/{page}")
            expect(self.by("link", page.capitalize(), within=self.by("navigation", "Pages"))).to_have_attribute(
                "aria-current", "page")

    def test_deep_links_have_titles(self):
        for page in PAGES:
            self.open(f"/{page}")
            expect(self.page).to_have_title(f"{page.capitalize()} · Espy")

    def test_no_such_page(self):
        self.open("/settings")
        # A link in a page, such as one that has changed since.
        self.page.evaluate("document.querySelector('nav .tab-count a').href = '/nowhere'")
        self.hit(self.page.locator("nav .tab-count a"))
        expect(self.page.get_by_text("There is nothing at this address.")).to_be_visible()
        self.look("not-found")
        self.press("Go to the start page", "link")
        expect(self.page).to_have_title("Espy")

    def test_nothing_stays_of_a_photo_that_is_gone(self):
        self.watch.allow("410")
        self.open("/count?photo=0000000000000000")
        expect(self.by("alert")).to_contain_text("The photo is no longer available")
        self.look("photo-gone")

    def test_job_that_is_gone(self):
        self.watch.allow("404")
        for page in ("count", "rack", "shelf"):
            self.open(f"/{page}?job=0000000000000000")
            expect(self.page.locator(".state")).to_be_visible()
            self.look(f"{page}-job-gone")


class Keys(PageCase):
    """The pages without a mouse."""

    def press_key(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def test_keys_go_to_pages(self):
        self.open("/count")
        for page in (*PAGES[1:], PAGES[0]):
            self.press_key("g", LETTERS.get(page, page[0]))
            self.page.wait_for_url(f"**/{page}")
            self.page.locator("h1").first.wait_for()

    def test_question_mark_shows_the_keys(self):
        for page in PAGES:
            self.open(f"/{page}")
            self.press_key("?")
            dialog = self.by("dialog", "Keyboard shortcuts")
            expect(dialog).to_contain_text("Go to History")
            self.look(f"keys-{page}")
            self.press_key("?")
            expect(dialog).to_be_hidden()
            self.press_key("?")
            self.press_key("Escape")
            expect(dialog).to_be_hidden()

    def test_every_page_by_tab_alone(self):
        """All controls can be reached with the keyboard, show their focus, and do not trap it."""
        for page in PAGES:
            self.open(f"/{page}")
            self.page.locator("main .view :is(button, a, input)").filter(visible=True).first.wait_for()
            wanted = self.page.evaluate(REACHABLE)
            seen = set()
            for _ in range(wanted + 5):
                self.press_key("Tab")
                seen.add(self.page.evaluate(FOCUSED))
            self.assertGreaterEqual(len(seen - {None}), wanted, page)


REACHABLE = """() => {
  const radios = new Set()
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0)
    // One of several radio buttons has the focus for all.
    .filter((one) => one.type !== 'radio' || (!radios.has(one.name) && radios.add(one.name)))
    .length
}"""
FOCUSED = """() => {
  const one = document.activeElement
  if (!one || one === document.body) return null
  const all = [...document.querySelectorAll('*')]
  return all.indexOf(one)
}"""
