"""The browser reads boxes itself, while the server is gone and where there never was one."""
import csv
import functools
import http.server
import io
import json
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from support import session
from support.case import on_both_sizes, with_camera
from support.commandline import KEPT, rack
from support.paths import ESPY, ROOT, sample
from support.pictures import made
from support.racking import RackCase
from support.server import Server
from support.site import Quiet
from support.watch import Watch

MODULE = ROOT / ".build/wasm/rack.wasm"
COUNTING = ROOT / ".build/wasm/count.wasm"
FOLLOWING = ROOT / ".build/wasm/shelf.wasm"
# Messages of browsers and pages about a missing server.
GONE = "ERR_CONNECTION|Failed to load resource|Failed to fetch|Unreachable"
BOX = "rack/box-5x5-mixed"


class AloneCase(RackCase):
    """Pages that the browser caches."""

    context_options = {"workers": True}

    def wait_for_worker(self):
        self.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")

    def type(self, well, value):
        """Replaces the value of a well by typing."""
        self.tab("Grid")
        self.well(well).focus()
        self.page.keyboard.press("Enter")
        self.page.get_by_label("Value", exact=True).fill(value)
        self.press("Save")
        expect(self.well(well)).to_have_attribute("aria-label", f"{well}, {value}, typed by hand")

    def table(self):
        self.press("Save and share")
        return list(csv.DictReader(io.StringIO(self.download("Table (CSV)").decode())))

    def read_box(self, native):
        """The displayed values match those of the command line."""
        self.choose(sample(BOX))
        expect(self.sentence).to_have_text("24 vials read, 1 without code")
        self.assertEqual([row["value"] for row in self.table()], [vial["value"] for vial in native["vials"]])

    def export_and_compare(self, native):
        """Types two values, saves in three formats, and compares with a list of the original values."""
        wells = [vial["name"] for vial in native["vials"]]
        self.type(wells[0], "HAND-1")
        self.type(wells[5], "HAND-2")
        expect(self.sentence).to_have_text("22 vials read, 2 typed by hand, 1 without code")
        self.assertEqual([row["value"] for row in self.table() if row["value"].startswith("HAND")], ["HAND-1", "HAND-2"])
        self.press("Save and share")
        saved = json.loads(self.download("Everything (JSON)"))
        self.assertEqual([vial["value"] for vial in saved["vials"] if vial.get("typed")], ["HAND-1", "HAND-2"])
        self.press("Save and share")
        self.press("Table for another system…")
        self.page.get_by_label("Format", exact=True).select_option("fluidx")
        self.assertEqual(len(self.download("CSV", "link").decode().splitlines()), 25)
        listed = made("expected.csv")
        listed.write_text("well,code\n" + "".join(f"{vial['name']},{vial['value']}\n" for vial in native["vials"]))
        self.tab("Compare")
        with self.page.expect_file_chooser() as chooser:
            self.hit(self.page.locator("label", has_text="Choose a list…"))
        chooser.value.set_files(listed)
        expect(self.page.locator(".compare-sentence")).to_contain_text("2 missing")
        expect(self.page.locator(".compare-sentence")).to_contain_text("2 new")
        self.assertIn("HAND-1", self.download("Differences (CSV)").decode())

    def look_back(self):
        """The history has the box, with its photo and the typed values."""
        self.open("/history")
        self.page.locator(".entry-row a").click()
        expect(self.page.locator(".entry-picture canvas").first).to_be_visible()
        self.press("Correct", "link", exact=False)
        expect(self.sentence).to_have_text("22 vials read, 2 typed by hand, 1 without code")


