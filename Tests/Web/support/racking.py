"""Steps of reading racks that several tests take."""
from .counting import CountCase
from .paths import sample


class RackCase(CountCase):
    """Knows the way from a photo of a box to its codes."""

    def read(self, picture):
        """From the first screen to the result."""
        self.open("/rack")
        self.choose(picture)
        self.page.locator(".rack-sentence").wait_for()

    def read_sample(self, name):
        """Reads a rendered sample, and gives what was found."""
        self.read(sample(f"rack/{name}"))
        return self.newest()["result"]

    @property
    def sentence(self):
        """What the banner says."""
        return self.page.locator(".rack-sentence")

    @property
    def chosen(self):
        """What is said of the chosen well."""
        return self.by("region", "The selected well")

    def tab(self, name):
        """Goes to a tab; the image has none where it stands beside the others."""
        self.press(name, "tab")

    def row(self, value):
        """The line of the table with this value."""
        return self.page.locator("tr.vial", has=self.page.get_by_text(value, exact=True))

    def well(self, name):
        """A cell of the grid."""
        return self.page.locator(".wells [role=gridcell]").filter(visible=True).and_(
            self.page.locator(f"[aria-label^='{name},']"))
