"""Photos are deleted: moved to the trash, after a question, and back again."""
import re

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.photographing import COUNT
from test_gallery import GalleryCase


@on_both_sizes
class Trash(GalleryCase):
    """The trash of the computer, for the photo that is shown and for those that are selected."""

    def file(self, number):
        return self.library.folder / f"photo-{number:02}.jpg"

    @property
    def trashed(self):
        return sorted(file.name for file in (self.server.home / "data" / "Trash" / "files").glob("*"))

    def until_photos(self, count):
        total = lambda: self.library.api("GET", "/photos?limit=1")["total"]
        self.until(lambda: total() == count, lambda: f"there are {total()} photos")

    def until_back(self):
        """Takes the last deletion back, and has the numbers of the photos again."""
        self.press("Undo")
        self.library.until(lambda state: state["photos"] == COUNT)
        self.library.ids = [photo["id"] for photo in self.library.api("GET", f"/photos?limit={COUNT}")["photos"]]
        self.until(lambda: self.trashed == [], lambda: f"{self.trashed} are in the trash")

    def open_photo(self, at):
        self.open(f"/gallery/photo/{self.library.ids[at]}?at={at}")
        self.page.locator(".viewer-stage:not([aria-busy])").wait_for()

    def test_a_photo_is_deleted_and_comes_back_with_all_that_was_said(self):
        self.library.tag("lighthouse", [self.library.ids[20]])
        self.open_photo(20)
        before = self.file(20).read_bytes()
        self.press("Delete")
        expect(self.by("alertdialog")).to_contain_text("You can take them back from there.")
        self.look("gallery-photo-trash", picture=False)
        self.press("Cancel")
        self.assertTrue(self.file(20).exists())
        self.press("Delete")
        self.press("Move to the trash", within=self.by("alertdialog"))
        # The next photo takes its place.
        self.page.wait_for_url(f"**/gallery/photo/{self.library.ids[21]}?at=20")
        expect(self.page.locator(".photo-position")).to_have_text(f"21 of {COUNT - 1}")
        self.assertFalse(self.file(20).exists())
        self.assertEqual(self.trashed, ["photo-20.jpg"])
        self.until_back()
        self.assertEqual(self.file(20).read_bytes(), before)
        self.assertEqual(self.library.tags(self.library.ids[20]), ["lighthouse"])
        # It stands before this photo again, without a reload.
        expect(self.page.locator(".photo-position")).to_have_text(f"22 of {COUNT}")
        expect(self.page).to_have_url(re.compile(f"/gallery/photo/{self.library.ids[21]}\\?at=21$"))
        self.press("Previous photo")
        expect(self.page).to_have_url(re.compile(f"/gallery/photo/{self.library.ids[20]}\\?at=20$"))

    def test_identical_copies_go_along(self):
        self.open_photo(5)
        self.press("Delete")
        self.press("Move to the trash", within=self.by("alertdialog"))
        expect(self.page.locator(".toast")).to_contain_text("2 files are in the trash.")
        self.assertEqual(self.trashed, ["copy.jpg", "photo-05.jpg"])
        self.until_back()

    def test_selected_photos_are_deleted_and_come_back(self):
        self.open_gallery()
        for at in (1, 2):
            self.cells.nth(at).hover()
            self.hit(self.cells.nth(at).locator(".grid-check"))
        if self.size == "phone":
            # All that can be done is seen, none of it has to be pushed into sight.
            for name in ("Add tag", "Delete"):
                expect(self.by("button", name)).to_be_in_viewport(ratio=1)
            self.look("gallery-selected", picture=False)
            self.press("Delete")
        else:
            self.page.keyboard.press("Delete")
        expect(self.by("alertdialog")).to_contain_text("Move 2 photos to the trash?")
        self.press("Move to the trash", within=self.by("alertdialog"))
        self.until_photos(COUNT - 2)
        self.assertEqual(self.trashed, ["photo-01.jpg", "photo-02.jpg"])
        expect(self.page.locator(".selection-bar")).to_be_hidden()
        self.expect_found(COUNT - 2)
        self.until_back()
        self.expect_found(COUNT)
        for at in range(6):
            expect(self.cells.nth(at).locator("a")).to_have_attribute("href", re.compile(f"/photo/{self.library.ids[at]}\\b"))

    def test_what_cannot_be_moved_stays_and_says_why(self):
        for reason, words in (("noTrash", "its disk has no trash."), ("denied", "the system does not allow it.")):
            self.page.route(re.compile("/gallery/trash$"), lambda route: route.fulfill(
                json={"moved": [], "refused": [{"path": str(self.file(30)), "reason": reason}]}))
            self.open_photo(30)
            self.press("Delete")
            self.press("Move to the trash", within=self.by("alertdialog"))
            expect(self.page.locator(".toast")).to_contain_text(f"One file stays where it is: {words}")
            expect(self.page).to_have_url(re.compile(f"/gallery/photo/{self.library.ids[30]}"))
            self.page.unroute(re.compile("/gallery/trash$"))

    def test_devices_take_nothing_away(self):
        self.page.route(re.compile(r"/api/v1/gallery$"), lambda route: route.fulfill(
            json={**route.fetch().json(), "canAdd": False}))
        with self.page.expect_response(re.compile(r"/api/v1/gallery$")):
            self.open_photo(3)
        self.rest()
        expect(self.by("button", "Delete")).to_have_count(0)
        self.page.keyboard.press("Delete")
        expect(self.by("alertdialog")).to_have_count(0)
        self.open_gallery()
        self.cells.first.hover()
        self.hit(self.cells.first.locator(".grid-check"))
        expect(self.by("button", "Rate")).to_be_visible()
        expect(self.by("button", "Delete")).to_have_count(0)
