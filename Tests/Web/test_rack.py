"""The screens of the rack reader: image, table and grid of one box."""
import csv
import io
import json

from PIL import Image
from playwright.sync_api import expect

from support.case import on_both_sizes, with_camera
from support.commandline import rack
from support.paths import sample
from support.pictures import dark, part_filled, scattered
from support.racking import RackCase
from support.viewing import Photo


# The color beside a photo that does not fill its area.
GROUND = (0x16, 0x24, 0x2f)
# Wells whose text is wider or higher than they are, or closer to the edge than three pixels.
IS_CUT = """[...document.querySelectorAll('.wells .well')].filter((well) => {
  const inner = well.getBoundingClientRect()
  return [...well.children].filter((part) => part.checkVisibility()).some((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect()
    return left < inner.left + 3 || right > inner.right - 3 || top < inner.top + 2 || bottom > inner.bottom - 2
  })
}).map((well) => well.getAttribute('aria-label'))"""


def ground(picture):
    """The fraction of a screenshot that is beside the photo."""
    with Image.open(io.BytesIO(picture)) as image:
        return sum(color == GROUND for color in image.convert("RGB").getdata())


@on_both_sizes
class Rack(RackCase):
    """A user reads a box of vials."""

    @with_camera
    def test_camera_has_a_square_guide(self):
        picture = sample("rack/box-5x5-mixed")
        self.browser.show_camera(picture)
        self.open("/rack")
        self.look("rack-start")
        self.press("Take a photo")
        shutter = self.by("button", "Take the photo")
        expect(shutter).to_be_enabled()
        guide = self.page.locator(".viewfinder-guide").bounding_box()
        self.assertAlmostEqual(guide["width"], guide["height"], delta=2)
        self.look("rack-camera")
        self.hit(shutter)
        self.page.locator(".review-photo").wait_for()
        self.look("rack-review")
        self.press("Read the box")
        expect(self.sentence).to_have_text("24 vials read, 1 without code")
        values = [vial["value"] for vial in self.newest()["result"]["vials"]]
        self.assertEqual(values, [vial["value"] for vial in rack(picture)["vials"]])

    def test_two_taps_say_where_a_box_begins(self):
        picture = sample("rack/rack-8x12-flatbed")
        full = rack(picture)
        cells = {cell["name"]: cell for cell in full["cells"]}
        self.read(part_filled(picture, full, 5))
        hint = self.page.locator(".warnings")
        expect(hint).to_contain_text("tap its first and last well in this one")
        self.look("rack-unplaced")
        self.nothing_names_a_well()
        self.nothing_names_a_size()
        self.press("Tap the first and last well")
        self.press("Cancel")
        expect(self.page.locator(".placing-bar")).to_be_hidden()
        self.press("Tap the first and last well")
        photo = Photo(self, full)
        question = self.page.locator(".placing-question")
        expect(question).to_have_text("Tap the middle of well A1, the first well.")
        photo.touch(*photo.place(cells["A1"]["x"], cells["A1"]["y"]))
        expect(question).to_contain_text("the last well, in the opposite corner")
        self.look("rack-placing")
        photo.touch(*photo.place(cells["H12"]["x"] + 4, cells["H12"]["y"] - 3))
        expect(hint).to_be_hidden()
        expect(self.page.locator(".rack-origin")).to_contain_text("8 × 12")
        found = self.newest()["result"]
        right = {vial["value"]: vial["name"] for vial in full["vials"] if vial["col"] < 5}
        self.assertEqual({vial["value"]: vial["name"] for vial in found["vials"]}, right)
        self.look("rack-placed")

    def nothing_names_a_size(self):
        """Rows and columns of a box without wells are those of what was seen."""
        entry = self.newest()["entry"]
        self.assertFalse({"rows", "cols"} & set(entry), entry)
        # Nor is the CSV file explained by rows that it does not have.
        self.press("Save and share")
        expect(self.by("button", "Table (CSV)")).to_be_visible()
        expect(self.page.get_by_text("In the CSV file, the first row")).to_have_count(0)
        self.page.keyboard.press("Escape")

    def nothing_names_a_well(self):
        """Where the box begins is unknown, and so are its wells: the photo, the table, the grid and the history say so."""
        address, result = self.page.url, self.newest()["result"]
        expect(self.sentence).to_have_text("27 vials read, wells unknown")
        expect(self.by("button", "1 note")).to_be_visible()
        self.tab("Grid")
        heads = self.page.locator(".wells-row").filter(visible=True).locator(".wells-col, .wells-name")
        self.assertEqual(set(heads.all_inner_texts()), {"?"})
        self.tab("Table")
        expect(self.by("columnheader", "Row")).to_have_count(0)
        self.hit(self.row(result["vials"][6]["value"]))
        expect(self.chosen.locator("h2")).to_have_text("No. 7")
        self.press("Clear the selection")
        self.open(f"/history/{self.newest()['entry']['id']}")
        expect(self.page.locator(".entry-summary")).to_contain_text("Wells unknown")
        expect(self.page.locator(".entry-summary .chip")).to_have_text(["27 read"])
        self.hit(self.page.locator(".entry-table summary"))
        expect(self.page.locator(".entry-table tbody tr").nth(6).locator("td")).to_have_text(["7", "", result["vials"][6]["value"], "read"])
        self.open(address)
        if self.size == "phone":
            self.tab("Image")

    def test_banner_tabs_and_grid(self):
        self.read_sample("box-9x9-hard")
        expect(self.sentence).to_have_text("47 vials read, 4 without code, 30 empty")
        expect(self.by("heading", "box-9x9-hard")).to_be_visible()
        expect(self.page.locator(".rack-origin")).to_contain_text("9 × 9 box")
        if self.size == "phone":
            self.tab("Image")
        self.look("rack-image")
        self.tab("Table")
        self.look("rack-table")
        self.assertEqual(self.page.locator("tr.vial-read").count(), 47)
        self.tab("Grid")
        self.look("rack-grid")
        for kind, count in ("read", 47), ("uncoded", 4), ("empty", 30):
            expect(self.page.locator(f".wells .well-{kind}[role=gridcell]")).to_have_count(count)

    def test_table_and_photo_choose_the_same(self):
        result = self.read_sample("box-5x5-mixed")
        first, other = result["vials"][2], result["vials"][-2]
        self.tab("Table")
        self.hit(self.row(first["value"]))
        expect(self.chosen).to_contain_text(first["name"])
        expect(self.chosen).to_contain_text(first["value"])
        if self.size == "phone":
            self.tab("Image")
        photo = self.whole_photo(result)
        photo.touch(*photo.place(other["x"], other["y"]))
        expect(self.chosen).to_contain_text(other["value"])
        self.tab("Table")
        expect(self.row(other["value"])).to_have_attribute("aria-selected", "true")
        expect(self.row(first["value"])).to_have_attribute("aria-selected", "false")
        # It is in the address, for reloading.
        self.page.wait_for_url(f"**well={other['name']}*")
        self.page.reload()
        expect(self.chosen).to_contain_text(other["value"])

    def test_labels_are_seen_on_the_whole_photo(self):
        result = self.read_sample("box-5x5-mixed")
        if self.size == "phone":
            self.tab("Image")
        photo = self.whole_photo(result)
        # Each code has its number above it, in red.
        for vial, colors in zip(result["vials"], photo.above([vial["corners"] for vial in result["vials"]])):
            self.assertTrue(any(red > 130 and green < 80 and blue < 100 for red, green, blue in colors), vial["name"])

    def whole_photo(self, result):
        """The photo, in which the page shows the box first."""
        photo = Photo(self, result)
        self.press("Show the whole photo")
        photo.rest()
        return photo

    def test_photo_begins_with_the_box(self):
        result = self.read_sample("box-9x9-hard")
        if self.size == "phone":
            self.tab("Image")
        around = ground(Photo(self, result).seen())
        self.assertLess(around, ground(self.whole_photo(result).seen()))

    def test_wells_without_a_code_are_to_be_looked_at(self):
        self.read_sample("box-9x9-hard")
        expect(self.page.locator(".warnings")).to_contain_text("4 wells hold something without a code.")
        expect(self.page.locator(".rack-verdict")).to_contain_text("Please check the wells without one.")
        self.press("Show F2")
        expect(self.chosen).to_contain_text("no code")
        self.press("Go to the next well without a value")
        expect(self.chosen).to_contain_text("F4")

    def test_text_stays_within_its_well(self):
        self.read_sample("box-9x9-hard")
        self.tab("Grid")
        expect(self.page.locator(".wells .well-uncoded[role=gridcell]")).to_have_count(4)
        self.assertEqual(self.page.evaluate(IS_CUT), [])

    def test_table_names_rows_and_columns_as_the_grid_does(self):
        self.read_sample("box-9x9-hard")
        self.tab("Table")
        cells = self.page.locator("tr.vial").nth(8).locator("td")
        self.assertEqual(cells.all_inner_texts()[:4], ["9", "B", "1", "A00009"])

    @with_camera
    def test_rescan(self):
        self.read_sample("box-5x5-mixed")
        self.browser.show_camera(sample("rack/box-9x9"))
        self.press("Rescan")
        shutter = self.by("button", "Take the photo")
        expect(shutter).to_be_enabled()
        self.hit(shutter)
        self.press("Read the box")
        expect(self.sentence).to_have_text("81 vials read")

    def test_tab_is_in_the_address(self):
        self.read_sample("box-5x5-mixed")
        self.open(self.page.url.split("&tab=")[0] + "&tab=table&well=B3")
        expect(self.by("tab", "Table")).to_have_attribute("aria-selected", "true")
        expect(self.chosen).to_contain_text("M00000008")

    def test_duplicates_are_told(self):
        self.read_sample("box-5x5-mixed")
        expect(self.page.locator(".warnings")).to_contain_text("“M00000002” is in more than one well.")
        self.press("Show E5")
        expect(self.chosen).to_contain_text("Also in A2")

    def test_exports(self):
        result = self.read_sample("box-9x9-hard")
        table = self.export("Table (CSV)").decode()
        rows = list(csv.DictReader(io.StringIO(table)))
        self.assertTrue(table.startswith("value,x,y,rect,row,col"))
        self.assertRegex(self.saved_name, r"^vials_box-9x9-hard_\d{4}-\d\d-\d\d_\d{6}\.csv$")
        places = [(vial["value"], str(vial["row"]), str(vial["col"])) for vial in result["vials"]]
        self.assertEqual([(row["value"], row["row"], row["col"]) for row in rows], places)
        self.assertEqual(len(json.loads(self.export("Everything (JSON)"))["vials"]), 47)
        with Image.open(io.BytesIO(self.export("Picture (JPEG)"))) as picture:
            self.assertEqual(picture.format, "JPEG")

    def test_table_of_codes_that_form_no_rows_has_no_places(self):
        rack = self.read_sample("box-5x5-mixed")
        table = self.page.evaluate("""async (rack) => {
            const [{ csvOf }, { Box }] = await Promise.all([import('/app/rack/csv.js'), import('/app/rack/box.js')])
            return csvOf(new Box({ ...rack, layout: 'unordered' }))
        }""", rack)
        rows = list(csv.DictReader(io.StringIO(table)))
        self.assertEqual([row["value"] for row in rows], [vial["value"] for vial in rack["vials"]])
        self.assertEqual({(row["row"], row["col"]) for row in rows}, {("", "")})

    def test_codes_that_form_no_rows_are_not_said_to_have_some(self):
        rack = self.read_sample("box-5x5-mixed")
        said = self.page.evaluate("""async (rack) => {
            const [{ Resize }, { Box }] = await Promise.all([import('/app/rack/resize.js'), import('/app/rack/box.js')])
            const resize = new Resize(() => {})
            const of = (layout) => { resize.show(new Box({ ...rack, layout })); return resize.element.querySelector('summary').textContent }
            return [of('seen'), of('unordered')]
        }""", rack)
        self.assertEqual(said, ["Rows and columns: 5 × 5", "Rows and columns: none found"])

    def export(self, name, role="button"):
        self.press("Save and share")
        return self.download(name, role)

    def test_no_codes(self):
        self.open("/rack")
        self.choose(sample("count/coins"))
        expect(self.by("alert")).to_contain_text("No DataMatrix codes detected")
        self.look("rack-nothing")

    def test_dark_and_no_codes(self):
        self.open("/rack")
        self.choose(dark(sample("count/coins")))
        expect(self.by("alert")).to_contain_text("The photo is very dark")

    def test_read_again_with_a_size(self):
        self.read_sample("rack-8x12-flatbed")
        # If the size is uncertain, this is already open.
        if not self.page.locator(".resize-form").is_visible():
            self.hit(self.page.locator(".resize summary"))
        self.hit(self.page.locator(".rack-summary label", has_text="8 × 12"))
        self.press("Read again")
        expect(self.page.locator(".resize")).to_contain_text("read with 8 rows and 12 columns, as you set")
        self.assertEqual(len(self.server.api("GET", "/history")["entries"]), 1)


