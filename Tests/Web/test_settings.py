"""Story 4: the settings."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample

DRAG = """(slider, value) => {
  slider.value = value
  slider.dispatchEvent(new Event('input', { bubbles: true }))
}"""


@on_both_sizes
class Settings(CountCase):
    """A user changes how things are counted."""

    def setUp(self):
        super().setUp()
        self.open("/settings")
        self.by("heading", "Counting").wait_for()

    def value(self, key):
        return next(one for one in self.server.api("GET", "/settings")["settings"] if one["key"] == key)["value"]

    def expect_value(self, key, value):
        """Waits for a change to be saved, a moment after it was made."""
        self.until(lambda: self.value(key) == value, lambda: f"{key} is {self.value(key)}, not {value}")

    def setting(self, label):
        return self.page.locator(".setting", has=self.page.get_by_text(label, exact=True))

    def test_looks(self):
        self.look("settings")
        self.page.locator("summary", has_text="More settings").click()
        self.assertEqual(self.page.locator("input:not([type=hidden]):visible, select:visible").evaluate_all(
            "all => all.filter((one) => !one.labels.length).map((one) => one.outerHTML)"), [])
        # No label is a key of the settings file.
        for label in self.page.locator(".setting-label").all_inner_texts():
            self.assertNotRegex(label, r"^[a-z-]+(\.[a-z-]+)*$")
        self.assertNotIn("command line", self.page.locator("main").inner_text())
        self.look("settings-more")

    def test_limits_are_those_of_the_manual(self):
        expect(self.page.get_by_text("256 MB, 110 million pixels")).to_be_visible()

    def test_new_device_is_shown_soon(self):
        expect(self.page.get_by_text("No devices are paired yet.")).to_be_visible()
        device = {"id": "1", "name": "Phone of the lab", "lastSeen": 0, "current": False}
        self.context.route("**/api/v1/devices", lambda route: route.fulfill(json=[device]))
        expect(self.page.locator(".devices")).to_contain_text("Phone of the lab", timeout=3000)

    def test_value_is_shown_while_dragging(self):
        field = self.setting("Confidence")
        expect(field.locator("output")).to_have_text("automatic")
        self.hit(field.get_by_role("switch"))
        self.expect_value("count.confidence", "0.25")
        slider = field.get_by_role("slider")
        expect(slider).to_be_enabled()
        slider.evaluate(DRAG, "0.4")
        expect(field.locator("output")).to_have_text("0.40")
        # Nothing is saved until the slider is released.
        self.assertEqual(self.value("count.confidence"), "0.25")
        slider.dispatch_event("change")
        self.expect_value("count.confidence", "0.4")
        self.page.reload()
        expect(field.locator("output")).to_have_text("0.40")

    def test_slider_by_keyboard(self):
        field = self.setting("Similarity")
        self.hit(field.get_by_role("switch"))
        expect(field.locator("output")).to_have_text("0.80")
        field.get_by_role("slider").focus()
        self.page.keyboard.press("ArrowRight")
        expect(field.locator("output")).to_have_text("0.81")
        self.expect_value("count.similarity", "0.81")

    def test_reset_and_its_undo(self):
        self.hit(self.by("switch", "Exclude odd sizes"))
        self.expect_value("count.filter.size", "false")
        self.press("Reset to defaults")
        expect(self.by("switch", "Exclude odd sizes")).to_be_checked()
        self.expect_value("count.filter.size", "true")
        self.press("Undo")
        expect(self.by("switch", "Exclude odd sizes")).not_to_be_checked()
        self.expect_value("count.filter.size", "false")

    def test_lower_limit_of_the_history_asks_first(self):
        self.watch.allow("409")
        for _ in range(3):
            self.count(sample("count/one-orange"))
        self.open("/settings")
        kept = [entry["id"] for entry in self.server.api("GET", "/history")["entries"]]
        field = self.page.get_by_label("Counts in the history")
        expect(field).to_have_value("2000")
        field.fill("1")
        field.press("Enter")
        dialog = self.page.get_by_role("alertdialog")
        expect(dialog).to_contain_text(f"Counts beyond this limit: {len(kept) - 1}.")
        self.look("settings-lower-limit")
        self.hit(dialog.get_by_role("button", name="Cancel"))
        expect(field).to_have_value("2000")
        self.assertEqual(self.value("history-limit"), "2000")
        field.fill("1")
        field.press("Enter")
        self.hit(dialog.get_by_role("button", name="Delete them"))
        self.expect_value("history-limit", "1")
        left = [entry["id"] for entry in self.server.api("GET", "/history")["entries"]]
        self.assertEqual(left, kept[:1])

    def test_settings_are_counted_with_and_kept(self):
        field = self.setting("Similarity")
        self.hit(field.get_by_role("switch"))
        self.expect_value("count.similarity", "0.8")
        self.count(sample("count/one-orange"))
        self.settle()
        self.assertEqual(self.newest()["entry"]["parameters"]["similarity"], 0.8)

    def test_box_sizes(self):
        self.hit(self.page.get_by_label("The box has a known size"))
        self.expect_value("rack.grid", "9x9")
        self.page.get_by_label("Rows", exact=True).fill("8")
        self.page.get_by_label("Columns", exact=True).fill("12")
        self.page.keyboard.press("Tab")
        self.expect_value("rack.grid", "8x12")
        self.page.get_by_label("Rows", exact=True).fill("65")
        self.page.keyboard.press("Tab")
        expect(self.page.get_by_text("Enter a number from 1 to 64.").first).to_be_visible()
        self.assertEqual(self.value("rack.grid"), "8x12")
        self.hit(self.page.get_by_label("Group by distance"))
        self.expect_value("rack.grid", "tolerance:100")

    def test_what_is_typed_before_the_answer_stays(self):
        held = []
        hold = lambda route: held.append(route) if route.request.method == "PATCH" else route.fallback()  # noqa: E731
        self.page.route("**/api/v1/settings", hold)
        self.hit(self.page.get_by_label("The box has a known size"))
        self.until(lambda: held, "nothing was sent")
        rows, columns = (self.page.get_by_label(name, exact=True) for name in ("Rows", "Columns"))
        rows.fill("8")
        columns.focus()
        with self.page.expect_response(lambda answer: answer.request.method == "PATCH"):
            held[0].continue_()
        self.until(lambda: len(held) > 1, "the rows were not sent")
        expect(rows).to_have_value("8")
        for route in held[1:]:
            route.continue_()
        self.page.unroute("**/api/v1/settings")
        columns.fill("12")
        self.page.keyboard.press("Tab")
        self.expect_value("rack.grid", "8x12")

    def test_about(self):
        about = self.server.api("GET", "/about")
        section = self.page.locator("section", has=self.by("heading", "About Espy")).last
        expect(section).to_contain_text(about["version"])
        expect(section).to_contain_text(about["models"]["detector"])
        expect(section).to_contain_text("This computer only")
        self.hit(section.locator("summary"))
        for words in ("How long", "How to remove it", "Who can see it"):
            expect(section.locator("details dt", has_text=words)).to_be_visible()
        expect(section.locator("details div", has_text="What leaves the computer")).to_contain_text("Nothing.")

    def test_single_keys_can_be_turned_off(self):
        self.hit(self.by("switch", "Single-key shortcuts"))
        self.page.keyboard.press("Escape")
        self.by("heading", "Counting").click()
        self.page.keyboard.press("?")
        expect(self.page.locator("dialog[open]")).to_have_count(0)
        self.page.reload()
        expect(self.by("switch", "Single-key shortcuts")).not_to_be_checked()
