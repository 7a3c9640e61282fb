"""Photos stored with results, after the uploads are gone."""
import io

from PIL import Image
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.server import Server
from support.viewing import Photo


@on_both_sizes
class KeptPhotos(CountCase):
    """A user returns to a result after the server was restarted."""

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def found_before(self):
        """Returns the entry of a photo that is larger than its stored copy, from before the restart."""
        small = Image.open(sample("count/coins"))
        large = io.BytesIO()
        small.resize((3 * small.width, 3 * small.height)).save(large, "JPEG", quality=90)
        picture = self.server.home / "coins.jpg"
        picture.write_bytes(large.getvalue())
        entry = self.server.found("count", picture)
        self.server.stop()
        self.server.start()
        return entry

    def test_entry_shows_the_photo(self):
        entry = self.found_before()
        self.open(f"/history/{entry['id']}")
        expect(self.page.get_by_text("A smaller copy, 2048 × 1547 pixels")).to_be_visible()
        expect(self.page.locator(".entry-remains")).to_have_count(0)
        self.look("entry-kept-photo")

    def test_corrected_and_counted_again(self):
        entry = self.found_before()
        self.open(f"/history/{entry['id']}")
        self.press("Check and correct", "link")
        self.counted()
        result = self.newest()["result"]
        self.assertEqual(result["width"], 2700)
        before = self.number
        photo = Photo(self, result)
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        photo.touch(*photo.middle(next(one for one in result["detections"] if one["main"])))
        expect(self.page.locator(".count-number")).to_have_text(str(before - 1))
        self.settle()
        self.assertEqual(self.newest()["entry"]["count"], before - 1)
        kept = self.newest()["photo"]
        job = self.server.api("POST", "/counts", {"photo": kept, "options": {}, "replaces": entry["id"]})
        self.until(lambda: self.server.api("GET", f"/jobs/{job['id']}")["state"] == "done", "it was not counted again")
        self.assertEqual(self.newest()["result"]["width"], 2700)

    def test_settings_tell_and_forget(self):
        entry = self.found_before()
        self.open("/settings")
        expect(self.page.get_by_text("The photo of 1 result is stored: ")).to_be_visible()
        self.press("Remove all photos")
        self.press("Remove", within=self.by("alertdialog"))
        expect(self.page.get_by_text("No photos are stored at the moment.")).to_be_visible()
        self.open(f"/history/{entry['id']}")
        expect(self.page.get_by_text("The photo is no longer stored")).to_be_visible()
