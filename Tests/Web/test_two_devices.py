"""Two users, or a phone and a desktop, work on one result: neither loses the other's changes."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.viewing import Photo


@on_both_sizes
class TwoDevices(CountCase):
    """A result changes elsewhere while it is shown here."""

    def setUp(self):
        super().setUp()
        self.result = self.count_sample("coins")
        self.entry = self.newest()["entry"]["id"]
        self.main = [place for place, one in enumerate(self.result["detections"]) if one["main"]]

    def remove(self, place):
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo = Photo(self, self.result)
        photo.touch(*photo.middle(self.result["detections"][place]))

    def test_both_corrections_count(self):
        self.server.api("PATCH", f"/history/{self.entry}", {"corrections": {"removed": [self.main[6]]}})
        self.watch.allow("409")
        self.remove(self.main[0])
        expect(self.page.locator(".toast")).to_contain_text("Both changes are kept.")
        expect(self.page.locator(".count-number")).to_have_text("21")
        self.settle()
        self.assertEqual(sorted(self.newest()["corrections"]["removed"]), sorted([self.main[0], self.main[6]]))
        # From now on, the page knows both changes.
        self.remove(self.main[1])
        expect(self.page.locator(".count-number")).to_have_text("20")
        self.settle()
        self.assertEqual(len(self.newest()["corrections"]["removed"]), 3)

    def test_the_same_correction_is_no_news(self):
        """Another page of this browser has already sent what waited for the connection."""
        self.server.api("PATCH", f"/history/{self.entry}", {"corrections": {"removed": [self.main[0]]}})
        self.watch.allow("409")
        self.remove(self.main[0])
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.settle()
        expect(self.page.locator(".count-note")).to_contain_text("Saved")
        self.assertEqual(self.newest()["corrections"]["removed"], [self.main[0]])
        expect(self.page.locator(".toast", has_text="elsewhere")).to_have_count(0)

    def test_another_count_is_not_corrected(self):
        self.server.found("count", sample("count/coins"), replaces=self.entry, groups=[1])
        self.watch.allow("409")
        self.remove(self.main[0])
        expect(self.page.locator(".toast")).to_contain_text("your corrections no longer fit")
        expect(self.page.locator(".count-note")).to_contain_text("Not saved")
        self.assertEqual(self.newest()["entry"]["count"], 7)
        self.page.reload()
        expect(self.page.locator(".count-number")).to_have_text("7")

    def test_what_both_did_is_put_together(self):
        merged = self.page.evaluate("""async () => {
            const { merged, agreed } = await import('/app/result/merge.js')
            const value = (row, text) => ({ row, col: 0, value: text })
            return [
                merged({ values: [value(0, 'A'), value(1, 'B')] }, { values: [value(0, 'mine')], rack: 'R' },
                    { values: [value(0, 'theirs'), value(1, 'B'), value(2, 'C')] }),
                merged({ texts: { 1: 'a' }, removed: [1] }, { texts: { 1: 'a', 2: 'b' }, removed: [] }, { texts: { 3: 'c' }, removed: [1, 4] }),
                merged({}, { removed: [3], included: [] }, { removed: [], included: [3] }),
                // The same with its keys in another order is nothing to ask about.
                (await agreed({ entry: {}, corrections: { added: [{ y: 2, x: 1 }], removed: [5, 4] } }, {}, { removed: [4], added: [{ x: 1, y: 2 }] })).corrections,
            ]
        }""")
        self.assertEqual(merged, [
            {"values": [{"row": 0, "col": 0, "value": "mine"}, {"row": 2, "col": 0, "value": "C"}], "rack": "R"},
            {"texts": {"2": "b", "3": "c"}, "removed": [4]},
            {"removed": [3], "included": []},
            {"removed": [5, 4], "added": [{"x": 1, "y": 2}]},
        ])
