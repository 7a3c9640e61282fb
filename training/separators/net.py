"""A small network without full connections, from one shelf to where books begin, end and are."""

import torch
from torch import nn

#: Size of what it looks at, in pixels, and how many of them one cell of the answer has down and across.
HEIGHT, WIDTH = 256, 512
DOWN, ACROSS = 8, 2
#: What a cell says: a left side of a book, a right side, the inside of one.
LEFT, RIGHT, INSIDE = range(3)
CHANNELS = 3
WIDTHS = (16, 24, 32, 48, 64, 72)


class Conv(nn.Sequential):
    def __init__(self, inputs: int, outputs: int, stride: tuple[int, int] = (1, 1)):
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
        )


class Separators(nn.Module):
    """Input `[N, 3, height, width]` RGB 0...255; answer `[N, 3, height / 8, width / 2]`, log odds.

    Books are much higher than wide, so cells are too. The lower half of the network sees a sixteenth of the rows and
    an eighth of the cells, so that a side is known by all of its length and by both of its books.
    """

    def __init__(self, widths: tuple[int, ...] = WIDTHS):
        super().__init__()
        a, b, c, d, e, f = widths
        self.stem = nn.Sequential(Conv(3, a, (2, 2)), Conv(a, b, (2, 1)), Conv(b, c, (2, 1)))
        self.fine = Conv(c, c)
        self.down = nn.ModuleList([
            nn.Sequential(Conv(c, d, (2, 2)), Conv(d, d)),
            nn.Sequential(Conv(d, e, (2, 2)), Conv(e, e)),
            nn.Sequential(Conv(e, f, (2, 2)), Conv(f, f)),
        ])
        self.up = nn.ModuleList([Conv(f + e, e), Conv(e + d, d), Conv(d + c, c)])
        self.last = nn.Sequential(Conv(c, c), nn.Conv2d(c, CHANNELS, 1))
        nn.init.constant_(self.last[1].bias, -2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.fine(self.stem((x.float() - 114) / 58))
        passed = [x]
        for stage in self.down:
            x = stage(x)
            passed.append(x)
        x = passed.pop()
        for stage in self.up:
            x = nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
            x = stage(torch.cat([x, passed.pop()], 1))
        return self.last(x)


class Answer(nn.Module):
    """The network as it is written down: `[N, cells, 3]`, chances, row by row."""

    def __init__(self, net: Separators):
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.net(x)).flatten(2).transpose(1, 2)
