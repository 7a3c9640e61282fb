"""Many photos at once: a queue, a table with totals, and one file with everything."""
import shutil

from playwright.sync_api import expect

from support.batching import WATCHED, BatchCase, FastServer, small
from support.case import on_both_sizes
from support.paths import ROOT, sample
from support.pictures import made
from support.server import Server


@on_both_sizes
class TwoHundred(BatchCase):
    """A user has two hundred photos. Desktops test fewer, because the code is the same."""

    @property
    def many(self):
        return 200 if self.size == "phone" else 40

    def order(self, count, **options):
        """Adds this many photos, which are counted at once."""
        entry = self.server.found("count", sample("count/one-orange"))
        self.fast = FastServer(self, entry, self.server.api("GET", f"/history/{entry['id']}")["result"], **options)
        self.context.add_init_script(f"({WATCHED})()")
        self.open("/count")
        self.choose(small(count))

    def test_table(self):
        many = self.many
        self.order(many, failing=[2, 15, 33])
        expect(self.status).to_contain_text(f"{many - 3} of {many} photos done, 3 failed.")
        expect(self.rows).to_have_count(many)
        self.page.evaluate("scrollTo(0, 0)")
        self.look("batch")
        # No picture is decoded except the server's thumbnails.
        self.assertEqual(self.page.evaluate("addresses"), 0)
        widths = self.rows.locator("img").evaluate_all("all => all.map((one) => one.naturalWidth)")
        self.assertLessEqual(max(widths), 200)
        self.check_files()
        self.check_order()
        self.check_place()
        self.press("Retry 3 failed photos")
        self.all_done(many)

    def check_files(self):
        """The files match the table."""
        lines = self.saved_table()
        self.assertRegex(self.saved_name, r"^counts_\d{4}-\d\d-\d\d_\d{6}\.csv$")
        photos, total = lines[:-1], lines[-1]
        self.assertEqual([line["file"] for line in photos], [f"photo-{number}.jpg" for number in range(1, self.many + 1)])
        self.assertEqual(list(total), ["file", "count", "low", "high", "recipe", "corrected", "warnings", "problem"])
        done = [line for line in photos if line["count"]]
        self.assertEqual(len(done), self.many - 3)
        self.assertIn("damaged", next(line["problem"] for line in photos if not line["count"]))
        sums = {name: sum(int(line[name]) for line in done) for name in ("count", "low", "high")}
        self.assertEqual({name: int(total[name]) for name in sums}, sums)
        self.assertEqual((total["file"], total["problem"]), ("total", f"3 of {self.many} failed"))
        expect(self.page.locator(".batch-number")).to_have_text(str(sums["count"]))
        expect(self.page.locator("tfoot")).to_contain_text(f"{sums['low']} to {sums['high']}")
        values = self.saved_values()
        self.assertEqual(len(values["photos"]), self.many)
        self.assertEqual(values["total"], {
            "given": self.many, "photos": self.many - 3, "failed": 3, "count": sums["count"],
            "range": {"low": sums["low"], "high": sums["high"]}})

    def check_order(self):
        """Sorted by name, 2 comes before 10; sorted by state, failures come first."""
        head = self.page.locator("th", has=self.by("button", "Photo"))
        self.press("Photo", within=self.page.locator("thead"))
        expect(head).to_have_attribute("aria-sort", "ascending")
        self.assertEqual(self.names(), [f"photo-{number}.jpg" for number in range(1, self.many + 1)])
        self.press("Photo", within=self.page.locator("thead"))
        expect(head).to_have_attribute("aria-sort", "descending")
        self.assertEqual(self.names()[0], f"photo-{self.many}.jpg")
        self.press("State", within=self.page.locator("thead"))
        expect(self.rows.nth(2)).to_contain_text("Try again")
        expect(self.rows.nth(3)).not_to_contain_text("Try again")
        self.press("Count", within=self.page.locator("thead"))
        self.press("Count", within=self.page.locator("thead"))
        expect(self.rows.first.locator(".batch-count")).to_contain_text("9")

    def check_place(self):
        """A user who returns finds the table as it was, at the same scroll position."""
        link = self.rows.nth(self.many - 12).locator("a")
        name = link.inner_text()
        self.hit(link)
        self.counted()
        self.page.go_back()
        expect(self.by("link", name)).to_be_focused()
        expect(self.by("link", name)).to_be_in_viewport()
        expect(self.rows.first.locator(".batch-count")).to_contain_text("9")

    def test_other_pages_stop_and_go_on(self):
        self.order(20, most=5)
        expect(self.status).to_have_text("5 of 20 done.")
        self.look("batch-busy")
        self.press("History", "link", within=self.page.locator("#navigation"))
        self.page.locator(".entry-row").first.wait_for()
        self.press("Count", "link", within=self.page.locator("#navigation"))
        expect(self.page.locator(".batch-way")).to_contain_text("Working on 20 photos: 5 done.")
        self.look("batch-way")
        self.press("Show the table", "link")
        self.press("Stop")
        expect(self.status).to_have_text("Stopped: 5 of 20 done.")
        expect(self.by("button", "Resume")).to_be_focused()
        expect(self.page.locator(".is-waiting")).to_have_count(15)
        self.look("batch-stopped")
        self.fast.release()
        self.press("Resume")
        self.all_done(20)


