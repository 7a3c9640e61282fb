"""Everything offered is possible: no camera where there cannot be one, and a page for every address."""
from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes


@on_both_sizes
class Offers(PageCase):
    """A user connects over plain HTTP, or opens an address that does not exist."""

    def test_no_live_picture_without_encryption(self):
        self.open("/shelf")
        expect(self.by("button", "Live camera")).to_be_visible()
        # As in browsers on another device over plain HTTP.
        self.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        self.open("/shelf")
        expect(self.by("button", "Choose a photo")).to_be_visible()
        expect(self.by("button", "Live camera")).to_have_count(0)
        # A phone has a camera app, which works without the page's help.
        expect(self.by("button", "Take a photo")).to_have_count(1 if self.size == "phone" else 0)

    def test_an_address_that_leads_nowhere_is_a_page(self):
        self.watch.allow("404")
        for path in ("/nowhere", "/count/nowhere/at/all", "/galery"):
            answer = self.page.goto(path)
            self.assertEqual(answer.status, 404)
            self.assertIn("text/html", answer.headers["content-type"])
            expect(self.by("link", "Go to the start page")).to_be_visible()
            expect(self.by("heading", "Page not found")).to_be_visible()
        # Programs get a problem document.
        answer = self.context.request.get("/nowhere", headers={"Accept": "application/json"})
        self.assertEqual((answer.status, answer.headers["content-type"]), (404, "application/problem+json"))
        # Below the API, everyone does.
        answer = self.context.request.get("/api/v1/nowhere", headers={"Accept": "text/html"})
        self.assertIn("json", answer.headers["content-type"])
