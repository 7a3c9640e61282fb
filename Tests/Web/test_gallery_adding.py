"""Photos of a phone come into the gallery: it has no folder on the machine that runs Espy."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.server import Server


@on_both_sizes
class Adding(CountCase):
    """Somebody has photos on a device, and no library yet."""

    def make_server(self):
        server = Server("--max-load", "none").start()
        self.addCleanup(server.remove)
        return server

    @property
    def cells(self):
        return self.page.locator(".gallery-pane a[href^='/gallery/photo/']")

    def test_photos_are_added(self):
        self.open("/gallery")
        self.page.evaluate("""() => {
            window.denied = false
            const look = () => { window.denied ||= document.body.innerText.includes('No photos in these folders') }
            new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
        }""")
        self.choose([sample("count/coins"), sample("count/tarts-5x7")], button="Add photos")
        expect(self.page.locator(".toast")).to_have_text("2 photos were added.")
        expect(self.cells).to_have_count(2)
        # That there are none was never said.
        self.assertFalse(self.page.evaluate("window.denied"))
        inbox = self.server.home / "Pictures/Espy"
        self.assertEqual(sorted(file.name for file in inbox.iterdir()), ["coins.jpg", "tarts-5x7.jpg"])
        # What is there already does not double.
        self.choose(sample("count/coins"), button="Add photos")
        expect(self.page.locator(".toast")).to_have_text("1 photo was added.")
        self.assertEqual(len(list(inbox.iterdir())), 2)
        self.rest()
        self.look("gallery-added", picture=False)

    def test_what_is_no_photo_is_refused(self):
        self.watch.allow("415")
        self.open("/gallery")
        self.choose({"name": "words.jpg", "mimeType": "image/jpeg", "buffer": b"words"}, button="Add photos")
        expect(self.page.locator(".toast")).to_contain_text("words.jpg")
        self.assertFalse((self.server.home / "Pictures").exists())
