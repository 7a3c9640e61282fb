"""Gestures of phones: swipe to the next result, shake to undo, pull to refresh, and small vibrations."""
from playwright.sync_api import expect

from support.batching import BatchCase
from support.case import PageCase
from support.counting import CountCase
from support.paths import sample
from support.viewing import Finger, Photo

# Three turns of a phone that is shaken sideways, and as many of one that is carried.
SHAKE = """(force) => [1, -1, 1, -1, 1].forEach((way) => dispatchEvent(new DeviceMotionEvent('devicemotion', {
  acceleration: { x: way * force, y: 1, z: 0 } })))"""
TICKS = "window.ticks = []; Navigator.prototype.vibrate = (length) => ticks.push(length) > 0"


class SwipeBetweenResults(BatchCase):
    """A user looks at one result after the other."""

    size = "phone"

    def swipe(self, way):
        box = self.page.locator(".viewer-stage").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        Finger(self.page).move((x - way * -120, y), (x + way * -120, y))

    def test_history(self):
        ids = [self.server.found("count", sample(f"count/{name}"))["id"] for name in ("tarts-5x7", "coins", "one-orange")]
        oldest, middle, newest = (f"**/history/{id}" for id in ids)
        self.open("/history")
        self.hit(self.page.locator(".entry-link").first)
        self.page.wait_for_url(newest)
        self.rest()
        self.swipe(1)
        self.page.wait_for_url(middle)
        expect(self.by("heading", "coins.jpg")).to_be_visible()
        self.rest()
        self.look("entry-beside")
        self.swipe(1)
        self.page.wait_for_url(oldest)
        self.rest()
        # The last one: there is nothing beyond it.
        expect(self.by("link", "Next result")).to_have_count(0)
        self.swipe(1)
        self.swipe(-1)
        self.page.wait_for_url(middle)
        # A zoomed photo moves instead.
        self.rest()
        photo = Photo(self, self.server.api("GET", f"/history/{ids[1]}")["result"])
        photo.zoom_in(*photo.place(200, 200))
        self.swipe(-1)
        self.assertTrue(self.page.url.endswith(ids[1]))
        # The same by keys and links; one step back leads to the list, however many were shown.
        self.page.keyboard.press("k")
        self.page.wait_for_url(newest)
        self.hit(self.by("link", "Next result"))
        self.page.wait_for_url(middle)
        self.page.go_back()
        self.page.wait_for_url("**/history")

    def test_batch(self):
        self.count_all([sample(f"count/{name}") for name in ("coins", "one-orange", "tarts-5x7")])
        self.hit(self.by("link", "coins.jpg"))
        self.counted()
        self.rest()
        self.swipe(1)
        expect(self.page.locator(".count-number")).to_have_text("1")
        self.hit(self.by("link", "Next result"))
        expect(self.page.locator(".count-number")).to_have_text("35")
        # While things are added or removed, a finger does not leave the photo.
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        self.rest()
        self.swipe(-1)
        expect(self.page.locator(".count-number")).to_have_text("35")
        self.page.go_back()
        expect(self.rows).to_have_count(3)


class Shake(CountCase):
    """A user shakes the phone to undo."""

    size = "phone"

    def setUp(self):
        super().setUp()
        self.page.add_init_script(TICKS)
        self.page.emulate_media(reduced_motion="no-preference")

    def remove_one(self):
        result = self.count_sample("coins")
        self.photo = Photo(self, result)
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        self.photo.rest()
        self.photo.touch(*self.photo.middle(next(one for one in result["detections"] if one["main"])))
        expect(self.page.locator(".count-number")).to_have_text("22")

    def test_undoes_and_can_be_redone(self):
        self.remove_one()
        self.assertEqual(self.page.evaluate("ticks"), [10])
        self.page.evaluate(SHAKE, 5)
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.page.evaluate(SHAKE, 20)
        expect(self.page.locator(".count-number")).to_have_text("23")
        self.assertEqual(self.page.evaluate("ticks"), [10, 10])
        toast = self.page.locator(".toast", has_text="Undone.")
        self.press("Redo", within=toast)
        expect(self.page.locator(".count-number")).to_have_text("22")

    def test_off_with_less_motion(self):
        self.page.emulate_media(reduced_motion="reduce")
        self.remove_one()
        self.page.evaluate(SHAKE, 20)
        self.settle()
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.assertEqual(self.page.evaluate("ticks"), [])


class Pull(PageCase):
    """A user pulls a list down to refresh it."""

    size = "phone"

    def test_history(self):
        entry = self.server.found("count", sample("count/one-orange"))
        self.open("/history")
        title = self.page.locator(".entry-title")
        expect(title).to_have_text("one-orange.jpg")
        self.rest()
        self.server.api("PATCH", f"/history/{entry['id']}", {"title": "From elsewhere"})
        finger, place = Finger(self.page), title.bounding_box()
        # Not far enough.
        finger.move((200, 200), (200, 270))
        expect(title).to_have_text("one-orange.jpg")
        finger.move((200, 200), (200, 420), lifts=False)
        expect(self.page.locator(".pull-sign.is-far")).to_be_visible()
        self.assertEqual(title.bounding_box(), place)
        finger.lift()
        expect(title).to_have_text("From elsewhere")
        expect(self.page.locator(".pull-sign")).to_be_hidden()

    def test_only_from_the_top(self):
        self.server.found("count", sample("count/one-orange"))
        self.page.set_viewport_size({"width": 390, "height": 300})
        self.open("/history")
        self.rest()
        self.page.evaluate("document.body.style.minHeight = '2000px'; scrollTo(0, 400)")
        Finger(self.page).move((200, 60), (200, 250), lifts=False)
        expect(self.page.locator(".pull-sign")).to_be_hidden()
