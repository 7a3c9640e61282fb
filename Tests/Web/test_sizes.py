"""Things are outlined and measured, in pixels or by a known length."""
import csv
import io

from playwright.sync_api import expect

from support import commandline
from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.viewing import Photo


@on_both_sizes
class Sizes(CountCase):
    """A user measures 23 coins and 7 buttons."""

    def setUp(self):
        super().setUp()
        self.result = self.count_sample("coins")
        self.photo = Photo(self, self.result)
        self.panel = self.page.locator(".sizes")

    def measure(self):
        self.unfold("sizes")
        self.press("Measure", exact=True)
        expect(self.panel.locator(".size-table")).to_be_visible(timeout=30_000)

    def scale(self, length, press):
        self.open_scale()
        self.panel.get_by_label("Known length").fill(str(length))
        self.press(press)

    def wait_for_stillness(self):
        """Waits until the page has scrolled back to the photo."""
        before = None
        while (now := self.photo.stage.bounding_box()) != before:
            before = now
            self.page.wait_for_timeout(150)

    def expect_number(self, number):
        expect(self.page.locator(".count-number")).to_have_text(str(number), timeout=30_000)

    def open_scale(self):
        self.unfold("sizes")
        if not self.panel.get_by_label("Known length").is_visible():
            self.hit(self.panel.locator("summary").filter(has_text="Scale"))

    def cell(self, row, column):
        return self.panel.locator("tbody tr").nth(row).locator("td").nth(column)

    def test_measured_in_pixels(self):
        self.measure()
        same = commandline.results("count", [sample("count/coins")], "--measure")[0]
        self.assertAlmostEqual(float(self.cell(0, 0).inner_text()), same["sizes"]["length"]["median"], delta=0.1)
        expect(self.panel.locator("tbody th").nth(3)).to_have_text("Area px²")
        expect(self.panel).to_contain_text("the scale is not known")
        expect(self.panel.locator(".size-bars li")).to_have_count(len(same["sizes"]["length"]["histogram"]["counts"]))
        self.settle()
        self.look("count-sizes")
        rows = list(csv.DictReader(io.StringIO(self.download("Table (CSV)").decode())))
        first = next(one for one in same["detections"] if one["main"])
        self.assertAlmostEqual(float(rows[0]["length_px"]), first["size"]["length"], delta=0.1)
        # Measurements are there again after a reload, and on the page of the entry.
        self.page.reload()
        self.counted()
        self.more()
        expect(self.panel.locator(".size-table")).to_be_visible()
        self.open(f"/history/{self.newest()['entry']['id']}")
        expect(self.page.locator(".entry-summary")).to_contain_text("Typically")

    def test_a_line_of_known_length(self):
        self.measure()
        self.scale(50, "Draw a line of this length")
        self.wait_for_stillness()
        for corner in ((100, 100), (600, 100)):
            self.photo.touch(*self.photo.place(*corner))
        expect(self.panel).to_contain_text("1 mm is", timeout=30_000)
        self.settle()
        self.assertAlmostEqual(self.newest()["entry"]["parameters"]["measuring"]["scale"]["pixelsPerUnit"], 10, delta=0.3)
        expect(self.panel.locator("tbody th").nth(0)).to_have_text("Length mm")

    def test_a_scale_that_is_typed(self):
        self.measure()
        self.open_scale()
        self.press("Set the scale from pixels")
        # Nothing is typed yet, as the browser reports.
        expect(self.panel).to_contain_text("the scale is not known")
        self.panel.get_by_label("Length in pixels").fill("123")
        self.scale(10, "Set the scale from pixels")
        expect(self.panel).to_contain_text("1 mm is 12.3 pixels", timeout=30_000)
        self.settle()
        same = commandline.results("count", [sample("count/coins")], "--measure", "--scale", "12.3px/mm")[0]
        self.assertAlmostEqual(float(self.cell(0, 0).inner_text()), same["sizes"]["length"]["median"], delta=0.1)

    def test_a_thing_of_known_length(self):
        self.measure()
        self.open_scale()
        thing = next(one for one in self.result["detections"] if one["main"])
        expect(self.panel.get_by_role("button", name="The selected thing is this long")).to_be_disabled()
        self.photo.stage.scroll_into_view_if_needed()
        self.photo.touch(*self.photo.place(thing["x"] + thing["width"] / 2, thing["y"] + thing["height"] / 2))
        expect(self.page.locator(".inspector")).to_contain_text("Size")
        self.more()
        self.scale(24, "The selected thing is this long")
        expect(self.panel).to_contain_text("1 mm is", timeout=30_000)
        # The thing that sets the scale is not counted.
        self.expect_number(self.result["count"] - 1)

    def test_limits(self):
        self.measure()
        self.hit(self.panel.locator("summary").filter(has_text="Limits"))
        self.panel.get_by_label("Minimum length").fill("9999")
        self.press("Count only these")
        self.expect_number(0)
        self.press("Undo")
        self.expect_number(self.result["count"])
        self.press("Stop measuring")
        expect(self.panel.locator(".size-table")).to_have_count(0)