@unittest.skipUnless(MODULE.exists(), "what reads boxes in a browser is not built (make wasm)")
class ServerGone(AloneCase):
    """A page that was open before its server went away, and that sees it again later."""

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def entries(self):
        return self.server.api("GET", "/history")["entries"]

    def values(self):
        """Returns the typed values that the server has."""
        return {value["value"] for value in self.newest()["corrections"]["values"]}

    def lose_an_answer(self):
        """Drops the answer to the first entry that is handed over, so that the page must send it again."""
        self.lost = 0

        def lose(route):
            if route.request.method != "PUT" or self.lost > 0:
                return route.continue_()
            self.lost += 1
            route.fetch()
            return route.abort("connectionreset")

        self.context.route("**/api/v1/history/*", lose)

    def test_a_box_is_read_without_the_server_and_comes_to_it_once(self):
        self.watch.allow(GONE)
        native = rack(sample(BOX))
        self.open("/rack")
        self.wait_for_worker()
        self.server.stop()
        self.open("/rack")
        self.read_box(native)
        self.export_and_compare(native)
        self.look_back()
        self.lose_an_answer()
        self.server.start()
        self.until(lambda: self.entries() and self.entries()[0]["corrected"], "the box did not come to the server")
        self.page.get_by_text("1 result made on this device was added to the history.").first.wait_for()
        self.open("/history")
        expect(self.page.locator(".entry-row")).to_have_count(1)
        (entry,) = self.entries()
        record = self.newest()
        self.assertEqual([value["value"] for value in record["corrections"]["values"]], ["HAND-1", "HAND-2"])
        self.assertEqual([vial["value"] for vial in record["result"]["vials"]], [vial["value"] for vial in native["vials"]])
        self.assertEqual((entry["rows"], entry["cols"], entry["count"]), (5, 5, 24))
        self.assertIsNotNone(record["photo"])
        self.assertEqual(self.page.evaluate("localStorage.getItem('espy.unsent')"), None)
        self.assertEqual(self.lost, 1)

    def corrected_without_server(self):
        """Corrects a stored box while its server is gone. Returns its entry, and its first two vials as they were."""
        self.watch.allow(GONE)
        self.open("/rack")
        self.wait_for_worker()
        self.read(sample(BOX))
        (entry,) = self.entries()
        first, second = self.newest()["result"]["vials"][:2]
        self.server.stop()
        self.type(first["name"], "HERE-1")
        self.page.get_by_text("Your changes are not saved yet", exact=False).first.wait_for()
        return entry, first, second

    def test_what_was_corrected_on_both_sides_is_asked(self):
        entry, first, second = self.corrected_without_server()
        self.page.goto("about:blank")
        self.server.start()
        places = [{"row": vial["row"], "col": vial["col"]} for vial in (first, second)]
        elsewhere = {"values": [{**places[0], "value": "THERE-1"}, {**places[1], "value": "THERE-2"}]}
        self.server.api("PATCH", f"/history/{entry['id']}", {"corrections": elsewhere})
        self.open("/")
        expect(self.by("alertdialog", "Changed elsewhere")).to_be_visible()
        self.assertEqual(self.values(), {"THERE-1", "THERE-2"})
        self.press("Keep those of this device")
        # Changes made on only one side are kept in any case.
        self.until(lambda: self.values() == {"HERE-1", "THERE-2"}, "what was chosen is not there")

    def test_what_both_sides_corrected_in_other_places_is_put_together(self):
        entry, first, second = self.corrected_without_server()
        address = self.page.url
        self.page.goto("about:blank")
        self.server.start()
        elsewhere = {"values": [{"row": second["row"], "col": second["col"], "value": "THERE-1"}]}
        self.server.api("PATCH", f"/history/{entry['id']}", {"corrections": elsewhere})
        self.page.goto(address)
        for vial, value in ((first, "HERE-1"), (second, "THERE-1")):
            expect(self.well(vial["name"])).to_have_attribute("aria-label", f"{vial['name']}, {value}, typed by hand")
        self.until(lambda: self.values() == {"HERE-1", "THERE-1"}, "what both have corrected is not there")
        expect(self.by("alertdialog", "Changed elsewhere")).to_have_count(0)

    def test_what_was_corrected_elsewhere_may_stay(self):
        self.watch.allow(f"{GONE}|409")
        self.read(sample(BOX))
        (entry,) = self.entries()
        first = self.newest()["result"]["vials"][0]
        # The network is gone, but the server is not.
        self.context.route("**/api/v1/**", lambda route: route.abort("connectionrefused"))
        self.type(first["name"], "HERE-1")
        self.page.get_by_text("Your changes are not saved yet", exact=False).first.wait_for()
        there = {"row": first["row"], "col": first["col"], "value": "THERE-1"}
        self.server.api("PATCH", f"/history/{entry['id']}", {"corrections": {"values": [there]}})
        self.context.unroute("**/api/v1/**")
        expect(self.by("alertdialog", "Changed elsewhere")).to_contain_text("1 value typed")
        self.press("Keep the others")
        expect(self.well(first["name"])).to_have_attribute("aria-label", f"{first['name']}, THERE-1, typed by hand")
        self.until(lambda: self.page.evaluate("Object.keys(localStorage).every((key) => !key.startsWith('espy.waiting.'))"), "something still waits")
        self.assertEqual(self.newest()["corrections"]["values"], [there])

    def test_a_person_may_keep_boxes_on_the_device(self):
        self.open("/settings")
        self.page.get_by_label("Count and read boxes on this device").check()
        self.open("/rack")
        self.choose(sample(BOX))
        expect(self.sentence).to_have_text("24 vials read, 1 without code")
        self.open("/history")
        expect(self.page.locator(".entry-row")).to_contain_text("Read on this device")
        self.assertEqual(self.entries(), [])
        self.open("/settings")
        self.page.get_by_label("Count and read boxes on this device").uncheck()
        self.until(lambda: len(self.entries()) == 1, "the box did not come to the server")


