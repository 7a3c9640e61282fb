import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

try:
    import cv2
    import numpy as np

    from countbench import reference, selective, speed
except ImportError as error:
    raise unittest.SkipTest(f"needs what Benchmarks/requirements.txt lists: {error}") from error

from countbench.rivals import Answers


class Row:
    """A detector that sees things in a row, the first ones best, and an embedder for which all are alike."""

    def __init__(self, count: int):
        self._count = count

    def boxes(self, photo, confidence):
        scores = np.linspace(0.9, 0.1, self._count)
        left = np.arange(self._count) * 12.0
        boxes = np.stack([left, np.zeros(self._count), left + 10, np.full(self._count, 10.0)], 1)
        return boxes[scores >= confidence], scores[scores >= confidence]

    def vectors(self, crops):
        return np.tile(np.array([[0.6, 0.8]]), (len(crops), 1))


class LimitTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.photo = Path(folder.name) / "row.png"
        cv2.imwrite(str(self.photo), np.full((20, 300, 3), 90, np.uint8))

    def counted(self, **limits):
        row = Row(20)
        found = reference.Reference(row, row, **limits).count(self.photo)
        return found.count, found.left_out

    def test_the_script_takes_all(self):
        self.assertEqual(self.counted(), (20, 0))

    def test_the_best_are_looked_at(self):
        self.assertEqual(self.counted(most=8), (8, 12))
        self.assertEqual(self.counted(most=20), (20, 0))

    def test_a_higher_score_takes_fewer(self):
        self.assertEqual(self.counted(confidence=0.5), (10, 0))
        self.assertEqual(self.counted(confidence=0.5, most=8), (8, 2))

    def test_what_was_left_out_is_told(self):
        options = Namespace(confidence=0.35, most=50)
        some = {("python", Path("a/one.jpg")): Answers(3), ("espy", Path("a/two.jpg")): Answers(3)}
        self.assertIn("which no photo reached", speed.limits(options, some))
        some["batched", Path("a/two.jpg")] = Answers(3, left_out=7)
        text = speed.limits(options, some)
        self.assertIn("left boxes out of two.jpg", text)
        self.assertIn("best 50", text)


class SelectiveTests(unittest.TestCase):
    def test_counts_the_boxes_at_each_level(self):
        ours, nano = [np.array([0.9, 0.32, 0.02]), np.array([0.45])], [np.array([0.5, 0.4]), np.zeros(0)]
        lines = selective.compared(ours, nano).splitlines()
        cells = {line.split("|")[1].strip(): [c.strip() for c in line.split("|")[2:5]] for line in lines}
        self.assertEqual(cells["yolox-nano from 0.001"][:2], ["1", "1"])
        self.assertEqual(cells["espy-detector from 0.01"][:2], ["2", "2"])
        self.assertEqual(cells["espy-detector from 0.3"], ["2", "2", "2"])
        self.assertEqual(cells["espy-detector from 0.5"][:2], ["0", "0"])


if __name__ == "__main__":
    unittest.main()
