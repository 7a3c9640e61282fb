"""A box is named, rotated, exported in another system's format, and compared with its expected contents."""
import csv
import io
import json
import zipfile

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.paths import sample
from support.pictures import made
from support.racking import RackCase


@on_both_sizes
class RackComparing(RackCase):
    """A user verifies a transfer of 24 vials."""

    def setUp(self):
        super().setUp()
        self.result = self.read_sample("box-5x5-mixed")
        self.entry = self.newest()["entry"]["id"]

    def manifest(self):
        """The expected contents, with one code of another vial, two that are swapped, and one that is missing."""
        vials = {vial["name"]: vial["value"] for vial in self.result["vials"]}
        vials["B1"], vials["B2"] = vials["B2"], vials["B1"]
        vials["C3"] = "OTHER-1"
        vials["E5"] = "OTHER-2"
        path = made("manifest.csv")
        path.write_text("well,code\n" + "".join(f"{well},{code}\n" for well, code in vials.items()))
        return path

    def compare(self, path):
        self.tab("Compare")
        with self.page.expect_file_chooser() as chooser:
            self.hit(self.page.locator("label", has_text="Choose a list…"))
        chooser.value.set_files(path)
        self.page.locator(".compare-list").wait_for()

    def line(self, well):
        return self.page.locator(".compare-line", has=self.page.locator("strong", has_text=well))

    def test_list_shows_what_differs(self):
        self.compare(self.manifest())
        expect(self.page.locator(".compare-sentence")).to_contain_text("2 moved")
        expect(self.page.locator(".compare-sentence")).to_contain_text("missing")
        self.look("rack-compare")
        expect(self.line("B1")).to_contain_text("should be in B2, but is in B1")
        self.hit(self.line("B1"))
        expect(self.chosen).to_contain_text("should be in B2")
        self.look("rack-compare-well")
        if self.size == "phone":
            self.press("In the photo")
        self.look("rack-compare-photo")
        if self.size == "phone":
            self.press("Back to the comparison")
            expect(self.page.locator(".compare-line").first).to_be_focused()
        now = self.by("region", "Now")
        expect(now.locator(".compare-moved")).to_have_count(2)
        expect(self.by("region", "Before").locator(".compare-moved")).to_have_count(2)
        self.page.get_by_role("heading", name="Now").scroll_into_view_if_needed()
        self.look("rack-compare-sides")
        rows = list(csv.DictReader(io.StringIO(self.download("Differences (CSV)").decode())))
        self.assertEqual({row["kind"] for row in rows} >= {"moved", "missing", "new"}, True)
        self.assertTrue(self.download("Picture with differences").startswith(b"\xff\xd8"))
        self.press("Stop comparing")
        expect(self.page.locator(".compare-list")).to_have_count(0)

    def test_typed_value_is_compared_anew(self):
        self.compare(self.manifest())
        before = self.page.locator(".compare-line").count()
        self.hit(self.line("C3").first)
        self.press("Change")
        self.page.get_by_label("Value", exact=True).fill("OTHER-1")
        self.press("Save")
        self.until(lambda: self.page.locator(".compare-line").count() < before, "the comparison is the old one")
        expect(self.line("C3")).to_have_count(0)

    def test_last_scan_of_the_box(self):
        self.tab("Compare")
        expect(self.by("button", "Last scan of this box")).to_be_disabled()
        self.press("Type the box code")
        self.page.get_by_label("Code", exact=True).fill("FREEZER-7")
        self.look("rack-code", picture=False)
        self.press("Save")
        expect(self.page.locator(".rack-code")).to_contain_text("FREEZER-7")
        self.until(lambda: self.newest()["corrections"].get("rack") == "FREEZER-7", "the code was lost")
        # A second scan, with one different vial.
        self.read_sample("box-5x5-mixed")
        second = self.newest()["entry"]["id"]
        values = [{"row": 0, "col": 0, "value": "SWAPPED"}]
        self.server.api("PATCH", f"/history/{second}", {"corrections": {"rack": "FREEZER-7", "values": values}})
        self.open(f"/rack?entry={second}&tab=compare")
        self.press("Last scan of this box")
        expect(self.page.locator(".compare-head")).to_contain_text("Compared with FREEZER-7")
        expect(self.line("A1")).to_have_count(2)
        # The other one, from the list of scans.
        self.press("Stop comparing")
        self.by("combobox", "Another scan…").select_option(self.entry)
        expect(self.line("A1")).to_have_count(2)

    def test_form_of_another_system(self):
        self.press("Save and share")
        self.press("Table for another system…")
        self.page.get_by_label("Format", exact=True).select_option("fluidx")
        self.look("rack-table-form")
        lines = self.download("CSV", "link").decode().splitlines()
        self.assertEqual((len(lines), lines[0][:4]), (25, "A01,"))
        # It is remembered.
        self.press("Save and share")
        self.press("Table for another system…")
        expect(self.page.get_by_label("Format", exact=True)).to_have_value("fluidx")
        self.page.get_by_label("Format", exact=True).select_option("custom")
        self.by("textbox", "Columns").fill("well=Position,code=Tube")
        sheet = self.download("Excel (XLSX)", "link")
        self.assertTrue(self.saved_name.endswith(".xlsx"))
        with zipfile.ZipFile(io.BytesIO(sheet)) as archive:
            self.assertIn(b"Position", archive.read("xl/sharedStrings.xml"))

    def test_corner_is_chosen(self):
        self.hit(self.page.locator(".turning summary"))
        self.look("rack-lying")
        self.hit(self.page.locator(".turning label", has_text="bottom right"))
        expect(self.page.locator(".turning summary")).to_contain_text("bottom right")
        record = self.newest()
        self.assertEqual(record["entry"]["parameters"]["view"]["a1"], "bottom-right")
        values = [vial["value"] for vial in record["result"]["vials"]]
        self.assertEqual(values, [vial["value"] for vial in reversed(self.result["vials"])])
        self.page.keyboard.press("u")
        expect(self.page.locator(".turning summary")).to_contain_text("top left")

    def test_corner_is_remembered_for_the_kind_of_box(self):
        self.open("/rack")
        self.hit(self.page.locator(".resize summary"))
        self.hit(self.page.locator(".size-choices label", has_text="5 × 5"))
        self.hit(self.page.locator(".lying-corners label", has_text="bottom left"))
        self.choose(sample("rack/box-5x5-mixed"))
        self.page.locator(".rack-sentence").wait_for()
        self.assertEqual(self.newest()["entry"]["parameters"]["view"]["a1"], "bottom-left")
        self.open("/rack")
        self.hit(self.page.locator(".resize summary"))
        corner = self.page.locator(".lying-corners input:checked")
        expect(corner).to_have_attribute("value", "top-left")
        self.hit(self.page.locator(".size-choices label", has_text="5 × 5"))
        expect(self.page.locator(".lying-corners input:checked")).to_have_attribute("value", "bottom-left")

    def test_who_changed_what(self):
        self.open(f"/history/{self.entry}")
        self.page.get_by_label("Your name, for this list").fill("Ann")
        self.page.get_by_label("Your name, for this list").blur()
        self.open(f"/rack?entry={self.entry}&tab=grid&well=A1")
        self.press("Change")
        self.page.get_by_label("Value", exact=True).fill("HAND-1")
        self.press("Save")
        self.until(lambda: self.newest()["audit"], "nothing is in the list")
        self.open(f"/history/{self.entry}")
        changes = self.by("region", "Who changed what")
        expect(changes).to_contain_text("Value A1")
        expect(changes).to_contain_text("HAND-1")
        expect(changes).to_contain_text("Ann, this machine")
        self.page.locator(".entry-changes").scroll_into_view_if_needed()
        self.look("entry-changes")
        rows = list(csv.DictReader(io.StringIO(self.download("List (CSV)", "link").decode())))
        self.assertEqual([(row["kind"], row["place"], row["after"], row["by"]) for row in rows], [("value", "A1", "HAND-1", "Ann")])
        self.assertEqual(json.dumps(self.newest()["audit"]).count("HAND-1"), 1)
