"""Unreadable codes are typed in, and marked as typed from then on."""
import csv
import io
import json

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.commandline import rack
from support.paths import sample
from support.pictures import smeared
from support.racking import RackCase


@on_both_sizes
class RackTyping(RackCase):
    """A user completes a box in which one code is smeared."""

    def setUp(self):
        super().setUp()
        whole = sample("rack/box-9x9")
        vial = rack(whole)["vials"][30]
        self.name = vial["name"]
        self.read(smeared(whole, vial["x"], vial["y"], 24))
        self.tab("Grid")

    def type(self, value):
        field = self.page.get_by_label("Value", exact=True)
        field.fill(value)
        self.look("rack-typing", picture=False)
        self.press("Save")
        expect(field).to_be_hidden()

    def test_typed_value_is_kept_and_exported(self):
        expect(self.sentence).to_have_text("80 vials read, 1 not read")
        self.press(f"Show {self.name}")
        expect(self.chosen).to_contain_text(self.name)
        self.press("Type the value")
        self.type("HAND-1")
        expect(self.sentence).to_have_text("80 vials read, 1 typed by hand")
        expect(self.chosen).to_contain_text("typed by hand")
        self.look("rack-typed")

        self.press("Save and share")
        rows = list(csv.DictReader(io.StringIO(self.download("Table (CSV)").decode())))
        self.assertEqual(len(rows), 81)
        self.assertEqual(sum(row["value"] == "HAND-1" for row in rows), 1)
        self.press("Save and share")
        vials = json.loads(self.download("Everything (JSON)"))["vials"]
        self.assertEqual([vial["value"] for vial in vials if vial.get("typed")], ["HAND-1"])
        self.page.reload()
        expect(self.sentence).to_have_text("80 vials read, 1 typed by hand")

    def test_page_is_closed_at_once(self):
        self.well(self.name).focus()
        self.page.keyboard.press("Enter")
        self.page.get_by_label("Value", exact=True).fill("HAND-3")
        self.page.keyboard.press("Enter")
        expect(self.sentence).to_have_text("80 vials read, 1 typed by hand")
        self.page.goto("about:blank")
        self.until(lambda: self.newest()["corrections"]["values"], "the value was lost")
        self.assertEqual(self.newest()["corrections"]["values"][0]["value"], "HAND-3")

    def test_one_letter_is_put_right(self):
        self.well("A1").focus()
        self.page.keyboard.press("Enter")
        field = self.page.get_by_label("Value", exact=True)
        before = field.input_value()
        self.page.keyboard.press("Backspace")
        self.page.keyboard.type("X")
        expect(field).to_have_value(before[:-1] + "X")

    def test_by_keyboard(self):
        self.well(self.name).focus()
        self.page.keyboard.press("Enter")
        self.page.get_by_label("Value", exact=True).wait_for()
        self.page.keyboard.type("HAND-2")
        self.page.keyboard.press("Enter")
        expect(self.well(self.name)).to_have_attribute("aria-label", f"{self.name}, HAND-2, typed by hand")
        expect(self.well(self.name)).to_be_focused()
        self.page.keyboard.press("Delete")
        expect(self.sentence).to_have_text("80 vials read, 1 not read")
        self.page.keyboard.press("u")
        expect(self.sentence).to_have_text("80 vials read, 1 typed by hand")
