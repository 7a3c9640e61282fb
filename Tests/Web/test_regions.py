"""Parts of a photo are counted separately."""
import csv
import io
import json

from playwright.sync_api import expect

from support import commandline
from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.viewing import Photo


@on_both_sizes
class Regions(CountCase):
    """A user divides a tray of 35 tarts."""

    def setUp(self):
        super().setUp()
        self.result = self.count_sample("tarts-5x7")
        self.photo = Photo(self, self.result)
        self.panel = self.page.locator(".regions")

    def lay(self, rows, columns, press):
        self.more()
        if not self.panel.get_by_label("Rows").is_visible():
            self.hit(self.panel.locator("summary"))
        self.panel.get_by_label("Rows").fill(str(rows))
        self.panel.get_by_label("Columns").fill(str(columns))
        self.press(press)

    def touch(self, *corners):
        self.photo.stage.scroll_into_view_if_needed()
        for corner in corners:
            self.photo.touch(*self.photo.place(*corner))

    def draw(self, mode="Region"):
        self.hit(self.page.locator("label.mode", has_text=mode))
        self.photo.rest()

    def expect_regions(self, *numbers):
        expect(self.panel.locator(".region-count")).to_have_text([str(number) for number in numbers])

    def names(self):
        return [field.input_value() for field in self.panel.locator(".region-list input").all()]

    def test_a_grid_over_the_photo(self):
        self.lay(1, 2, "Over the whole photo")
        same = commandline.results("count", [sample("count/tarts-5x7")], "--region-grid", "1x2")[0]
        self.expect_regions(*(region["count"] for region in same["regions"]))
        self.assertEqual(self.names(), ["A1", "A2"])
        self.settle()
        kept = self.newest()["entry"]["parameters"]["regions"]
        self.assertEqual(kept, same["parameters"]["regions"])
        self.look("count-regions")
        rows = list(csv.DictReader(io.StringIO(self.download("Table (CSV)").decode())))
        self.assertEqual([row["region"] for row in rows].count("A1"), same["regions"][0]["count"])
        # Everything is there again after a reload, and on the page of the entry.
        self.page.reload()
        self.expect_regions(*(region["count"] for region in same["regions"]))
        self.open(f"/history/{self.newest()['entry']['id']}")
        expect(self.page.locator(".entry-summary .chip")).to_have_text(
            [f"{region['name']}: {region['count']}" for region in same["regions"]])

    def test_a_grid_in_four_corners(self):
        width, height = self.result["width"], self.result["height"]
        self.lay(1, 2, "Between four corners…")
        self.touch((40, 40), (width - 40, 40), (width - 40, height / 2))
        self.press("Close the shape")
        # Three corners do not make a grid: nothing happens.
        expect(self.panel.locator(".region-count")).to_have_count(0)
        self.lay(1, 2, "Between four corners…")
        self.touch((40, 40), (width - 40, 40), (width - 40, height / 2), (40, height / 2))
        self.press("Close the shape")
        expect(self.panel.locator(".region-count")).to_have_count(2)
        self.settle()
        numbers = [region["count"] for region in self.newest()["result"]["regions"]]
        self.expect_regions(*numbers)
        self.assertLess(sum(numbers), 35)

    def test_drawn_regions_have_names_and_can_go(self):
        width, height = self.result["width"], self.result["height"]
        self.draw()
        self.touch((40, 40), (width / 2, 40), (width / 2, height - 40), (40, height - 40))
        self.press("Close the shape")
        expect(self.panel.locator(".region-count")).to_have_count(1)
        self.draw()
        self.touch((width / 2, 40), (width - 40, 40), (width - 40, height - 40), (width / 2, height - 40))
        self.press("Close the shape")
        expect(self.panel.locator(".region-count")).to_have_count(2)
        self.more()
        name = self.panel.get_by_label("Name of region 2")
        name.fill("right")
        name.press("Enter")
        self.settle()
        self.until(lambda: [region["name"] for region in self.newest()["result"]["regions"]] == ["1", "right"], "no name")
        self.press("Remove region 1")
        expect(self.panel.locator(".region-count")).to_have_count(1)
        self.press("Undo")
        expect(self.panel.locator(".region-count")).to_have_count(2)
        self.more(False)
        self.press("Count the whole photo")
        expect(self.page.locator(".count-number")).to_have_text("35")
        expect(self.panel.locator(".region-list li")).to_have_count(0)

    def test_drawing_can_be_canceled(self):
        for mode in ("Region", "Exclude"):
            self.draw(mode)
            cancel = self.by("button", "Cancel")
            self.touch((40, 40), (300, 40), (300, 300))
            expect(self.by("button", "Close the shape")).to_be_in_viewport(ratio=1)
            expect(cancel).to_be_in_viewport(ratio=1)
            if mode == "Region":
                self.look("count-drawing")
            self.hit(cancel)
            expect(cancel).to_be_hidden()
            expect(self.page.locator("label.mode", has_text="Select").locator("input")).to_be_checked()
        # By keyboard: the corner first, and then the whole drawing.
        self.draw()
        self.photo.stage.focus()
        self.page.keyboard.press("Enter")
        expect(self.by("button", "Undo the corner")).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(self.by("button", "Undo the corner")).to_be_hidden()
        expect(cancel).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(cancel).to_be_hidden()
        expect(self.page.locator(".count-number")).to_have_text("35")

    def test_one_list_of_all_areas(self):
        width, height = self.result["width"], self.result["height"]
        half, rest = (40, 40, width / 2, height - 40), (40, 40, width / 2, height / 3)
        for mode, (left, top, right, bottom) in ("Region", half), ("Exclude", rest):
            self.draw(mode)
            (x, y), (to_x, to_y) = self.photo.place(left, top), self.photo.place(right, bottom)
            self.photo.drag(to_x - x, to_y - y, (x, y))
            self.settle()
        lines = self.panel.locator(".region-list li")
        expect(lines).to_have_count(2)
        expect(lines.nth(1)).to_have_text("Left out 1")
        both = self.number
        self.more()
        self.press("Remove region Left out 1")
        expect(lines).to_have_count(1)
        self.settle()
        self.assertGreater(self.number, both)
        kept = self.newest()
        self.assertEqual(len(kept["entry"]["parameters"]["regions"]), 1)
        self.assertEqual(kept["entry"]["parameters"].get("exclusions", []), [])
        self.assertEqual(kept["result"]["regions"][0]["count"], self.number)

    def test_corrections_change_the_number_of_their_region(self):
        self.lay(1, 2, "Over the whole photo")
        expect(self.panel.locator(".region-count")).to_have_count(2)
        left, right = (int(text) for text in self.panel.locator(".region-count").all_inner_texts())
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        self.photo.stage.scroll_into_view_if_needed()
        first = next(one for one in self.result["detections"] if one["main"])
        self.photo.touch(*self.photo.middle(first))
        self.expect_regions(left - 1, right)
        self.settle()
        self.assertEqual(json.loads(self.download("Everything (JSON)"))["regions"][0]["count"], left - 1)
