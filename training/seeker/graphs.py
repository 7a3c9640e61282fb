"""The network as five graphs of one picture each, with plain tensors in and out."""

import torch
from torch import nn

from .net import Example, Maps, Net, Proposer, Seeker, decode, merge, vectors


class MapsGraph(nn.Module):
    """pixels [1, 3, H, W] to maps [1, WIDTH, H / 8, W / 8]."""

    inputs, outputs = ("pixels",), ("maps",)

    def __init__(self, net: Net):
        super().__init__()
        self.maps: Maps = net.maps

    def forward(self, pixels: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return (self.maps(pixels),)


class ExampleGraph(nn.Module):
    """maps and boxes [N, 4] to what they look like together: mean, keys, size."""

    inputs, outputs = ("maps", "boxes"), ("mean", "keys", "size")

    def __init__(self, net: Net):
        super().__init__()
        self.seeker: Seeker = net.seeker

    def forward(self, maps: torch.Tensor, boxes: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return tuple(merge(self.seeker.examples(maps, boxes), 1))


class FindGraph(nn.Module):
    """maps, mean, keys, size to rows [1, cells, 5]: left, top, right, bottom, score."""

    inputs, outputs = ("maps", "mean", "keys", "size"), ("rows",)

    def __init__(self, net: Net):
        super().__init__()
        self.seeker: Seeker = net.seeker

    def forward(self, maps, mean, keys, size) -> tuple[torch.Tensor, ...]:
        score, box = self.seeker.find(maps, Example(mean, keys, size))
        return (_rows(score, box, size),)


class ProposeGraph(nn.Module):
    """maps to rows: whole things of about the normal size."""

    inputs, outputs = ("maps",), ("rows",)

    def __init__(self, net: Net):
        super().__init__()
        self.proposer: Proposer = net.proposer

    def forward(self, maps: torch.Tensor) -> tuple[torch.Tensor, ...]:
        score, box = self.proposer(maps)
        return (_rows(score, box, torch.zeros(1, 2)),)


class DescribeGraph(nn.Module):
    """maps and boxes [N, 4] to vectors [N, WIDTH] of length 1, one for each box."""

    inputs, outputs = ("maps", "boxes"), ("vectors",)

    def __init__(self, net: Net):
        super().__init__()
        self.seeker: Seeker = net.seeker

    def forward(self, maps: torch.Tensor, boxes: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return (vectors(self.seeker.examples(maps, boxes)),)


GRAPHS = {"maps": MapsGraph, "example": ExampleGraph, "find": FindGraph, "propose": ProposeGraph,
          "describe": DescribeGraph}


def _rows(score: torch.Tensor, box: torch.Tensor, size: torch.Tensor) -> torch.Tensor:
    return torch.cat([decode(box, size), torch.sigmoid(score).flatten(2).transpose(1, 2)], 2)
