"""Acceptance criteria of the photo gallery that only a page, or a server without one, can show.

The others are in Tests/EspyToolTests/Gallery/GalleryAcceptanceTests.swift; test_gallery.py and test_gallery_pages.py
test 1, 3, 9 and 14 on pages, too.
"""
from playwright.sync_api import expect

from support.case import PATIENCE, PageCase, on_both_sizes
from support.photographing import COUNT, save
from support.server import Server
from test_gallery import GalleryCase

PHOTOS = 48


class GalleryAtWork(PageCase):
    """A library is being indexed."""

    def make_server(self):
        server = Server("--max-load", "none").start()
        self.addCleanup(server.remove)
        return server

    def setUp(self):
        super().setUp()
        self.folder = self.server.home / "Pictures"
        self.folder.mkdir()
        for number in range(PHOTOS):
            save(self.folder / f"{number}.jpg", number)

    def add(self):
        self.server.api("POST", "/gallery/folders", {"path": str(self.folder)})

    def photos(self):
        """The number in the library; during indexing, the number analyzed so far: photos are stored in batches."""
        state = self.server.api("GET", "/gallery")
        looked = (state.get("indexing") or {}).get("done", 0)
        return max(state["photos"], min(looked, PHOTOS - 1))

    def test_criterion_07_progress_is_shown(self):
        self.open("/gallery")
        self.page.get_by_label("Path of the folder").fill(str(self.folder))
        self.press("Add folder")
        bar = self.page.locator(".indexer-bar")
        seen = set()

        def photos():
            if bar.is_visible():
                seen.add(round(bar.evaluate("(bar) => bar.value"), 2))
            return self.photos()

        self.until_all(photos, PHOTOS)
        self.assertTrue(seen, "no progress was seen")
        self.assertTrue(all(0 <= share <= 1 for share in seen), seen)
        # Once they are recognized, too.
        expect(self.page.locator(".gallery-count")).to_have_text(f"{PHOTOS} photos", timeout=4 * PATIENCE)

    def test_criterion_13_goes_on_without_a_page(self):
        self.open("/gallery")
        self.add()
        self.page.goto("about:blank")
        self.until_all(self.photos, PHOTOS)


@on_both_sizes
class GalleryAtRest(GalleryCase):
    """An indexed library."""

    def test_criterion_11_nodes_do_not_grow_with_photos(self):
        self.open_gallery()
        before = self.page.locator(".grid-cell").count()
        self.grid.evaluate("(grid) => { grid.scrollTop = grid.scrollHeight }")
        self.page.mouse.wheel(0, 100_000)
        last = self.page.locator(".grid-row:not([hidden]) .grid-cell:not([hidden])").last
        expect(last).to_be_visible()
        self.assertLessEqual(self.page.locator(".grid-cell").count(), max(before, COUNT) + 24)
