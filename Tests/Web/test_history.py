"""Story 3: earlier results."""
import csv
import io
import json
import math
import re
import statistics
import zipfile

from PIL import Image
from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes
from support.paths import sample
from support.viewing import Photo


def typical(detections):
    """The thing that the small picture of a count shows: surely one, and of usual size and shape."""
    counted = [box for box in detections if box["main"]]
    size = lambda box: math.log(box["width"] * box["height"])
    shape = lambda box: math.log(box["width"] / box["height"])
    sizes, shapes = (statistics.median(map(one, counted)) for one in (size, shape))
    return min(counted, key=lambda box: box["doubt"] + abs(size(box) - sizes) + abs(shape(box) - shapes))


@on_both_sizes
class History(PageCase):
    """A user looks up earlier counts and readings."""

    def setUp(self):
        super().setUp()
        self.rack = self.server.found("rack", sample("rack/box-5x5-mixed"))
        self.tray = self.server.found("count", sample("count/capsules"))
        self.coins = self.server.found("count", sample("count/coins"))

    @property
    def rows(self):
        return self.page.locator(".entry-row")

    def open_history(self):
        """Waits for all thumbnails, which are unavailable once their entry is deleted."""
        self.open("/history")
        self.rows.first.wait_for()
        self.rest()

    def expect_entries(self, *entries):
        """Expects the list to show these entries."""
        expect(self.rows).to_have_count(len(entries))
        shown = self.rows.evaluate_all("rows => rows.map((row) => row.dataset.id)")
        self.assertEqual(shown, [entry["id"] for entry in entries])

    def expect_kept(self, *entries):
        """Waits for the server's state; the page shows it a moment earlier."""
        kept = lambda: [entry["id"] for entry in self.server.api("GET", "/history")["entries"]]
        self.until(lambda: kept() == [entry["id"] for entry in entries], lambda: f"the server has {kept()}")

    def test_both_kinds_newest_first(self):
        self.open_history()
        self.expect_entries(self.coins, self.tray, self.rack)
        expect(self.rows.nth(0)).to_contain_text("23 things")
        expect(self.rows.nth(2)).to_contain_text("24 vials")
        expect(self.rows.nth(2)).to_contain_text("5 × 5")
        for size in self.rows.locator("img").evaluate_all("all => all.map((one) => one.naturalWidth)"):
            self.assertEqual(size, 200)
        self.look("history")
        self.hit(self.page.locator("label", has_text="Racks"))
        self.expect_entries(self.rack)
        self.page.reload()
        self.expect_entries(self.rack)

    def test_favorite_stays(self):
        self.open_history()
        star = self.by("button", f"Favorite: {self.tray['title']}")
        self.hit(star)
        expect(star).to_have_attribute("aria-pressed", "true")
        expect(self.page.locator(".toast")).to_contain_text("is a favorite")
        self.assertTrue(self.server.api("GET", f"/history/{self.tray['id']}")["entry"]["favorite"])
        self.press("Clear…")
        # It says how many are deleted, not how many there are.
        dialog = self.by("alertdialog")
        keep = dialog.locator("label", has_text="Keep the favorite")
        expect(dialog).to_contain_text("This deletes 2 entries.")
        self.look("history-clear")
        self.hit(keep)
        expect(dialog).to_contain_text("This deletes 3 entries.")
        self.hit(keep)
        self.press("Delete", within=dialog)
        expect(self.page.locator(".toast")).to_contain_text("2 entries were deleted.")
        self.expect_entries(self.tray)
        self.press("Clear…")
        expect(dialog).to_contain_text("Nothing is deleted: all of them are favorites.")
        self.press("Cancel", within=dialog)
        self.expect_kept(self.tray)

    def test_clearing_can_be_declined(self):
        self.open_history()
        self.press("Clear…")
        self.press("Cancel", within=self.by("alertdialog"))
        self.expect_entries(self.coins, self.tray, self.rack)
        self.expect_kept(self.coins, self.tray, self.rack)

    def test_clear_all(self):
        self.open_history()
        self.press("Clear…")
        dialog = self.by("alertdialog")
        # Without favorites, there are none to keep.
        expect(dialog.locator("input")).to_have_count(0)
        self.press("Delete", within=dialog)
        expect(self.page.get_by_text("Nothing here yet")).to_be_visible()
        self.expect_kept()
        self.press("Close", within=self.page.locator(".toast"))
        self.look("history-empty")

    def test_delete_and_undo_by_button(self):
        self.open_history()
        self.press(f"Delete {self.tray['title']}")
        self.expect_entries(self.coins, self.rack)
        self.expect_kept(self.coins, self.rack)
        self.press("Undo")
        self.expect_entries(self.coins, self.tray, self.rack)
        self.expect_kept(self.coins, self.tray, self.rack)

    def test_delete_and_undo_by_keyboard(self):
        self.open_history()
        for key in ("j", "ArrowDown", "k", "Delete"):
            self.page.keyboard.press(key)
        self.expect_entries(self.tray, self.rack)
        self.by("button", "Undo").wait_for()
        self.page.keyboard.press("u")
        self.expect_entries(self.coins, self.tray, self.rack)
        expect(self.rows.first.locator("a")).to_be_focused()
        self.page.keyboard.press("f")
        expect(self.by("button", f"Favorite: {self.coins['title']}")).to_have_attribute("aria-pressed", "true")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(f"**/history/{self.coins['id']}")

    def test_count_in_detail(self):
        self.open(f"/history/{self.coins['id']}")
        expect(self.page.locator(".entry-huge")).to_have_text("23")
        result = self.server.api("GET", f"/history/{self.coins['id']}")["result"]
        photo = Photo(self, result)
        photo.touch(*photo.middle(next(box for box in result["detections"] if box["main"])))
        expect(self.page.locator("figcaption")).to_contain_text("kind 1")
        self.look("entry-count")
        self.hit(self.page.locator("summary", has_text="All things as a table"))
        expect(self.page.locator(".table tbody tr")).to_have_count(23)
        self.press("Check and correct", "link")
        expect(self.page.locator(".count-number")).to_have_text("23")

    def test_box_in_detail(self):
        self.open(f"/history/{self.rack['id']}")
        expect(self.page.locator(".entry-huge")).to_have_text("24")
        expect(self.page.locator(".entry-warnings")).to_contain_text("“M00000002” is in more than one well.")
        result = self.server.api("GET", f"/history/{self.rack['id']}")["result"]
        photo = Photo(self, result)
        photo.touch(*photo.place(result["vials"][3]["x"], result["vials"][3]["y"]))
        expect(self.page.locator("figcaption")).to_contain_text(result["vials"][3]["value"])
        self.look("entry-rack")
        self.press("Show E5", "link")
        expect(self.by("region", "The selected well")).to_contain_text("Also in A2")

    def test_found_by_name_note_and_number(self):
        self.server.api("PATCH", f"/history/{self.tray['id']}", {"note": "In the drawer"})
        self.open_history()
        field = self.by("searchbox", "Find results")
        field.fill("drawer")
        expect(self.rows).to_have_count(1)
        self.expect_entries(self.tray)
        self.page.wait_for_url("**/history?q=drawer")
        self.look("history-found")
        field.fill("23 things")
        expect(self.page.locator(f"[data-id='{self.coins['id']}']")).to_be_visible()
        self.expect_entries(self.coins)
        field.fill("nowhere")
        expect(self.page.get_by_text("Nothing found")).to_be_visible()
        field.fill("")
        self.expect_entries(self.coins, self.tray, self.rack)

    def test_a_box_is_found_by_the_code_of_a_vial(self):
        value = self.server.api("GET", f"/history/{self.rack['id']}")["result"]["vials"][3]["value"]
        self.open_history()
        field = self.by("searchbox", "Find results")
        field.fill(value.lower()[-5:])
        self.expect_entries(self.rack)
        field.fill(f"{value}0")
        expect(self.page.get_by_text("Nothing found")).to_be_visible()

    def test_the_small_picture_follows_a_correction(self):
        self.open_history()
        picture = self.rows.first.locator("img")
        before = picture.screenshot()
        self.open(f"/count?entry={self.coins['id']}")
        expect(self.page.locator(".count-number")).to_have_text("23")
        result = self.server.api("GET", f"/history/{self.coins['id']}")["result"]
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo = Photo(self, result)
        photo.touch(*photo.middle(typical(result["detections"])))
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.until(lambda: self.server.api("GET", "/history")["entries"][0]["count"] == 22, "it was not saved")
        self.open_history()
        expect(self.rows.first).to_contain_text("22 things")
        self.assertNotEqual(picture.screenshot(), before)
        self.look("history-corrected", picture=False)

    def test_renamed(self):
        self.open(f"/history/{self.coins['id']}")
        self.press("Rename")
        self.by("dialog").get_by_label("Name", exact=True).fill("Coins of May")
        self.press("Save", within=self.by("dialog"))
        expect(self.by("heading", "Coins of May")).to_be_visible()
        self.open_history()
        expect(self.rows.first).to_contain_text("Coins of May")

    def test_exported_again(self):
        self.open(f"/history/{self.coins['id']}")
        rows = list(csv.DictReader(io.StringIO(self.download("Table (CSV)").decode())))
        self.assertEqual(sum(row["main"] == "true" for row in rows), 23)
        self.assertRegex(self.saved_name, r"^counts_coins_\d{4}-\d\d-\d\d_\d{6}\.csv$")
        self.assertEqual(json.loads(self.download("Everything (JSON)"))["count"], 23)
        with Image.open(io.BytesIO(self.download("Picture (JPEG)"))) as picture:
            self.assertEqual(picture.format, "JPEG")

    def test_files_for_other_programs(self):
        self.open(f"/history/{self.coins['id']}")
        self.press("Save and share")
        self.hit(self.page.locator("summary", has_text="For other programs"))
        self.look("entry-marks")
        self.assertEqual(len(json.loads(self.download("COCO"))["annotations"]), 23)
        self.assertRegex(self.saved_name, r"^counts_coins_\d{4}-\d\d-\d\d_\d{6}\.coco\.json$")
        self.assertEqual(len(self.download("YOLO").splitlines()), 23)
        self.assertEqual(len(json.loads(self.download("LabelMe"))["shapes"]), 23)
        with zipfile.ZipFile(io.BytesIO(self.download("ImageJ ROI"))) as archive:
            self.assertEqual(len(archive.namelist()), 23)

    def test_note(self):
        self.open(f"/history/{self.coins['id']}")
        self.page.get_by_label("Note", exact=True).fill("In the drawer.")
        self.page.keyboard.press("Tab")
        expect(self.page.get_by_text("Note saved.").first).to_be_visible()
        self.open_history()
        expect(self.rows.first).to_contain_text("In the drawer.")

    def test_deleted_on_its_own_page(self):
        self.open(f"/history/{self.coins['id']}")
        self.press(f"Delete {self.coins['title']}")
        self.page.wait_for_url("**/history")
        self.expect_entries(self.tray, self.rack)
        self.press("Undo")
        self.page.wait_for_url(f"**/history/{self.coins['id']}")

    def test_gone(self):
        self.watch.allow("404")
        self.server.api("DELETE", f"/history/{self.coins['id']}")
        self.open(f"/history/{self.coins['id']}")
        expect(self.page.get_by_text("This entry is gone")).to_be_visible()
        self.look("entry-gone")


class HistoryByFinger(PageCase):
    """Gestures of touch screens only."""

    size = "phone"

    def swipe(self, row, share):
        """Moves one finger to the left over a fraction of the screen."""
        box = row.bounding_box()
        right, middle = box["x"] + box["width"] - 120, box["y"] + box["height"] / 2
        session = self.context.new_cdp_session(self.page)
        for step in range(11):
            point = {"x": right - share * box["width"] * step / 10, "y": middle}
            kind = "touchMove" if step else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def test_swipe_deletes_and_can_be_undone(self):
        self.server.found("count", sample("count/one-orange"))
        self.open("/history")
        row = self.page.locator(".entry-row")
        row.wait_for()
        self.rest()
        self.swipe(row, 0.3)
        expect(row).to_have_class(re.compile("is-open"))
        self.look("history-swiped")
        box = row.bounding_box()
        self.page.touchscreen.tap(box["x"] + box["width"] - 40, box["y"] + box["height"] / 2)
        expect(row).to_have_count(0)
        self.press("Undo")
        expect(row).to_have_count(1)
        self.swipe(row, 0.62)
        expect(row).to_have_count(0)
        self.until(lambda: self.server.api("GET", "/history")["entries"] == [], "it was not deleted")
