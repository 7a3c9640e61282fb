"""Learning rate, and going on after a stop."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

try:
    import torch

    from training.detector import train
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.detector.tests.made import photo, texture, write_data, write_scenes


class Rate(unittest.TestCase):
    def test_warms_up_in_300_steps(self):
        self.assertAlmostEqual(train.rate(0, 0), 1 / 300)
        self.assertAlmostEqual(train.rate(0, 149), 0.5)
        self.assertEqual(train.rate(0.01, 299), 1)

    def test_stays_and_falls_to_a_fiftieth(self):
        self.assertEqual({train.rate(share / 100, 1000) for share in range(56)}, {1.0})
        self.assertAlmostEqual(train.rate(0.775, 1000), 0.51)
        self.assertAlmostEqual(train.rate(1.0, 1000), 0.02)
        self.assertAlmostEqual(train.rate(1.4, 1000), 0.02)
        falling = [train.rate(0.55 + share / 100, 1000) for share in range(46)]
        self.assertEqual(falling, sorted(falling, reverse=True))


class Loop(unittest.TestCase):
    def train(self, samples: int) -> str:
        arguments = ["train", "--data", self.root, "--scenes", self.root / "scenes", "--out", self.root / "run",
                     "--size", "nano", "--side", 64, "--batch", 4, "--workers", 0, "--samples", samples]
        with mock.patch.object(sys, "argv", [str(a) for a in arguments]), io.StringIO() as output:
            with contextlib.redirect_stdout(output):
                train.main()
            return output.getvalue()

    def test_goes_on_from_the_checkpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            self.root = Path(folder)
            write_data(self.root, [photo("a"), photo("b", source="eggs")], [texture("t")])
            write_scenes(self.root / "scenes", 2)
            self.assertIn("held-out sources: F1", self.train(8))
            before = torch.load(self.root / "run" / "checkpoint.pt", weights_only=True)
            self.assertEqual((before["seen"], before["step"], before["size"]), (8, 2, "nano"))
            self.assertTrue((self.root / "run" / "best.pt").exists())
            self.assertIn("going on after 8 samples", self.train(16))
            after = torch.load(self.root / "run" / "checkpoint.pt", weights_only=True)
            self.assertEqual((after["seen"], after["step"]), (16, 4))
            changed = [name for name, value in before["model"].items() if not torch.equal(value, after["model"][name])]
            self.assertGreater(len(changed), 100)
            self.assertTrue(all(torch.isfinite(value).all() for value in after["model"].values()))
