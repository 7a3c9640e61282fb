"""How many taps a first-time user needs, and whether anything moves meanwhile."""
import time

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.photographing import save
from support.server import Server
from support.viewing import Photo

# Everything that moves without user input, as the sum of all shifts that Chromium reports.
SHIFTS = """(() => {
  window.shifted = 0
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      window.shifted += value
      window.shifts.push(...sources.map(({ node }) => node?.className || node?.nodeName))
    }
  }).observe({ type: 'layout-shift', buffered: true })
})()"""
# A fifth of the limit that counts as good.
MOST_SHIFTED = 0.02


class FewTaps(CountCase):
    """Counts the user's taps. Opening Espy is the first."""

    def setUp(self):
        super().setUp()
        self.taps = 1

    def hit(self, element):
        self.taps += 1
        super().hit(element)


@on_both_sizes
class FirstUse(FewTaps):
    """A first-time user."""

    def make_server(self):
        server = Server("--max-load", "none").start()
        self.addCleanup(server.remove)
        return server

    def test_a_number_of_a_sample(self):
        self.open("/")
        self.press("Try a sample of Count")
        self.counted()
        self.assertLessEqual(self.taps, 2)

    def test_a_photo_is_corrected_and_saved(self):
        self.open("/count")
        self.choose(sample("count/coins"))
        self.counted()
        self.settle()
        result = self.newest()["result"]
        photo = Photo(self, result)
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        self.taps += 1
        photo.touch(*photo.middle(next(one for one in result["detections"] if one["main"])))
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.download("Table (CSV)")
        self.assertLessEqual(self.taps, 6)

    def test_from_a_folder_to_what_is_searched_for(self):
        folder = self.server.home / "Pictures"
        folder.mkdir()
        for number in range(6):
            save(folder / f"photo-{number}.jpg", number)
        self.open("/gallery")
        self.press("Choose a folder")
        self.press("Pictures", within=self.by("dialog"))
        self.press("Add this folder", within=self.by("dialog"))
        box = self.page.get_by_role("combobox")
        box.fill("2024")
        box.press("Enter")
        self.hit(self.page.locator(".grid-cell.is-loaded a").first)
        self.page.wait_for_url("**/gallery/photo/*")
        # Counted from the gallery on; the words are typed.
        self.assertLessEqual(self.taps - 1, 4)

    def test_a_photo_is_sent_found_and_shared(self):
        # The test browser has no apps to share with.
        self.context.add_init_script("""
            window.shared = []
            navigator.canShare = () => true
            navigator.share = async ({ files }) => { shared.push(...files.map(({ name }) => name)) }""")
        self.open("/gallery")
        photos = [{"name": f"IMG_202405{day:02}_101112.jpg", "mimeType": "image/jpeg", "buffer": sample(name).read_bytes()}
                  for day, name in ((3, "count/coins"), (4, "count/tarts-5x7"))]
        self.choose(photos, button="Send photos")
        expect(self.page.locator(".sending")).to_contain_text("2 photos sent")
        box = self.page.get_by_role("combobox")
        # The words are typed, not tapped.
        box.fill("20240504")
        box.press("Enter")
        expect(self.page.locator(".grid-cell.is-loaded a")).to_have_count(1)
        self.hit(self.page.locator(".grid-cell.is-loaded a"))
        self.page.wait_for_url("**/gallery/photo/*")
        self.press("Share")
        self.until(lambda: self.page.evaluate("shared") == ["IMG_20240504_101112.jpg"], "the photo was not shared")
        # Counted from the gallery on, without those in the system's dialog.
        self.assertLessEqual(self.taps - 1, 3)


@on_both_sizes
class Stillness(CountCase):
    """Nothing jumps under the finger."""

    def setUp(self):
        super().setUp()
        self.context.add_init_script(SHIFTS)

    def expect_still(self, name):
        self.rest()
        shifted, shifts = self.page.evaluate("[window.shifted, window.shifts]")
        self.assertLess(shifted, MOST_SHIFTED, f"{name}: {shifts}")

    def test_pages_while_answers_are_late(self):
        self.page.route("**/api/v1/history?*", self.late)
        self.open("/history")
        expect(self.page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        self.expect_still("/history")

    @staticmethod
    def late(route):
        """Late enough that the page shows that it is waiting."""
        time.sleep(0.5)
        route.continue_()

    def test_pages_while_they_load(self):
        for path in ("/", "/count", "/rack", "/shelf", "/gallery", "/history", "/settings", "/count/recipes", "/shelf/books"):
            self.open(path)
            self.expect_still(path)

    def test_pages_while_photos_are_looked_at(self):
        for path, picture, done in (("/count", "count/coins", ".count-number"), ("/rack", "rack/box-5x5-mixed", ".rack-sentence"),
                                    ("/shelf", "shelf/two-rows", ".shelf-number")):
            self.open(path)
            self.choose(sample(picture))
            self.page.locator(done).wait_for()
            self.expect_still(path)
        for entry in self.server.api("GET", "/history")["entries"]:
            self.open(f"/history/{entry['id']}")
            self.expect_still(entry["kind"])
        self.open("/")
        self.expect_still("home with results")
