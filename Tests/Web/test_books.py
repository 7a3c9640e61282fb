"""The books of all photos: found by words and place, merged and split; and shelves compared with lists."""
import csv
import io
import re
import subprocess

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.commandline import KEPT
from support.paths import ESPY, SAMPLES, sample
from support.shelving import ShelfCase
from support.viewing import Photo

SHELF = SAMPLES / "inventory/shelf.jpg"
LIST = SAMPLES / "inventory/list.csv"
LABELS = SAMPLES / "labels/shelf.jpg"
DAY = 86_400
# How far a picture of a spine is from one as it stands, and from one turned by half a turn.
DISTANCES = """async (canvas, [photo, width, quad]) => {
  const [{ cropOf }, { pictureForCrops }] = await Promise.all([import('/app/shelf/crop.js'), import('/app/result/photo.js')])
  const picture = await pictureForCrops(photo, 2048)
  const pixels = (crop) => crop.getContext('2d').getImageData(0, 0, crop.width, crop.height).data
  const own = pixels(canvas)
  const distance = (isTurned) => pixels(cropOf(picture, picture.width / width, quad, { label: '', isTurned, longest: 400 }))
    .reduce((sum, value, index) => sum + Math.abs(value - own[index]), 0)
  return [distance(false), distance(true)]
}"""


