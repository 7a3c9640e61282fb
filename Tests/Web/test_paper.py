"""A result as one page to print, sign and pass on: the same during work and later."""
import json

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paper import Paper
from support.paths import sample

NAME = "One page to sign (PDF)"
ITEMS = ("Picture (JPEG)", NAME, "Table (CSV)", "Everything (JSON)")


@on_both_sizes
class Sheets(CountCase):
    """A user needs a result on paper."""

    # Not that of the machine: times are printed in the user's zone.
    context_options = {"timezone_id": "America/New_York"}

    def items(self):
        """Returns the items of the sheet."""
        self.press("Save and share")
        shown = self.page.locator("dialog.sheet[open] .sheet-item:visible").all_inner_texts()
        self.page.keyboard.press("Escape")
        return [text.strip() for text in shown]

    def test_a_count_while_it_is_worked_on_and_later(self):
        self.count_sample("coins")
        entry = self.newest()["entry"]
        self.server.api("PATCH", f"/history/{entry['id']}", {"title": "tray 7.jpg · gold coins", "note": "Shelf 3, Żółć"})
        self.page.reload()
        self.counted()
        live = self.items()
        self.press("Save and share")
        self.look("count-exports")
        self.page.keyboard.press("Escape")
        paper = Paper(self.download(NAME))
        self.assertRegex(self.saved_name, r"^counts_gold-coins_tray-7_\d{4}-\d\d-\d\d_\d{6}\.pdf$")
        self.assertEqual(paper.pages, 1)
        self.assertIn("23 gold coins", paper.lines)
        self.assertIn("tray 7", paper.lines)
        for told in ("Espy", "Checked by", "Date"):
            self.assertIn(told, paper.lines)
        # The time with its zone, as the user reads it, not the server.
        self.assertRegex(paper.text, r"at \d+:\d\d:\d\d GMT-[45]")
        # Text that the PDF's fonts cannot show is drawn. The largest picture is the photo with its marks.
        drawn, photo = sorted(paper.pictures, key=lambda picture: picture.width * picture.height)
        self.assertGreater(drawn.width, 3 * drawn.height)
        self.assertGreaterEqual(max(photo.size), 1900)
        greens = sum(count for count, (red, green, blue) in photo.getcolors(1 << 24) if abs(red - 31) + abs(green - 149) + abs(blue - 145) < 40)
        self.assertGreater(greens, 2000)

        self.open(f"/history/{entry['id']}")
        self.rest()
        self.assertEqual(self.items(), live)
        for item in ITEMS:
            self.assertIn(item, live)
        later = Paper(self.download(NAME))
        self.assertEqual([line for line in later.lines if "GMT" not in line], [line for line in paper.lines if "GMT" not in line])
        self.assertEqual(max(later.pictures[-1].size), max(photo.size))

    def test_a_box_and_a_shelf(self):
        for kind, name, told in (("rack", "rack/box-9x9", "81 vials read"), ("shelf", "shelf/library-row", "book")):
            entry = self.server.found(kind, sample(name))
            for path in (f"/{kind}?entry={entry['id']}", f"/history/{entry['id']}"):
                self.open(path)
                self.rest()
                paper = Paper(self.download(NAME))
                self.assertIn(told, paper.text, path)
                self.assertEqual(len(paper.pictures), 1, path)

    def test_without_the_photo(self):
        self.server.api("PATCH", "/settings", {"history-photos": "none"})
        self.count_sample("coins")
        entry = self.newest()["entry"]
        # Nothing is requested from the server that it may have forgotten.
        self.page.route("**/api/v1/photos/**", lambda route: route.fulfill(status=410, json={"type": "/problems/photo-gone", "title": "gone"}))
        self.watch.allow("410")
        self.open(f"/history/{entry['id']}")
        expect(self.page.get_by_text("The photo is no longer stored;")).to_be_visible()
        paper = Paper(self.download(NAME))
        self.assertIn("The photo is no longer stored.", paper.lines)
        self.assertEqual(paper.pictures, [])

    def test_things_are_named_in_the_history(self):
        self.count_sample("coins")
        entry = self.newest()["entry"]
        self.open(f"/history/{entry['id']}")
        self.press("Name the things: things")
        self.page.get_by_label("Name of the things").fill("coins")
        self.press("Save", within=self.page.locator("dialog"))
        expect(self.page.locator(".entry-number")).to_have_text("23 coins")
        expect(self.by("heading", "coins.jpg · coins")).to_be_visible()
        self.assertEqual(self.newest()["entry"]["title"], "coins.jpg · coins")
        self.assertEqual(json.loads(self.download("Everything (JSON)"))["count"], 23)
        self.assertRegex(self.saved_name, r"^counts_coins_coins_")
