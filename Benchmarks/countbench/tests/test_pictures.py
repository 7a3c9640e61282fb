"""The page of errors."""

import tempfile
import unittest
from pathlib import Path

from countbench import pictures
from countbench.photos import Photo, Thing
from countbench.scores import Score


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def photo(self, name: str) -> Photo:
        path = self.folder / name
        path.write_bytes(b"the bytes of a picture")
        return Photo("set", path, 2, [Thing(10, 20, 8), Thing(30, 20, 8)])

    def test_shows_what_is_off_the_worst_first_and_nothing_else(self):
        names = ["right.jpg", "a bit <off>.jpg", "far off.png", "broken.jpg"]
        scores = [
            Score("set/right.jpg", 2, 2, 2, 2, size=(90, 60)),
            Score("set/off.jpg", 2, 1, 1, 2, size=(90, 60), places=((10.0, 20.0),)),
            Score("set/far.png", 2, 9, 8, 9, size=(90, 60), places=((10.0, 20.0), (11.0, 21.0))),
            Score("set/broken.jpg", 2, 0, 0, 0, failure="not a picture"),
        ]
        file = self.folder / "counts.html"
        pictures.write(file, {"set": list(zip(map(self.photo, names), scores))})
        page = file.read_text(encoding="utf-8")
        self.assertIn("set: 3 of 4", page)
        self.assertNotIn("right.jpg", page)
        self.assertIn("a bit &lt;off&gt;.jpg: 1 counted (1 to 2), 2 there", page)
        self.assertIn("broken.jpg: not a picture", page)
        order = [page.index(name) for name in ("far off.png", "broken.jpg", "a bit")]
        self.assertEqual(order[0], min(order))
        self.assertEqual((page.count("class=there"), page.count("class=mark")), (4, 3))
        self.assertIn("data:image/png;base64,", page)


if __name__ == "__main__":
    unittest.main()