@on_both_sizes
class Books(ShelfCase):
    """A shelf was photographed yesterday and today, and one book was replaced by another."""

    def setUp(self):
        super().setUp()
        self.first = self.server.found("shelf", SHELF, place="Study / Case 2")
        self.server.age(self.first["id"], DAY)
        self.second = self.server.found("shelf", SHELF, place="Study / Case 2")
        read = self.server.api("GET", f"/history/{self.second['id']}")["result"]["spines"]
        self.gone = next(spine for spine in read if spine["text"] == "The Grey Whale")
        corrections = {"texts": {str(self.gone["id"]): "Gardening for sailors"}}
        self.server.api("PATCH", f"/history/{self.second['id']}", {"corrections": corrections})

    @property
    def rows(self):
        return self.page.locator(".library-row")

    @property
    def detail(self):
        return self.page.locator(".library-detail")

    def total(self):
        return self.server.api("GET", "/books")["total"]

    def find(self, words):
        self.page.get_by_label("Find a book").fill(words)

    def test_found_while_typing_and_shown_on_the_photo(self):
        self.open("/shelf/books")
        expect(self.rows).to_have_count(self.total())
        self.look("books")
        self.find("raven")
        expect(self.rows).to_have_count(1)
        expect(self.rows).to_contain_text("THE BRIGHT RAVEN")
        expect(self.rows).to_contain_text("Study / Case 2")
        self.hit(self.rows.locator("button"))
        expect(self.detail.locator("h2")).to_have_text("THE BRIGHT RAVEN")
        expect(self.detail).to_contain_text("Seen last time")
        expect(self.detail.get_by_role("img", name="Close-up of the spine: THE BRIGHT RAVEN")).to_be_visible()
        expect(self.detail.locator(".library-stage canvas").first).to_be_visible()
        self.look("book")
        # It is the same after a reload.
        self.page.reload()
        expect(self.detail.locator("h2")).to_have_text("THE BRIGHT RAVEN")
        expect(self.page.get_by_label("Find a book")).to_have_value("raven")

    def test_titles_are_no_surer_than_on_their_shelf(self):
        self.server.found("shelf", sample("shelf/two-rows"), place="Hall")
        self.open("/shelf/books")
        expect(self.rows).to_have_count(self.total())
        states = []
        for book, row in zip(self.server.api("GET", "/books?limit=100")["books"], self.rows.all()):
            best = max(one["textConfidence"] for one in book["sightings"] if one["title"] == book["title"])
            words = row.text_content()
            states.append((best < 0.7, 0.7 <= best < 0.9))
            self.assertEqual(("(?)" in words, "probably read" in words), states[-1], f"{best}: {words}")
        self.assertEqual({(True, False), (False, True), (False, False)}, set(states))

    def test_each_book_has_a_picture_of_its_spine(self):
        self.server.found("shelf", sample("shelf/two-rows"), place="Hall")
        asked = []
        self.page.on("request", lambda request: asked.append(request.url) if "/view?" in request.url else None)
        self.open("/shelf/books")
        spines = self.page.locator(".library-spine")
        expect(spines).to_have_count(self.total())
        # Those in sight have one, cut out of the photo as the page of the book has it: not of a single color, and lying.
        seen = self.page.locator(".library-spine canvas").first
        seen.wait_for()
        shapes = seen.evaluate("(canvas) => [canvas.width, canvas.height, new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size]")
        self.assertGreater(shapes[0], 2 * shapes[1])
        self.assertGreater(shapes[2], 16)
        # Each photo is loaded once, whatever the list looks like.
        for row in self.rows.all():
            row.scroll_into_view_if_needed()
        expect(self.page.locator(".library-spine canvas")).to_have_count(self.total())
        self.find("raven")
        expect(self.rows).to_have_count(1)
        expect(self.rows.locator("canvas")).to_have_count(1)
        self.find("")
        expect(self.rows).to_have_count(self.total())
        self.assertEqual(len(asked), len(set(asked)), asked)
        # The line is named by the book alone.
        expect(self.rows.first.get_by_role("img")).to_have_count(0)

    def test_spines_lie_as_they_are_read(self):
        record = self.server.api("GET", f"/history/{self.second['id']}")
        spines = [spine for spine in record["result"]["spines"] if spine["state"] == "read"]
        up, down = ([spine for spine in spines if spine.get("readsUpward", False) == is_up] for is_up in (True, False))
        self.assertGreater(min(len(up), len(down)), 0)
        self.open("/shelf/books")
        for spine, is_turned in ((up[0], True), (down[0], False)):
            self.find(spine["text"])
            canvas = self.rows.filter(has_text=spine["text"]).locator("canvas").first
            canvas.wait_for()
            off = canvas.evaluate(DISTANCES, [record["photo"], record["result"]["width"], spine["quad"]])
            self.assertLess(4 * off[is_turned], off[not is_turned], spine["text"])

    def test_a_photo_that_is_gone_leaves_a_place_for_it(self):
        self.page.route("**/api/v1/history/*", lambda route: route.fulfill(json={**route.fetch().json(), "photo": None}))
        self.open("/shelf/books")
        self.page.locator(".library-spine.is-gone").first.wait_for()
        expect(self.page.locator(".library-spine canvas")).to_have_count(0)
        self.look("books-gone")

    def test_what_is_gone_is_told(self):
        self.open("/shelf/books")
        self.page.get_by_role("radio", name="Not seen last time").check()
        expect(self.rows).to_have_count(1)
        expect(self.rows).to_contain_text("The Grey Whale")
        self.hit(self.rows.locator("button"))
        expect(self.detail).to_contain_text("It is not in the latest photo of its place")
        if self.size == "phone":
            # A phone shows either the list or one book.
            self.press("All books")
        self.page.locator(".library-place select").select_option("Study")
        expect(self.page.locator(".library-side [role=status]").last).to_contain_text("1 of")

    def test_two_are_joined_and_parted_again(self):
        before = self.total()
        self.open("/shelf/books?q=raven")
        self.hit(self.rows.locator("button"))
        self.press("Same as another book…")
        expect(self.page.get_by_text("Choose the book that is the same")).to_be_visible()
        self.find("siberia")
        expect(self.rows).to_contain_text("THE BRANCH IN SIBERIA")
        self.hit(self.rows.locator("button"))
        expect(self.page.locator(".toast")).to_contain_text("These are now one book.")
        self.assertEqual(self.total(), before - 1)
        self.hit(self.page.locator(".toast-action"))
        expect(self.page.locator(".toast").last).to_contain_text("Undone.")
        self.assertEqual(self.total(), before)

    def test_table_is_what_the_page_shows(self):
        self.open("/shelf/books?q=history")
        self.hit(self.page.locator("summary", has_text="Save the list"))
        shown = self.rows.count()
        rows = list(csv.DictReader(io.StringIO(self.download("CSV", "link").decode())))
        self.assertEqual(len(rows), shown)
        self.assertEqual(rows[0]["place"], "Study / Case 2")
        self.assertIn("Bookshelves", self.download("Goodreads", "link").decode().splitlines()[0])


