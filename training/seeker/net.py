"""The network: an example in, everything like it out; and a second head that proposes examples.

The picture is scaled so that the example has side `NORMAL`, so there is one size to learn. Maps have stride `STRIDE`.
"""

from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

from .trunk import trunk

NORMAL = 40.0
STRIDE = 8
WIDTH = 96
PARTS = 3  # an example is divided into PARTS × PARTS parts


class Example(NamedTuple):
    """The look of one or several things, one row per picture."""

    mean: torch.Tensor  # [N, WIDTH]
    keys: torch.Tensor  # [N, WIDTH, PARTS²], of length 1 along WIDTH
    size: torch.Tensor  # [N, 2]: logarithm of width and height over NORMAL


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
                         nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03), nn.SiLU(inplace=True))


class Maps(nn.Module):
    """Pixels to maps [N, WIDTH, H / STRIDE, W / STRIDE]: everything that both heads need to know about a picture."""

    def __init__(self, name: str = "lite0", folder: Path | None = None):
        super().__init__()
        self.trunk = trunk(name, folder)
        fine, *others = self.trunk.channels
        # The finest map keeps differences between its four cells: a print, a rim.
        self.laterals = nn.ModuleList([conv(fine, WIDTH, 3, 2), *(conv(channels, WIDTH, 1) for channels in others)])
        self.fuse = conv(WIDTH, WIDTH)

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        fine, middle, *coarse = (side(tap) for side, tap in zip(self.laterals, self.trunk(pixels)))
        added = fine + middle
        for level, one in enumerate(coarse, 1):
            added = added + F.interpolate(one, scale_factor=2.0**level, mode="nearest")
        return self.fuse(added)


class Seeker(nn.Module):
    """From maps and examples to a score and a box for each cell."""

    def __init__(self):
        super().__init__()
        self.key = nn.Conv2d(WIDTH, WIDTH, 1)
        self.mix = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.SiLU(inplace=True), nn.Linear(WIDTH, WIDTH))
        self.join = conv(2 * WIDTH + 2 * PARTS * PARTS + 3, WIDTH, 1)
        self.tower = nn.Sequential(conv(WIDTH, WIDTH), conv(WIDTH, WIDTH))
        self.box, self.score = nn.Conv2d(WIDTH, 4, 1), nn.Conv2d(WIDTH, 1, 1)
        self.heat = nn.Parameter(torch.tensor(8.0))
        _start(self, -3.5)

    def example(self, maps: torch.Tensor, boxes: torch.Tensor) -> Example:
        """One example per picture: boxes [N, 4] in pixels."""
        return self.described(look(maps, boxes), boxes)

    def examples(self, maps: torch.Tensor, boxes: torch.Tensor) -> Example:
        """The things in `boxes` of one picture, one row per box."""
        return self.described(look_all(maps, boxes), boxes)

    def described(self, seen: torch.Tensor, boxes: torch.Tensor) -> Example:
        keys = F.normalize(self.key(seen).flatten(2), dim=1)
        return Example(seen.mean((2, 3)), keys, torch.log((boxes[:, 2:] - boxes[:, :2]) / NORMAL))

    def find(self, maps: torch.Tensor, example: Example) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores before the sigmoid [N, 1, H, W] and boxes relative to the example's size [N, 4, H, W]."""
        likeness = torch.einsum("bchw,bcj->bjhw", F.normalize(self.key(maps), dim=1), example.keys)
        placed = _placed(likeness, example.size)
        size = torch.cat([example.size, example.size[:, :1] - example.size[:, 1:]], 1)[:, :, None, None]
        mixed = maps * self.mix(example.mean)[:, :, None, None]
        joined = [maps, mixed, likeness * 3, placed * 3, size.expand(-1, -1, *maps.shape[2:])]
        x = self.tower(self.join(torch.cat(joined, 1)))
        box = self.box(x)
        return self.score(x) + self.heat * (placed.mean(1, keepdim=True) - 0.5), box


