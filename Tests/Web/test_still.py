"""Pages stand still while they load: nothing moves under the finger."""
from support.case import on_both_sizes
from support.paths import sample
from test_gallery import GalleryCase

# Every movement that the user did not cause, and what moved.
WATCH = """
window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const moved = sources.map(({ node, previousRect, currentRect }) => `${node?.nodeName ?? 'gone'}.${node?.className ?? ''} ${previousRect.y}→${currentRect.y}`)
    if (!hadRecentInput) shifts.push(`${value.toFixed(4)} ${moved.join(', ')}`)
  }
}).observe({ type: 'layout-shift', buffered: true })
"""


@on_both_sizes
class Still(GalleryCase):
    """A user opens one page after the other."""

    longMessage = False

    def setUp(self):
        super().setUp()
        self.page.add_init_script(WATCH)

    def moved(self, path):
        self.open(path)
        self.rest()
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return [f"{path}: {shift}" for shift in self.page.evaluate("shifts")]

    def expect_still(self, *paths):
        moved = [line for path in paths for line in self.moved(path)]
        self.assertFalse(moved, "\n".join(moved))

    def test_count(self):
        entry = self.server.found("count", sample("count/coins"))["id"]
        self.expect_still("/count", f"/count?entry={entry}", f"/history/{entry}")

    def test_rack(self):
        entry = self.server.found("rack", sample("rack/box-9x9"))["id"]
        self.expect_still("/rack", f"/rack?entry={entry}", f"/history/{entry}")

    def test_shelf(self):
        entry = self.server.found("shelf", sample("shelf/library-row"))["id"]
        self.expect_still("/shelf", f"/shelf?entry={entry}", f"/history/{entry}")

    def test_others(self):
        self.server.found("count", sample("count/coins"))
        self.expect_still("/", "/history", "/settings", "/gallery", "/gallery/albums", f"/gallery/photo/{self.library.ids[2]}?at=2")
