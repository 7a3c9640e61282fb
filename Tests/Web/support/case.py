"""The base of all page tests."""
import base64
import sys
import time
import unittest
from pathlib import Path

from playwright.sync_api import expect

from . import session
from .accessibility import violations
from .paths import SCREENSHOTS
from .watch import Watch

# Whether everything that a page will show is there: the view, fonts, pictures, photos in their viewers, server answers.
IS_STILL = """() => document.querySelector('h1') && document.fonts.status === 'loaded'
  && [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)
  && ![...document.querySelectorAll('[aria-busy="true"], .spinner')].some((element) => element.checkVisibility())"""
DROP = """(files) => {
  const transfer = new DataTransfer()
  for (const { name, data } of files) {
    transfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name, { type: 'image/jpeg' }))
  }
  const how = { dataTransfer: transfer, bubbles: true, cancelable: true }
  for (const kind of ['dragenter', 'dragover', 'drop']) document.querySelector('main').dispatchEvent(new DragEvent(kind, how))
}"""
# In milliseconds. Nothing takes that long on a quiet machine.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


def on_both_sizes(case):
    """Makes two test cases of one: one on a phone, one on a desktop."""
    module = sys.modules[case.__module__]
    for size in ("phone", "desktop"):
        name = f"{case.__name__}On{size.capitalize()}"
        parts = {"size": size, "__module__": case.__module__, "__doc__": case.__doc__}
        setattr(module, name, type(name, (case,), parts))
    # The class without a size is not a test.
    return None


def with_camera(test):
    """Gives a test its own camera within a class of others."""
    test.context_options = {"camera": True}
    return test


class PageCase(unittest.TestCase):
    """Has its own page and an empty history. The page must not complain or contact other hosts."""

    size = "desktop"
    # Arguments of `Browser.context`.
    context_options = {}

    def setUp(self):
        shared = session.current
        self.browser, self.screens = shared.browser, shared.screens
        self.server = self.make_server()
        self.server.forget()
        own = getattr(getattr(self, self._testMethodName), "context_options", {})
        options = {**self.context_options, **own}
        self.context = self.browser.context(self.size, base_url=self.server.url, **options)
        self.addCleanup(self.context.close)
        self.context.set_default_timeout(PATIENCE)
        self.watch = Watch(self.context, self.server.url)
        self.page = self.context.new_page()

    def make_server(self):
        """The server of the test. A test that may stop it has its own."""
        return session.current.server

    def tearDown(self):
        if self.failed:
            self.page.screenshot(path=SCREENSHOTS / f"failed-{self.id()}.png")
        self.assertEqual(self.watch.problems, [])

    @property
    def failed(self):
        """Returns whether the test itself has failed."""
        result = self._outcome.result
        return any(case is self for case, _ in result.failures + result.errors)

    def open(self, path):
        """Goes to a page, and waits until it is complete."""
        self.page.goto(path)
        self.page.locator("h1").first.wait_for(state="attached")

    def rest(self):
        """Waits until everything is there that the page will show."""
        self.page.wait_for_function(IS_STILL)

    def by(self, role, name=None, *, exact=True, within=None):
        """Returns the one element with this role and name, as a screen reader finds it."""
        place = within or self.page
        return place.get_by_role(role, name=name, exact=exact) if name else place.get_by_role(role)

    def press(self, name, role="button", **options):
        """Clicks, or taps on a phone."""
        element = self.by(role, name, **options)
        # An element in a closed sheet has no role yet.
        if self.size == "phone" and element.count() == 0 and self.page.locator(".result-more", has_text=name).count() > 0:
            self.more()
        self.hit(element)

    def hit(self, element):
        """Clicks an element, or taps it on a phone, where a sheet may have to be opened first."""
        if self.size == "phone":
            if element.evaluate("(element) => element.closest('.result-more:not(.is-open)') !== null"):
                self.more()
            element.tap()
        else:
            element.click()

    def drop(self, *paths):
        """Drops photos on the page."""
        self.page.evaluate(DROP, [{"name": path.name, "data": base64.b64encode(path.read_bytes()).decode()} for path in paths])

    def more(self, is_open=True):
        """Opens or closes the sheet that holds a result's rarely used actions on phones."""
        button = self.page.locator(".more-button")
        if button.is_visible() and (button.get_attribute("aria-expanded") == "true") != is_open:
            button.tap()

    def open_info(self):
        """Opens everything known about a photo of the gallery, which is open at first only on large screens."""
        info = self.by("button", "Info")
        info.wait_for()
        if info.get_attribute("aria-expanded") == "false":
            self.hit(info)

    def until(self, holds, otherwise):
        """Waits for something that no element shows, such as the state of the server."""
        end = time.monotonic() + PATIENCE / 1000
        while not holds():
            if time.monotonic() > end:
                self.fail(otherwise() if callable(otherwise) else otherwise)
            self.page.evaluate("new Promise(requestAnimationFrame)")

    def until_all(self, count, wanted):
        """Waits until the expected number is counted, for as long as it still grows."""
        before = -1
        while (now := count()) != wanted:
            self.assertGreater(now, before, f"{now} of {wanted}")
            before, end = now, time.monotonic() + PATIENCE / 1000
            while count() == before and time.monotonic() < end:
                self.page.evaluate("new Promise(requestAnimationFrame)")

    def download(self, name, role="button"):
        """Presses something, in its sheet if it is in one, and returns the file that the browser saves."""
        sheet = self.page.locator(".sheet-place", has=self.page.locator(".sheet-item", has_text=name))
        if sheet.count() > 0 and self.page.locator("dialog[open]").count() == 0:
            self.press("Save and share")
        if (marks := sheet.locator("details:not([open])", has_text=name)).count() > 0:
            self.hit(marks.locator("summary"))
        with self.page.expect_download() as saved:
            self.press(name, role)
        self.saved_name = saved.value.suggested_filename
        return Path(saved.value.path()).read_bytes()

    def shoot(self):
        """Takes a screenshot, without anything that changes each time."""
        passing = self.page.locator("time, .device-words .hint, .about-version")
        return self.page.screenshot(animations="disabled", caret="hide", mask=[passing], mask_color="#808080")

    def look(self, name, *, picture=True):
        """
        Checks the page as it is now, in light and dark: whether it is accessible, fits, and looks as before.
        `picture=False` where what is seen is never twice the same.
        """
        if picture:
            self.rest()
        problems = [f"{name}: {line}" for line in violations(self.page)]
        for theme in ("light", "dark"):
            self.page.emulate_media(color_scheme=theme)
            change = self.screens.compare(name, f"{self.size}-{theme}", self.shoot, ignore=not picture)
            problems += [change] if change else []
        problems += [f"{name}, dark: {line}" for line in violations(self.page, only=["color-contrast"])]
        self.page.emulate_media(color_scheme="light")
        if self.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            problems.append(f"{name}: wider than the screen")
        self.assertEqual(problems, [])
