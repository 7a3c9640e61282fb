"""Starts from model files: the four graphs of a seeker put back into a network that can be trained."""

from pathlib import Path

import torch
from torch import nn

from .. import reopen
from .net import NORMAL, Example, Net

GRAPHS = ("maps", "example", "find", "propose")


class _Whole(nn.Module):
    """Runs every convolution once, in the order of the four files; the example is the middle of each picture."""

    def __init__(self, net: Net):
        super().__init__()
        self.net = net

    def forward(self, pixels: torch.Tensor) -> None:
        maps = self.net.maps(pixels)
        middle = torch.tensor([pixels.shape[3] / 2, pixels.shape[2] / 2]).repeat(2)
        box = middle + torch.tensor([-0.5, -0.5, 0.5, 0.5]) * NORMAL
        example: Example = self.net.seeker.example(maps, box.expand(len(pixels), 4))
        self.net.seeker.find(maps, example)
        self.net.proposer(maps)


@torch.no_grad()
def restore(net: Net, files: dict[str, Path], batch: torch.Tensor) -> None:
    """Fills `net` from the files, keyed by the names in GRAPHS; normalizations are fitted to `batch`, pixels as bytes."""
    reopen.restore(_Whole(net), [files[name] for name in GRAPHS], batch.float())
    for layer, name in ((net.seeker.mix[0], "mix.0"), (net.seeker.mix[2], "mix.2")):
        weight, bias = reopen.linear(files["find"], name)
        layer.weight.copy_(torch.from_numpy(weight))
        layer.bias.copy_(torch.from_numpy(bias))
    net.seeker.heat.copy_(torch.from_numpy(reopen.named(files["find"], "heat")))
