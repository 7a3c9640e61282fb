"""The page and the command line give the same result for the same photo."""
import math
import unittest

from support import session
from support.commandline import plain, results
from support.paths import DATA, SAMPLES
from support.racking import RackCase

# The number of photos outside the repository to test, unless all are requested.
SPREAD = 4
ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".heic")


def photos(kind):
    """Returns real photos, evenly spread over all there are; the same ones each time."""
    found = sorted(path for path in (DATA / kind).rglob("*") if path.suffix.lower() in ENDINGS)
    if session.current.all_photos or len(found) <= SPREAD:
        return found
    return [found[(2 * place + 1) * len(found) // (2 * SPREAD)] for place in range(SPREAD)]


def differences(one, other, place="result"):
    """
    Lists the differences of two results. Numbers are compared to four digits, because the two write different numbers
    of digits. They are not rounded first, which would separate two on either side of a half.
    """
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], f"{place}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other))
        return [found for index, pair in pairs for found in differences(*pair, f"{place}[{index}]")]
    if {type(one), type(other)} in ({float}, {float, int}):
        return [] if math.isclose(one, other, rel_tol=2e-4) else [f"{place}: {one} and {other}"]
    return [] if one == other else [f"{place}: {one} and {other}"]


class Numbers(RackCase):
    """Compares the whole result: each box, each value, each well."""

    def assert_same(self, kind, picture):
        with self.subTest(photo=picture.name):
            same = results(kind, [picture])[0]
            if kind == "count":
                self.count(picture)
                self.assertEqual(self.number, same["count"])
                if same["count"] > 0:
                    self.settle()
            else:
                self.read_or_fail(picture, same)
            if entries := self.server.api("GET", "/history")["entries"]:
                self.assertEqual(differences(plain(self.newest()["result"]), same), [])
            # A page that shows a result would ask for it again.
            self.page.goto("about:blank")
            self.server.forget()

    def read_or_fail(self, picture, same):
        """A photo without any code has its own page."""
        self.open("/rack")
        self.choose(picture)
        self.page.locator(".rack-sentence, .nothing-found").first.wait_for()
        if same["vials"]:
            sentence = self.sentence.inner_text()
            read = sum(cell["status"] == "read" for cell in same["cells"])
            self.assertTrue(sentence.startswith(f"{read} vial"), sentence)

    def test_counts_of_the_repository(self):
        for picture in sorted((SAMPLES / "count").glob("*.jpg")):
            self.assert_same("count", picture)

    def test_racks_of_the_repository(self):
        for picture in sorted((SAMPLES / "rack").glob("*.jpg")):
            self.assert_same("rack", picture)

    def test_counts_of_real_photos(self):
        self.need(photos("count"))
        for picture in photos("count"):
            self.assert_same("count", picture)

    def test_racks_of_real_photos(self):
        self.need(photos("rack"))
        for picture in photos("rack"):
            self.assert_same("rack", picture)

    def need(self, found):
        if not found:
            self.skipTest(f"there are no photos in {DATA}")
