"""The gain from moving the threshold."""

import math
import random
import unittest
from pathlib import Path

from countbench import border


def outcome(truth: int, scores: list[float], right: list[int], low: int = 0, high: int = 9) -> border.Outcome:
    """Things in a row; `right` has the index of the thing that each find covers, or -1."""
    true = [[50.0 * index, 0, 10, 10] for index in range(truth)]
    finds = [[50.0 * place + 1 if place >= 0 else -500.0, 0, 10, 10, score] for place, score in zip(right, scores)]
    tap = border.Tap(Path("photo.jpg"), "source", true[0], true, truth)
    return border.Outcome(tap, sum(score > 0.6 for score in scores), low, high, finds)


class Border(unittest.TestCase):
    def test_each_thing_is_found_once(self):
        one = outcome(3, [0.9, 0.8, 0.7, 0.2], [0, 0, 1, 2])
        self.assertEqual(one.right, [True, False, True, True])
        self.assertAlmostEqual(one.order, 2 / 3)

    def test_border_moves_as_far_as_there_are_finds(self):
        self.assertEqual(outcome(3, [0.9, 0.8, 0.7, 0.2], [0, 1, 2, -1]).best, 3)
        self.assertEqual(outcome(3, [0.9], [0]).best, 1)

    def test_report_tells_the_program_from_a_fixed_score(self):
        text = border.report("set", [outcome(3, [0.9, 0.8, 0.57, 0.2], [0, 1, 2, -1], low=2, high=3)])
        self.assertIn("| the program | 0% | 0% | 33% |", text)
        self.assertIn("| 0.55 | 100% | 100% | 0% |", text)
        self.assertIn("| border moved | 100% |", text)
        self.assertIn("Range holds the truth: 100%", text)

    def test_chances_come_true(self):
        draw = random.Random(1)
        scores = sorted((draw.uniform(0.05, 0.95) for _ in range(4000)), reverse=True)
        truth = [1 / (1 + math.exp(-(2 * border.logit(score) - 0.5))) for score in scores]
        right = [place if draw.random() < chance else -1 for place, chance in enumerate(truth)]
        one = outcome(1, scores, right)
        one.right = [place >= 0 for place in right]
        slope, offset = border.chances([one])
        self.assertAlmostEqual(slope, 2, delta=0.15)
        self.assertAlmostEqual(offset, -0.5, delta=0.15)


if __name__ == "__main__":
    unittest.main()
