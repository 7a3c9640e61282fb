"""Numbers for the small nets, and what follows from what they say."""

import json
import unittest

try:
    import numpy as np
    import torch  # noqa: F401

    from training.seeker import learn
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.seeker.cutting import Cutter, weighted_median
from training.seeker.explaining import held_in
from training.seeker.features import CUT_FEATURES, CUTS, counts, cut_features, surest, table
from training.seeker.finding import Finds
from training.seeker.smallnet import SmallNet, learn_choice
from training.seeker.taps import Tap


def finds(scores: list[float]) -> Finds:
    boxes = np.array([[50 * i + 10, 10, 50 * i + 50, 50] for i in range(len(scores))], np.float32)
    return Finds(boxes, np.array(scores), np.linspace(1, 0.5, len(scores)))


def tap(right: int, wrong: int, seed: int) -> Tap:
    """A photo in which the right ones score high and the others low, with a gap between."""
    rng = np.random.default_rng(seed)
    scores = np.concatenate([rng.uniform(0.8, 0.95, right), rng.uniform(0.06, 0.45, wrong)])
    scores[::-1].sort()
    numbers = table(finds(scores.tolist()), 10_000, 100)
    return Tap(f"source{seed % 7}", str(seed), numbers, np.arange(right + wrong) < right, right)


class Features(unittest.TestCase):
    def test_the_surest_are_as_good_as_the_best_tenth(self):
        self.assertEqual(surest(np.array([0.9, 0.8, 0.7, 0.3])).tolist(), [True, True, False, False])
        self.assertEqual(surest(np.array([0.4, 0.3])).tolist(), [True, False])

    def test_numbers_of_a_cut(self):
        numbers = cut_features(table(finds([0.9, 0.8, 0.3]), 1000, 100))
        self.assertEqual(numbers.shape, (len(CUTS), len(CUT_FEATURES)))
        row = dict(zip(CUT_FEATURES, numbers[int(np.argmin(np.abs(CUTS + 0.04)))].tolist()))
        self.assertAlmostEqual(row["cut"], -0.04, places=5)
        self.assertAlmostEqual(row["up"], np.log(4) + 0.04, places=4)
        self.assertAlmostEqual(row["down"], np.log(7 / 3) - 0.04, places=4)
        self.assertAlmostEqual(row["count"], np.log(3), places=5)
        self.assertAlmostEqual(row["below"], 0.5)

    def test_nothing_found_is_no_error(self):
        empty = table(finds([]), 100, 100)
        self.assertEqual(cut_features(empty).shape, (len(CUTS), len(CUT_FEATURES)))
        self.assertEqual(counts(empty).tolist(), [0] * len(CUTS))


class Nets(unittest.TestCase):
    def test_numbers_come_back_from_json(self):
        net = SmallNet(np.zeros(2), np.ones(2), [(np.array([[1.0, 2], [0, 1]]), np.array([0.5, 0])),
                                                 (np.array([[1.0, -1]]), np.array([0.25]))])
        again = SmallNet.from_numbers(json.loads(json.dumps(net.as_numbers())))
        rows = np.array([[0.1, 0.2], [1, -1]])
        self.assertTrue(np.allclose(net(rows), again(rows)))
        self.assertAlmostEqual(float(net(rows)[0]), np.tanh(1.0) - np.tanh(0.2) + 0.25)

    def test_several_nets_answer_as_one(self):
        rng = np.random.default_rng(1)
        nets = [SmallNet(np.ones(2), np.full(2, 2.0), [(rng.normal(size=(3, 2)), rng.normal(size=3)),
                                                       (rng.normal(size=(1, 3)), rng.normal(size=1))]) for _ in range(4)]
        rows = rng.normal(size=(5, 2))
        self.assertTrue(np.allclose(SmallNet.mean(nets)(rows), np.mean([net(rows) for net in nets], 0)))

    def test_a_choice_is_learned(self):
        rng = np.random.default_rng(0)
        groups = []
        for _ in range(400):
            rows = rng.normal(size=(4, 3))
            groups.append((rows, (np.arange(4) == rows[:, 1].argmax()).astype(float)))
        net = learn_choice(groups, np.ones(400), hidden=8, epochs=60)
        right = [int(net(rows).argmax()) == int(worth.argmax()) for rows, worth in groups]
        self.assertGreater(np.mean(right), 0.9)


class Cuts(unittest.TestCase):
    def test_the_gap_is_found_on_photos_that_were_not_learned_from(self):
        taps = [tap(4 + seed % 9, 3 + seed % 5, seed) for seed in range(70)]
        kept, weights = learn.held_out_weights(taps)
        cutter = Cutter(learn.fit_net(taps))
        cutter.slope, cutter.shift = learn.fit_probability(kept, weights)
        learn.fit_range(cutter, kept, weights)
        cuts = [cutter.decide(one.finds, w) for one, w in zip(kept, weights)]
        self.assertGreater(np.mean([cut.count == one.truth for cut, one in zip(cuts, kept)]), 0.9)
        self.assertGreater(np.mean([cut.low <= one.truth <= cut.high for cut, one in zip(cuts, kept)]), 0.9)
        for cut, one in zip(cuts, kept):
            self.assertTrue((np.diff(cut.probabilities) <= 1e-12).all())
        again = Cutter.from_numbers(json.loads(json.dumps(cutter.as_numbers())))
        self.assertEqual(again.cut(taps[0].finds).count, cutter.cut(taps[0].finds).count)

    def test_no_source_is_on_both_sides(self):
        fold = learn.folds(["a", "b", "a", "c"])
        self.assertEqual(set(fold), {"a", "b", "c"})

    def test_the_median_weighs(self):
        self.assertEqual(weighted_median(np.array([9, 1, 5]), np.array([0.2, 0.45, 0.35])), 5)


class Containment(unittest.TestCase):
    def test_parts_lie_in_wholes(self):
        parts = np.array([[10, 10, 14, 14], [20, 10, 24, 14], [90, 90, 94, 94]], float)
        wholes = np.array([[0, 0, 40, 40], [50, 0, 80, 40]], float)
        inside, holding = held_in(parts, wholes)
        self.assertAlmostEqual(inside, 2 / 3)
        self.assertEqual(holding, 0.5)
        self.assertEqual(held_in(wholes, parts), (0.0, 0.0))
