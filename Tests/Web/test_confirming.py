"""A second person looks at a result, confirms it, and prints it."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paper import Paper
from support.paths import sample
from support.viewing import Photo

# What a page of a result offers to save, and what can be written down there.
OFFERS = """() => ({
  files: [...document.querySelectorAll('.sheet-place .sheet-item')].filter((item) => !item.hidden).map((item) => item.textContent),
  fields: [...document.querySelectorAll('.entry-remarks :is(h2, label, button)')].filter((part) => !part.hidden).map((part) => part.textContent),
})"""


@on_both_sizes
class Confirming(CountCase):
    """Another person opens the page of an entry."""

    def setUp(self):
        super().setUp()
        self.entry = self.server.found("count", sample("count/capsules"))
        self.open(f"/history/{self.entry['id']}")
        self.section = self.by("region", "Checked by")

    def confirm(self, name):
        self.section.get_by_label("Name").fill(name)
        self.press("Confirm", within=self.section)
        expect(self.section).to_contain_text(name)

    def test_a_name_is_written_down_and_taken_back(self):
        self.confirm("Ann Example")
        self.look("entry-confirmed")
        kept = self.server.api("GET", f"/history/{self.entry['id']}")["entry"]["confirmation"]
        self.assertEqual(kept["by"], "Ann Example")
        self.open("/history")
        row = self.page.locator(f".entry-row[data-id='{self.entry['id']}']")
        expect(row).to_contain_text("checked by Ann Example")
        self.open(f"/history/{self.entry['id']}")
        self.press("Withdraw", within=self.section)
        expect(self.section.get_by_label("Name")).to_be_focused()
        self.assertNotIn("confirmation", self.server.api("GET", f"/history/{self.entry['id']}")["entry"])

    def test_a_later_correction_takes_the_name_away(self):
        self.confirm("Ann")
        self.server.api("PATCH", f"/history/{self.entry['id']}", {"corrections": {"removed": [0]}})
        self.page.reload()
        expect(self.section.get_by_label("Name")).to_be_visible()

    def test_the_page_says_who_has_checked_it(self):
        self.confirm("Ann Example")
        self.assertIn("Ann Example", Paper(self.download("One page to sign (PDF)")).text)


@on_both_sizes
class BothPages(CountCase):
    """A result has a page of its own and one in the history, which offer the same."""

    def live(self, kind, name):
        """Opens the page of a new result, and returns its entry."""
        entry = self.server.found(kind, sample(name))
        self.open(f"/{kind}?entry={entry['id']}")
        self.link.wait_for()
        self.page.locator(".entry-remarks").wait_for(state="attached")
        self.rest()
        return entry

    @property
    def link(self):
        return self.by("link", "Saved in the history")

    @property
    def section(self):
        return self.by("region", "Checked by")

    @property
    def note(self):
        return self.page.get_by_label("Note", exact=True)

    def confirm(self, name):
        self.section.get_by_label("Name").fill(name)
        self.press("Confirm", within=self.section)
        expect(self.section).to_contain_text(name)

    def both(self, kind, name):
        """Compares the two pages, and writes on one what must be on the other."""
        entry = self.live(kind, name)
        offers = self.page.evaluate(OFFERS)
        self.assertIn("One page to sign (PDF)", offers["files"])
        self.assertIn("Note", offers["fields"])
        self.more()
        self.note.fill("Second drawer")
        self.confirm("Ann Example")
        self.note.scroll_into_view_if_needed()
        self.look(f"{kind}-remarks")
        self.more(False)
        self.hit(self.link)
        self.page.wait_for_url(f"**/history/{entry['id']}")
        expect(self.section).to_contain_text("Ann Example")
        expect(self.note).to_have_value("Second drawer")
        self.press("Withdraw", within=self.section)
        expect(self.section.get_by_label("Name")).to_be_visible()
        self.rest()
        self.assertEqual(self.page.evaluate(OFFERS), offers)
        self.open(f"/{kind}?entry={entry['id']}")
        expect(self.note).to_have_value("Second drawer")

    def test_of_a_count(self):
        self.both("count", "count/capsules")

    def test_of_a_box(self):
        self.both("rack", "rack/box-5x5-mixed")

    def test_of_a_shelf(self):
        self.both("shelf", "shelf/library-row")

    def test_a_correction_takes_the_name_away_at_once(self):
        self.live("count", "count/capsules")
        result = self.newest()["result"]
        self.more()
        self.confirm("Ann Example")
        self.more(False)
        photo = Photo(self, result)
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        photo.touch(*photo.middle(next(one for one in result["detections"] if one["main"])))
        self.settle()
        self.until(lambda: "confirmation" not in self.newest()["entry"], "the name was kept")
        self.more()
        expect(self.section.get_by_label("Name")).to_be_visible()
        # The page knows its own changes.
        expect(self.page.locator(".toast")).to_have_count(0)