@on_both_sizes
class Placing(ShelfCase):
    """A user says where shelves are."""

    @property
    def field(self):
        return self.page.locator(".place-field input")

    def test_no_place_is_asked_before_the_first_photo(self):
        self.open("/shelf")
        expect(self.page.get_by_label("Where is the shelf?")).to_be_hidden()
        for way in ("Choose a photo", "Try a sample"):
            expect(self.by("button", way)).to_be_in_viewport(ratio=1)
        self.look("shelf-start-bare")
        # It is given on the result, and is the place of the next photo, too.
        self.choose(SHELF)
        self.page.locator(".shelf-number").wait_for()
        expect(self.field).to_have_value("")
        self.field.fill("Hall/Case 1")
        self.hit(self.by("button", "Save place"))
        expect(self.field).to_have_value("Hall / Case 1")
        expect(self.by("button", "Save place")).to_be_hidden()
        self.assertEqual(self.newest()["entry"]["place"], "Hall / Case 1")
        self.open("/shelf")
        summary = self.page.locator(".shelf-choices summary")
        expect(summary).to_have_text("Place and list (Hall / Case 1)")
        self.look("shelf-place")
        self.choose(sample("shelf/library-row"))
        self.page.locator(".shelf-number").wait_for()
        expect(self.field).to_have_value("Hall / Case 1")
        self.assertEqual(self.newest()["entry"]["place"], "Hall / Case 1")
        self.open("/shelf/books")
        expect(self.page.locator(".library-place select option", has_text="Case 1")).to_have_count(1)

    def test_place_of_the_next_photos_is_changed_beforehand(self):
        self.open("/shelf")
        self.hit(self.page.locator(".shelf-choices summary"))
        self.page.get_by_label("Where is the shelf?").fill("Hall / Case 1")
        self.look("shelf-place-open")
        self.choose(SHELF)
        self.page.locator(".shelf-number").wait_for()
        self.assertEqual(self.newest()["entry"]["place"], "Hall / Case 1")
        # An entry that is corrected in the history says nothing about the next photo.
        self.open(f"/history/{self.newest()['entry']['id']}")
        self.field.fill("Attic")
        self.field.press("Enter")
        self.until(lambda: self.newest()["entry"]["place"] == "Attic", "the place was not saved")
        self.open("/shelf")
        expect(self.page.locator(".shelf-choices summary")).to_contain_text("Hall / Case 1")


