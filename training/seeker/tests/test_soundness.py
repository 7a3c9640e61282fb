"""When a count of the detector is believed."""

import re
import unittest
from pathlib import Path

import numpy as np

from training.seeker import soundness

SWIFT = Path(__file__).resolve().parents[3] / "Sources/EspyCount/Adaptive/Soundness.swift"


def result(sides: list[float], others: int = 0) -> dict:
    """Things with scores from 0.9 downwards and a doubt of 0.1."""
    things = [
        {"x": 0, "y": 0, "width": side, "height": side, "confidence": 0.9 - 0.01 * place, "doubt": 0.1, "main": True}
        for place, side in enumerate(sides)]
    return {"detections": things + [{"main": False}] * others, "count": len(sides)}


class EvidenceTests(unittest.TestCase):
    def test_nothing_has_none(self):
        self.assertIsNone(soundness.evidence(result([], others=3)))

    def test_what_it_is(self):
        low, doubt, share, spread = soundness.evidence(result([40, 40, 40, 40, 80, 80, 80, 80], others=2))
        self.assertAlmostEqual(low, 0.83)
        self.assertAlmostEqual(doubt, 0.1)
        self.assertAlmostEqual(share, 0.8)
        self.assertAlmostEqual(spread, np.log(2) / 2)

    def test_the_product_computes_the_same(self):
        text = SWIFT.read_text()
        weights = [float(number) for number in re.search(r"weights: \[Double\] = \[(.+)\]", text)[1].split(",")]
        bias = float(re.search(r"bias = (\S+)", text)[1])
        inputs = np.array([soundness.evidence(result([40, 40, 40, 40, 80, 80, 80, 80], others=2))])
        # The same things and the same number are in SoundnessTests.swift.
        self.assertAlmostEqual(soundness.chance(np.array([*weights, bias]), inputs)[0], 0.6421, places=4)


class TrialTests(unittest.TestCase):
    def test_the_frequent_kind_is_meant_where_there_is_one(self):
        trial = lambda *truth: soundness.Trial(Path("a.jpg"), "source", list(truth))  # noqa: E731
        self.assertEqual(trial(20, 3).meant, 20)
        self.assertIsNone(trial(20, 15).meant)
        self.assertIsNone(trial(3).meant)
        self.assertIsNone(trial().meant)


class LearningTests(unittest.TestCase):
    def setUp(self):
        drawn = np.random.default_rng(1)
        self.inputs = drawn.normal(3, 2, (400, 2))
        self.right = (self.inputs[:, 0] + drawn.normal(0, 0.5, 400) > 3).astype(float)

    def test_what_tells_gets_the_weight(self):
        first, second, bias = soundness.learn(self.inputs, self.right)
        self.assertGreater(first, 5 * abs(second))
        self.assertAlmostEqual(-bias / first, 3, delta=0.3)

    def test_folds_answer_for_sources_that_they_did_not_see(self):
        sources = [f"source {place % 16}" for place in range(400)]
        chances = soundness.in_folds(self.inputs, self.right, sources)
        self.assertGreater(chances[self.right == 1].mean(), chances[self.right == 0].mean() + 0.5)


if __name__ == "__main__":
    unittest.main()
