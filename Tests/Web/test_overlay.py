"""Story 5: results are drawn on the photo, and each box can be inspected."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.viewing import Photo

GREEN, BLUE = (0x1F, 0x95, 0x91), (0x20, 0x7D, 0xBB)

# A place without coins or buttons.
NOTHING_THERE = (60, 60)


def near(color, wanted):
    """Lines are antialiased, so no pixel has exactly their color."""
    return max(abs(one - other) for one, other in zip(color, wanted)) <= 24


@on_both_sizes
class Overlay(CountCase):
    """A user looks at the boxes of coins among buttons."""

    def setUp(self):
        super().setUp()
        self.result = self.count_sample("coins")
        self.photo = Photo(self, self.result)
        self.main = [one for one in self.result["detections"] if one["main"]]
        self.others = [one for one in self.result["detections"] if not one["main"]]

    @property
    def inspector(self):
        return self.by("region", "Selected")

    def facts(self):
        """The details of the selected box."""
        return dict(zip(*(self.inspector.locator(part).all_inner_texts() for part in ("dt", "dd"))))

    def select(self, box):
        self.photo.touch(*self.photo.middle(box))
        self.inspector.wait_for()

    def test_counted_green_others_blue(self):
        for boxes, color in (self.main, GREEN), (self.others, BLUE):
            for box, colors in zip(boxes, self.photo.edges(boxes)):
                self.assertTrue(any(near(each, color) for each in colors), box)

    def test_box_tells_confidence_and_group(self):
        cases = (self.main[3], "1 (23 things)", "counted"), (self.others[2], "2 (7 things)", "not counted")
        for box, group, state in cases:
            self.select(box)
            percent = f"{round(box['confidence'] * 100)}%"
            self.assertEqual(self.facts(), {"Confidence": percent, "Kind": group, "State": state})
        self.look("count-selected")

    def test_confidence_on_the_marks(self):
        # On a phone, marks only fit at a higher zoom.
        self.photo.zoom_in(*self.photo.middle(self.main[3]))
        def look(name):
            self.unfold("count-look")
            self.hit(self.page.locator(".count-look label", has_text=name))
            self.more(False)
            self.photo.stage.scroll_into_view_if_needed()
            self.photo.painted()
            return self.photo.stage.screenshot()
        boxes, confidence = look("Boxes"), look("Confidence")
        self.assertNotEqual(boxes, confidence)
        self.look("count-confidence")
        self.assertNotEqual(look("Numbers"), confidence)
        look("Confidence")
        with self.page.expect_request("**/annotated.jpg?look=confidence"):
            self.download("Picture (JPEG)")

    def test_zoom_keeps_its_place_and_comes_back(self):
        near_box, far_box = self.main[0], max(self.main, key=lambda box: box["y"])
        there, away = self.photo.middle(near_box), self.photo.middle(far_box)
        self.photo.zoom_in(*there)
        self.photo.touch(*there)
        name = self.inspector.locator("h2").inner_text()
        self.photo.touch(*away)
        zoomed = self.by("region", "Selected").locator("h2").all_inner_texts()
        self.press("Show the whole photo")
        self.photo.painted()
        self.select(far_box)
        after = self.inspector.locator("h2").inner_text()
        self.assertNotEqual(zoomed, [after])
        self.select(near_box)
        self.assertEqual(self.inspector.locator("h2").inner_text(), name)

    def test_zoom_and_pan_by_keyboard(self):
        self.photo.stage.focus()
        # It cannot be made smaller, but from the first key press on, the focus is drawn.
        self.page.keyboard.press("-")
        whole = self.photo.seen()
        for key in ("+", "+", "+"):
            self.page.keyboard.press(key)
        near = self.photo.seen()
        self.assertNotEqual(near, whole)
        self.page.keyboard.press("ArrowRight")
        right = self.photo.seen()
        self.assertNotEqual(right, near)
        self.page.keyboard.press("ArrowLeft")
        self.assertEqual(self.photo.seen(), near)
        self.page.keyboard.press("0")
        self.assertEqual(self.photo.seen(), whole)

    def test_pan_by_hand(self):
        whole = self.photo.seen()
        self.photo.drag(40, 0)
        # All of it is visible: there is nothing to pan to.
        self.assertEqual(self.photo.seen(), whole)
        self.press("Zoom in")
        self.press("Zoom in")
        near = self.photo.seen()
        self.photo.drag(40, 30)
        self.assertNotEqual(self.photo.seen(), near)
        self.press("Show the whole photo")
        self.assertEqual(self.photo.seen(), whole)

    def test_double_tap_zooms_in_and_out(self):
        whole = self.photo.seen()
        place = self.photo.place(*NOTHING_THERE)
        for expected in (self.assertNotEqual, self.assertEqual):
            self.photo.wait_for_single_tap(*place)
            for _ in range(2):
                device = self.page.touchscreen.tap if self.size == "phone" else self.page.mouse.click
                device(*place)
            expected(self.photo.seen(), whole)

    def test_boxes_by_keyboard(self):
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.matches('.viewer-stage')"):
                break
        expect(self.photo.stage).to_be_focused()
        seen = []
        for key in ("Enter", "ArrowRight", "n", "n", "ArrowDown"):
            self.page.keyboard.press(key)
            seen.append(self.inspector.locator("h2").inner_text() + str(self.facts()))
        self.assertEqual(len(set(seen)), 5, seen)
        # It is announced, too.
        expect(self.page.locator(".viewer [aria-live]")).to_contain_text("kind")
        self.page.keyboard.press("Escape")
        expect(self.inspector).to_be_hidden()

    def test_table_says_the_same(self):
        self.hit(self.page.locator("summary", has_text="List of all boxes"))
        rows = self.page.locator(".mark-table tbody tr")
        expect(rows).to_have_count(len(self.result["detections"]))
        self.hit(rows.nth(4).get_by_role("button"))
        self.inspector.wait_for()
        share = f"{round(self.result['detections'][4]['confidence'] * 100)}%"
        self.assertEqual(self.facts()["Confidence"], share)
        expect(rows.nth(4)).to_have_attribute("aria-current", "true")
        self.look("count-table")
