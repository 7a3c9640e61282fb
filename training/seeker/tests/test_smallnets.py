"""The small network, and the threshold on finds."""

import json
import unittest

try:
    import numpy as np
    import torch  # noqa: F401

    from training.seeker import rank
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.seeker.thresholds import LOOSE, STRICT, WEIGHTS, cut
from training.seeker.hypotheses import held_in
from training.seeker.smallnet import SmallNet, learn_choice


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


class Thresholds(unittest.TestCase):
    def test_one_half_decides(self):
        found = cut(np.array([0.9, 0.8, 0.51, 0.49, 0.3, 0.1]))
        self.assertEqual((found.count, found.low, found.high), (3, 1, 5))
        self.assertEqual((STRICT, LOOSE), (1.5, -1.2))
        self.assertAlmostEqual(float(WEIGHTS.sum()), 1)

    def test_nothing_found_is_no_error(self):
        found = cut(np.zeros(0))
        self.assertEqual((found.count, found.low, found.high, found.alternatives()), (0, 0, 0, [0]))

    def test_other_answers_differ_by_more_than_a_tenth(self):
        found = cut(np.array([0.95] * 10 + [0.5001] * 6))
        self.assertEqual(found.alternatives(), [16, 10])

    def test_no_source_is_on_both_sides(self):
        self.assertEqual(set(rank.folds(["a", "b", "a", "c"])), {"a", "b", "c"})


class Containment(unittest.TestCase):
    def test_parts_lie_in_wholes(self):
        parts = np.array([[10, 10, 14, 14], [20, 10, 24, 14], [90, 90, 94, 94]], float)
        wholes = np.array([[0, 0, 40, 40], [50, 0, 80, 40]], float)
        inside, holding = held_in(parts, wholes)
        self.assertAlmostEqual(inside, 2 / 3)
        self.assertEqual(holding, 0.5)
        self.assertEqual(held_in(wholes, parts), (0.0, 0.0))
