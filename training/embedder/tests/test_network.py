import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from training.embedder.baseline import describe
from training.embedder.crops import FILL
from training.embedder.evaluate import onnx_embed
from training.embedder.export import largest_difference, write
from training.embedder.network import Embedder, multiply_adds, share_for
from training.embedder.train import rate


class NetworkTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.model = Embedder().eval()
        for module in self.model.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.running_mean.normal_(0, 0.2)
                module.weight.data.uniform_(0.5, 1.5)
        self.crops = torch.randint(0, 256, (6, 3, 64, 64)).float()

    def test_vectors_have_length_one(self):
        with torch.no_grad():
            found = self.model(self.crops)
        self.assertEqual(found.shape, (6, 256))
        torch.testing.assert_close(found.norm(dim=1), torch.ones(6))

    def test_the_share_moves_the_cut_to_080(self):
        with torch.no_grad():
            raw = self.model.raw(self.crops)
            self.model.share.fill_(share_for(0.35))
            moved = self.model(self.crops)
        share = self.model.share.item()
        torch.testing.assert_close(moved @ moved.T, (1 - share) * (raw @ raw.T) + share)
        self.assertAlmostEqual((1 - share) * 0.35 + share, 0.80, places=6)
        self.assertEqual(share_for(0.9), 0)

    def test_it_stays_small(self):
        self.assertLess(sum(p.numel() for p in self.model.parameters()), 1_000_000)
        self.assertLess(multiply_adds(self.model), 25_000_000)

    def test_fill_alone_gives_finite_numbers(self):
        with torch.no_grad():
            found = self.model(torch.full((1, 3, 64, 64), float(FILL)))
        self.assertTrue(torch.isfinite(found).all())

    def test_the_exported_file_agrees(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.onnx"
            self.model.share.fill_(0.6)
            write(self.model, path, "letterbox")
            self.assertLess(largest_difference(self.model, path), 1e-4)
            self.assertLess(path.stat().st_size, 4_000_000)
            one = onnx_embed(path)(np.full((1, 64, 64, 3), 90, np.uint8))
            self.assertAlmostEqual(float(one[0, 255]), 0.6 ** 0.5, places=5)


class ScheduleTest(unittest.TestCase):
    def test_the_rate_rises_then_falls(self):
        rates = [rate(p, 0) for p in np.linspace(0, 1, 101)]
        top = int(np.argmax(rates))
        self.assertTrue(0 < top < 10 and rates[top] > 0.95 and rates[-1] < 0.03)
        self.assertEqual(sorted(rates[top:], reverse=True), rates[top:])


class BaselineTest(unittest.TestCase):
    def test_like_crops_are_closer(self):
        rng = np.random.default_rng(1)
        red, green = np.zeros((2, 64, 64, 3), np.uint8)
        red[..., 0], green[..., 1] = 200, 200
        crops = np.stack([red, red, green]) + rng.integers(0, 30, (3, 64, 64, 3)).astype(np.uint8)
        found = describe(crops)
        np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-4)
        self.assertGreater(found[0] @ found[1], found[0] @ found[2] + 0.2)
