"""When a count of the detector is believed."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.seeker import soundness

SHIPPED = Path(__file__).resolve().parents[3] / "models/espy-count-soundness.json"


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
        inputs = np.array([soundness.evidence(result([40, 40, 40, 40, 80, 80, 80, 80], others=2))])
        # The same things and the same number are in SoundnessTests.swift.
        self.assertAlmostEqual(soundness.chance(soundness.load(SHIPPED), inputs)[0], 0.6421, places=4)

    def test_what_is_written_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            again = Path(folder) / "again.json"
            soundness.save(again, soundness.load(SHIPPED))
            self.assertEqual(again.read_bytes(), SHIPPED.read_bytes())


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
