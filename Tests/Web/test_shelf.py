"""A photo of a bookshelf: its books, and the user's corrections."""
import csv
import io
import json

from PIL import Image
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.commandline import results
from support.paths import sample
from support.pictures import dark
from support.shelving import ShelfCase, middle
from support.viewing import Photo

GREEN = (0x1F, 0x95, 0x91)


def near(color, wanted):
    """Lines are antialiased, so no pixel has exactly their color."""
    return max(abs(one - other) for one, other in zip(color, wanted)) <= 24


@on_both_sizes
class Shelf(ShelfCase):
    """A user looks at a shelf, and corrects it."""

    def setUp(self):
        super().setUp()
        self.result = self.read_sample("library-row")
        self.spines = self.result["spines"]
        self.photo = Photo(self, self.result)

    def select(self, spine):
        self.photo.touch(*self.photo.place(*middle(spine["quad"])))
        self.inspector.wait_for()

    def expect_number(self, number):
        expect(self.page.locator(".shelf-number")).to_have_text(str(number))

    def test_books_are_outlined_and_listed(self):
        self.expect_number(len(self.spines))
        expect(self.page.locator(".books-pane tbody tr")).to_have_count(len(self.spines))
        # The middle of each left edge.
        boxes = [{"x": (top[0] + low[0]) / 2, "y": (top[1] + low[1]) / 2, "height": 0}
                 for top, _, _, low in (spine["quad"] for spine in self.spines if spine["confidence"] >= 0.9)]
        self.assertTrue(boxes)
        for box, colors in zip(boxes, self.photo.edges(boxes)):
            self.assertTrue(any(near(each, GREEN) for each in colors), box)
        self.look("shelf-result")

    def test_photo_and_tools_stay_beside_the_list(self):
        if self.size == "phone":
            self.skipTest("there the list is below the photo")
        self.rest()
        self.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        self.assertGreater(self.page.evaluate("scrollY"), 100)
        for part in ".viewer-stage", ".shelf-tools":
            expect(self.page.locator(f".result-photo {part}")).to_be_in_viewport(ratio=1)
        self.look("shelf-list")

    def test_same_as_the_command_line(self):
        told = results("shelf", [sample("shelf/library-row")], history=False)[0]
        self.assertEqual([one["quad"] for one in told["spines"]], [one["quad"] for one in self.spines])

    def test_book_is_seen_from_near(self):
        spine = self.spines[2]
        self.select(spine)
        expect(self.inspector.locator("h2")).to_have_text("Book 3, shelf 1")
        expect(self.inspector.locator(".facts")).to_contain_text(f"{round(spine['confidence'] * 100)}%")
        expect(self.row(2)).to_have_attribute("aria-current", "true")
        # A standing book is shown lying on its side there.
        crop = self.inspector.locator("canvas.spine-crop")
        shape = crop.bounding_box()
        self.assertGreater(shape["width"], 2 * shape["height"])
        before = crop.screenshot()
        self.press("Turn it around")
        self.assertNotEqual(crop.screenshot(), before)
        self.look("shelf-selected")

    def test_text_is_typed_and_kept(self):
        self.hit(self.row(1).get_by_role("button"))
        field = self.page.get_by_label("Text on the spine")
        field.fill("Dune")
        self.press("Save")
        expect(self.row(1)).to_contain_text("Dune")
        expect(self.row(1)).to_contain_text("typed by hand")
        self.assertEqual(self.corrections()["texts"], {str(self.spines[1]["id"]): "Dune"})
        self.page.reload()
        expect(self.row(1)).to_contain_text("Dune")

    def test_confirm_delete_undo_redo(self):
        self.select(self.spines[0])
        self.press("Confirm", within=self.inspector)
        expect(self.row(0)).to_contain_text("confirmed")
        self.press("Delete")
        self.expect_number(len(self.spines) - 1)
        self.assertEqual(self.corrections()["removed"], [self.spines[0]["id"]])
        self.assertEqual(self.newest()["entry"]["count"], len(self.spines) - 1)
        self.press("Restore the book")
        self.expect_number(len(self.spines))
        self.press("Undo")
        self.expect_number(len(self.spines) - 1)
        self.press("Redo")
        self.expect_number(len(self.spines))
        for _ in range(3):
            self.page.keyboard.press("Control+z")
        self.assertEqual(self.corrections()["confirmed"], [])

    def test_missed_book_is_added(self):
        self.press("Add a book")
        x, y = self.result["width"] * 0.5, self.result["height"] * 0.08
        self.photo.stage.scroll_into_view_if_needed()
        self.photo.touch(*self.photo.place(x, y))
        self.expect_number(len(self.spines) + 1)
        self.page.get_by_label("Text on the spine").fill("Emma")
        self.press("Save")
        [added] = self.corrections()["added"]
        self.assertGreater(added["id"], max(spine["id"] for spine in self.spines))
        self.assertEqual(self.corrections()["texts"], {str(added["id"]): "Emma"})
        self.page.reload()
        self.expect_number(len(self.spines) + 1)
        expect(self.page.locator(".books-pane tbody")).to_contain_text("Emma")

    def test_outline_is_moved(self):
        spine = self.spines[3]
        self.select(spine)
        self.press("Change the outline")
        self.photo.stage.focus()
        self.page.keyboard.press("Shift+ArrowRight")
        self.page.keyboard.press("Shift+ArrowRight")
        moved = self.corrections()["moved"][str(spine["id"])]
        across = [new[0] - old[0] for new, old in zip(moved, spine["quad"])]
        self.assertTrue(all(one > 1 for one in across), across)
        # Both are one undo step.
        self.press("Undo")
        self.assertEqual(self.corrections()["moved"], {})

    def test_outlines_of_text_are_drawn_on_demand(self):
        text = self.page.get_by_label("Text", exact=True)
        expect(text).not_to_be_checked()
        before = self.photo.seen()
        self.hit(self.page.locator("label.layer", has_text="Text"))
        expect(text).to_be_checked()
        self.assertNotEqual(self.photo.seen(), before)
        self.page.reload()
        expect(text).to_be_checked()

    def test_text_that_may_be_wrong_is_not_called_read(self):
        states = self.page.locator(".books-state").all_inner_texts()[1:]
        shown = {spine["id"]: state for spine, state in zip(self.spines, states)}
        for spine in self.spines:
            if spine.get("text") and spine["textConfidence"] < 0.9:
                self.assertNotEqual(shown[spine["id"]], "read")

    def test_what_a_person_confirms_counts_as_read(self):
        doubtful = [spine for spine in self.spines if spine.get("state") == "doubtful"]
        self.assertTrue(doubtful)
        read = self.page.locator(".books .book-read")
        before = read.count()
        self.select(doubtful[0])
        self.press("Confirm", within=self.inspector)
        expect(read).to_have_count(before + 1)
        rows = csv.DictReader(io.StringIO(self.download("Table (CSV)").decode()))
        self.assertEqual({row["id"]: row["state"] for row in rows}[str(doubtful[0]["id"])], "read")

    def test_layers_are_remembered(self):
        spines = self.page.get_by_label("Spines", exact=True)
        self.hit(self.page.locator("label.layer", has_text="Spines"))
        expect(spines).not_to_be_checked()
        self.photo.touch(*self.photo.place(*middle(self.spines[0]["quad"])))
        expect(self.inspector).to_be_hidden()
        self.page.reload()
        expect(spines).not_to_be_checked()

    def test_what_is_saved_can_be_read(self):
        self.select(self.spines[0])
        self.press("Delete")
        rows = list(csv.DictReader(io.StringIO(self.download("Table (CSV)").decode())))
        self.assertEqual(len(rows), len(self.spines) - 1)
        self.assertRegex(self.saved_name, r"^spines_library-row_\d{4}-\d\d-\d\d_\d{6}\.csv$")
        self.assertEqual(len(json.loads(self.download("Everything (JSON)"))["spines"]), len(self.spines) - 1)
        with Image.open(io.BytesIO(self.download("Picture (JPEG)"))) as picture:
            self.assertEqual(picture.format, "JPEG")

    def test_history_knows_it(self):
        self.select(self.spines[0])
        self.press("Delete")
        self.settle()
        self.open("/history?kind=shelf")
        expect(self.page.locator(".entry-row")).to_contain_text(f"{len(self.spines) - 1} books")
        self.look("history-shelf")
        self.hit(self.page.locator(".entry-link"))
        self.page.locator(".entry-huge").wait_for()
        expect(self.page.locator(".entry-huge")).to_have_text(str(len(self.spines) - 1))
        self.look("entry-shelf")
        self.press("Check and correct", "link")
        self.expect_number(len(self.spines) - 1)


