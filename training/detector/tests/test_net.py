"""The network: shapes, rows, and what goes into the model file."""

import math
import tempfile
import unittest
from pathlib import Path

try:
    import torch
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.detector.net import STRIDES, Detector, Exported, decode, flatten

try:
    import onnxruntime

    from training.detector.export import export, fold_normalization
except ImportError:
    onnxruntime = None


def used(size: str = "nano") -> Detector:
    """A network whose normalization has seen something, so that it does change numbers."""
    torch.manual_seed(3)
    detector = Detector(size)
    for module in detector.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.uniform_(-0.3, 0.3)
            module.running_var.uniform_(0.5, 2)
            module.weight.data.uniform_(0.5, 1.5)
    return detector.eval()


class Shapes(unittest.TestCase):
    @torch.no_grad()
    def test_a_map_for_each_stride_in_every_size(self):
        for size in Detector.SIZES:
            maps = Detector(size).eval()(torch.zeros(2, 3, 64, 96))
            self.assertEqual([tuple(m.shape) for m in maps], [(2, 5, 64 // s, 96 // s) for s in STRIDES], size)

    def test_the_shipped_size(self):
        self.assertEqual(sum(p.numel() for p in Detector("micro").parameters()), 1_667_311)

    @torch.no_grad()
    def test_an_untrained_network_expects_little(self):
        rows = Exported(Detector("nano").eval())(torch.rand(1, 3, 64, 64) * 255)
        self.assertLess(rows[..., 4].mean().item(), 0.05)


class Rows(unittest.TestCase):
    def test_flatten_goes_level_by_level_and_row_by_row(self):
        maps = [torch.zeros(1, 5, 64 // s, 64 // s) for s in STRIDES]
        maps[1][0, :, 2, 3] = torch.arange(1.0, 6.0)
        rows, grid, strides = flatten(maps)
        self.assertEqual(tuple(rows.shape), (1, 64 + 16 + 4, 5))
        place = 64 + 2 * 4 + 3
        self.assertEqual(rows[0, place].tolist(), [1, 2, 3, 4, 5])
        self.assertEqual(rows.abs().sum(), 15)
        self.assertEqual((grid[place].tolist(), strides[place].item()), ([3, 2], 16))
        self.assertEqual((grid[-1].tolist(), strides[-1].item()), ([1, 1], 32))

    def test_decode_by_hand(self):
        rows = torch.tensor([[[0.25, -0.5, math.log(2), 0], [0.5, 0.5, math.log(0.5), math.log(10)]]])
        found = decode(rows, torch.tensor([[3.0, 2.0], [0.0, 9.0]]), torch.tensor([16.0, 8.0]))
        torch.testing.assert_close(found, torch.tensor([[[52.0, 24, 32, 16], [4, 76, 4, 80]]]))

    def test_no_size_is_infinite(self):
        found = decode(torch.full((1, 1, 4), 1e4), torch.zeros(1, 2), torch.tensor([32.0]))
        self.assertTrue(torch.isfinite(found).all())


class File(unittest.TestCase):
    @torch.no_grad()
    def test_columns_are_box_score_and_one(self):
        detector, pixels = used(), torch.rand(2, 3, 64, 64) * 255
        rows, grid, strides = flatten(detector(pixels))
        found = Exported(detector)(pixels)
        self.assertEqual(tuple(found.shape), (2, 84, 6))
        torch.testing.assert_close(found[..., :4], decode(rows, grid, strides))
        torch.testing.assert_close(found[..., 4], torch.sigmoid(rows[..., 4]))
        self.assertTrue((found[..., 5] == 1).all())

    @unittest.skipUnless(onnxruntime, "onnxruntime is not installed")
    @torch.no_grad()
    def test_folded_normalization_changes_nothing(self):
        detector, pixels = used(), torch.rand(1, 3, 64, 64) * 255
        before = Exported(detector)(pixels)
        fold_normalization(detector)
        self.assertFalse(any(isinstance(m, torch.nn.BatchNorm2d) for m in detector.modules()))
        torch.testing.assert_close(Exported(detector)(pixels), before, atol=1e-3, rtol=1e-3)

    @unittest.skipUnless(onnxruntime, "onnxruntime is not installed")
    @torch.no_grad()
    def test_the_file_takes_any_number_of_pictures_and_answers_the_same(self):
        detector, pixels = used(), torch.rand(3, 3, 64, 64) * 255
        with tempfile.TemporaryDirectory() as folder:
            weights, out = Path(folder) / "w.pt", Path(folder) / "m.onnx"
            torch.save({"model": detector.state_dict(), "size": "nano", "seen": 5}, weights)
            export(weights, out, 64)
            session = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
            found = session.run(["output"], {"images": pixels.numpy()})[0]
            stored = out.stat().st_size
        wanted = Exported(detector)(pixels)
        # Weights are stored in half precision: two bytes each, and a thousandth of difference.
        self.assertLess(stored, 2.3 * sum(p.numel() for p in detector.parameters()))
        torch.testing.assert_close(torch.from_numpy(found[..., :4]), wanted[..., :4], atol=0.3, rtol=0.01)
        torch.testing.assert_close(torch.from_numpy(found[..., 4:]), wanted[..., 4:], atol=0.005, rtol=0)
