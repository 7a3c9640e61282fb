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

    def test_the_page_learns_of_changes_elsewhere(self):
        """Before the user corrects further: from another device, and at once from another page of this browser."""
        notice = self.page.locator(".toast", has_text="This result was changed elsewhere.")
        self.server.api("PATCH", f"/history/{self.entry}", {"corrections": {"removed": [self.main[6]]}})
        expect(notice).to_be_visible()
        expect(self.page.locator(".count-number")).to_have_text("23")
        self.look("count-elsewhere")
        self.press("Load it", within=notice)
        expect(self.page.locator(".count-number")).to_have_text("22")
        expect(notice).to_be_hidden()
        # The page continues from there: no question, and nothing is lost.
        self.remove(self.main[0])
        expect(self.page.locator(".count-number")).to_have_text("21")
        self.settle()
        self.assertEqual(sorted(self.newest()["corrections"]["removed"]), sorted([self.main[0], self.main[6]]))
        expect(notice).to_be_hidden()

    def test_two_pages_of_one_browser(self):
        first = self.page
        # Only what the other page says is heard: the server is asked for the last time.
        with first.expect_response(lambda answer: answer.url.endswith(self.entry) and answer.request.method == "GET"):
            first.evaluate("(real) => { real = setTimeout; window.setTimeout = (work, delay) => delay === 4000 ? 0 : real(work, delay) }")
        second = self.context.new_page()
        second.goto(f"/count?entry={self.entry}")
        self.page = second
        expect(second.locator(".count-number")).to_have_text("23")
        self.remove(self.main[6])
        self.settle()
        self.page = first
        notice = first.locator(".toast", has_text="This result was changed elsewhere.")
        expect(notice).to_be_visible()
        # A correction without loading first: both are kept, and the notice goes.
        self.watch.allow("409")
        self.remove(self.main[0])
        expect(first.locator(".count-number")).to_have_text("21")
        expect(notice).to_be_hidden()
        self.until(lambda: len(self.newest()["corrections"]["removed"]) == 2, "a correction was lost")

    def test_another_count_is_loaded(self):
        self.server.found("count", sample("count/coins"), replaces=self.entry, groups=[1])
        notice = self.page.locator(".toast", has_text="This result was changed elsewhere.")
        expect(notice).to_be_visible()
        self.press("Load it", within=notice)
        expect(self.page.locator(".count-number")).to_have_text("7")
        expect(notice).to_be_hidden()

    def test_own_changes_are_no_news(self):
        """Neither corrections nor another count made here are reported as changes elsewhere."""
        asked = []
        self.page.on("response", lambda answer: asked.append(answer.status) if answer.url.endswith(f"/history/{self.entry}") and answer.request.method == "GET" else None)
        self.remove(self.main[0])
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.settle()
        for group, number in (1, "7"), (0, "23"):
            self.hit(self.page.locator("label.group").nth(group))
            expect(self.page.locator(".count-number")).to_have_text(number)
            self.settle()
        self.until(lambda: asked.count(304) >= 2, lambda: f"{asked}")
        expect(self.page.locator(".toast", has_text="elsewhere")).to_have_count(0)

    def test_the_history_shows_it_too(self):
        self.open(f"/history/{self.entry}")
        expect(self.page.locator(".entry-summary")).to_contain_text("23")
        self.server.api("PATCH", f"/history/{self.entry}", {"note": "only a note"})
        self.server.api("PATCH", f"/history/{self.entry}", {"corrections": {"removed": [self.main[6]]}})
        notice = self.page.locator(".toast", has_text="This result was changed elsewhere.")
        expect(notice).to_be_visible()
        self.press("Load it", within=notice)
        expect(self.page.locator(".entry-summary")).to_contain_text("22")

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
