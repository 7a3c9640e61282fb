"""Wrong counts are corrected on the photo, and stay corrected."""
import csv
import io
import json
import unittest

from PIL import Image
from playwright.sync_api import expect

from support import commandline
from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import DATA, sample
from support.viewing import Photo

EMPTY_PLACE = (40, 40)
# The photo has round corners, which do not receive taps.
EDGE = 40


@on_both_sizes
class Corrections(CountCase):
    """A user corrects a count of coins among buttons."""

    def test_what_a_tap_shows_is_in_sight(self):
        self.photo.touch(*self.photo.middle(self.first))
        inspector = self.by("region", "Selected")
        expect(inspector).to_be_in_viewport(ratio=1)
        self.press("Close", within=inspector)
        expect(inspector).to_be_hidden()

    def test_a_shape_can_be_closed_without_scrolling(self):
        self.hit(self.page.locator("label.mode", has_text="Region"))
        self.photo.rest()
        for place in (100, 100), (800, 100), (800, 600):
            self.photo.touch(*self.photo.place(*place))
        expect(self.by("button", "Close the shape")).to_be_in_viewport(ratio=1)

    def test_the_photo_stays_under_the_finger(self):
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        self.photo.rest()
        before = self.photo.stage.bounding_box()["y"]
        self.photo.touch(*self.photo.middle(self.first))
        expect(self.page.locator(".count-corrected")).to_be_visible()
        self.settle()
        self.assertEqual(self.photo.stage.bounding_box()["y"], before)

    def test_marks_can_be_dots_or_none_and_are_explained(self):
        legend = self.page.locator(".mark-legend")
        expect(legend).to_contain_text("counted")
        expect(legend).to_contain_text("not counted")
        seen = [self.photo.stage.screenshot()]
        for look in ("Boxes", "Dots", "None"):
            self.unfold("count-look")
            self.hit(self.page.locator(".count-look label", has_text=look))
            self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.more(False)
            self.photo.stage.scroll_into_view_if_needed()
            seen.append(self.photo.stage.screenshot())
        self.assertEqual(len(set(seen)), 4)
        expect(legend).to_be_hidden()

    def setUp(self):
        super().setUp()
        self.result = self.count_sample("coins")
        self.photo = Photo(self, self.result)
        self.first = next(one for one in self.result["detections"] if one["main"])
        self.other = next(one for one in self.result["detections"] if not one["main"])

    def mode(self, name):
        self.hit(self.page.locator("label.mode", has_text=name))
        self.photo.stage.scroll_into_view_if_needed()

    def draw(self, left, top, right, bottom):
        """Taps the four corners of a shape, and closes it."""
        for corner in (left, top), (right, top), (right, bottom), (left, bottom):
            self.photo.touch(*self.photo.place(*corner))
        self.press("Close the shape")

    def expect_number(self, number):
        expect(self.page.locator(".count-number")).to_have_text(str(number))

    def test_added_and_removed_things_stay(self):
        self.mode("Add")
        self.photo.touch(*self.photo.place(*EMPTY_PLACE))
        self.expect_number(24)
        expect(self.by("slider")).to_have_attribute("aria-valuetext", "24 of 24 count")
        self.mode("Remove")
        self.photo.touch(*self.photo.middle(self.first))
        self.expect_number(23)
        self.photo.touch(*self.photo.middle(self.first))
        self.expect_number(24)
        expect(self.page.locator(".count-corrected")).to_be_visible()
        self.settle()
        self.look("count-corrected")

        entry = self.newest()
        self.assertEqual((entry["entry"]["count"], entry["entry"]["corrected"]), (24, True))
        self.assertEqual([len(entry["corrections"][part]) for part in ("added", "removed")], [1, 0])
        self.page.reload()
        self.expect_number(24)
        self.open(f"/count?entry={entry['entry']['id']}")
        self.expect_number(24)

    def test_undo_and_redo(self):
        self.mode("Remove")
        self.photo.touch(*self.photo.middle(self.first))
        self.expect_number(22)
        self.press("Undo")
        self.expect_number(23)
        self.press("Redo")
        self.expect_number(22)
        self.page.keyboard.press("Control+z")
        self.expect_number(23)
        self.settle()
        self.assertFalse(self.newest()["entry"]["corrected"])

    def drag(self, left, top, right, bottom):
        """Draws a box."""
        start, end = self.photo.place(left, top), self.photo.place(right, bottom)
        self.photo.drag(end[0] - start[0], end[1] - start[1], start)

    def test_a_box_around_a_found_thing_counts_its_group(self):
        """There are seven buttons."""
        self.mode("Like this")
        other = self.other
        self.drag(other["x"] - 2, other["y"] - 2, other["x"] + other["width"] + 2, other["y"] + other["height"] + 2)
        self.expect_number(7)

    def test_things_like_this(self):
        self.mode("Like this")
        # Half of a button was not found by itself.
        other = self.other
        self.drag(other["x"], other["y"], other["x"] + other["width"], other["y"] + 0.45 * other["height"])
        expect(self.by("button", "Let Espy choose what to count")).to_be_visible()
        self.settle()
        entry = self.newest()
        like = entry["entry"]["parameters"]["like"]
        box = ",".join(str(like[side]) for side in ("x", "y", "width", "height"))
        same = commandline.results("count", [sample("count/coins")], "--like", box)[0]
        self.expect_number(same["count"])
        self.assertEqual(entry["result"]["count"], same["count"])
        self.look("count-example", picture=False)

    def test_a_tapped_thing_is_counted_with_its_group(self):
        """Things that only resemble it from a distance do not count: there are seven buttons."""
        self.mode("Like this")
        self.photo.touch(*self.photo.middle(self.other))
        self.expect_number(7)
        self.settle()
        self.assertEqual(self.newest()["result"]["count"], 7)

    def test_a_tap_that_changes_nothing_says_so(self):
        self.mode("Like this")
        self.photo.touch(*self.photo.middle(next(one for one in self.result["detections"] if one["main"])))
        expect(self.page.locator(".toast")).to_contain_text("Nothing changed: the same things count.")
        self.expect_number(23)

    def test_what_was_tapped_never_counts(self):
        one = next(each for each in self.result["detections"] if each["main"])
        self.photo.touch(*self.photo.middle(one))
        self.press("Exclude things like this", within=self.by("region", "Selected"))
        # Coins and buttons without the coins leaves the buttons.
        self.expect_number(7)
        expect(self.page.locator(".toast")).to_contain_text("7 other things count now")
        self.settle()
        shown = self.page.evaluate("""async () => {
            const { counts, fromServer } = await import('/app/count/corrections.js')
            const { entries: [{ id }] } = await (await fetch('/api/v1/history')).json()
            const { result, corrections } = await (await fetch(`/api/v1/history/${id}`)).json()
            return result.detections.filter((_, place) => counts(result, fromServer(corrections), place))
        }""")
        middle = one["x"] + one["width"] / 2, one["y"] + one["height"] / 2
        self.assertEqual([each for each in shown if each["x"] < middle[0] < each["x"] + each["width"] and each["y"] < middle[1] < each["y"] + each["height"]], [])

    def test_example_of_few_can_be_taken_back(self):
        self.mode("Like this")
        self.photo.touch(*self.photo.middle(self.other))
        # The example is a button, and no button was among the 23 coins.
        toast = self.page.locator(".toast", has_text="23 counted before")
        expect(toast).to_contain_text("look like this")
        self.press("Undo", within=toast)
        self.expect_number(23)
        self.settle()

    def test_what_was_counted_before_is_there_at_once(self):
        self.mode("Exclude")
        width, height = self.result["width"], self.result["height"]
        self.draw(width / 2, EDGE, width - EDGE, height - EDGE)
        everywhere = self.by("button", "Count the whole photo")
        expect(everywhere).to_be_visible()
        self.settle()
        # The server is informed, but the page does not wait for it.
        held = []
        self.context.route("**/api/v1/counts", lambda route: held.append(route), times=1)
        self.hit(everywhere)
        self.expect_number(23)
        self.until(lambda: held, "the history was not told")
        held.pop().continue_()
        self.settle()
        self.assertEqual(self.newest()["entry"]["count"], 23)

    def test_a_box_is_drawn_by_one_drag(self):
        self.mode("Region")
        width, height = self.result["width"], self.result["height"]
        start, end = self.photo.place(EDGE, EDGE), self.photo.place(width / 2, height / 2)
        self.photo.drag(end[0] - start[0], end[1] - start[1], start)
        expect(self.by("button", "Count the whole photo")).to_be_visible()
        self.settle()
        [region] = [region["corners"] for region in self.newest()["entry"]["parameters"]["regions"]]
        self.assertEqual(len(region), 4)
        self.assertEqual((len({corner["x"] for corner in region}), len({corner["y"] for corner in region})), (2, 2))

    def test_exclusion(self):
        self.mode("Exclude")
        width, height = self.result["width"], self.result["height"]
        self.draw(width / 2, EDGE, width - EDGE, height - EDGE)
        expect(self.by("button", "Count the whole photo")).to_be_visible()
        self.settle()
        [area] = self.newest()["entry"]["parameters"]["exclusions"]
        self.assertEqual(len(area), 4)
        corners = ",".join(str(corner[side]) for corner in area for side in "xy")
        same = commandline.results("count", [sample("count/coins")], "--exclude", corners)[0]
        self.expect_number(same["count"])
        self.assertLess(same["count"], 23)

    def test_other_group(self):
        self.hit(self.page.locator("label.group").nth(1))
        self.expect_number(7)
        self.settle()
        self.until(lambda: self.newest()["entry"]["count"] == 7, "the other group was not saved")
        self.page.reload()
        self.expect_number(7)

    def test_similarity(self):
        self.unfold("similarity")
        slider = self.page.get_by_label("Similarity")
        slider.focus()
        for _ in range(5):
            self.page.keyboard.press("ArrowRight")
        expect(self.page.locator(".similarity-value")).to_contain_text("85")
        self.until(lambda: self.newest()["entry"]["parameters"].get("similarity") == 0.85, "was not counted anew")
        same = commandline.results("count", [sample("count/coins")], "--similarity", "0.85")[0]
        self.expect_number(same["count"])

    def test_region(self):
        self.mode("Region")
        width, height = self.result["width"], self.result["height"]
        self.draw(EDGE, EDGE, width / 2, height - EDGE)
        expect(self.by("button", "Count the whole photo")).to_be_visible()
        self.settle()
        [region] = [region["corners"] for region in self.newest()["entry"]["parameters"]["regions"]]
        self.assertEqual(len(region), 4)
        corners = ",".join(str(corner[side]) for corner in region for side in "xy")
        same = commandline.results("count", [sample("count/coins")], "--region", corners)[0]
        self.expect_number(same["count"])
        self.assertLess(same["count"], 23)
        self.look("count-region")
        self.press("Count the whole photo")
        self.expect_number(23)

    def test_what_is_saved_can_be_read(self):
        self.mode("Add")
        self.photo.touch(*self.photo.place(*EMPTY_PLACE))
        self.expect_number(24)
        self.settle()
        table = self.download("Table (CSV)")
        rows = list(csv.DictReader(io.StringIO(table.decode())))
        self.assertEqual(sum(row["main"] == "true" for row in rows), 24)
        self.assertEqual(json.loads(self.download("Everything (JSON)"))["count"], 24)
        with Image.open(io.BytesIO(self.download("Picture (JPEG)"))) as picture:
            # There is a line of text below the photo.
            self.assertEqual(picture.width, self.result["width"])
            self.assertGreater(picture.height, self.result["height"])
            self.assertEqual(picture.format, "JPEG")


