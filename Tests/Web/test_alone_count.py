"""The browser counts by itself: on a site without a server, and while the server is gone."""
import csv
import io
import json
import unittest

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.commandline import count
from support.counting import CountCase
from support.paths import sample
from support.server import Server
from support.viewing import Photo
from test_alone import COUNTING, GONE, AloneCase, SiteCase

THINGS = "count/coins"
BUILT = unittest.skipUnless(COUNTING.exists(), "what counts in a browser is not built (make wasm)")


class Counting(CountCase):
    """Steps of a user who counts on the device."""

    def count_here(self, name, button="Choose a photo"):
        """Counts a sample, and expects the number of the command line. Returns that result."""
        native = count(sample(name))
        self.choose(sample(name), button)
        self.counted()
        self.assertEqual(self.number, native["count"])
        return native

    def remove_one(self, native):
        """Takes away the first thing that counts."""
        photo = Photo(self, native)
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        photo.touch(*photo.middle(next(one for one in native["detections"] if one["main"])))
        expect(self.page.locator(".count-number")).to_have_text(str(native["count"] - 1))

    def saved(self, name):
        self.press("Save and share")
        return self.download(name)


@BUILT
class Site(SiteCase, Counting):
    """A user counts on a site below a path of a plain server."""

    def test_things_are_counted_with_no_server_at_all(self):
        self.assertLess(self.server.report["transferredToCount"], 8_000_000)
        self.open("count/")
        self.wait_for_worker()
        native = self.count_here(THINGS)
        # From now on, nothing can be loaded.
        self.page.wait_for_function("() => caches.open('espy-later').then((all) => all.keys()).then((keys) => keys.length >= 11)")
        self.server.stop()
        self.open("count")
        native = self.count_here(THINGS)
        self.remove_one(native)
        rows = list(csv.DictReader(io.StringIO(self.saved("Table (CSV)").decode())))
        self.assertEqual(sum(row["main"] == "true" for row in rows), native["count"] - 1)
        kept = json.loads(self.saved("Everything (JSON)"))
        self.assertEqual((kept["count"], len(kept["detections"])), (native["count"] - 1, len(native["detections"])))
        self.assertEqual(self.saved("Picture (JPEG)")[:3], b"\xff\xd8\xff")
        self.open("history")
        expect(self.page.locator(".entry-row")).to_have_count(2)
        self.page.locator(".entry-row a").first.click()
        expect(self.page.locator(".entry-picture canvas").first).to_be_visible()
        asked = [url for url in self.watch.requests if url.startswith("http")]
        self.assertEqual([url for url in asked if not url.startswith(self.server.url) or "/api/" in url], [])


@BUILT
@on_both_sizes
class Looks(SiteCase, Counting):
    """A user looks at a count on a site."""

    def test_an_example_counts_what_is_like_it(self):
        self.open("count/")
        native = self.count_here(THINGS)
        photo = Photo(self, native)
        photo.touch(*photo.middle(next(one for one in native["detections"] if not one["main"])))
        self.press("Count things like this", exact=False)
        expect(self.page.locator(".count-number")).not_to_have_text(str(native["count"]))
        self.look("site-count", picture=False)


@BUILT
class ServerGone(AloneCase, Counting):
    """A page whose server went away."""

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def test_a_count_comes_to_the_server_once(self):
        self.watch.allow(GONE)
        self.open("/settings")
        self.page.get_by_label("Count and read boxes on this device").check()
        self.wait_for_worker()
        self.open("/count")
        self.count_here(THINGS)
        self.server.stop()
        self.open("/count")
        native = self.count_here(THINGS)
        self.remove_one(native)
        self.server.start()
        self.open("/settings")
        self.page.get_by_label("Count and read boxes on this device").uncheck()
        self.until(lambda: len(self.server.api("GET", "/history")["entries"]) == 2, "the counts did not come to the server")
        self.page.get_by_text("2 results made on this device were added to the history.").first.wait_for()
        numbers = sorted(entry["count"] for entry in self.server.api("GET", "/history")["entries"])
        self.assertEqual(numbers, [native["count"] - 1, native["count"]])
