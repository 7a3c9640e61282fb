"""The detector: a small YOLOX-style network, anchor-free, without classes.

After YOLOX (Ge et al., 2021, arXiv 2107.08430): CSP backbone, feature pyramid both ways, one prediction per cell at
strides 8, 16 and 32. Two things differ. There is one tower for score and box instead of two, since there are no
classes to tell apart; and the score is trained towards the overlap of the box with its object (Zhang et al., 2021,
arXiv 2008.13367), so that it says "a whole thing, well framed" rather than "something is here".
"""

import torch
from torch import nn
from torch.nn import functional as F

STRIDES = (8, 16, 32)


class Conv(nn.Sequential):
    """Convolution, batch normalization, SiLU."""

    def __init__(self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1):
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03),
            nn.SiLU(inplace=True),
        )


class Bottleneck(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.steps = nn.Sequential(Conv(channels, channels, 1), Conv(channels, channels, 3))

    def forward(self, x):
        return x + self.steps(x)


class CSP(nn.Module):
    """Half of the channels go through the bottlenecks, half pass by (Wang et al., 2020, arXiv 1911.11929)."""

    def __init__(self, inputs: int, outputs: int, depth: int):
        super().__init__()
        half = outputs // 2
        self.deep = nn.Sequential(Conv(inputs, half, 1), *[Bottleneck(half) for _ in range(depth)])
        self.passing = Conv(inputs, half, 1)
        self.join = Conv(2 * half, outputs, 1)

    def forward(self, x):
        return self.join(torch.cat([self.deep(x), self.passing(x)], 1))


class Pooling(nn.Module):
    """Spatial pyramid pooling: the same pool three times over, so that a cell sees far around itself."""

    def __init__(self, channels: int):
        super().__init__()
        half = channels // 2
        self.shrink = Conv(channels, half, 1)
        self.join = Conv(half * 4, channels, 1)

    def forward(self, x):
        maps = [self.shrink(x)]
        for _ in range(3):
            maps.append(F.max_pool2d(maps[-1], 5, 1, 2))
        return self.join(torch.cat(maps, 1))


class Detector(nn.Module):
    """Pixels (blue, green, red, 0…255) in; per level one map of 5 channels out: x, y, width, height, score, all raw."""

    SIZES = {
        # stem, strides 4, 8, 16, 32; depths; width of the pyramid
        "nano": ((16, 32, 64, 112, 160), (1, 2, 2, 1), 64),
        "micro": ((16, 32, 80, 144, 224), (1, 2, 3, 1), 80),
        "small": ((32, 64, 128, 256, 512), (1, 3, 3, 1), 128),
    }

    def __init__(self, size: str = "micro"):
        super().__init__()
        channels, depths, width = self.SIZES[size]
        self.size = size
        self.stem = Conv(3, channels[0], 3, 2)
        stages = []
        for index, depth in enumerate(depths):
            steps = [Conv(channels[index], channels[index + 1], 3, 2)]
            if index == 3:
                steps.append(Pooling(channels[4]))
            steps.append(CSP(channels[index + 1], channels[index + 1], depth))
            stages.append(nn.Sequential(*steps))
        self.stages = nn.ModuleList(stages)
        self.lateral = nn.ModuleList([Conv(c, width, 1) for c in channels[2:]])
        self.down_the_pyramid = nn.ModuleList([CSP(2 * width, width, 1) for _ in range(2)])
        self.shrink = nn.ModuleList([Conv(width, width, 3, 2) for _ in range(2)])
        self.up_the_pyramid = nn.ModuleList([CSP(2 * width, width, 1) for _ in range(2)])
        self.tower = nn.ModuleList([nn.Sequential(Conv(width, width), Conv(width, width)) for _ in STRIDES])
        self.box = nn.ModuleList([nn.Conv2d(width, 4, 1) for _ in STRIDES])
        self.score = nn.ModuleList([nn.Conv2d(width, 1, 1) for _ in STRIDES])
        for head in self.score:
            nn.init.constant_(head.bias, -4.6)  # One cell in a hundred holds something: training starts calm.

    def forward(self, pixels):
        x = self.stem(pixels / 64 - 2)
        features = []
        for stage in self.stages:
            x = stage(x)
            features.append(x)
        fine, middle, coarse = (lateral(f) for lateral, f in zip(self.lateral, features[1:]))
        middle = self.down_the_pyramid[0](torch.cat([middle, F.interpolate(coarse, scale_factor=2.0)], 1))
        fine = self.down_the_pyramid[1](torch.cat([fine, F.interpolate(middle, scale_factor=2.0)], 1))
        middle = self.up_the_pyramid[0](torch.cat([middle, self.shrink[0](fine)], 1))
        coarse = self.up_the_pyramid[1](torch.cat([coarse, self.shrink[1](middle)], 1))
        maps = []
        for level, x in enumerate((fine, middle, coarse)):
            x = self.tower[level](x)
            maps.append(torch.cat([self.box[level](x), self.score[level](x)], 1))
        return maps


def flatten(maps):
    """Joins the maps of all levels: [batch, cells, 5], raw, with the cells' positions and strides [cells]."""
    rows, xs, ys, strides = [], [], [], []
    for stride, level in zip(STRIDES, maps):
        height, width = level.shape[2:]
        rows.append(level.flatten(2).transpose(1, 2))
        y, x = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
        xs.append(x.flatten())
        ys.append(y.flatten())
        strides.append(torch.full((height * width,), stride))
    device = rows[0].device
    grid = torch.stack([torch.cat(xs), torch.cat(ys)], 1).to(device, torch.float32)
    return torch.cat(rows, 1), grid, torch.cat(strides).to(device, torch.float32)


def decode(rows, grid, strides):
    """Raw rows to center x, center y, width, height in pixels of the input: the formulas of YOLOX."""
    centers = (rows[..., :2] + grid) * strides[:, None]
    # A size of e^8 cells is larger than any picture; the limit keeps half precision finite.
    sizes = torch.exp(rows[..., 2:4].clamp(-8, 8)) * strides[:, None]
    return torch.cat([centers, sizes], -1)


class Exported(nn.Module):
    """The exported form: rows of [center x, center y, width, height, score, 1] in YOLOX's layout."""

    def __init__(self, detector: Detector):
        super().__init__()
        self.detector = detector

    def forward(self, pixels):
        rows, grid, strides = flatten(self.detector(pixels))
        score = torch.sigmoid(rows[..., 4:5])
        return torch.cat([decode(rows, grid, strides), score, torch.ones_like(score)], -1)
