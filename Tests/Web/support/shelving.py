"""Steps of reading shelves, used by several tests."""
from .counting import CountCase
from .paths import sample


class ShelfCase(CountCase):
    """Goes from a photo of a shelf to its books."""

    def read(self, picture):
        """Goes from the first screen to the result."""
        self.open("/shelf")
        self.choose(picture)
        self.page.locator(".shelf-number").wait_for()

    def read_sample(self, name):
        """Reads a rendered sample, and returns its result."""
        self.read(sample(f"shelf/{name}"))
        return self.newest()["result"]

    @property
    def inspector(self):
        """The details of the selected book."""
        return self.by("region", "Selected")

    def row(self, number):
        """A row of the list, from 0."""
        return self.page.locator(".books-pane tbody tr").nth(number)

    def settle(self):
        """Waits until the history has the displayed result."""
        self.page.locator(".count-note a", has_text="Saved in the history").wait_for()

    def corrections(self):
        """Returns the history's corrections once all are there."""
        self.settle()
        return self.newest()["corrections"]


def middle(quad):
    """The center of four corners."""
    return tuple(sum(corner[axis] for corner in quad) / 4 for axis in (0, 1))
