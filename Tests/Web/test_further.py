"""A count that was not meant is put right by one tap: what else the photo shows is offered."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase


@on_both_sizes
class Further(CountCase):
    """A person looks at what another way of looking has found."""

    @property
    def card(self):
        return self.page.locator(".further")

    def test_another_answer_is_one_tap_away(self):
        result = self.count_sample("vials-6x10")
        self.assertEqual((result["parameters"]["pipeline"], result["count"]), ("adaptive", 124))
        expect(self.card).to_contain_text("A tap counts it")
        self.look("count-further")
        self.hit(self.card.get_by_role("button", name="Count 60 things like this instead"))
        expect(self.page.locator(".count-number")).to_have_text("60")
        expect(self.card).to_be_hidden()
        self.settle()
        kept = self.newest()["result"]
        self.assertEqual((kept["parameters"]["pipeline"], kept["count"]), ("seeker", 60))
        self.press("Undo")
        expect(self.page.locator(".count-number")).to_have_text("124")
        expect(self.card.get_by_role("button", name="Count 60 things")).to_be_visible()
        self.settle()
        # Looking leaves nothing behind: one photo, one entry.
        self.assertEqual(len(self.server.api("GET", "/history")["entries"]), 1)

    def test_the_same_answer_is_not_offered_again(self):
        self.count_sample("capsules")
        expect(self.card).to_contain_text("in a second way")
        expect(self.card.get_by_text("Looking at the photo")).to_be_hidden()
        expect(self.card.get_by_role("button", name="Count 104 things")).to_have_count(0)

    def test_nothing_below_moves_while_it_is_looked_for(self):
        self.held = []
        self.page.route("**/api/v1/counts", self.hold)
        with self.page.expect_request(lambda request: "seeker" in (request.post_data or "")):
            self.count_sample("coins")
        before = self.page.locator(".similarity").bounding_box()
        expect(self.card).to_contain_text("Looking at the photo")
        for route in self.held:
            route.continue_()
        expect(self.card).not_to_contain_text("Looking at the photo")
        self.assertEqual(self.page.locator(".similarity").bounding_box(), before)

    def test_a_machine_with_little_memory_does_not_look_twice(self):
        asked = []
        self.page.on("request", lambda request: asked.append(request.post_data or ""))

        def without(route):
            about = route.fetch().json()
            route.fulfill(json={**about, "looksTwice": False})

        self.page.route("**/api/v1/about", without)
        with self.page.expect_response("**/api/v1/about"):
            self.count_sample("coins")
        expect(self.card).to_be_hidden()
        self.assertFalse(any("seeker" in body for body in asked))

    def hold(self, route):
        """Lets everything through but what is asked for beside."""
        if "seeker" in (route.request.post_data or ""):
            self.held.append(route)
        else:
            route.continue_()
