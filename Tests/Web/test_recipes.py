"""A count is kept as a recipe, and the next photo is counted by it."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.viewing import Photo


@on_both_sizes
class Recipes(CountCase):
    """A person counts the same kind again."""

    def setUp(self):
        super().setUp()
        # All tests have one server: neither those before nor those after this one see its recipes.
        self.clear()
        self.addCleanup(self.clear)

    def clear(self):
        for recipe in self.server.api("GET", "/recipes")["recipes"]:
            self.server.api("DELETE", f"/recipes/{recipe['id']}")

    def keep(self, name, several):
        self.press("Keep as a recipe")
        self.look("recipe-dialog")
        self.page.locator("dialog input[name=name]").fill(name)
        self.page.locator("dialog input[name=things]").fill(several)
        self.press("Keep", exact=True, within=self.page.locator("dialog"))
        expect(self.page.locator(".toast")).to_contain_text("is kept")

    def test_keep_and_count(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        self.assertEqual([recipe["name"] for recipe in self.server.api("GET", "/recipes")["recipes"]], ["Tray B"])
        self.open("/count")
        self.page.get_by_role("radio", name="Tray B").check()
        self.look("recipe-choice")
        self.choose(sample("count/tarts-5x7"))
        self.counted()
        expect(self.page.locator(".count-unit")).to_have_text("tarts")
        self.settle()
        self.assertEqual(self.newest()["result"]["recipe"]["name"], "Tray B")
        self.assertAlmostEqual(self.number, 35, delta=3)

    def test_corrections_are_taught_and_taken_back(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        self.open("/count")
        self.page.get_by_role("radio", name="Tray B").check()
        self.choose(sample("count/tarts-5x7"))
        self.counted()
        self.settle()
        teach = self.by("button", "Teach “Tray B” what I corrected")
        expect(teach).to_be_hidden()
        result = self.newest()["result"]
        photo = Photo(self, result)
        # A box on another one is taken for the same thing, which teaches nothing.
        surest = max((one for one in result["detections"] if one["main"]), key=lambda one: one["confidence"])
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        photo.touch(*photo.middle(surest))
        self.hit(teach)
        expect(self.page.locator(".toast").last).to_contain_text("has learned: 1 thing more")
        self.assertEqual(self.server.api("GET", "/recipes/Tray%20B")["counterexamples"], 1)
        self.press("Undo", within=self.page.locator(".toast").last)
        expect(self.page.locator(".toast").last).to_contain_text("Taken back")
        self.assertEqual(self.server.api("GET", "/recipes/Tray%20B")["counterexamples"], 0)

    def test_none_of_it(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        self.open("/count")
        self.page.get_by_role("radio", name="Tray B").check()
        self.choose(sample("count/empty"))
        self.counted()
        self.assertEqual(self.number, 0)
        expect(self.page.locator(".count-advice")).to_contain_text("Nothing like the recipe was found")