@unittest.skipUnless(MODULE.exists(), "what reads boxes in a browser is not built (make wasm)")
class OnDevice(AloneCase):
    """A user wants boxes to be read on the device."""

    context_options = {}

    def setUp(self):
        super().setUp()
        self.open("/settings")
        self.page.get_by_label("Count and read boxes on this device").check()

    def test_a_reading_is_given_up(self):
        # Takes seconds.
        large = made("large.jpg")
        Image.open(sample("rack/box-9x9-hard")).resize((6800, 6800)).save(large)
        self.open("/rack")
        self.choose(large)
        self.page.locator(".progress-bar").wait_for()
        self.press("Cancel")
        self.press("Choose another")
        self.choose(sample(BOX))
        expect(self.sentence).to_have_text("24 vials read, 1 without code")
        self.open("/history")
        expect(self.page.locator(".entry-row")).to_have_count(1)

    def test_what_cannot_be_read_is_told(self):
        self.open("/rack")
        large = made("large.png")
        Image.new("L", (8000, 6400), 255).save(large)
        self.choose(large)
        expect(self.by("alert")).to_contain_text("too large to be read on this device", timeout=90_000)
        scan = made("scan.tif")
        Image.new("L", (200, 200), 255).save(scan)
        self.choose(scan, "Choose another")
        expect(self.by("alert")).to_contain_text("This browser cannot open the photo")
        self.assertEqual(self.server.api("GET", "/history")["entries"], [])

    def test_several_boxes_have_a_table(self):
        self.open("/rack")
        self.choose([sample(BOX), sample("rack/box-9x9")])
        expect(self.page.get_by_text("All 2 photos are done.")).to_be_visible()
        counts = self.page.locator(".batch-table tbody tr").all_inner_texts()
        self.assertTrue("24" in counts[0] and "81" in counts[1], counts)
        self.open("/history")
        expect(self.page.locator(".entry-row")).to_have_count(2)
        self.page.get_by_label("Find results").fill("E00001")
        expect(self.page.locator(".entry-row")).to_have_count(1)
        self.assertEqual(self.server.api("GET", "/history")["entries"], [])

    @with_camera
    def test_the_camera_reads_while_it_looks(self):
        self.browser.show_camera(sample(BOX))
        self.open("/rack")
        self.press("Take a photo")
        expect(self.page.locator(".viewfinder-count")).to_have_text("1 code missing")
        self.look("rack-live", picture=False)
        self.press("Close the camera")
        self.browser.show_camera(sample("rack/box-9x9"))
        self.press("Take a photo")
        # Without pressing anything.
        expect(self.sentence).to_have_text("81 vials read")
        self.assertEqual(self.table()[0]["value"], rack(sample("rack/box-9x9"))["vials"][0]["value"])

    def test_a_box_is_turned_read_anew_and_compared_with_its_last_scan(self):
        self.open("/rack")
        self.choose(sample(BOX))
        expect(self.sentence).to_have_text("24 vials read, 1 without code")
        self.assertEqual(self.table()[0]["value"], "M1000")
        self.hit(self.page.get_by_text("Corner of A1:", exact=False))
        self.page.locator(".turning").get_by_label("bottom right").check()
        expect(self.page.get_by_text("A1 is now", exact=False).first).to_be_visible()
        self.assertNotEqual(self.table()[0]["value"], "M1000")


