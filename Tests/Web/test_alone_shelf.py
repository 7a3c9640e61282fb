"""The browser outlines books in front of the camera by itself: on a site without a server, and while the server is gone."""
import unittest

from PIL import Image, ImageDraw
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.paths import sample
from support.pictures import made
from support.server import Server
from support.site import COUNT_FRAMES
from test_alone import FOLLOWING, GONE, AloneCase, SiteCase
from test_shelf_live import BOOKS, LiveCase

BUILT = unittest.skipUnless(FOLLOWING.exists(), "what follows books in a browser is not built (make wasm)")
ISBN = "9783161484100"
# The widths of the bars and gaps of each digit, and which of its digits a code that begins with 9 has mirrored.
WIDTHS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"]
MIRRORED = (2, 3, 5)
HERE = "This device outlines the books and reads bar codes."


def shelf_with_code():
    """A shelf with the bar code of a book in front of it."""
    widths = "111"
    for place, digit in enumerate(ISBN[1:], 1):
        parts = WIDTHS[int(digit)]
        widths += parts[::-1] if place in MIRRORED else parts
        widths += "11111" if place == 6 else ""
    widths += "111"
    code = Image.new("L", (95 + 22, 60), 255)
    draw, x = ImageDraw.Draw(code), 11
    for index, width in enumerate(widths):
        if index % 2 == 0:
            draw.rectangle((x, 6, x + int(width) - 1, 53), 0)
        x += int(width)
    path = made("shelf-with-code.png")
    with Image.open(BOOKS) as shelf:
        size = shelf.width * 3 // 10
        shelf.paste(code.resize((size, size // 2), Image.Resampling.NEAREST), (size, size // 4))
        shelf.save(path)
    return path


class Watching(LiveCase):
    """Points the camera at a shelf."""

    def expect_here(self):
        expect(self.page.locator(".live-where")).to_contain_text(HERE)
        expect(self.by("button", "Save this shelf")).to_be_hidden()
        self.expect_books()


@BUILT
@on_both_sizes
class Site(Watching, SiteCase):
    """A user looks at a shelf on a site below a path of a plain server."""

    context_options = {"camera": True, "workers": True}

    def test_books_are_outlined_with_no_server_at_all(self):
        self.context.add_init_script(COUNT_FRAMES)
        self.browser.show_video(((BOOKS, 1),))
        self.open("shelf/")
        self.wait_for_worker()
        self.look("site-shelf")
        self.press("Live camera", exact=False)
        self.expect_here()
        # From now on, nothing can be loaded.
        self.page.wait_for_function("() => caches.open('espy-later').then((all) => all.keys()).then((keys) => keys.some(({ url }) => url.includes('shelf.wasm')))")
        self.server.stop()
        self.open("shelf?live")
        self.expect_here()
        self.until(lambda: self.is_drawn, "nothing was drawn")
        before = self.page.evaluate("window.frames")
        self.page.wait_for_timeout(4000)
        # A quiet machine looks at 15 in a second.
        self.assertGreater(self.page.evaluate("window.frames") - before, 8)
        self.look("site-shelf-live", picture=False)
        self.hit(self.row(2).get_by_role("button"))
        panel = self.by("region", "Selected book")
        expect(panel.locator("canvas.spine-crop")).to_be_visible()
        expect(panel).to_contain_text("Titles need Espy on a computer.")
        asked = [url for url in self.watch.requests if url.startswith("http")]
        self.assertEqual([url for url in asked if not url.startswith(self.server.url) or "/api/" in url], [])

    def test_bar_codes_are_read(self):
        self.browser.show_video(((shelf_with_code(), 1),))
        self.open("shelf/?live")
        expect(self.page.locator(".live-where")).to_contain_text(HERE)
        expect(self.page.locator(".codes-pane")).to_contain_text(ISBN)


@BUILT
class ServerGone(Watching, AloneCase):
    """A page whose server goes away, and comes back."""

    context_options = {"camera": True, "workers": True, "saving": False}

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def test_outlines_go_on_without_the_server(self):
        self.watch.allow(GONE)
        self.open("/shelf")
        self.wait_for_worker()
        self.watch_shelf()
        where = self.page.locator(".live-where")
        expect(where).to_have_text("")
        self.page.wait_for_function("() => caches.open('espy-later').then((all) => all.keys()).then((keys) => keys.some(({ url }) => url.includes('shelf.wasm')))")
        self.server.stop()
        self.expect_here()
        self.server.start()
        expect(where).to_have_text("")
        expect(self.by("button", "Save this shelf")).to_be_visible()
        self.expect_books()

    def test_a_person_may_keep_frames_on_the_device(self):
        self.open("/settings")
        self.page.get_by_label("Count and read boxes on this device").check()
        self.watch_shelf()
        self.expect_here()
        self.assertEqual([url for url in self.watch.requests if "shelf-streams" in url], [])
