"""A small residual network from a 64 x 64 crop to a unit vector of 256 numbers."""

import torch
from torch import nn
from torch.nn.functional import avg_pool2d, normalize

from .crops import FILL

WIDTHS = (24, 32, 64, 128)
BLOCKS = (1, 2, 1)
DIMENSIONS = 256


def conv(inputs, outputs, stride=1):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs))


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.second = conv(width, width), conv(width, width)
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x):
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Embedder(nn.Module):
    """Input [N, 3, 64, 64] RGB 0..255, output [N, 256] of length 1.

    The last number is a constant before scaling: with share `a` of the squared length it turns a cosine c of the
    other 255 into (1 - a) c + a. `calibrate` chooses `a` so that the best cut falls on the wanted similarity.
    """

    def __init__(self, widths=WIDTHS, blocks=BLOCKS):
        super().__init__()
        self.stem = conv(3, widths[0], 2)
        stages, pooled = [], 0
        for before, width, count in zip(widths, widths[1:], blocks):
            stages.append(nn.Sequential(conv(before, width, 2), nn.ReLU(), *[Block(width) for _ in range(count)]))
            pooled += width
        self.stages = nn.ModuleList(stages)
        self.head = nn.Linear(pooled + widths[-1], DIMENSIONS - 1)
        self.register_buffer("share", torch.tensor(0.0))

    def raw(self, x):
        """The 255 learned numbers, unit length."""
        x = (x.float() - FILL) * (1 / 58.0)
        # The gray of the letterbox is exactly 114. Left out of the means, a slender object gives the same numbers
        # lying along the frame, where most of the input is fill, and across it, where none is.
        shown = (x.abs().amax(1, keepdim=True) * 400).clamp(0, 1)
        x = torch.relu(self.stem(x))
        pools = []
        for stage in self.stages:
            x = stage(x)
            weight = avg_pool2d(shown, shown.shape[-1] // x.shape[-1])
            # Early stages keep color and texture, late ones shape.
            pools.append((x * weight).sum((2, 3)) / (weight.sum((2, 3)) + 1e-3))
        pools.append((x * (4 * weight).clamp(max=1)).amax((2, 3)))
        return normalize(self.head(torch.cat(pools, 1)).float(), dim=1)

    def forward(self, x):
        learned = self.raw(x) * torch.sqrt(1 - self.share)
        constant = torch.sqrt(self.share).expand(learned.shape[0], 1)
        return torch.cat([learned, constant], 1)


def share_for(cut, wanted=0.80):
    """The share that moves cosine `cut` to `wanted`; 0 where `cut` is already above it."""
    return max(0.0, (wanted - cut) / (1 - cut))


def multiply_adds(model, side=64):
    """Multiplications with addition of one crop, counted in convolutions and the linear layer."""
    total = 0

    def count(module, _, output):
        nonlocal total
        if isinstance(module, nn.Conv2d):
            total += output[0].numel() * module.weight[0].numel()
        elif isinstance(module, nn.Linear):
            total += module.weight.numel()

    handles = [m.register_forward_hook(count) for m in model.modules()]
    with torch.no_grad():
        model(torch.zeros(1, 3, side, side))
    for handle in handles:
        handle.remove()
    return total
