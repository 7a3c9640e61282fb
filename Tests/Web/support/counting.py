"""Steps of counting, used by several tests."""
from .case import PageCase
from .paths import sample
from .server import Server


class CountCase(PageCase):
    """Goes from a photo to its count."""

    def choose(self, picture, button="Choose a photo", **options):
        """Picks a file, as from the machine's files or a phone's photos."""
        with self.page.expect_file_chooser() as chooser:
            self.press(button, **options)
        chooser.value.set_files(picture)

    def count(self, picture):
        """Goes from the first screen to the result."""
        self.open("/count")
        self.choose(picture)
        self.counted()

    def counted(self):
        """Waits for the count of a photo that was chosen."""
        self.page.locator(".count-number").wait_for()

    def accept(self):
        """Accepts the photo under review, and waits for the count."""
        self.press("Count", exact=True, within=self.page.locator(".review"))
        self.counted()

    @property
    def number(self):
        """Returns the displayed count."""
        return int(self.page.locator(".count-number").inner_text())

    def settle(self):
        """Waits until the history has the displayed result."""
        self.page.get_by_text("Saved in the history", exact=True).wait_for()

    def unfold(self, card):
        """Opens a card that shows only its title at first, in the sheet of a phone."""
        self.more()
        folded = self.page.locator(f".fold.{card}:not([open]) > summary")
        if folded.count() > 0:
            self.hit(folded)

    def newest(self):
        """The newest entry of the history, complete, from the API."""
        entries = self.server.api("GET", "/history")["entries"]
        return self.server.api("GET", f"/history/{entries[0]['id']}")

    def count_sample(self, name):
        """Counts a rendered sample, and returns its result."""
        self.count(sample(f"count/{name}"))
        self.settle()
        return self.newest()["result"]


class SecondLookCase(CountCase):
    """Uses a server with a second look, one for all tests of the class."""

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
