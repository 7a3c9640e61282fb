"""Steps of looking at shelves that several tests take."""
from .counting import CountCase
from .paths import sample


class ShelfCase(CountCase):
    """Knows the way from a photo of a shelf to its books."""

    def read(self, picture):
        """From the first screen to the result."""
        self.open("/shelf")
        self.choose(picture)
        self.page.locator(".shelf-number").wait_for()

    def read_sample(self, name):
        """Reads a drawn sample, and gives what was found."""
        self.read(sample(f"shelf/{name}"))
        return self.newest()["result"]

    @property
    def inspector(self):
        """What is said of the selected book."""
        return self.by("region", "Selected")

    def row(self, number):
        """A line of the list, from 0."""
        return self.page.locator(".books-pane tbody tr").nth(number)

    def settle(self):
        """Waits until the history has what the page shows."""
        self.page.locator(".count-note a", has_text="In the history").wait_for()

    def corrections(self):
        """What the history has of them, once all is there."""
        self.settle()
        return self.newest()["corrections"]


def middle(quad):
    """Of four corners."""
    return tuple(sum(corner[axis] for corner in quad) / 4 for axis in (0, 1))
