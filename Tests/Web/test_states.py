"""Failures of the camera and of the server."""
import re

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.racking import RackCase
from support.server import Server
from support.viewing import Photo


@on_both_sizes
class CameraDenied(CountCase):
    """The user does not let the page use the camera."""

    context_options = {"camera": True, "allowed": False}

    def test_denied(self):
        self.open("/count")
        self.press("Take a photo")
        expect(self.by("alert")).to_contain_text("Camera access is blocked")
        self.look("camera-denied")
        self.choose(sample("count/coins"), within=self.by("alert"))
        self.counted()
        self.assertEqual(self.number, 23)


@on_both_sizes
class NoCamera(CountCase):
    """The machine has no camera."""

    context_options = {"camera": False}

    def test_none(self):
        self.open("/rack")
        self.press("Take a photo")
        expect(self.by("alert")).to_contain_text("No camera was found")
        self.look("camera-none")
        self.press("Close the camera")
        expect(self.page.locator("dialog")).to_have_count(0)


@on_both_sizes
class ServerGone(RackCase):
    """The server stops while its pages are open, and comes back."""

    context_options = {"saving": False}

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def setUp(self):
        super().setUp()
        self.watch.allow("ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|Unreachable|Failed to load resource|Failed to fetch")
        # A browser records 250 files, and the pages have more.
        self.page.add_init_script("performance.setResourceTimingBufferSize(2000)")

    @property
    def banner(self):
        return self.page.get_by_text("No connection to Espy.")

    def test_history(self):
        self.server.found("count", sample("count/one-orange"))
        self.open("/count")
        self.views_are_there()
        self.server.stop()
        self.press("History", "link")
        expect(self.banner).to_be_visible()
        expect(self.by("alert").first).to_contain_text("No answer from Espy")
        self.look("history-unreachable")
        self.server.start()
        # It returns without user action.
        expect(self.page.locator(".entry-row")).to_have_count(1)
        expect(self.banner).to_be_hidden()

    def views_are_there(self):
        """Waits until the views that are not open are loaded in the background."""
        self.page.wait_for_function(
            "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/bundle/history/page.js'))")

    def test_photo_is_sent_later(self):
        self.open("/count")
        self.server.stop()
        self.choose(sample("count/coins"))
        expect(self.by("alert").first).to_contain_text("The photo could not be sent")
        self.look("count-unreachable")
        self.server.start()
        self.counted()
        self.assertEqual(self.number, 23)

    def test_corrections_wait(self):
        result = self.count_sample("coins")
        photo = Photo(self, result)
        places = [self.page.locator(part).first.bounding_box() for part in (".count-number", ".viewer-stage")]
        self.server.stop()
        # The notice fits into the margin above the page: nothing moves, and nothing is covered.
        expect(self.banner).to_be_visible()
        self.assertEqual([self.page.locator(part).first.bounding_box() for part in (".count-number", ".viewer-stage")], places)
        banner = self.page.locator(".banner").bounding_box()
        self.assertLessEqual(banner["y"] + banner["height"], places[0]["y"])
        self.look("count-lost")
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        box = next(one for one in result["detections"] if one["main"])
        photo.rest()
        photo.touch(*photo.middle(box))
        expect(self.page.locator(".count-number")).to_have_text("22")
        expect(self.banner).to_be_visible()
        self.server.start()
        self.until(lambda: self.newest()["entry"]["count"] == 22, "the correction was lost")


@on_both_sizes
class Closing(RackCase):
    """The page is closed the moment after a correction."""

    def leave(self):
        self.page.goto("about:blank")

    def test_count(self):
        result = self.count_sample("coins")
        photo = Photo(self, result)
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        first, second = [one for one in result["detections"] if one["main"]][:2]
        photo.touch(*photo.middle(first))
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.leave()
        self.until(lambda: self.newest()["entry"]["count"] == 22, "the correction was lost")

    def test_count_while_another_is_on_its_way(self):
        result = self.count_sample("coins")
        photo = Photo(self, result)
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        first, second = [one for one in result["detections"] if one["main"]][:2]
        # The first one is slow: its answer never arrives while the page is open.
        self.page.evaluate(HOLD)
        photo.touch(*photo.middle(first))
        self.page.wait_for_function("() => window.held > 0")
        photo.touch(*photo.middle(second))
        expect(self.page.locator(".count-number")).to_have_text("21")
        self.leave()
        self.until(lambda: self.newest()["entry"]["count"] == 21, "the correction was lost")


# Answers to changes are held back forever.
HOLD = """() => {
  const { fetch } = window
  window.held = 0
  window.fetch = async (address, options) => {
    const answer = await fetch(address, options)
    if (options?.method !== 'PATCH') return answer
    window.held += 1
    return new Promise(() => {})
  }
}"""


@on_both_sizes
class TakenBack(CountCase):
    """A user cancels slow work."""

    def setUp(self):
        super().setUp()
        # The server never reports progress: the page waits.
        self.page.route(re.compile("/events$"), lambda route: None)
        self.addCleanup(lambda: self.page.unroute_all(behavior="ignoreErrors"))

    def test_count_is_cancelled(self):
        self.open("/count")
        self.choose(sample("count/coins"))
        expect(self.page.locator(".count-steps")).to_be_visible()
        for stage in ("Find things", "Choose the kind", "Save the result"):
            expect(self.page.locator(".count-steps")).to_contain_text(stage)
        self.look("count-progress", picture=False)
        self.press("Cancel")
        self.page.locator(".review-photo").wait_for()

    def test_reading_is_cancelled(self):
        self.open("/rack")
        self.choose(sample("rack/box-9x9"))
        expect(self.page.locator(".progress-stage")).to_be_visible()
        self.look("rack-progress", picture=False)
        self.press("Cancel")
        self.page.locator(".review-photo").wait_for()
