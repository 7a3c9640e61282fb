"""The start page: what Espy can do, samples to try, the latest results, and a place for any photo."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import ROOT, SAMPLES, sample

JOBS = {"count": "count/coins", "rack": "rack/box-9x9", "shelf": "inventory/shelf"}


@on_both_sizes
class Home(CountCase):
    """A user opens Espy, for the first time and later."""

    def choose_some(self, *pictures):
        with self.page.expect_file_chooser() as chooser:
            self.press("Choose a photo")
        chooser.value.set_files(pictures)

    def test_first_time(self):
        self.open("/")
        for job in ("count", "rack", "shelf", "gallery"):
            expect(self.page.locator(f".home-tile a[href='/{job}']")).to_be_visible()
        expect(self.page.locator(".home-recent")).to_be_hidden()
        self.look("home")

    def test_a_sample_is_one_tap_away(self):
        self.open("/")
        self.press("Try a sample of Count")
        self.counted()
        self.assertEqual(self.number, 23)
        self.open("/")
        self.press("Try a sample of Rack")
        expect(self.page.locator(".rack-sentence")).to_have_text("81 vials read")
        self.open("/")
        self.press("Try a sample of Shelf")
        self.page.locator(".shelf-number").wait_for()
        # They do not belong to the user's work.
        self.assertEqual(self.server.api("GET", "/history")["entries"], [])

    def test_every_job_has_a_sample_and_what_it_found_last(self):
        self.server.found("count", sample("count/coins"))
        self.server.found("rack", sample("rack/box-5x5-mixed"))
        for job, number in (("count", 1), ("rack", 1), ("shelf", 0)):
            self.open(f"/{job}")
            expect(self.page.locator(".home-entry")).to_have_count(number)
            self.rest()
            if job == "rack":
                self.look("rack-start-recent")
            self.press("Try a sample")
            self.page.locator(".count-number, .rack-sentence, .shelf-number").first.wait_for()
            self.page.go_back()
            self.page.wait_for_url(f"**/{job}")
        self.assertEqual(len(self.server.api("GET", "/history")["entries"]), 2)

    def test_what_was_found_last(self):
        entry = self.server.found("count", sample("count/coins"))
        self.server.found("rack", sample("rack/box-5x5-mixed"))
        self.open("/")
        expect(self.page.locator(".home-entry")).to_have_count(2)
        self.look("home-recent")
        self.hit(self.page.locator(f".home-entry[href*='{entry['id']}']"))
        self.counted()
        self.assertEqual(self.number, 23)

    def test_a_photo_and_then_its_job(self):
        self.open("/")
        self.choose_some(sample("rack/box-5x5-mixed"))
        self.look("home-choice")
        self.press("Read a box of vials")
        expect(self.page.locator(".rack-sentence")).to_have_text("24 vials read, 1 without code")

    def test_the_choice_can_be_left(self):
        self.open("/")
        self.choose_some(sample("count/coins"))
        self.press("Cancel")
        expect(self.page.locator(".home-tiles")).to_be_visible()
        expect(self.by("button", "Try a sample of Count")).to_be_visible()

    def test_several_photos_are_all_taken(self):
        self.open("/")
        self.choose_some(sample("count/coins"), sample("count/one-orange"), sample("count/capsules"))
        self.press("Count things that look alike")
        expect(self.page.get_by_text("All 3 photos are done.")).to_be_visible()
        expect(self.page.locator(".batch-table .is-done")).to_have_count(3)
        self.assertEqual(len(self.server.api("GET", "/history")["entries"]), 3)
        self.look("home-several")
        self.hit(self.page.locator(".batch-table a").first)
        self.counted()
        self.assertEqual(self.number, 23)


class Samples(CountCase):
    """The samples on the page are those that the tests read."""

    def test_they_are_those_of_the_tests(self):
        for job, name in JOBS.items():
            self.assertEqual((ROOT / f"web/samples/{job}.jpg").read_bytes(), (SAMPLES / f"{name}.jpg").read_bytes())
