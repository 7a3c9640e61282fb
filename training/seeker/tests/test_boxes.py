"""Suppression and matching of boxes."""

import unittest

try:
    import numpy as np

    from training.seeker.boxes import areas, intersections, match, match_points, suppress
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


def slowly(boxes: np.ndarray, scores: np.ndarray, limit: float, inside: float) -> list[int]:
    kept: list[int] = []
    for index in np.argsort(-scores, kind="stable"):
        shared = intersections(boxes[index][None], boxes[kept])[0]
        own, theirs = areas(boxes[index]), areas(boxes[kept])
        apart = shared / (own + theirs - shared + 1e-6) < limit
        if (apart & (shared / (np.minimum(own, theirs) + 1e-6) < inside)).all():
            kept.append(int(index))
    return kept


class Suppression(unittest.TestCase):
    def test_is_what_a_plain_loop_does(self):
        rng = np.random.default_rng(2)
        for _ in range(20):
            middle, half = rng.uniform(0, 200, (150, 2)), rng.uniform(4, 30, (150, 2)) * rng.choice([1, 1, 1, 4], (150, 1))
            boxes, scores = np.concatenate([middle - half, middle + half], 1), rng.random(150).round(2)
            self.assertEqual(suppress(boxes, scores, 0.4, 0.7).tolist(), slowly(boxes, scores, 0.4, 0.7))

    def test_nothing_stays_of_nothing(self):
        self.assertEqual(len(suppress(np.zeros((0, 4)), np.zeros(0))), 0)


class Matching(unittest.TestCase):
    truth = np.array([[0, 0, 10, 10], [20, 0, 30, 10]], float)

    def test_a_true_box_is_given_away_once(self):
        found = np.array([[0, 0, 10, 9], [0, 1, 10, 10], [50, 50, 60, 60]], float)
        self.assertEqual(match(found, self.truth).tolist(), [True, False, False])

    def test_middles_have_to_lie_well_inside(self):
        found = np.array([[0, 0, 10, 10], [22, 0, 44, 10]], float)
        self.assertEqual(match_points(found, np.array([[5.0, 5], [23, 5]])).tolist(), [True, False])
