"""Going on from a model file: what is restored answers as the file does, in both modes."""

import tempfile
import unittest
from pathlib import Path

try:
    import onnx
    import onnxruntime
    import torch
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from torch import nn

from training.common.export import halve
from training.common.restore import convolutions, linear, restore


class Small(nn.Module):
    """Two convolutions with normalization, one of them beside a shortcut; one without; a fully connected layer."""

    def __init__(self, width: int = 12):
        super().__init__()
        # Named against the order of computation, which is what counts.
        self.last = nn.Conv2d(width, 5, 1)
        self.beside = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width, eps=1e-3))
        self.first = nn.Sequential(nn.Conv2d(3, width, 3, 2, 1, bias=False), nn.BatchNorm2d(width))
        self.head = nn.Linear(5, 4)

    def forward(self, x):
        x = torch.relu(self.first(x / 58))
        x = self.last(x + torch.relu(self.beside(x)))
        return self.head(x.mean((2, 3)))


def trained(width: int = 12) -> Small:
    """A network whose normalization does change numbers."""
    model = Small(width)
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.uniform_(-0.3, 0.3)
            module.running_var.uniform_(0.3, 2)
            module.weight.data.uniform_(0.5, 1.5)
            module.bias.data.uniform_(-0.5, 0.5)
    return model.eval()


class Restoring(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(5)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "small.onnx"
        self.batch = torch.rand(24, 3, 32, 32) * 255
        self.model = trained()
        torch.onnx.export(
            self.model, (self.batch[:2],), str(self.path), opset_version=17, dynamo=False, input_names=["images"],
            output_names=["output"], dynamic_axes={"images": {0: "batch"}, "output": {0: "batch"}})

    def answers(self, pixels: torch.Tensor) -> torch.Tensor:
        """Of the file."""
        return torch.from_numpy(onnxruntime.InferenceSession(str(self.path)).run(None, {"images": pixels.numpy()})[0])

    @torch.no_grad()
    def restored(self) -> Small:
        torch.manual_seed(77)
        model = Small()
        restore(model, self.path, self.batch)
        for parameter, stored in zip((model.head.weight, model.head.bias), linear(self.path, "head")):
            parameter.copy_(torch.from_numpy(stored))
        return model

    @torch.no_grad()
    def test_the_file_has_its_normalization_folded(self):
        kinds = {node.op_type for node in onnx.load(str(self.path)).graph.node}
        self.assertNotIn("BatchNormalization", kinds)
        self.assertEqual([w.shape for w, _ in convolutions(self.path)], [(12, 3, 3, 3), (12, 12, 3, 3), (5, 12, 1, 1)])
        torch.testing.assert_close(self.answers(self.batch), self.model(self.batch), atol=1e-4, rtol=0)

    @torch.no_grad()
    def test_it_answers_as_the_file_does(self):
        model, others = self.restored(), torch.rand(6, 3, 32, 32) * 255
        self.assertFalse(model.training)
        for pixels in (self.batch, others):
            torch.testing.assert_close(model(pixels), self.answers(pixels), atol=1e-4, rtol=0)

    @torch.no_grad()
    def test_it_answers_nearly_so_when_it_is_trained(self):
        model, wanted = self.restored(), self.answers(self.batch)
        spread = wanted.std(0).mean()
        model.train()
        self.assertLess((model(self.batch) - wanted).abs().max(), 0.02 * spread)
        # What a normalization that was not fitted would do.
        fresh = self.restored()
        for module in fresh.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.weight.fill_(1)
                module.bias.zero_()
        fresh.train()
        self.assertGreater((fresh(self.batch) - wanted).abs().max(), 0.5 * spread)

    @torch.no_grad()
    def test_running_moments_are_those_of_the_batch(self):
        model, seen = self.restored(), {}
        model.first[1].register_forward_pre_hook(lambda _, inputs: seen.update(x=inputs[0]))
        model(self.batch)
        torch.testing.assert_close(model.first[1].running_mean, seen["x"].mean((0, 2, 3)), atol=1e-4, rtol=1e-4)
        torch.testing.assert_close(model.first[1].running_var, seen["x"].var((0, 2, 3)), atol=1e-4, rtol=1e-4)

    @torch.no_grad()
    def test_weights_in_half_precision_are_read(self):
        halve(self.path)
        stored = {node.op_type for node in onnx.load(str(self.path)).graph.node}
        self.assertIn("Cast", stored)
        torch.testing.assert_close(self.restored()(self.batch), self.answers(self.batch), atol=1e-4, rtol=0)

    def test_it_can_be_trained(self):
        model = self.restored().train()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        goal, losses = self.answers(self.batch) + 0.3, []
        for _ in range(20):
            loss = (model(self.batch) - goal).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        self.assertLess(losses[-1], 0.5 * losses[0])

    def test_files_of_other_networks_are_refused(self):
        for other in (Small(16), nn.Sequential(nn.Conv2d(3, 12, 3, 2, 1))):
            with self.assertRaisesRegex(ValueError, "small.onnx is not a file of this network"):
                restore(other, self.path, self.batch)


if __name__ == "__main__":
    unittest.main()
