"""Story 5: what was found is drawn on the photo, and each box can be looked at."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.viewing import Photo

GREEN, BLUE = (0x1F, 0x95, 0x91), (0x20, 0x7D, 0xBB)


def near(color, wanted):
    """Lines are smoothed, so no pixel has quite their color."""
    return max(abs(one - other) for one, other in zip(color, wanted)) <= 24


@on_both_sizes
class Overlay(CountCase):
    """A person looks at the boxes of coins among buttons."""

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
        """What the page says of the selected box."""
        return dict(zip(*(self.inspector.locator(part).all_inner_texts() for part in ("dt", "dd"))))

    def select(self, box):
        self.photo.touch(*self.photo.middle(box))
        self.inspector.wait_for()

    def test_counted_green_others_blue(self):
        for boxes, color in (self.main, GREEN), (self.others, BLUE):
            for box, colors in zip(boxes, self.photo.edges(boxes)):
                self.assertTrue(any(near(each, color) for each in colors), box)

    def test_box_tells_confidence_and_group(self):
        for box, group, state in (self.main[3], "1 (23 things)", "counted"), (self.others[2], "2 (7 things)", "not counted"):
            self.select(box)
            percent = f"{round(box['confidence'] * 100)} %"
            self.assertEqual(self.facts(), {"Confidence": percent, "Group": group, "State": state})
        self.look("count-selected")

    def test_zoom_keeps_its_place_and_comes_back(self):
        near_box, far_box = self.main[0], max(self.main, key=lambda box: box["y"])
        there, away = self.photo.middle(near_box), self.photo.middle(far_box)
        self.photo.zoom_in(*there)
        self.photo.touch(*there)
        name = self.inspector.locator("h2").inner_text()
        self.photo.touch(*away)
        zoomed = self.by("region", "Selected").locator("h2").all_inner_texts()
        self.press("Show the whole photo")
        self.page.wait_for_timeout(400)
        self.select(far_box)
        after = self.inspector.locator("h2").inner_text()
        self.assertNotEqual(zoomed, [after])
        self.select(near_box)
        self.assertEqual(self.inspector.locator("h2").inner_text(), name)

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
        # It is said, too.
        expect(self.page.locator(".viewer [aria-live]")).to_contain_text("group")
        self.page.keyboard.press("Escape")
        expect(self.inspector).to_be_hidden()

    def test_table_says_the_same(self):
        self.hit(self.page.locator("summary", has_text="List of all boxes"))
        rows = self.page.locator(".mark-table tbody tr")
        expect(rows).to_have_count(len(self.result["detections"]))
        self.hit(rows.nth(4).get_by_role("button"))
        self.inspector.wait_for()
        share = f"{round(self.result['detections'][4]['confidence'] * 100)} %"
        self.assertEqual(self.facts()["Confidence"], share)
        expect(rows.nth(4)).to_have_attribute("aria-current", "true")
        self.look("count-table")
