"""A small U-shaped network: from a window and its box to which cells the thing fills."""

import torch
from torch import nn

#: Channels at 64, 32, 16 and 8 cells.
WIDTHS = (12, 24, 40, 64)


class Conv(nn.Sequential):
    def __init__(self, inputs: int, outputs: int, stride: int = 1):
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
        )


class Outliner(nn.Module):
    """Input `[N, 4, 64, 64]`: BGR 0...255, and how much of each cell the box covers (0...1); answer `[N, 64, 64]`, log
    odds that a cell belongs to the thing."""

    def __init__(self, widths: tuple[int, ...] = WIDTHS):
        super().__init__()
        a, b, c, d = widths
        self.stem = Conv(4, a)
        self.down = nn.ModuleList([nn.Sequential(Conv(i, o, 2), Conv(o, o)) for i, o in ((a, b), (b, c), (c, d))])
        self.middle = Conv(d, d)
        self.up = nn.ModuleList([nn.Sequential(Conv(i + o, o), Conv(o, o)) for i, o in ((d, c), (c, b))])
        self.last = nn.Sequential(Conv(b + a, a), nn.Conv2d(a, 1, 3, 1, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.cat([(x[:, :3] - 114) / 58, x[:, 3:] * 2 - 1], 1)
        passed = [self.stem(x)]
        for stage in self.down:
            passed.append(stage(passed[-1]))
        x = self.middle(passed.pop())
        for stage in (*self.up, self.last):
            x = nn.functional.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)
            x = stage(torch.cat([x, passed.pop()], 1))
        return x.squeeze(1)


class Answer(nn.Module):
    """The network as it is written down: chances instead of log odds."""

    def __init__(self, net: Outliner):
        super().__init__()
        self.net = net

    def forward(self, windows: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.net(windows))