@on_both_sizes
class Inventory(ShelfCase):
    """A shelf from the history is compared with the user's list."""

    def setUp(self):
        super().setUp()
        self.entry = self.server.found("shelf", SHELF)
        self.open(f"/shelf/inventory?entry={self.entry['id']}")

    def upload(self):
        with self.page.expect_file_chooser() as chooser:
            self.press("Upload a list")
        chooser.value.set_files(LIST)
        self.page.locator(".inventory-summary").wait_for()

    @property
    def rows(self):
        return self.page.locator(".inventory-table tbody tr")

    @property
    def choices(self):
        return self.page.locator(".inventory-choices")

    def test_result_shows_its_spine_on_the_photo(self):
        self.upload()
        expect(self.choices.locator("summary")).to_contain_text(re.compile("“list”, [0-9]+ books"))
        self.assertLess(self.choices.bounding_box()["height"], 100)
        seen = self.server.api("GET", f"/history/{self.entry['id']}/inventory?list={self.list_id}")["findings"]
        finding = next(each for each in seen if each["status"] == "misplaced")
        card = self.rows.filter(has_text=finding["book"]["title"])
        spine = card.locator(".spine-crop")
        if self.size == "phone":
            expect(spine).to_be_visible()
            self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), 390)
            self.page.locator(".inventory-head").evaluate("(head) => head.scrollIntoView()")
            self.look("inventory-cards")
        else:
            expect(spine).to_be_hidden()
        # Anywhere on it, not on its button alone.
        self.hit(card.locator(".inventory-title-cell"))
        expect(self.page.locator(".entry-picture figcaption")).to_contain_text(finding["book"]["title"])
        expect(card).to_have_attribute("aria-current", "true")
        expect(self.page.locator(".entry-stage")).to_be_in_viewport()

    def test_line_selected_before_the_photo_arrives_stays_selected(self):
        held = []
        self.page.route("**/view?*", lambda route: held.append(route))
        self.upload()
        line = self.rows.filter(has_not=self.page.locator(".inventory-missing")).first
        self.hit(line.get_by_role("button"))
        expect(line).to_have_attribute("aria-current", "true")
        self.assertEqual(len(held), 1)
        held.pop().continue_()
        self.page.locator(".inventory-spine-cell").first.wait_for(state="attached")
        expect(line).to_have_attribute("aria-current", "true")
        expect(line.get_by_role("button")).to_be_focused()
        # Nor is it forgotten when the other books are listed, too.
        self.page.get_by_label("Show all books").check()
        expect(self.page.locator(".inventory-table [aria-current]")).to_have_count(1)

    def told(self, *flags):
        """Returns the output of the command line."""
        command = [ESPY, "shelf", "inventory", LIST, SHELF, "--no-history", "-q", *flags]
        told = subprocess.run(command, capture_output=True, text=True, env=KEPT, check=False)
        return list(csv.DictReader(io.StringIO(told.stdout)))

    @staticmethod
    def without_folders(rows):
        """Removes the folder from names: the page knows only the name of a photo, the command line its path."""
        folder = f"{SHELF.parent}/"
        return [{key: value.replace(folder, "") for key, value in row.items() if key != "file"} for row in rows]

    def test_list_is_kept_and_the_shelf_checked(self):
        self.upload()
        same = self.told()
        expect(self.rows).to_have_count(len(same))
        for status in {row["status"] for row in same}:
            expect(self.page.locator(f".inventory-summary .inventory-{status}")).to_be_visible()
        expect(self.page.locator(".entry-stage canvas").first).to_be_visible()
        expect(self.page.locator(".toast")).to_have_count(0)
        self.look("inventory")
        saved = csv.DictReader(io.StringIO(self.download("CSV", "link").decode()))
        self.assertEqual(self.without_folders(saved), self.without_folders(same))
        # It is there the next time, and selected.
        self.page.reload()
        expect(self.rows).to_have_count(len(same))

    def test_marks_and_table_follow_each_other(self):
        self.upload()
        self.page.get_by_label("Show all books").check()
        expect(self.rows).to_have_count(len(self.told("--all")))
        photo = Photo(self, self.server.api("GET", f"/history/{self.entry['id']}")["result"])
        seen = self.server.api("GET", f"/history/{self.entry['id']}/inventory?list={self.list_id}")["findings"]
        finding = next(each for each in seen if each["status"] == "present")
        x, y = (sum(corner[axis] for corner in finding["quad"]) / 4 for axis in (0, 1))
        photo.touch(*photo.place(x, y))
        expect(self.page.locator(".entry-picture figcaption")).to_contain_text(finding["book"]["title"])
        expect(self.page.locator(".inventory-table [aria-current]")).to_have_count(1)
        # What was asked for stands in one line until it is opened.
        expect(self.choices.get_by_role("button", name="Delete this list")).to_be_hidden()
        self.hit(self.choices.locator("summary"))
        self.press("Delete this list")
        expect(self.page.locator(".inventory-table")).to_have_count(0)
        self.assertEqual(self.server.api("GET", "/book-lists")["lists"], [])

    def test_a_spine_that_nobody_can_read_takes_no_title(self):
        book = {"title": "Moby Dick", "line": 4}
        spines = [{"file": "shelf.jpg", "spine": spine} for spine in (4, 13)]
        unread = [{"status": "unreadable", "row": 0, "position": spine["spine"] - 1, "confidence": 0.5, **spine} for spine in spines]
        lost = {"status": "not-seen", "book": book, "reason": "unread", "spines": spines, "confidence": 0.75}
        whole = {"order": "list", "scope": "whole", "unseen": 0, "notes": [], "counts": {"present": 0, "not-seen": 1, "unreadable": 2},
            "findings": [*unread, lost]}
        self.page.route("**/inventory?*", lambda route: route.fulfill(json=whole) if "/api/" in route.request.url else route.continue_())
        self.upload()
        expect(self.page.locator(".inventory-summary")).to_contain_text("1 not seen")
        expect(self.page.locator(".inventory-summary")).not_to_contain_text("All books are where they should be")
        row = self.rows.filter(has_text="Moby Dick")
        expect(row).to_contain_text("one of these 2 unread spines")
        expect(row).to_contain_text("shelf 1, book 4; shelf 1, book 13")
        expect(row.get_by_role("button")).to_have_text("not seen")
        expect(self.rows.filter(has_text="unreadable")).to_have_count(2)

    def test_order_of_labels_is_checked_without_a_list(self):
        entry = self.server.found("shelf", LABELS)
        self.open(f"/shelf?entry={entry['id']}")
        self.hit(self.page.get_by_role("link", name="Check the order"))
        self.page.locator(".inventory-summary").wait_for()
        expect(self.choices.locator("summary")).to_contain_text("No list: the call numbers on the labels")
        seen = self.server.api("GET", f"/history/{entry['id']}/inventory")
        self.assertEqual(seen["basis"], "labels")
        moved = [each for each in seen["findings"] if each["status"] == "misplaced"]
        self.assertGreater(len(moved), 0)
        expect(self.page.locator(".inventory-summary")).to_contain_text(f"{len(moved)} out of order")
        row = self.rows.filter(has_text="out of order").first
        expect(row).to_contain_text(moved[0]["book"]["callNumber"])
        self.hit(row.locator(".inventory-title-cell"))
        expect(self.page.locator(".entry-picture figcaption")).to_contain_text(f"{moved[0]['book']['callNumber']}")
        self.look("shelf-order")
        saved = csv.DictReader(io.StringIO(self.download("CSV", "link").decode()))
        self.assertEqual([each["callNumber"] for each in saved if each["status"] == "misplaced"],
            [each["book"]["callNumber"] for each in moved])
        # The ways to compare with a list do not apply.
        self.hit(self.choices.locator("summary"))
        expect(self.page.get_by_label("Order", exact=True)).to_be_hidden()

    @property
    def list_id(self):
        return self.server.api("GET", "/book-lists")["lists"][0]["id"]

    def test_no_list_of_books_is_said(self):
        self.watch.allow("422")
        with self.page.expect_file_chooser() as chooser:
            self.press("Upload a list")
        chooser.value.set_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"color,size\nred,2\n"})
        expect(self.page.locator(".toast")).to_contain_text("No column is called title")
