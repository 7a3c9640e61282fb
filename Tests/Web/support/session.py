"""Shared by all tests of one run."""
from .browser import Browser
from .screens import Screens
from .server import Server


class Session:
    """One server, one browser, and the known screenshots, each created when it is first needed."""

    def __init__(self, accept=False, all_photos=False):
        self.browser = Browser()
        self.screens = Screens(accept)
        self.all_photos = all_photos
        self._server = None

    @property
    def server(self):
        """The server shared by all tests that do not stop it."""
        if self._server is None:
            self._server = Server().start()
        return self._server

    def close(self):
        """Stops everything that was started."""
        self.browser.close()
        if self._server:
            self._server.remove()
        self.screens.save()


current = None


def begin(accept=False, all_photos=False):
    """Called once, before the tests."""
    global current
    current = Session(accept, all_photos)
    return current
