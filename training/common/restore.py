"""Goes on from a model file: puts the weights of a shipped file back into a network that can be trained.

In the file each batch normalization is folded into the convolution before it. Training needs them apart, and needs
them to be close to what a batch will give; so the folded weights are put in, the means and variances of what really
passes are measured, and the normalization is set such that its scale and shift undo them: the network answers as the
file does, and goes on answering so when it is switched to training.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn


def convolutions(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weight and bias of every convolution of a file, in the order in which they are computed."""
    graph = onnx.load(str(path)).graph
    stored = {i.name: onnx.numpy_helper.to_array(i).astype(np.float32) for i in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Cast", "Identity") and node.input[0] in stored:
            stored[node.output[0]] = stored[node.input[0]]
    return [tuple(stored[name] for name in node.input[1:3]) for node in graph.node if node.op_type == "Conv"]


def linear(path: Path, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Weight and bias of a fully connected layer that kept its name, or the end of it."""
    return named(path, f"{name}.weight"), named(path, f"{name}.bias")


def named(path: Path, name: str) -> np.ndarray:
    """The weights that kept their name, or the end of it; they may be stored in half precision."""
    for stored in onnx.load(str(path)).graph.initializer:
        whole = stored.name.removesuffix("_half")
        if whole == name or whole.endswith(f".{name}"):
            return onnx.numpy_helper.to_array(stored).astype(np.float32)
    raise ValueError(f"{path} has no weights named {name}")


@torch.no_grad()
def restore(model: nn.Module, path: Path | list[Path], batch: torch.Tensor) -> None:
    """Fills the convolutions of `model` from the file, or from several one after the other.

    The normalizations are fitted to `batch`.

    The convolutions are matched in the order in which each computes them. Raises ValueError when shapes differ.
    """
    model.eval()
    steps = _steps(model, batch[:1])
    paths = path if isinstance(path, list) else [path]
    weights = [step for one in paths for step in convolutions(one)]
    if [tuple(conv.weight.shape) for conv, _ in steps] != [weight.shape for weight, _ in weights]:
        raise ValueError(f"{path} is not a file of this network")
    for (conv, norm), (weight, bias) in zip(steps, weights):
        conv.weight.copy_(torch.from_numpy(weight))
        if norm is None:
            conv.bias.copy_(torch.from_numpy(bias))
        else:
            _set(norm, torch.zeros(len(bias)), torch.ones(len(bias)) - norm.eps, torch.from_numpy(bias))
    _fit(model, [norm for _, norm in steps if norm is not None], batch)


def _steps(model: nn.Module, batch: torch.Tensor):
    """Every convolution with the normalization right behind it, in the order of computation."""
    order: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.BatchNorm2d)
    handles = [m.register_forward_hook(lambda m, *_: order.append(m)) for m in model.modules() if isinstance(m, kinds)]
    model(batch)
    for handle in handles:
        handle.remove()
    following = order[1:] + [None]
    return [(m, n if isinstance(n, nn.BatchNorm2d) else None)
            for m, n in zip(order, following) if isinstance(m, nn.Conv2d)]


def _fit(model: nn.Module, norms: list[nn.BatchNorm2d], batch: torch.Tensor) -> None:
    moments = {}

    def measure(norm, inputs):
        moments[norm] = torch.var_mean(inputs[0].float(), (0, 2, 3))

    handles = [norm.register_forward_pre_hook(measure) for norm in norms]
    model(batch)
    for handle in handles:
        handle.remove()
    for norm in norms:
        variance, mean = moments[norm]
        _set(norm, mean, variance, norm.bias + mean)


def _set(norm: nn.BatchNorm2d, mean, variance, shift) -> None:
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.copy_(shift)
