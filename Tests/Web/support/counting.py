"""Steps of counting that several tests take."""
from .case import PageCase
from .paths import sample
from .server import Server


class CountCase(PageCase):
    """Knows the way from a photo to its number."""

    def choose(self, picture, button="Choose a photo", **options):
        """Picks a file, as from the files of the machine or the photos of a phone."""
        with self.page.expect_file_chooser() as chooser:
            self.press(button, **options)
        chooser.value.set_files(picture)

    def count(self, picture):
        """From the first screen to the result."""
        self.open("/count")
        self.choose(picture)
        self.counted()

    def counted(self):
        """Waits for the number of a photo that was given."""
        self.page.locator(".count-number").wait_for()

    def accept(self):
        """Says yes to the photo that is being looked at, and waits for the number."""
        self.press("Count", exact=True, within=self.page.locator(".review"))
        self.counted()

    @property
    def number(self):
        """The number that the page shows."""
        return int(self.page.locator(".count-number").inner_text())

    def settle(self):
        """Waits until the history has what the page shows."""
        self.page.get_by_text("Saved in the history", exact=True).wait_for()

    def newest(self):
        """The newest entry of the history, whole, as the API gives it."""
        entries = self.server.api("GET", "/history")["entries"]
        return self.server.api("GET", f"/history/{entries[0]['id']}")

    def count_sample(self, name):
        """Counts a rendered sample, and gives what was found."""
        self.count(sample(f"count/{name}"))
        self.settle()
        return self.newest()["result"]


class SecondLookCase(CountCase):
    """Of a server that looks twice, one for all tests of the class."""

    shared = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shared = Server(looks_twice=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.shared.remove()
        super().tearDownClass()

    def make_server(self):
        return self.shared