@on_both_sizes
class RackFirst(RackCase):
    """The box itself comes first, and notes about it follow."""

    def test_the_box_is_seen_at_once(self):
        self.read_sample("box-9x9-hard")
        tabs = self.page.locator(".tab-list").bounding_box()
        grid = self.by("tab", "Grid")
        expect(grid).to_have_attribute("aria-selected", "true")
        self.assertLessEqual(tabs["y"], 120)
        # What to check is one press away: the button counts the wells, and leads through exactly these.
        names = [cell["name"] for cell in self.newest()["result"]["cells"] if cell["status"] == "uncoded"]
        for name in [*names, names[0]]:
            self.press("4 to check")
            expect(self.chosen.locator("h2")).to_have_text(name)
            expect(self.well(name)).to_be_in_viewport()
        self.press("Clear the selection")
        self.page.evaluate("scrollTo(0, 0)")
        if self.size == "phone":
            rows = self.page.locator(".wells .wells-row").filter(visible=True)
            expect(rows.nth(6)).to_be_in_viewport()
        # Wells to check are listed, too, with links.
        self.press("Show F2")
        expect(self.well("F2")).to_be_in_viewport()
        expect(self.chosen).to_contain_text("no code")
        self.assertFalse(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def test_marks_have_the_names_of_the_grid(self):
        result = self.read_sample("box-5x5-mixed")
        labels = self.page.evaluate("""async (rack) => {
            const [{ marksOf }, { Box }] = await Promise.all([import('/app/rack/marks.js'), import('/app/rack/box.js')])
            const of = (box) => Object.fromEntries(marksOf(box).map(({ id, short, label }) => [id, [short, label]]))
            const [unordered, unplaced] = [{ ...rack, layout: 'unordered' }, { ...rack, warnings: [{ kind: 'originUnknown', places: [] }] }]
            return [rack, unordered, unplaced].map((one) => of(new Box(one)))
        }""", result)
        for number, vial in enumerate(result["vials"], 1):
            self.assertEqual(labels[0][vial["name"]], [vial["name"], f"{vial['name']}: {vial['value']}"])
            # If there are no wells, or none that is known, there are numbers.
            self.assertEqual([labels[1][vial["name"]][0], labels[2][vial["name"]][0]], [str(number)] * 2)

    def test_one_letter_is_put_right(self):
        self.read_sample("box-5x5-mixed")
        self.open(self.page.url.split("&tab=")[0] + "&tab=grid&well=B3")
        self.press("Change", within=self.chosen)
        field = self.page.locator("dialog input")
        expect(field).to_have_value("M00000008")
        # An unchanged value does not count as typed.
        self.press("Save", within=self.page.locator("dialog"))
        expect(self.chosen).not_to_contain_text("typed by hand")

    def test_a_wrong_photo_can_be_counted_instead(self):
        self.open("/rack")
        self.choose(sample("count/one-orange"))
        expect(self.by("alert")).to_contain_text("No DataMatrix codes detected")
        expect(self.by("link", "List the books on a shelf")).to_be_visible()
        self.press("Count things that look alike", "link")
        self.accept()
        self.assertEqual(self.number, 1)


@on_both_sizes
class WithoutPlaces(RackCase):
    """Codes lie like the seeds of a sunflower, or in a puck: there are no rows and columns, and nothing says that there are."""

    def setUp(self):
        super().setUp()
        self.read(scattered(sample("rack/box-5x5-mixed"), rack(sample("rack/box-5x5-mixed"))))
        self.found = self.newest()["result"]
        self.assertEqual(self.found["layout"], "unordered")

    def test_the_photo_and_the_list_come_first(self):
        tabs = self.by("tab", "Table")
        expect(tabs).to_have_attribute("aria-selected", "true")
        self.assertLessEqual(self.page.locator(".tab-list").bounding_box()["y"], 120)
        if self.size == "desktop":
            expect(self.page.locator(".rack-photo .viewer-stage")).to_be_in_viewport(ratio=1)
        expect(self.page.locator("tr.vial")).to_have_count(len(self.found["vials"]))
        self.look("rack-unordered")

    def test_nothing_speaks_of_rows_and_columns_as_if_there_were(self):
        expect(self.page.locator(".warnings > li")).to_have_text(["The codes form no rows and columns. They are listed in reading order."])
        expect(self.page.locator(".size-choices label").filter(visible=True)).to_have_count(0)
        expect(self.by("button", "Tap the first and last well")).to_be_hidden()
        expect(self.by("tab", "Grid")).to_have_count(0)
        expect(self.by("columnheader", "Row")).to_have_count(0)
        # Neither does a key, nor an address from before.
        self.page.keyboard.press("3")
        self.open(f"/rack?entry={self.newest()['entry']['id']}&tab=grid")
        expect(self.by("tab", "Table")).to_have_attribute("aria-selected", "true")
        # Its page in the history says the same.
        self.open(f"/history/{self.newest()['entry']['id']}")
        expect(self.page.locator(".entry-warnings li")).to_have_text(["The codes form no rows and columns. They are listed in reading order."])

    def test_comparing_with_the_last_scan_says_why_not(self):
        self.tab("Compare")
        expect(self.by("button", "Last scan of this box")).to_be_disabled()
        expect(self.page.get_by_text("The box has no code. Type it first.")).to_be_visible()
        self.look("rack-unordered-compare")