class Proposer(nn.Module):
    """From maps to whole things of any kind with a side of about NORMAL."""

    def __init__(self):
        super().__init__()
        self.tower = nn.Sequential(*(conv(WIDTH, WIDTH) for _ in range(3)))
        self.score, self.box = nn.Conv2d(WIDTH, 1, 1), nn.Conv2d(WIDTH, 4, 1)
        _start(self, -4.0)

    def forward(self, maps: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.tower(maps)
        return self.score(x), self.box(x)


class Net(nn.Module):
    """Maps and both heads."""

    def __init__(self, name: str = "lite0", folder: Path | None = None):
        super().__init__()
        self.name = name
        self.maps, self.seeker, self.proposer = Maps(name, folder), Seeker(), Proposer()

    def seek(self, maps: torch.Tensor, boxes: torch.Tensor):
        """Score and box maps, and the mixed example of `boxes` [N, K, 4]: K examples in each picture."""
        count, several = boxes.shape[:2]
        single = self.seeker.example(maps.repeat_interleave(several, 0), boxes.reshape(-1, 4))
        example = merge(single, count)
        score, box = self.seeker.find(maps, example)
        return score, box, example


def merge(single: Example, pictures: int) -> Example:
    """Combines several examples of each picture into one."""
    mean = single.mean.view(pictures, -1, WIDTH).mean(1)
    keys = F.normalize(single.keys.view(pictures, -1, WIDTH, PARTS * PARTS).mean(1), dim=1)
    return Example(mean, keys, single.size.view(pictures, -1, 2).mean(1))


def vectors(example: Example) -> torch.Tensor:
    """The look of each thing [N, WIDTH], to be compared by dot products."""
    return F.normalize(example.keys.mean(2), dim=1)


def look(maps: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
    """The maps under one box per picture [N, WIDTH, PARTS, PARTS], each cell the mean of four samples."""
    grid = _grid(maps, boxes)
    return F.avg_pool2d(F.grid_sample(maps, grid, align_corners=False, padding_mode="border"), 2)


def look_all(maps: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
    """The same for all boxes of one picture, without a copy of its maps for each."""
    grid = _grid(maps, boxes).flatten(0, 1)[None]
    seen = F.avg_pool2d(F.grid_sample(maps, grid, align_corners=False, padding_mode="border"), 2)
    return seen.view(WIDTH, -1, PARTS, PARTS).transpose(0, 1)


def _grid(maps: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
    (height, width), fine = maps.shape[2:], PARTS * 2
    left, top, right, bottom = boxes.unbind(1)
    at = (torch.arange(fine, device=maps.device) + 0.5) / fine
    x = (left[:, None] + (right - left)[:, None] * at) / STRIDE
    y = (top[:, None] + (bottom - top)[:, None] * at) / STRIDE
    across, down = (2 * x / width - 1)[:, None, :], (2 * y / height - 1)[:, :, None]
    return torch.stack(torch.broadcast_tensors(across, down), -1)


def _placed(likeness: torch.Tensor, size: torch.Tensor) -> torch.Tensor:
    """The likeness to each part at its expected place, seen from the center of the thing."""
    height, width = likeness.shape[2:]
    part = size.exp() * (NORMAL / STRIDE / PARTS)
    away = torch.arange(PARTS, device=likeness.device) - (PARTS - 1) / 2
    rows, columns = torch.meshgrid(torch.arange(height, device=likeness.device) + 0.5,
                                   torch.arange(width, device=likeness.device) + 0.5, indexing="ij")
    moved = []
    for row in range(PARTS):
        for column in range(PARTS):
            x = 2 * (columns[None] + (away[column] * part[:, 0])[:, None, None]) / width - 1
            y = 2 * (rows[None] + (away[row] * part[:, 1])[:, None, None]) / height - 1
            one = likeness[:, row * PARTS + column : row * PARTS + column + 1]
            grid = torch.stack([x, y], -1)
            moved.append(F.grid_sample(one, grid, align_corners=False, padding_mode="border"))
    return torch.cat(moved, 1)


def _start(head: nn.Module, bias: float) -> None:
    """Starts with nothing anywhere, and boxes as large as the example."""
    nn.init.constant_(head.score.bias, bias)
    nn.init.zeros_(head.box.weight)
    nn.init.zeros_(head.box.bias)


def decode(box: torch.Tensor, size: torch.Tensor) -> torch.Tensor:
    """Corners [N, cells, 4] in pixels from a box map [N, 4, H, W] and the example's size [N, 2]."""
    height, width = box.shape[2:]
    rows, columns = torch.meshgrid(torch.arange(height, device=box.device) + 0.5,
                                   torch.arange(width, device=box.device) + 0.5, indexing="ij")
    x, y = (columns + box[:, 0] * 2) * STRIDE, (rows + box[:, 1] * 2) * STRIDE
    half_width = torch.exp((box[:, 2] + size[:, 0, None, None]).clamp(-3, 3)) * (NORMAL / 2)
    half_height = torch.exp((box[:, 3] + size[:, 1, None, None]).clamp(-3, 3)) * (NORMAL / 2)
    corners = [x - half_width, y - half_height, x + half_width, y + half_height]
    return torch.stack(corners, -1).flatten(1, 2)
