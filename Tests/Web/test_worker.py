"""The browser's cache of the pages: the shell, but never a photo."""
from playwright.sync_api import expect

from support.counting import CountCase
from support.paths import sample
from support.server import Server

KEPT = """async () => {
  const kept = []
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname)
  }
  return kept
}"""


class Worker(CountCase):
    """A page that was open before."""

    context_options = {"workers": True}

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def wait_for_worker(self):
        self.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")

    def test_photos_are_never_kept(self):
        self.open("/count")
        self.wait_for_worker()
        self.count(sample("count/coins"))
        self.settle()
        self.open("/history")
        self.page.locator(".entry-row").wait_for()
        kept = self.page.evaluate(KEPT)
        self.assertIn("/bundle/main.js", kept)
        self.assertEqual([path for path in kept if path.startswith("/api/")], [])
        self.assertEqual([path for path in kept if not path.startswith(("/bundle/", "/icons/", "/images/", "/data/tags.", "/wasm/", "/workers/"))],
                         ["/", "/manifest.webmanifest"])

    def share(self, pictures):
        self.open("/")
        self.wait_for_worker()
        # Like the system does with shared files.
        self.page.evaluate("""document.body.insertAdjacentHTML('beforeend', `
          <form id="system" action="/share" method="post" enctype="multipart/form-data">
            <input type="file" name="photos" multiple></form>`)""")
        self.page.locator("#system input").set_input_files(pictures)
        self.page.evaluate("document.querySelector('#system').submit()")

    def test_photos_of_other_apps_come_into_the_library(self):
        picture = sample("count/one-orange")
        self.share([picture])
        self.press("Send to the gallery")
        expect(self.page.locator(".sending")).to_contain_text("1 photo sent")
        stored, = (self.server.home / "Pictures/Espy").rglob("*.jpg")
        self.assertEqual((stored.name, stored.read_bytes()), (picture.name, picture.read_bytes()))

    def test_photos_of_other_apps_come_to_the_start_page(self):
        pictures = [sample("count/coins"), sample("count/one-orange")]
        self.share(pictures)
        expect(self.by("heading", "What do you want to do with these 2 photos?")).to_be_visible()
        expect(self.page.locator(".home-photos img")).to_have_count(2)
        self.assertNotIn("shared", self.page.url)
        self.assertFalse(self.page.evaluate("caches.has('espy-shared')"))
        self.press("Count things that look alike")
        expect(self.page.get_by_text("All 2 photos are done.")).to_be_visible()
        names = {entry["title"] for entry in self.server.api("GET", "/history")["entries"]}
        self.assertEqual(names, {picture.name for picture in pictures})

    def test_pages_open_without_the_server(self):
        self.watch.allow("ERR_CONNECTION|Failed to load resource|Failed to fetch|Unreachable")
        self.open("/count")
        self.wait_for_worker()
        self.server.stop()
        self.open("/history")
        expect(self.by("alert").first).to_contain_text("No answer from Espy")
        self.open("/rack")
        expect(self.by("button", "Take a photo")).to_be_visible()
        self.server.start()
        self.open("/count")
        self.choose(sample("count/one-orange"))
        self.counted()
        self.assertEqual(self.number, 1)
