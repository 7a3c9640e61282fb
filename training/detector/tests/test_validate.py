"""Finding, matching, summing up; on cases small enough to do by hand."""

import math
import unittest

try:
    import numpy as np
    import torch
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.detector.net import STRIDES
from training.detector.validate import SIDE, detect, letterbox, match, suppress, summarize


def boxes(*rows) -> np.ndarray:
    return np.array(rows, float).reshape(-1, 4)


class OneThing(torch.nn.Module):
    """Answers one box of 48 × 32 around (100, 60), twice in neighboring cells, and else nothing."""

    def forward(self, pixels):
        maps = [torch.zeros(1, 5, SIDE // s, SIDE // s) for s in STRIDES]
        for level in maps:
            level[:, 4] = -20
        for column, score in ((12, 3.0), (13, 2.0)):
            maps[0][0, :, 7, column] = torch.tensor([100 / 8 - column, 0.5, math.log(6), math.log(4), score])
        return maps


class Letterbox(unittest.TestCase):
    def test_top_left_with_gray_below(self):
        square, scale = letterbox(np.full((100, 200, 3), 7, np.uint8))
        self.assertEqual((square.shape, scale), ((640, 640, 3), 3.2))
        self.assertTrue((square[:320] == 7).all() and (square[320:] == 114).all())

    def test_boxes_come_back_in_pixels_of_the_picture(self):
        for width in (1280, 320):
            image = np.zeros((width // 2, width, 3), np.uint8)
            found, scores = detect(OneThing(), image, torch.device("cpu"))
            factor = width / 640
            np.testing.assert_allclose(found, boxes([76, 44, 124, 76]) * factor, rtol=1e-4)
            self.assertAlmostEqual(scores[0], 1 / (1 + math.exp(-3)), places=4)


class Suppress(unittest.TestCase):
    THREE = boxes([0, 0, 10, 10], [0, 0, 10, 8], [5, 0, 15, 10])

    def test_the_better_of_two_stays_best_first(self):
        self.assertEqual(suppress(self.THREE, np.array([0.5, 0.9, 0.7])).tolist(), [1, 2])
        self.assertEqual(suppress(self.THREE, np.array([0.9, 0.5, 0.95])).tolist(), [2, 0])

    def test_limit(self):
        # The first two overlap by 0.8, the first and the last by a third.
        scores = np.array([0.9, 0.8, 0.7])
        self.assertEqual(suppress(self.THREE, scores, 0.85).tolist(), [0, 1, 2])
        self.assertEqual(suppress(self.THREE, scores, 0.3).tolist(), [0])

    def test_nothing(self):
        self.assertEqual(suppress(boxes(), np.zeros(0)).tolist(), [])


class Match(unittest.TestCase):
    def test_each_truth_is_given_once_to_the_better_box(self):
        found = boxes([0, 0, 10, 9], [0, 0, 10, 10], [20, 0, 30, 10], [50, 50, 60, 60])
        truth = boxes([0, 0, 10, 10], [20, 0, 30, 11])
        self.assertEqual(match(found, truth).tolist(), [True, False, True, False])

    def test_half_is_enough_and_less_is_not(self):
        truth = boxes([0, 0, 10, 10])
        self.assertEqual(match(boxes([0, 0, 10, 5.01]), truth).tolist(), [True])
        self.assertEqual(match(boxes([0, 0, 10, 4.9]), truth).tolist(), [False])

    def test_a_box_over_two_takes_the_one_it_fits_better(self):
        truth = boxes([0, 0, 10, 10], [3, 0, 13, 10])
        self.assertEqual(match(boxes([2, 0, 12, 10], [0, 0, 10, 10]), truth).tolist(), [True, True])

    def test_nothing(self):
        self.assertEqual(match(boxes(), boxes([0, 0, 1, 1])).tolist(), [])
        self.assertEqual(match(boxes([0, 0, 1, 1]), boxes()).tolist(), [False])


class Summarize(unittest.TestCase):
    def test_best_threshold(self):
        # By falling score right, wrong, right; of two things.
        report = summarize(np.array([0.7, 0.9, 0.8]), np.array([True, True, False]), 2)
        self.assertAlmostEqual(report.f1, 0.8)
        self.assertEqual((report.threshold, report.recall), (0.7, 1.0))
        self.assertAlmostEqual(report.precision, 2 / 3)

    def test_a_tail_of_wrong_boxes_does_not_lower_the_best(self):
        report = summarize(np.array([0.9, 0.8, 0.3, 0.2]), np.array([True, True, False, False]), 4)
        self.assertEqual((report.threshold, report.recall, report.precision), (0.8, 0.5, 1.0))
        self.assertAlmostEqual(report.f1, 2 / 3)

    def test_recall_at_two_wrong(self):
        right = np.array([True, False, False, True, False, False, False, True])
        # After six boxes two are right and four wrong; the third right one comes after five wrong ones, still allowed.
        self.assertEqual(summarize(np.linspace(0.9, 0.2, 8), right, 4).recall_at_two, 0.75)
        late = np.array([True] + [False] * 5 + [True])
        self.assertEqual(summarize(np.linspace(0.9, 0.2, 7), late, 2).recall_at_two, 0.5)

    def test_nothing_found(self):
        report = summarize(np.zeros(0), np.zeros(0, bool), 5)
        self.assertEqual((report.f1, report.recall, report.recall_at_two), (0, 0, 0))