class PlainServer:
    """Files below a path, presented like a test's server."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="espy-site-")
        told = subprocess.run(
            [ESPY, "site", "--json", Path(self.folder.name) / "lab/boxes"], capture_output=True, text=True, env=KEPT, check=True)
        self.report = json.loads(told.stdout)
        self.server = None

    def start(self, port=0):
        handler = functools.partial(Quiet, directory=self.folder.name)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://localhost:{self.server.server_address[1]}"
        self.url = f"{self.origin}/lab/boxes/"
        return self

    def stop(self):
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def remove(self):
        self.stop()
        self.folder.cleanup()

    def forget(self):
        """Does nothing."""


class SiteCase(AloneCase):
    """The site alone, below a path of a plain server."""

    def make_server(self):
        server = PlainServer().start()
        self.addCleanup(server.remove)
        return server

    def setUp(self):
        super().setUp()
        self.watch = Watch(self.context, self.server.origin)

    def open(self, path):
        super().open(path.lstrip("/"))


@unittest.skipUnless(MODULE.exists(), "what reads boxes in a browser is not built (make wasm)")
class Site(SiteCase):
    """A user reads boxes there."""

    def test_boxes_are_read_with_no_server_at_all(self):
        native = rack(sample(BOX))
        self.assertLess(self.server.report["transferred"], 1_000_000)
        self.open("rack/")
        self.wait_for_worker()
        self.server.stop()
        self.open("rack")
        self.read_box(native)
        self.export_and_compare(native)
        self.look_back()
        asked = [url for url in self.watch.requests if url.startswith("http")]
        self.assertEqual([url for url in asked if not url.startswith(self.server.url) or "/api/" in url], [])
        self.open("history")
        self.press("Delete box-5x5-mixed.jpg")
        expect(self.page.locator(".entry-row")).to_have_count(0)
        self.press("Undo")
        expect(self.page.locator(".entry-row")).to_have_count(1)


@on_both_sizes
@unittest.skipUnless(MODULE.exists(), "what reads boxes in a browser is not built (make wasm)")
class SitePages(SiteCase):
    """A user looks around."""

    def test_what_needs_a_server_is_not_offered(self):
        self.open("")
        self.look("site-home")
        links = self.page.locator("nav a").all_inner_texts()
        counts = ["Count"] if COUNTING.exists() else []
        shelves = ["Shelf"] if FOLLOWING.exists() else []
        self.assertEqual(links, ["Home", *counts, "Rack", *shelves, "History", "Settings"])
        self.page.evaluate("history.pushState(null, '', 'gallery'); dispatchEvent(new PopStateEvent('popstate'))")
        expect(self.by("heading", "This needs Espy on a computer")).to_be_visible()
        self.open("settings/")
        expect(self.page.get_by_text("These pages work without a server.")).to_be_visible()
        self.look("site-settings")
