"""The sample photos of the gallery: there to try it, never among a user's own."""
import re
import time

from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes
from support.photographing import save
from support.server import PATIENCE, Server

# Of web/samples/gallery.
COUNT = 19


@on_both_sizes
class Samples(PageCase):
    """A user tries the gallery before adding photos."""

    def make_server(self):
        server = Server("--max-load", "none").start()
        self.addCleanup(server.remove)
        return server

    @property
    def total(self):
        return self.server.api("GET", "/gallery/photos?limit=1")["total"]

    def try_samples(self):
        self.open("/gallery")
        self.press("Try sample photos")
        self.until_total(COUNT)

    def until_total(self, count):
        """Indexing takes longer than anything on a page."""
        end = time.monotonic() + 4 * PATIENCE
        while self.total != count:
            self.assertLess(time.monotonic(), end, f"there are {self.total} photos; {self.server.messages}")
            time.sleep(0.1)

    def test_a_late_answer_does_not_bring_back_what_is_gone(self):
        self.try_samples()
        held = []
        self.page.route("**/gallery/timeline*", lambda route: held.append(route))
        self.open("/gallery")
        self.press("Remove samples")
        expect(self.page.get_by_text("No photos yet")).to_be_visible()
        self.assertTrue(held)
        for route in held:
            route.continue_()
        self.rest()
        expect(self.page.get_by_text("No photos yet")).to_be_visible()

    def test_samples_are_tried_and_removed(self):
        self.open("/gallery")
        expect(self.by("button", "Try sample photos")).to_be_visible()
        self.try_samples()
        expect(self.by("group", "Sample photos")).to_contain_text("These are sample photos")
        expect(self.page.locator(".gallery-count")).to_have_text(re.compile(f"^{COUNT} photos"))
        self.page.locator(".grid-cell.is-loaded").first.wait_for()
        self.look("gallery-samples", picture=False)
        # They have dates and places.
        self.open("/gallery/map")
        expect(self.page.locator(".map-list")).to_contain_text("Paris, France")
        # They belong to Espy: nobody deletes them.
        self.open("/gallery")
        self.hit(self.page.locator(".grid-cell.is-loaded a").first)
        expect(self.by("button", "Hide")).to_be_visible()
        self.rest()
        expect(self.by("button", "Delete")).to_have_count(0)
        self.open("/gallery")
        self.press("Remove samples")
        expect(self.page.get_by_text("No photos yet")).to_be_visible()
        self.assertEqual((self.total, self.server.api("GET", "/gallery")["folders"]), (0, []))
        expect(self.by("button", "Try sample photos")).to_be_visible()

    def test_samples_leave_when_own_photos_come(self):
        self.try_samples()
        folder = self.server.home / "Pictures"
        folder.mkdir()
        for number in range(3):
            save(folder / f"{number}.jpg", number)
        self.open("/gallery/folders")
        expect(self.page.locator(".folder-row")).to_contain_text("Sample photos of Espy")
        self.page.get_by_label("Path of the folder").fill(str(folder))
        self.press("Add folder")
        expect(self.page.locator(".folder-row")).to_contain_text(str(folder))
        expect(self.page.locator(".folder-row")).to_have_count(1)
        self.until_total(3)
        self.open("/gallery")
        expect(self.page.locator(".gallery-count")).to_have_text(re.compile("^3 photos"))
        expect(self.by("group", "Sample photos")).to_have_count(0)

    def test_a_folder_that_is_added_elsewhere_is_noticed(self):
        folder = self.server.home / "Pictures"
        folder.mkdir()
        save(folder / "0.jpg", 0)
        self.open("/gallery")
        expect(self.page.get_by_text("No photos yet")).to_be_visible()
        self.server.api("POST", "/gallery/folders", {"path": str(folder)})
        expect(self.page.locator(".gallery-count")).to_have_text(re.compile("^1 photo"))
        expect(self.page.locator(".gallery-pane a[href^='/gallery/photo/']")).to_have_count(1)

    def test_samples_are_not_offered_beside_own_photos_or_to_devices(self):
        self.page.route(re.compile(r"/api/v1/gallery$"), lambda route: route.fulfill(
            json={**route.fetch().json(), "canAdd": False, "canTrySamples": False}))
        self.open("/gallery")
        expect(self.page.get_by_text("No photos yet")).to_be_visible()
        expect(self.by("button", "Try sample photos")).to_have_count(0)
        folder = self.server.home / "Pictures"
        folder.mkdir()
        self.server.api("POST", "/gallery/folders", {"path": str(folder)})
        self.assertFalse(self.server.api("GET", "/gallery")["canTrySamples"])
