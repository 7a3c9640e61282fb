"""The strip: finds from the most to the least certain, and the threshold between counted and not counted ones."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import SecondLookCase
from support.viewing import Finger


@on_both_sizes
class Strip(SecondLookCase):
    """A user moves the threshold by key, tap and drag."""

    @property
    def border(self):
        return self.page.get_by_role("slider", name="Border between what counts and what does not")

    @property
    def shown(self):
        """The element with the count."""
        return self.page.locator(".count-number")

    def at(self):
        return int(self.border.get_attribute("aria-valuenow"))

    def test_the_border_moves_by_keys_taps_and_drags(self):
        first = self.count_sample("vials-6x10")
        self.assertEqual(first["parameters"]["pipeline"], "seeker")
        self.assertGreater(len(first["candidates"]), 0)
        before = first["count"]
        expect(self.border).to_have_attribute("aria-valuenow", str(before))
        self.look("count-strip")
        self.border.focus()
        self.page.keyboard.press("ArrowRight")
        expect(self.shown).to_have_text(str(before + 1))
        self.page.keyboard.press("Home")
        expect(self.shown).to_have_text("0")
        self.page.keyboard.press("End")
        every = len([one for one in first["detections"] if one["cluster"] == 0]) + len(first["candidates"])
        expect(self.shown).to_have_text(str(every))
        for _ in range(3):
            self.press("Undo")
        expect(self.shown).to_have_text(str(before))

        # The last picture that counts: tapping it excludes it.
        place = self.at() - 1
        self.page.locator(f'.strip-item[data-place="{place}"]').click()
        expect(self.shown).to_have_text(str(before - 1))
        self.settle()
        kept = self.newest()
        self.assertEqual(kept["entry"]["count"], before - 1)
        self.assertEqual(len(kept["corrections"]["removed"]), 1)
        self.press("Undo")
        expect(self.shown).to_have_text(str(before))

        # One drag is one undo step, however far it goes.
        box = self.border.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for by in (10, 30, 50, 60):
            self.page.mouse.move(x - by, y)
        expect(self.shown).to_have_text(str(before - 1))
        self.page.mouse.up()
        self.settle()
        self.page.reload()
        expect(self.shown).to_have_text(str(before - 1))

    def test_a_finger_drags_the_border_and_scrolls_the_strip(self):
        if self.size == "desktop":
            self.skipTest("has no finger")
        first = self.count_sample("vials-6x10")
        before = first["count"]
        self.border.scroll_into_view_if_needed()
        page = self.page.evaluate("scrollY")
        box = self.border.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        finger = Finger(self.page)
        finger.move((x, y), (x - 130, y), lifts=False)
        # The number follows before the finger is lifted.
        expect(self.shown).to_have_text(str(before - 2))
        finger.lift()
        # One drag is one step, and the page has not scrolled.
        self.press("Undo")
        expect(self.shown).to_have_text(str(before))
        self.assertEqual(self.page.evaluate("scrollY"), page)
        # Beside the border, a finger scrolls the strip and changes nothing.
        scroller = self.page.locator(".strip-scroll")
        left = scroller.evaluate("(element) => element.scrollLeft")
        self.assertGreater(left, 100)
        frame = scroller.bounding_box()
        finger.move((frame["x"] + 40, y), (frame["x"] + 200, y))
        self.until(lambda: scroller.evaluate("(element) => element.scrollLeft") < left - 60, "the strip did not scroll")
        expect(self.shown).to_have_text(str(before))

    def test_what_a_candidate_adds_is_kept_as_a_thing(self):
        first = self.count_sample("vials-6x10")
        self.border.focus()
        own = len([one for one in first["detections"] if one["cluster"] == 0])
        for _ in range(own - first["count"] + 2):
            self.page.keyboard.press("ArrowRight")
        self.settle()
        added = self.newest()["corrections"]["added"]
        self.assertEqual(len(added), 2)
        boxes = [{side: round(one[side], 1) for side in ("x", "y", "width", "height")} for one in first["candidates"]]
        for one in added:
            self.assertIn({side: round(one[side], 1) for side in one}, boxes)
