"""A second person looks at a result, confirms it, and prints it."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paper import Paper
from support.paths import sample


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
