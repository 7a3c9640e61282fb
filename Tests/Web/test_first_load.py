"""A page loads with few requests, even over a slow network."""
from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes

# With 3 Mbit/s and a delay of 100 ms, this takes a second.
MOST_REQUESTS = 25
MOST_BYTES = 150_000

# Requests so far: how often, and the bytes transferred, with 300 for the head of each answer.
LOADED = """() => {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  return { names: entries.map(({ name }) => name), bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0) }
}"""


@on_both_sizes
class FirstLoad(PageCase):
    """A user opens Espy for the first time, with an empty cache."""

    def assert_light(self, path, content):
        self.open(path)
        expect(content).to_be_visible()
        self.rest()
        loaded = self.page.evaluate(LOADED)
        self.assertLessEqual(len(loaded["names"]), MOST_REQUESTS, "\n".join(loaded["names"]))
        self.assertLessEqual(loaded["bytes"], MOST_BYTES)
        # None of the many small files, and no file twice.
        self.assertEqual([name for name in loaded["names"] if "/app/" in name or "/styles/" in name], [])
        return loaded

    def test_home(self):
        self.assert_light("/", self.page.locator(".home-tile").last)

    def test_count(self):
        self.assert_light("/count", self.by("button", "Choose a photo"))

    def test_every_view_can_be_had(self):
        """Everything that a file may load later is there, and nothing missing is requested."""
        for path in ("/rack", "/shelf", "/shelf/books", "/shelf/inventory", "/gallery", "/gallery/albums", "/gallery/map",
                     "/gallery/duplicates", "/gallery/folders", "/gallery/problems", "/history", "/settings", "/settings/trust",
                     "/count/recipes", "/pair"):
            self.open(path)
            self.rest()
            expect(self.by("alert")).to_have_count(0)