@on_both_sizes
class Several(BatchCase):
    """A user has a few photos, and looks at each result."""

    def setUp(self):
        super().setUp()
        self.pictures = [sample(f"count/{name}") for name in ("coins", "empty", "tarts-5x7")]

    def test_into_one_and_back(self):
        self.count_all(self.pictures)
        expect(self.row("coins.jpg").locator(".batch-count")).to_contain_text("23")
        # Zero is also a count; the history does not store it.
        expect(self.row("empty.jpg").locator(".batch-count")).to_have_text("0")
        expect(self.row("empty.jpg")).to_contain_text("nothing found")
        self.look("batch-several")
        self.assertEqual(len(self.history()), 2)
        self.hit(self.by("link", "tarts-5x7.jpg"))
        self.counted()
        self.assertEqual(self.number, 35)
        self.look("batch-back")
        # Corrections on the page of a result appear in the table.
        self.page.get_by_role("slider", name="Border between what counts and what does not").press("ArrowLeft")
        self.settle()
        self.page.go_back()
        expect(self.row("tarts-5x7.jpg").locator(".batch-count")).to_contain_text("34")
        expect(self.row("tarts-5x7.jpg")).to_contain_text("corrected by hand")
        expect(self.by("link", "tarts-5x7.jpg")).to_be_focused()
        total = self.saved_table()[-1]
        self.assertEqual(int(total["count"]), 23 + 0 + 34)
        self.hit(self.by("link", "empty.jpg"))
        self.counted()
        self.assertEqual(self.number, 0)
        self.press("Back to the 3 photos", "link")
        expect(self.rows).to_have_count(3)


class KeptTable(BatchCase):
    """A user returns with more photos, or reloads the window."""

    size = "phone"

    def test_more_photos_come_to_it(self):
        self.count_all([sample("count/coins"), sample("count/empty")])
        self.choose([sample("count/empty"), sample("count/one-orange")], button="Add photos")
        expect(self.page.locator(".toast")).to_contain_text("1 photo is already in the table.")
        self.all_done(3)
        self.assertEqual(len(self.history()), 2)

    def test_reload(self):
        self.count_all([sample("count/coins"), sample("count/empty")])
        before = self.saved_values()
        self.page.reload()
        self.all_done(2)
        self.assertEqual(self.saved_values(), before)
        self.hit(self.by("link", "coins.jpg"))
        self.counted()
        self.assertEqual(self.number, 23)

    def test_reload_in_the_middle(self):
        pictures = small(6)
        self.open("/count")
        sent = []

        def send(route):
            """Lets three photos through, however fast the machine is."""
            sent.append(route)
            if len(sent) <= 3:
                route.continue_()
        self.page.route("**/api/v1/photos*", send)
        self.choose(pictures)
        self.page.locator(".is-done").first.wait_for()
        asked = []
        self.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        self.page.reload()
        self.assertEqual(asked, ["beforeunload"])
        # Photos that the server has are finished; the files of the rest are gone with the window.
        expect(self.rows).to_have_count(6)
        expect(self.page.locator(".is-waiting, .is-working, .is-sending")).to_have_count(0)
        lost = self.page.locator(".is-lost").count()
        self.assertGreater(lost, 0)
        expect(self.page.locator(".is-done")).to_have_count(6 - lost)
        self.look("batch-lost", picture=False)
        self.page.unroute("**/api/v1/photos*")
        self.choose(pictures, button="Choose the missing photos")
        self.all_done(6)
        self.assertEqual(sorted(entry["title"] for entry in self.history()), sorted(path.name for path in pictures))


