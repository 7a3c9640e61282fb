"""A wrong count is corrected with one tap: the page offers other counts of the photo."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase, SecondLookCase


@on_both_sizes
class Further(SecondLookCase):
    """A user looks at the results of the second pipeline."""

    @property
    def card(self):
        return self.page.locator(".further")

    def offer(self, count):
        return self.card.get_by_role("button", name=f"Count {count} things like this instead")

    def offered(self):
        """The offered counts."""
        self.more()
        return [int(text) for text in self.card.get_by_role("button").all_inner_texts()]

    def test_another_answer_is_one_tap_away(self):
        first = self.count_sample("vials-6x10")
        # The detector's result, with bodies and shadows as separate things, was not trusted.
        self.assertEqual(first["parameters"]["pipeline"], "seeker")
        self.assertAlmostEqual(first["count"], 60, delta=3)
        expect(self.card).to_contain_text("Tap one to count it")
        self.look("count-further", picture=False)
        other, = self.offered()
        self.assertGreater(other, 100)
        self.hit(self.offer(other))
        expect(self.page.locator(".count-number")).to_have_text(str(other))
        self.settle()
        kept = self.newest()["result"]
        self.assertEqual((kept["parameters"]["pipeline"], kept["count"]), ("adaptive", other))
        self.press("Undo")
        expect(self.page.locator(".count-number")).to_have_text(str(first["count"]))
        expect(self.offer(other)).to_be_visible()
        self.settle()
        # Looking changes nothing: one photo, one entry.
        self.assertEqual(len(self.server.api("GET", "/history")["entries"]), 1)

    def test_what_the_seeker_found_is_offered_beside_the_detectors_count(self):
        first = self.count_sample("coins")
        self.assertEqual(first["parameters"]["pipeline"], "adaptive")
        expect(self.card).to_contain_text("Tap one to count it")
        other = self.offered()[0]
        self.hit(self.offer(other))
        expect(self.page.locator(".count-number")).to_have_text(str(other))
        self.settle()
        kept = self.newest()["result"]
        self.assertEqual((kept["parameters"]["pipeline"], kept["count"]), ("seeker", other))

    def test_the_same_answer_is_not_offered_again(self):
        count = self.count_sample("capsules")["count"]
        self.more()
        expect(self.card.get_by_text("Trying a second method")).to_be_visible()
        expect(self.card.get_by_text("Trying a second method")).to_be_hidden()
        self.assertNotIn(count, self.offered())
        # If there is nothing else, nothing is shown.
        self.assertEqual(self.card.is_visible(), len(self.offered()) > 0)

    def test_things_of_another_size_are_not_offered(self):
        self.open("/count")
        offered = self.page.evaluate("""async () => {
            const { othersThan } = await import('/app/count/alternatives.js')
            const box = (at, y, side, cluster) => ({ x: 100 * at, y, width: side, height: side, cluster, main: cluster === 0, confidence: 0.9 })
            const tarts = [0, 1, 2, 3].map((at) => box(at, 0, 80, 0))
            const crumbs = [0, 1, 2, 3, 4, 5, 6].map((at) => box(at, 100, 20, 1))
            const trays = [0, 1].map((at) => box(3 * at, 200, 290, 2))
            const buns = [0, 1, 2, 3, 4, 5].map((at) => box(at, 500, 90, 3))
            const alternatives = [1, 2, 3].map((cluster) => ({ cluster, count: [4, 7, 2, 6][cluster], example: tarts[0] }))
            return othersThan({ detections: tarts, clusters: [{ id: 0 }] }, { detections: [...crumbs, ...trays, ...buns], alternatives, count: 7 })
                .map(({ count }) => count)
        }""")
        self.assertEqual(offered, [6])

    def test_parts_of_what_counts_are_not_offered(self):
        self.open("/count")
        offered = self.page.evaluate("""async () => {
            const { othersThan } = await import('/app/count/alternatives.js')
            const box = (x, y, side, cluster) => ({ x, y, width: side, height: side, cluster, main: cluster === 0, confidence: 0.9 })
            const tarts = [0, 1, 2, 3].map((at) => box(100 * at, 0, 80, 0))
            const berries = tarts.flatMap(({ x }) => [box(x + 10, 10, 20, 1), box(x + 40, 40, 20, 1)])
            const cups = [0, 1].map((at) => box(100 * at, 200, 60, 2))
            const alternatives = [0, 1, 2].map((cluster) => ({ cluster, count: [4, 8, 2][cluster], example: tarts[0] }))
            return othersThan({ detections: tarts, clusters: [{ id: 0 }] }, { detections: [...tarts, ...berries, ...cups], alternatives, count: 4 })
                .map(({ count }) => count)
        }""")
        self.assertEqual(offered, [2])

    def test_nothing_below_moves_while_it_is_looked_for(self):
        self.held = []
        self.page.route("**/api/v1/counts", self.hold)
        with self.page.expect_request(lambda request: "seeker" in (request.post_data or "")):
            self.count_sample("coins")
        self.more()
        before = self.page.locator(".similarity").bounding_box()
        self.assertIsNotNone(before)
        expect(self.card).to_contain_text("Trying a second method")
        for route in self.held:
            route.continue_()
        expect(self.card).not_to_contain_text("Trying a second method")
        self.assertEqual(self.page.locator(".similarity").bounding_box(), before)

    def hold(self, route):
        """Lets everything through except requests for other counts."""
        if "seeker" in (route.request.post_data or ""):
            self.held.append(route)
        else:
            route.continue_()


@on_both_sizes
class NotFurther(CountCase):
    """A server without a second look."""

    def test_nothing_is_asked_for(self):
        asked = []
        self.page.on("request", lambda request: asked.append(request.post_data or ""))
        with self.page.expect_response("**/api/v1/about") as about:
            self.count_sample("coins")
        self.assertFalse(about.value.json()["looksTwice"])
        expect(self.page.locator(".further")).to_be_hidden()
        self.assertFalse(any("seeker" in body for body in asked))
