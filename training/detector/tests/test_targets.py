"""Which cell answers for which thing."""

import unittest

try:
    import numpy as np
    import torch  # noqa: F401
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.detector.net import STRIDES
from training.detector.targets import BANDS, assign

SIZE = 384
NONE = np.zeros((0, 4), np.float32)


def boxes(*rows) -> np.ndarray:
    return np.array(rows, np.float32).reshape(-1, 4)


def square(x: float, y: float, side: float) -> list[float]:
    return [x - side / 2, y - side / 2, x + side / 2, y + side / 2]


def levels(kinds: np.ndarray, size: int = SIZE) -> list[np.ndarray]:
    """The cells of each level as a square."""
    ends = np.cumsum([(size // stride) ** 2 for stride in STRIDES])
    return [part.reshape(size // stride, -1) for part, stride in zip(np.split(kinds, ends[:-1]), STRIDES)]


def apart(rng: np.random.Generator) -> np.ndarray:
    """Boxes of all sizes and proportions that do not overlap."""
    found = []
    for _ in range(60):
        width, height = np.exp(rng.uniform(np.log(12), np.log(180), 2))
        x, y = rng.uniform(0, SIZE - width), rng.uniform(0, SIZE - height)
        box = [x, y, x + width, y + height]
        if all(box[0] >= b[2] or box[2] <= b[0] or box[1] >= b[3] or box[3] <= b[1] for b in found):
            found.append(box)
    return boxes(*found)


class Assign(unittest.TestCase):
    def held_levels(self, box) -> list[int]:
        _, kinds = assign(boxes(box), NONE, SIZE)
        return [level for level, part in enumerate(levels(kinds)) if (part == 1).any()]

    def test_every_thing_gets_a_cell(self):
        for seed in range(40):
            things = apart(np.random.default_rng(seed))
            targets, kinds = assign(things, NONE, SIZE)
            held = targets[kinds == 1]
            for thing in things:
                self.assertTrue((held == thing).all(1).any(), f"{thing} of seed {seed}")

    def test_a_thing_on_the_border_gets_a_cell(self):
        for box in ([0, 0, 12, 12], [SIZE - 12, SIZE - 12, SIZE, SIZE], [SIZE - 6, 100, SIZE, 112]):
            self.assertTrue((assign(boxes(box), NONE, SIZE)[1] == 1).any(), box)

    def test_sizes_go_to_levels(self):
        self.assertEqual(self.held_levels(square(100, 100, 20)), [0])
        self.assertEqual(self.held_levels(square(100, 100, 75)), [1])
        self.assertEqual(self.held_levels(square(190, 190, 250)), [2])

    def test_between_two_sizes_both_levels_answer(self):
        self.assertEqual(self.held_levels(square(100, 100, 50)), [0, 1])
        self.assertEqual(self.held_levels(square(190, 190, 100)), [1, 2])
        for (_, high), (low, _) in zip(BANDS, BANDS[1:]):
            self.assertLess(low, high)

    def test_a_pencil_goes_to_the_fine_cells(self):
        self.assertEqual(self.held_levels([20, 100, 360, 112]), [0])

    def test_nearest_center_wins(self):
        left, right = square(100, 100, 40), square(112, 100, 40)
        for order in ((left, right), (right, left)):
            targets, kinds = assign(boxes(*order), NONE, SIZE)
            fine = (SIZE // STRIDES[0]) ** 2
            for cell in np.nonzero(kinds[:fine] == 1)[0]:
                x = (cell % (SIZE // STRIDES[0]) + 0.5) * STRIDES[0]
                wanted = left if abs(x - 100) < abs(x - 112) else right
                self.assertEqual(targets[cell].tolist(), wanted, x)

    def test_cells_of_a_thing_lie_in_its_middle_half(self):
        box = [101, 57, 131, 101]
        part = levels(assign(boxes(box), NONE, SIZE)[1])[0]
        for row, column in zip(*np.nonzero(part == 1)):
            self.assertLessEqual(abs((column + 0.5) * 8 - 116), 30 / 4 + 1e-4)
            self.assertLessEqual(abs((row + 0.5) * 8 - 79), 44 / 4 + 1e-4)

    def test_what_is_ignored_is_not_judged(self):
        _, kinds = assign(NONE, boxes([64, 32, 128, 96]), SIZE)
        for part, stride in zip(levels(kinds), STRIDES):
            wanted = np.zeros_like(part)
            wanted[32 // stride : 96 // stride, 64 // stride : 128 // stride] = -1
            np.testing.assert_array_equal(part, wanted)

    def test_a_thing_in_an_ignored_place_still_counts(self):
        _, kinds = assign(boxes(square(96, 64, 20)), boxes([64, 32, 128, 96]), SIZE)
        fine = levels(kinds)[0]
        self.assertEqual(fine[7:9, 11:13].max(), 1)
        self.assertEqual(fine[4, 8], -1)

    def test_nothing_gives_background_alone(self):
        targets, kinds = assign(NONE, NONE, 640)
        self.assertEqual((targets.shape, kinds.shape), ((8400, 4), (8400,)))
        self.assertFalse(kinds.any())