@on_both_sizes
class OneKind(CountCase):
    """All things look the same, so that nothing tells which others are meant."""

    def test_only_what_was_tapped_is_excluded(self):
        result = self.count_sample("tarts-5x7")
        photo = Photo(self, result)
        photo.touch(*photo.middle(next(one for one in result["detections"] if one["main"])))
        self.press("Exclude things like this", within=self.by("region", "Selected"))
        toast = self.page.locator(".toast", has_text="Only this one was excluded, because the others look the same.")
        expect(toast).to_be_visible()
        expect(self.page.locator(".count-number")).to_have_text(str(result["count"] - 1))
        self.press("Undo")
        expect(self.page.locator(".count-number")).to_have_text(str(result["count"]))


@on_both_sizes
@unittest.skipUnless((DATA / "count/pills_mixed.jpg").exists(), "needs the photos beside the repository")
class Pills(CountCase):
    """A photo of pills of four kinds, which resemble each other so much that all count: 14, 4, 4 and 2."""

    def setUp(self):
        super().setUp()
        path = DATA / "count/pills_mixed.jpg"
        self.count(path)
        self.settle()
        self.result = self.newest()["result"]
        with Image.open(path) as picture:
            self.picture = picture.convert("RGB")
            self.picture.load()

    def pill(self, fits):
        """Returns a pill of some color."""
        def color(one):
            middle = one["x"] + one["width"] / 2, one["y"] + one["height"] / 2
            return self.picture.getpixel(tuple(map(round, middle)))
        return next(one for one in self.result["detections"] if one["main"] and fits(*color(one)))

    def red(self):
        return self.pill(lambda red, green, blue: red > 1.4 * green)

    def tap_like(self, one):
        self.hit(self.page.locator("label.mode", has_text="Like this"))
        photo = Photo(self, self.result)
        photo.touch(*photo.middle(one))

    def test_a_tap_counts_one_kind(self):
        self.tap_like(self.red())
        expect(self.page.locator(".toast", has_text="4 of 24 things look like this.")).to_be_visible()
        expect(self.page.locator(".count-number")).to_have_text("4")
        self.settle()
        self.assertEqual(self.newest()["result"]["count"], 4)
        # From here on, all kinds can be chosen.
        self.assertEqual(sorted(map(int, self.page.locator(".group-row").first.locator(".group").all_inner_texts())), [2, 4, 4, 14])
        self.press("Undo", within=self.page.locator(".toast"))
        expect(self.page.locator(".count-number")).to_have_text("24")

    def test_one_kind_is_excluded(self):
        photo = Photo(self, self.result)
        photo.touch(*photo.middle(self.red()))
        self.press("Exclude things like this", within=self.by("region", "Selected"))
        expect(self.page.locator(".toast", has_text="Excluded: 4. 20 other things count now.")).to_be_visible()
        expect(self.page.locator(".count-number")).to_have_text("20")
        self.settle()
        self.assertEqual(self.newest()["result"]["count"], 20)