@on_both_sizes
class NoShelf(ShelfCase):
    """There are no books."""

    def test_start(self):
        self.open("/shelf")
        self.look("shelf-start")

    def test_nothing_found(self):
        self.open("/shelf")
        self.choose(sample("shelf/empty"))
        expect(self.by("alert")).to_contain_text("No books found")
        self.look("shelf-nothing")

    def test_nothing_found_in_the_dark(self):
        self.open("/shelf")
        self.choose(dark(sample("shelf/empty")))
        expect(self.by("alert")).to_contain_text("It is very dark")

    def test_books_in_the_dark(self):
        self.read(dark(sample("shelf/library-row"), share=5))
        said = "The photo is dark, so some books may be missed or misread."
        expect(self.page.locator(".count-advice")).to_contain_text(said)
        self.look("shelf-dark", picture=False)
        self.settle()
        self.open(f"/history/{self.newest()['entry']['id']}")
        expect(self.page.locator(".entry-warnings")).to_contain_text(said)

    def test_entry_that_is_gone(self):
        self.watch.allow("404")
        self.open("/shelf?entry=0000000000000000")
        expect(self.page.locator(".state")).to_contain_text("This shelf is gone")


class ShelfByKeyboard(ShelfCase):
    """Without a mouse."""

    def test_books_by_keyboard(self):
        result = self.read_sample("library-row")
        Photo(self, result)
        self.page.keyboard.press("n")
        expect(self.inspector.locator("h2")).to_have_text("Book 1, shelf 1")
        self.page.keyboard.press("n")
        self.page.keyboard.press("e")
        self.page.keyboard.type("Middlemarch")
        self.page.keyboard.press("Enter")
        expect(self.row(1)).to_contain_text("Middlemarch")
        self.page.locator("h1").focus()
        self.page.keyboard.press("y")
        expect(self.row(1)).to_contain_text("confirmed")
        self.page.keyboard.press("x")
        expect(self.row(1)).to_contain_text("deleted")
        self.page.keyboard.press("z")
        self.page.keyboard.press("l")
        expect(self.row(1).get_by_role("button")).to_be_focused()
        self.page.keyboard.press("?")
        self.look("keys-shelf-result")
