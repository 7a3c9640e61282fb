"""Steps of reading racks, used by several tests."""
from .counting import CountCase
from .paths import sample


class RackCase(CountCase):
    """Goes from a photo of a box to its codes."""

    def read(self, picture):
        """Goes from the first screen to the result."""
        self.open("/rack")
        self.choose(picture)
        self.page.locator(".rack-sentence").wait_for()

    def read_sample(self, name):
        """Reads a rendered sample, and returns its result."""
        self.read(sample(f"rack/{name}"))
        return self.newest()["result"]

    @property
    def sentence(self):
        """The text of the banner."""
        return self.page.locator(".rack-sentence")

    @property
    def chosen(self):
        """The details of the selected well."""
        return self.by("region", "The selected well")

    def tab(self, name):
        """Opens a tab. The image has none if it is beside the others."""
        self.press(name, "tab")

    def row(self, value):
        """The line of the table with this value."""
        return self.page.locator("tr.vial", has=self.page.get_by_text(value, exact=True))

    def well(self, name):
        """A cell of the grid."""
        return self.page.locator(".wells [role=gridcell]").filter(visible=True).and_(
            self.page.locator(f"[aria-label^='{name},']"))
