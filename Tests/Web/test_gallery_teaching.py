"""Ratings by the user, and tags that the user teaches."""
import re

from playwright.sync_api import expect

from support.case import on_both_sizes
from test_gallery import GalleryCase


class TeachingCase(GalleryCase):
    """User data about photos."""

    def rating(self, at):
        """Returns the rating of one photo in the library."""
        return self.library.api("GET", f"/photos/{self.library.ids[at]}").get("rating")

    def until_rated(self, at, rating):
        self.until(lambda: self.rating(at) == rating, lambda: f"it has {self.rating(at)} stars")

    def choose(self, places):
        for at in places:
            self.cells.nth(at).hover()
            self.hit(self.cells.nth(at).locator(".grid-check"))
        expect(self.page.locator(".selection-count")).to_have_text(f"{len(places)} selected")


@on_both_sizes
class GalleryRating(TeachingCase):
    """Stars, on one photo and on several."""

    def open_photo(self, at):
        self.open(f"/gallery/photo/{self.library.ids[at]}?at={at}")
        self.page.locator(".viewer-stage:not([aria-busy])").wait_for()
        self.open_info()

    def test_stars_are_given_changed_and_undone(self):
        self.open_photo(20)
        self.press("4 stars")
        expect(self.by("button", "4 stars")).to_have_attribute("aria-pressed", "true")
        self.until_rated(20, 4)
        self.look("gallery-photo-stars", picture=False)
        self.press("4 stars")
        expect(self.by("button", "4 stars")).to_have_attribute("aria-pressed", "false")
        self.until_rated(20, 0)
        self.press("Undo")
        expect(self.by("button", "4 stars")).to_have_attribute("aria-pressed", "true")
        self.until_rated(20, 4)

    def test_digits_are_stars(self):
        self.open_photo(21)
        self.page.keyboard.press("3")
        self.until_rated(21, 3)
        # Also while the photo itself has the focus, where 0 would mean something else.
        self.page.locator(".viewer-stage").focus()
        self.page.keyboard.press("0")
        expect(self.by("button", "3 stars")).to_have_attribute("aria-pressed", "false")
        self.until_rated(21, 0)

    def test_stars_are_seen_and_found_in_the_grid(self):
        self.open_gallery()
        self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("ArrowRight")
        self.until(lambda: self.active == 1, lambda: f"{self.active} is meant")
        self.page.keyboard.press("5")
        expect(self.cells.nth(1).locator(".grid-stars")).to_have_text("★ 5")
        expect(self.cells.nth(1).locator("a")).to_have_attribute("aria-label", re.compile("5 stars$"))
        self.look("gallery-stars", picture=False)
        self.search("rating:5")
        self.expect_found(1)
        self.hit(self.cells.first.locator("a"))
        expect(self.page.locator(".why-list")).to_have_text("5 stars")

    def test_several_photos_are_rated(self):
        self.open_gallery()
        self.choose([2, 3])
        self.press("Rate", exact=True)
        self.look("gallery-rate", picture=False)
        self.press("2 stars", within=self.by("dialog"))
        expect(self.page.locator(".toast")).to_contain_text("2 stars for 2 photos.")
        expect(self.cells.nth(3).locator(".grid-stars")).to_have_text("★ 2")
        self.until_rated(2, 2)
        self.press("Undo")
        self.until_rated(3, None)
        expect(self.cells.nth(3).locator(".grid-stars")).to_be_hidden()


@on_both_sizes
class GalleryTeaching(TeachingCase):
    """A tag that no model knows."""

    def test_tag_is_taught_and_forgotten(self):
        self.open_gallery()
        self.choose(range(6))
        self.press("Teach a tag …")
        self.by("dialog").get_by_label("Name of the tag").fill("My Boat")
        self.look("gallery-teach", picture=False)
        self.press("Teach", within=self.by("dialog"))
        expect(self.by("heading", "Espy learned “my boat”")).to_be_visible()
        expect(self.by("dialog")).to_contain_text("Tested on photos it did not learn from: of 10 photos")
        self.look("gallery-taught", picture=False)
        self.press("Show the photos")
        self.page.wait_for_url("**/gallery?q=tag%3A%22my+boat%22")
        self.assertGreaterEqual(self.library.api("GET", "/photos?q=tag:%22my%20boat%22")["total"], 6)
        self.open("/gallery/albums")
        expect(self.by("heading", "Tags you taught")).to_be_visible()
        self.look("gallery-taught-tags", picture=False)
        self.press("Forget “my boat”")
        self.press("Forget", within=self.by("alertdialog"))
        expect(self.by("heading", "Tags you taught")).to_have_count(0)
        self.assertEqual(self.library.api("GET", "/photos?q=tag:%22my%20boat%22")["total"], 0)

    def test_too_few_examples_are_said(self):
        self.open_gallery()
        self.choose([0])
        self.press("Teach a tag …")
        expect(self.by("dialog")).to_contain_text("At least 5 examples are needed")
        self.by("dialog").get_by_label("Name of the tag").fill("Lone thing")
        self.press("Teach", within=self.by("dialog"))
        expect(self.by("alert")).to_have_text("5 examples are needed, and 1 can be used.")
        expect(self.by("button", "Teach", within=self.by("dialog"))).to_be_enabled()
        self.press("Cancel")
        self.assertEqual(self.library.api("GET", "/taught")["tags"], [])
