"""Rendering scenes: none twice, and none that is half written."""

import argparse
import tempfile
import unittest
from pathlib import Path

try:
    import cv2  # noqa: F401
    import numpy as np

    from training.common import render
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


def load(options: argparse.Namespace) -> int:
    return 3


def make(options: argparse.Namespace, material: int, number: int) -> render.Files:
    if number == 4:
        raise ValueError("not this one")
    return render.picture(np.full((8, 8, 3), number * material, np.uint8), np.zeros((number, 5)), 90)


class Rendering(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name) / "scenes"

    def render(self, *given: str) -> list[str]:
        options = render.parser("", seed=1).parse_args(["--out", str(self.out), *given])
        render.Renderer(".jpg", load, make).run(options)
        return sorted(path.name for path in self.out.iterdir())

    def test_numbers_in_steps_on_several_processors(self):
        names = self.render("--count", "2", "--first", "1", "--step", "2", "--workers", "2")
        self.assertEqual(names, ["0000001.jpg", "0000001.npy", "0000003.jpg", "0000003.npy"])
        self.assertEqual(np.load(self.out / "0000003.npy").shape, (3, 5))

    def test_what_is_there_is_not_rendered_again(self):
        self.render("--count", "2")
        before = (self.out / "0000001.jpg").stat().st_mtime_ns
        self.render("--count", "3")
        self.assertEqual((self.out / "0000001.jpg").stat().st_mtime_ns, before)

    def test_a_scene_that_fails_leaves_nothing(self):
        with self.assertRaises(ValueError):
            self.render("--count", "1", "--first", "4")
        self.assertEqual(list(self.out.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
