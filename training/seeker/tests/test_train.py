"""A short run from nothing: it goes on after a stop, its graphs answer as the network does, and go back into one."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

try:
    import cv2
    import numpy as np
    import openvino  # noqa: F401
    import torch

    from training.seeker import export, train
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.seeker.engine import Engine
from training.seeker.finding import Picture
from training.seeker.net import Net, look, look_all
from training.seeker.proposing import groups, propose
from training.seeker.reopen import restore
from training.seeker.tests.made import entry, write_data, write_scenes
from training.seeker.trunk import Same, Trunk


class Shapes(unittest.TestCase):
    def test_taps_have_strides_4_to_32(self):
        taps = Trunk().eval()(torch.rand(1, 3, 64, 96) * 255)
        self.assertEqual([tuple(tap.shape[1:]) for tap in taps], [(24, 16, 24), (40, 8, 12), (112, 4, 6), (192, 2, 3)])

    def test_filters_that_do_not_learn_pass_the_same_gradient_on(self):
        for kernel, stride in ((3, 1), (5, 1), (3, 2), (5, 2)):
            with self.subTest(kernel=kernel, stride=stride):
                torch.manual_seed(kernel + stride)
                layer, x = Same(6, 6, kernel, stride, groups=6), torch.rand(2, 6, 20, 24, requires_grad=True)
                usual = layer(x)
                weights = torch.rand_like(usual)
                wanted = torch.autograd.grad(usual, (x, layer.bias), weights)
                layer.has_fixed_filters = True
                fixed = layer(x)
                torch.testing.assert_close(fixed, usual)
                torch.testing.assert_close(torch.autograd.grad(fixed, (x, layer.bias), weights), wanted)

    def test_boxes_of_one_picture_are_looked_at_together(self):
        maps = torch.rand(1, 96, 9, 12)
        boxes = torch.tensor([[3.0, 5, 40, 50], [60, 20, 90, 70]])
        self.assertTrue(torch.allclose(look(maps.expand(2, -1, -1, -1), boxes), look_all(maps, boxes), atol=1e-5))


class Run(unittest.TestCase):
    def train(self, samples: int, *more: str) -> str:
        arguments = ["--data", self.root, "--scenes", self.root / "scenes", "--out", self.root / "run", "--batch", 2,
                     "--workers", 0, "--threads", 1, "--samples", samples, *more]
        with io.StringIO() as output, contextlib.redirect_stdout(output):
            train.main([str(a) for a in arguments])
            return output.getvalue()

    def test_from_photos_to_graphs(self):
        with tempfile.TemporaryDirectory() as folder:
            self.root = Path(folder)
            write_data(self.root, [entry("a"), entry("b", source="eggs"), entry("c", source="other")])
            write_scenes(self.root / "scenes", 2)
            weights = self.root / "start.pt"
            torch.save(imagenet_like(), weights)
            self.train(2, "--imagenet", str(weights))
            self.assertIn("going on after 2 samples", self.train(4))
            state = torch.load(self.root / "run" / "checkpoint.pt", weights_only=True)
            self.assertEqual((state["seen"], state["step"]), (4, 2))
            self.assertTrue(all(torch.isfinite(value).all() for value in state["net"].values()))
            net, _ = export.load(self.root / "run" / "checkpoint.pt")
            pattern = str(self.root / "seeker-{}.onnx")
            with contextlib.redirect_stdout(io.StringIO()):
                export.export(net, pattern)
            self.goes_back(net, pattern)
            self.finds(pattern)

    def goes_back(self, net: Net, pattern: str) -> None:
        again = Net()
        restore(again, {name: Path(pattern.format(name)) for name in ("maps", "example", "find", "propose")},
                torch.randint(0, 255, (4, 3, 64, 64), dtype=torch.uint8))
        pixels = torch.rand(1, 3, 64, 64) * 255
        with torch.no_grad():
            mine, theirs = net.maps(pixels), again.eval().maps(pixels)
        self.assertLess(float((mine - theirs).abs().max() / mine.abs().max()), 0.02)

    def finds(self, pattern: str) -> None:
        """Untrained as it is, it answers; boxes lie where they are said to."""
        picture = Picture(Engine(pattern), cv2.imread(str(self.root / "detect" / "a.jpg")))
        finds = picture.seek(np.array([[10.0, 10, 40, 40]]))
        self.assertEqual(len(finds.boxes), len(finds.likes))
        self.assertTrue((np.diff(finds.scores) <= 0).all())
        self.assertLessEqual(len(groups(propose(picture))), 6)


def imagenet_like() -> dict[str, torch.Tensor]:
    """Random weights under the names of the published ones."""
    weights = {}

    def put(conv, name: str, norm: str) -> None:
        weights[f"{name}.weight"] = torch.randn_like(conv.weight) * 0.1
        for key, value in (("weight", 1.0), ("bias", 0.0), ("running_mean", 0.0), ("running_var", 1.0)):
            weights[f"{norm}.{key}"] = torch.full((conv.out_channels,), value)

    trunk = Trunk()
    put(trunk.stem, "_conv_stem", "_bn0")
    for index, block in enumerate(trunk.blocks):
        if block.widen is not None:
            put(block.widen, f"_blocks.{index}._expand_conv", f"_blocks.{index}._bn0")
        put(block.filter, f"_blocks.{index}._depthwise_conv", f"_blocks.{index}._bn1")
        put(block.narrow, f"_blocks.{index}._project_conv", f"_blocks.{index}._bn2")
    return weights
