"""A short run from nothing: it goes on after a stop, its graphs answer as the network does, and go back into one."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

try:
    import cv2
    import numpy as np
    import openvino  # noqa: F401
    import torch

    from training.seeker import export, pack, train
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.common import checkpoint
from training.seeker.begin import GRAPHS, restore
from training.seeker.engine import Engine
from training.seeker.match import Picture
from training.seeker.learner import Batch, Pace, trainer_of
from training.seeker.net import Net, look, look_all
from training.seeker.proposals import groups, propose
from training.seeker.tests.made import entry, write_data, write_scenes
from training.seeker.targets import Targets
from training.seeker.trunk import Graph, Lite, Taken


class Shapes(unittest.TestCase):
    def test_taps_have_strides_4_to_32(self):
        taps = Lite(0).eval()(torch.rand(1, 3, 64, 96) * 255)
        self.assertEqual([tuple(tap.shape[1:]) for tap in taps], [(24, 16, 24), (40, 8, 12), (112, 4, 6), (192, 2, 3)])
        taps = Lite(2).eval()(torch.rand(1, 3, 64, 96) * 255)
        self.assertEqual([tap.shape[1] for tap in taps], [24, 48, 120, 208])

    def test_boxes_of_one_picture_are_looked_at_together(self):
        maps = torch.rand(1, 96, 9, 12)
        boxes = torch.tensor([[3.0, 5, 40, 50], [60, 20, 90, 70]])
        self.assertTrue(torch.allclose(look(maps.expand(2, -1, -1, -1), boxes), look_all(maps, boxes), atol=1e-5))


class FromAFile(unittest.TestCase):
    """The first part of a model file answers as the file does, before and after its normalizations are fitted."""

    def test_answers_as_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path, pixels = Path(folder) / "other.onnx", torch.rand(4, 3, 64, 64) * 255
            model = Other().eval()
            torch.onnx.export(model, (pixels[:1],), str(path), input_names=["images"], output_names=["end"],
                              dynamic_axes={"images": {0: "n", 2: "h", 3: "w"}}, opset_version=17, dynamo=False)
            graph = Graph(path, Taken(path.name, (2, 4), "end", 1 / 255, True)).eval()
            self.assertEqual(graph.channels, (18, 8))
            with torch.no_grad():
                wanted = model(pixels.flip(1) / 255)
                torch.testing.assert_close(graph(pixels)[-1], wanted, atol=1e-4, rtol=1e-4)
                graph.fit(pixels)
                torch.testing.assert_close(graph(pixels)[-1], wanted, atol=1e-3, rtol=1e-3)
                torch.testing.assert_close(graph.train()(pixels)[-1], wanted, atol=1e-2, rtol=1e-2)


class Other(torch.nn.Module):
    """Of what trunks of detectors are made: strides, groups, sums, products, pools."""

    def __init__(self):
        super().__init__()
        self.first = torch.nn.Conv2d(3, 6, 3, 2, 1)
        self.each = torch.nn.Conv2d(6, 6, 3, 1, 1, groups=6)
        self.last = torch.nn.Conv2d(18, 8, 3, 2, 1)
        self.scale = torch.nn.Parameter(torch.tensor([1.5]))

    def forward(self, x):
        x = torch.relu(self.first(x)) * self.scale
        y = self.each(x)
        y = y * torch.sigmoid(y) + x
        pooled = torch.nn.functional.max_pool2d(y, 5, 1, 2)
        return torch.relu(self.last(torch.cat([x, y, pooled], 1)))


class Run(unittest.TestCase):
    def train(self, samples: int, *more: str) -> str:
        arguments = ["--pack", self.root / "pack", "--out", self.root / "run", "--batch", 2, "--workers", 0,
                     "--threads", 1, "--samples", samples, *more]
        with io.StringIO() as output, contextlib.redirect_stdout(output):
            train.main([str(a) for a in arguments])
            return output.getvalue()

    def pack(self) -> None:
        write_data(self.root, [entry("a"), entry("b", source="eggs"), entry("c", source="other")])
        write_scenes(self.root / "scenes", 2)
        given = ["pack", "--data", self.root, "--scenes", self.root / "scenes", "--out", self.root / "pack"]
        with mock.patch("sys.argv", [str(a) for a in given]), contextlib.redirect_stdout(io.StringIO()):
            pack.main()

    def test_from_photos_to_graphs(self):
        with tempfile.TemporaryDirectory() as folder:
            self.root = Path(folder)
            self.pack()
            torch.save(imagenet_net().state_dict(), self.root / "begin.pt")
            self.train(2, "--begin", str(self.root / "begin.pt"))
            self.assertIn("going on after 2 samples", self.train(4))
            state = checkpoint.read(self.root / "run" / "checkpoint.pt")
            self.assertEqual((state["seen"], state["step"], state["trunk"]), (4, 2, "lite0"))
            self.assertTrue(all(torch.isfinite(value).all() for value in state["model"].values()))
            self.assertIn("going on after 4 samples", self.train(6, "--light"))
            self.assertIn("going on after 6 samples", self.train(8))
            net, _ = export.load(self.root / "run" / "checkpoint.pt")
            pattern = str(self.root / "seeker-{}.onnx")
            with contextlib.redirect_stdout(io.StringIO()):
                export.export(net, pattern)
            self.goes_back(net, pattern)
            self.finds(pattern)

    def test_what_is_kept_does_not_change(self):
        net = imagenet_net()
        before = {name: value.clone() for name, value in net.maps.trunk.state_dict().items()}
        trainer = trainer_of(net, Pace(kept=3), torch.device("cpu"))
        asked = Targets(torch.rand(2, 1600, 4) * 300, torch.randint(-1, 3, (2, 1600)).float())
        boxes = torch.tensor([[[10.0, 10, 50, 50]]]).repeat(2, 3, 1)
        batch = Batch(torch.rand(2, 3, 320, 320) * 255, boxes, asked, asked, torch.ones(2, 1600))
        trainer.learn(batch, 0.0)
        after = net.maps.trunk.state_dict()
        changed = {name for name in before if not torch.equal(before[name], after[name])}
        self.assertFalse([name for name in changed if name.startswith(("stem.", "blocks.0.", "blocks.1."))])
        self.assertTrue([name for name in changed if name.startswith("blocks.2.") and "running" in name])

    def goes_back(self, net: Net, pattern: str) -> None:
        again = Net()
        restore(again, {name: Path(pattern.format(name)) for name in GRAPHS},
                torch.randint(0, 255, (4, 3, 64, 64), dtype=torch.uint8))
        pixels = torch.rand(1, 3, 64, 64) * 255
        with torch.no_grad():
            mine, theirs = net.maps(pixels), again.eval().maps(pixels)
        self.assertLess(float((mine - theirs).abs().max() / mine.abs().max()), 0.02)

    def finds(self, pattern: str) -> None:
        """Even untrained, it answers, and its boxes are in the right places."""
        picture = Picture(Engine(pattern), cv2.imread(str(self.root / "detect" / "a.jpg")))
        finds = picture.seek(np.array([[10.0, 10, 40, 40]]))
        self.assertEqual(len(finds.boxes), len(finds.scores))
        self.assertTrue((np.diff(finds.scores) <= 0).all())
        self.assertLessEqual(len(groups(propose(picture))), 6)


def imagenet_net() -> Net:
    """A network whose trunk has random weights under the names of the published ones."""
    torch.manual_seed(2)
    net, weights = Net(), {}

    def put(layer, name: str, norm: str) -> None:
        weights[f"{name}.weight"] = torch.randn_like(layer.conv.weight) * 0.1
        for key, value in (("weight", 1.0), ("bias", 0.0), ("running_mean", 0.0), ("running_var", 1.0)):
            weights[f"{norm}.{key}"] = torch.full((layer.conv.out_channels,), value)

    trunk = net.maps.trunk
    put(trunk.stem, "_conv_stem", "_bn0")
    for index, block in enumerate(trunk.blocks):
        if block.widen is not None:
            put(block.widen, f"_blocks.{index}._expand_conv", f"_blocks.{index}._bn0")
        put(block.filter, f"_blocks.{index}._depthwise_conv", f"_blocks.{index}._bn1")
        put(block.narrow, f"_blocks.{index}._project_conv", f"_blocks.{index}._bn2")
    trunk.load_imagenet(weights)
    return net


if __name__ == "__main__":
    unittest.main()