class OtherTables(BatchCase):
    """Racks have a table, too, and some tables are gone."""

    size = "phone"

    def test_table_of_another_window(self):
        self.open("/count?batch=gone")
        expect(self.page.get_by_text("This table is no longer available")).to_be_visible()
        self.look("batch-gone")

    def test_boxes(self):
        self.count_all([sample("rack/box-5x5-mixed"), sample("rack/box-9x9")], "/rack")
        expect(self.row("box-9x9.jpg").locator(".batch-count")).to_have_text("81")
        expect(self.row("box-5x5-mixed.jpg")).to_contain_text("duplicate code")
        self.look("batch-boxes")
        total = self.saved_table()[-1]
        self.assertEqual((total["file"], total["count"]), ("total", "105"))
        self.hit(self.by("link", "box-9x9.jpg"))
        expect(self.page.locator(".rack-sentence")).to_have_text("81 vials read")
        self.press("Back to the 2 photos", "link")
        expect(self.rows).to_have_count(2)


# Like the page of a result, without having to find a thing on the screen.
class ServerKilled(BatchCase):
    """The power fails while photos are counted."""

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def test_killed(self):
        self.watch.allow("ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|Failed to load resource|Failed to fetch|404|410")
        pictures = small(6)
        self.open("/count")
        self.choose(pictures)
        for done in (1, 4):
            self.until(lambda: self.page.locator(".is-done").count() >= done, "nothing was done")
            self.server.kill()
            self.page.get_by_text("No connection to Espy.").wait_for()
            self.assertGreaterEqual(self.page.locator(".is-done").count(), done)
            self.server.start()
        self.all_done(6)
        # Each once, including those stored before the page learned of it.
        self.assertEqual(sorted(entry["title"] for entry in self.history()), sorted(path.name for path in pictures))


class BatchByKeyboard(BatchCase):
    """A user has no mouse."""

    def test_keys(self):
        self.watch.allow("415|422|400")
        self.open("/count")
        self.choose([sample("count/one-orange"), ROOT / "README.md", sample("count/coins")])
        expect(self.status).to_contain_text("2 of 3 photos done")
        expect(self.row("README.md")).to_contain_text("This is not a supported image format")
        expect(self.page.locator("#polite")).to_have_text("Finished: 2 of 3 photos, 24 in total, 1 failed.")
        keyboard = self.page.keyboard
        self.by("button", "Photo").focus()
        keyboard.press("Enter")
        self.assertEqual(self.names(), ["coins.jpg", "one-orange.jpg", "README.md"])
        expect(self.by("button", "Photo")).to_be_focused()
        keyboard.press("j")
        expect(self.by("link", "coins.jpg")).to_be_focused()
        keyboard.press("ArrowDown")
        keyboard.press("ArrowDown")
        again = self.by("button", "Try README.md again")
        expect(again).to_be_focused()
        keyboard.press("r")
        expect(self.status).to_contain_text("2 of 3 photos done, 1 failed.")
        expect(again).to_be_focused()
        self.by("link", "one-orange.jpg").focus()
        keyboard.press("k")
        keyboard.press("Enter")
        self.counted()
        self.assertEqual(self.number, 23)
        self.page.go_back()
        expect(self.by("link", "coins.jpg")).to_be_focused()
        keyboard.press("?")
        expect(self.by("dialog")).to_contain_text("Retry the selected photo")

    def test_drop(self):
        self.open("/count")
        self.drop(*small(2))
        self.all_done(2)
        # Dropping a photo on the table adds it.
        self.drop(sample("count/coins"))
        self.all_done(3)
        expect(self.page.locator(".batch-number")).to_have_text("25")

    def test_drop_a_folder(self):
        """A folder with subfolders, and with files that are not photos."""
        folder = made("drawer")
        (folder / "left").mkdir(parents=True)
        for name, path in zip(("photo-10.jpg", "photo-9.jpg", "left/photo-1.jpg"), small(3)):
            shutil.copy(path, folder / name)
        shutil.copy(ROOT / "README.md", folder)
        self.open("/count")
        session = self.context.new_cdp_session(self.page)
        dropped = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            session.send("Input.dispatchDragEvent", {"type": kind, "x": 640, "y": 300, "data": dropped})
        self.all_done(3)
        self.assertEqual(self.names(), ["photo-1.jpg", "photo-9.jpg", "photo-10.jpg"])
