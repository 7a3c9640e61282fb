"""A count is saved as a recipe, and the next photo is counted with it."""
import json
import re
from pathlib import Path

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.viewing import Photo


@on_both_sizes
class Recipes(CountCase):
    """A user counts the same kind again."""

    def setUp(self):
        super().setUp()
        # All tests share one server, and must not see the recipes of this one.
        self.clear()
        self.addCleanup(self.clear)

    def clear(self):
        for recipe in self.server.api("GET", "/recipes")["recipes"]:
            self.server.api("DELETE", f"/recipes/{recipe['id']}")

    def keep(self, name, several):
        self.press("Save as a recipe")
        self.look("recipe-dialog")
        self.page.locator("dialog input[name=name]").fill(name)
        self.page.locator("dialog input[name=things]").fill(several)
        self.press("Save", exact=True, within=self.page.locator("dialog"))
        expect(self.page.locator(".toast")).to_contain_text("is saved")

    def test_keep_and_count(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        self.assertEqual([recipe["name"] for recipe in self.server.api("GET", "/recipes")["recipes"]], ["Tray B"])
        self.open("/count")
        self.page.get_by_role("checkbox", name="Tray B").check()
        self.look("recipe-choice")
        self.choose(sample("count/tarts-5x7"))
        self.counted()
        expect(self.page.locator(".count-unit")).to_have_text("tarts")
        self.settle()
        self.assertEqual(self.newest()["result"]["recipe"]["name"], "Tray B")
        self.assertAlmostEqual(self.number, 35, delta=3)
        self.assertEqual(self.newest()["entry"]["title"], "tarts-5x7.jpg · tarts")
        self.open("/history")
        expect(self.page.locator(".entry-found").first).to_have_text(re.compile(r"^\d+ tarts$"))
        self.page.locator(".entry-found").first.click()
        expect(self.page.locator(".entry-number")).to_contain_text("tarts")

    def test_a_recipe_in_force_is_seen_and_let_go(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        chips = self.page.locator(".recipe-chips")
        self.open("/count")
        self.page.get_by_role("checkbox", name="Tray B").check()
        self.open("/")
        expect(chips).to_have_text("Recipe: Tray B")
        self.look("home-recipe")
        self.choose(sample("count/coins"))
        expect(chips).to_have_text("Recipe: Tray B")
        self.look("home-choice-recipe")
        self.press("Count things that look alike")
        self.counted()
        expect(self.page.locator(".count-unit")).to_have_text("tarts")
        expect(chips).to_have_text("Recipe: Tray B")
        self.look("count-recipe")
        self.press("Count without “Tray B”")
        expect(self.page.locator(".count-number")).to_have_text("23")
        expect(chips).to_have_count(0)
        self.settle()
        self.assertNotIn("recipe", self.newest()["result"])
        self.press("Undo")
        expect(chips).to_have_text("Recipe: Tray B")
        self.settle()
        self.open(f"/history/{self.newest()['entry']['id']}")
        expect(self.page.locator(".changes-list li").first).to_contain_text("Counted again:")
        # The next photo is not counted with it, either. One that is says so, and so does the table of several.
        self.open("/count")
        box = self.page.get_by_role("checkbox", name="Tray B")
        expect(box).not_to_be_checked()
        box.check()
        self.choose([sample("count/coins"), sample("count/one-orange")])
        expect(chips).to_have_text("Recipe: Tray B")
        expect(self.page.get_by_text("All 2 photos are done.")).to_be_visible()
        # A sample is never counted with a recipe.
        self.open("/")
        self.press("Try a sample of Count")
        self.counted()
        self.assertEqual(self.number, 23)
        expect(chips).to_have_count(0)

    def test_corrections_are_taught_and_taken_back(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        self.open("/count")
        self.page.get_by_role("checkbox", name="Tray B").check()
        self.choose(sample("count/tarts-5x7"))
        self.counted()
        self.settle()
        teach = self.by("button", "Teach “Tray B” my corrections")
        expect(teach).to_be_hidden()
        result = self.newest()["result"]
        photo = Photo(self, result)
        # A box on top of another is taken for the same thing, which teaches nothing.
        surest = max((one for one in result["detections"] if one["main"]), key=lambda one: one["confidence"])
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        photo.touch(*photo.middle(surest))
        self.more()
        self.hit(teach)
        expect(self.page.locator(".toast").last).to_contain_text("learned 1 more thing")
        self.assertEqual(self.server.api("GET", "/recipes/Tray%20B")["counterexamples"], 1)
        self.press("Undo", within=self.page.locator(".toast").last)
        expect(self.page.locator(".toast").last).to_contain_text("Undone")
        self.assertEqual(self.server.api("GET", "/recipes/Tray%20B")["counterexamples"], 0)

    def test_changed_given_away_deleted_and_taken_back(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        self.open("/count")
        self.hit(self.by("link", "Recipes", exact=True))
        expect(self.page.get_by_role("heading", name="Tray B")).to_be_visible()
        self.look("recipes")
        self.press("Change “Tray B”")
        dialog = self.page.locator("dialog")
        dialog.locator("input[name=name]").fill("Tray C")
        dialog.locator("input[name=similarity]").fill("0.9")
        dialog.locator("input[name=least]").fill("40")
        expect(dialog.locator("input[name=same]")).to_be_checked()
        self.look("recipe-change")
        self.press("Change", exact=True, within=dialog)
        expect(self.page.get_by_role("heading", name="Tray C")).to_be_visible()
        recipe = self.server.api("GET", "/recipes/Tray%20C")
        self.assertEqual((recipe["similarity"], recipe["distance"]), (0.9, "same"))
        self.assertEqual(recipe["sizes"]["measuring"], {"smallest": 40})
        self.press("Undo", within=self.page.locator(".toast").last)
        expect(self.page.get_by_role("heading", name="Tray B")).to_be_visible()
        self.assertNotIn("sizes", self.server.api("GET", "/recipes/Tray%20B"))

        with self.page.expect_download() as download:
            self.hit(self.by("link", "Export “Tray B” to a file"))
        file = download.value.path()
        self.press("Delete “Tray B”")
        expect(self.page.get_by_role("heading", name="No recipes yet")).to_be_visible()
        self.look("recipes-none")
        self.press("Undo", within=self.page.locator(".toast").last)
        expect(self.page.get_by_role("heading", name="Tray B")).to_be_visible()

        # The browser logs refused requests; the page explains them.
        self.watch.allow("409|422")
        self.choose(file, button="Import a file")
        dialog.locator("input[name=name]").fill("Copy")
        self.press("Import a file", within=dialog)
        expect(self.page.get_by_role("heading", name="Copy")).to_be_visible()
        self.choose(sample("count/tarts-5x7"), button="Import a file")
        expect(self.page.locator(".toast").last).to_contain_text("espy recipe export")
        names = [recipe["name"] for recipe in self.server.api("GET", "/recipes")["recipes"]]
        self.assertEqual(names, ["Copy", "Tray B"])

    def test_two_kinds_in_one_photo(self):
        """Coins and buttons are on one tray, and each has a recipe."""
        photo = self.server.api("POST", "/photos", Path(sample("count/coins")).read_bytes(), content_type="image/jpeg")["id"]
        box = lambda x, y, side: {"x": x, "y": y, "width": side, "height": side}  # noqa: E731
        kinds = {"coins": [box(56, 186, 73), box(780, 308, 74)], "buttons": [box(588, 553, 62), box(142, 488, 63)]}
        for name, other in (("coins", "buttons"), ("buttons", "coins")):
            self.server.api("POST", "/recipes", {
                "name": name, "photo": photo, "examples": kinds[name], "unlike": kinds[other][:1]})
        self.open("/count")
        for name in kinds:
            self.page.get_by_role("checkbox", name=name).check()
        self.look("recipe-choices")
        self.choose(sample("count/coins"))
        self.counted()
        self.settle()
        lines = self.page.locator(".kind-list li")
        expect(lines).to_have_count(2)
        numbers = [int(text) for text in self.page.locator(".kind-number").all_inner_texts()]
        self.assertEqual(sum(numbers), self.number)
        self.assertAlmostEqual(numbers[0], 23, delta=2)
        self.assertAlmostEqual(numbers[1], 7, delta=1)
        self.look("kinds")

    def recipe_of(self, name, several=3):
        """Saves a recipe with the surest things of a sample."""
        found = self.server.found("count", sample(f"count/{name}"))
        things = self.server.api("GET", f"/history/{found['id']}")["result"]["detections"]
        surest = sorted((one for one in things if one["main"]), key=lambda one: -one["confidence"])[:several]
        photo = self.server.api("POST", "/photos", Path(sample(f"count/{name}")).read_bytes(), content_type="image/jpeg")["id"]
        examples = [{side: one[side] for side in ("x", "y", "width", "height")} for one in surest]
        self.server.api("POST", "/recipes", {"name": name, "photo": photo, "examples": examples})
        self.server.api("DELETE", f"/history/{found['id']}")

    def test_a_recipe_that_does_not_fit_says_so(self):
        self.recipe_of("coins")
        self.open("/count")
        box = self.page.get_by_role("checkbox", name="coins")
        box.check()
        self.choose(sample("count/tarts-5x7"))
        self.counted()
        advice = self.page.locator(".count-advice")
        expect(advice).to_contain_text("look different from the recipe")
        self.look("count-unlike")
        self.settle()
        self.assertIn("unlikeRecipe", self.newest()["result"]["warnings"])
        self.assertIn("unlikeRecipe", json.loads(self.download("Everything (JSON)"))["warnings"])
        # Without the recipe there is nothing to fit.
        self.press("Count without “coins”")
        expect(self.page.locator(".recipe-chips")).to_have_count(0)
        expect(advice).not_to_contain_text("recipe")
        self.settle()
        self.assertNotIn("unlikeRecipe", self.newest()["result"]["warnings"])

        # Nor is anything said of the coins, beside them in the table of both.
        self.open("/count")
        box.check()
        self.choose([sample("count/tarts-5x7"), sample("count/coins")])
        expect(self.page.get_by_text("All 2 photos are done.")).to_be_visible()
        tarts, coins = (self.page.locator(".batch-row", has_text=name) for name in ("tarts-5x7", "coins.jpg"))
        expect(tarts).to_contain_text("may not match the recipe")
        expect(tarts.locator("[data-state=look]")).to_have_count(1)
        expect(coins).not_to_contain_text("recipe")
        expect(coins.locator("[data-state=done]")).to_have_count(1)
        expect(coins).to_contain_text("23")
        self.look("batch-unlike")
        warnings = {photo["file"]: photo["warnings"] for photo in json.loads(self.download("JSON"))["photos"]}
        self.assertEqual({name: "unlikeRecipe" in told for name, told in warnings.items()}, {"tarts-5x7.jpg": True, "coins.jpg": False})

        # Both are counted again without it, in their places.
        self.press("Count without “coins”")
        expect(tarts).not_to_contain_text("recipe")
        expect(self.page.get_by_text("All 2 photos are done.")).to_be_visible()
        expect(self.page.locator(".recipe-chips")).to_have_count(0)
        expect(tarts).to_contain_text("35")
        entries = self.server.api("GET", "/history?limit=10")["entries"]
        self.assertEqual([entry["title"] for entry in entries[:2]].count("tarts-5x7.jpg"), 1)
        for entry in entries[:2]:
            self.assertNotIn("recipe", self.server.api("GET", f"/history/{entry['id']}")["result"])

    def test_none_of_it(self):
        self.count(sample("count/tarts-5x7"))
        self.settle()
        self.keep("Tray B", "tarts")
        self.open("/count")
        self.page.get_by_role("checkbox", name="Tray B").check()
        self.choose(sample("count/empty"))
        self.counted()
        self.assertEqual(self.number, 0)
        expect(self.page.locator(".count-advice")).to_contain_text("Nothing like the recipe was found")
