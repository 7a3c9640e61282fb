"""The network: small dense residual blocks, 256 numbers of length 1, and a cosine for each tag and for "none"."""

import torch
from torch import nn

EMBEDDING = 256


def convolution(inputs, outputs, kernel=3, stride=1, act=True):
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs)]
    return nn.Sequential(*layers, nn.ReLU(inplace=True)) if act else nn.Sequential(*layers)


class Block(nn.Module):
    """Two 3 x 3 convolutions, a weight for each channel from its mean, and the way around."""

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.first = convolution(inputs, outputs, 3, stride)
        self.second = convolution(outputs, outputs, 3, 1, act=False)
        self.gate = nn.Sequential(nn.Linear(outputs, max(8, outputs // 8)), nn.ReLU(inplace=True),
                                  nn.Linear(max(8, outputs // 8), outputs), nn.Sigmoid())
        around = [nn.AvgPool2d(2, 2, ceil_mode=True)] if stride == 2 else []
        around += [convolution(inputs, outputs, 1, 1, act=False)] if inputs != outputs else []
        self.around = nn.Sequential(*around)

    def forward(self, x):
        y = self.second(self.first(x))
        y = y * self.gate(y.mean((2, 3)))[:, :, None, None]
        return torch.relu(y + self.around(x))


class Tagger(nn.Module):
    """`[N, 3, S, S]` RGB 0…255 to embedding `[N, 256]` and scores `[N, K + 1]`; the last score is "none of them"."""

    def __init__(self, tags, widths=(48, 96, 192, 320), depths=(2, 2, 2, 2), dropout=0.1):
        super().__init__()
        self.settings = {"tags": tags, "widths": list(widths), "depths": list(depths)}
        layers = [convolution(3, 32, 3, 2), convolution(32, widths[0], 3, 2)]
        inputs = widths[0]
        for stage, (width, depth) in enumerate(zip(widths, depths)):
            for place in range(depth):
                layers.append(Block(inputs, width, 2 if stage and not place else 1))
                inputs = width
        self.body = nn.Sequential(*layers)
        self.dropout = nn.Dropout(dropout)
        self.project = nn.Linear(inputs, EMBEDDING, bias=False)
        self.normalize = nn.BatchNorm1d(EMBEDDING)
        self.kinds = nn.Parameter(torch.randn(tags + 1, EMBEDDING) * EMBEDDING ** -0.5)
        self.sharpness = nn.Parameter(torch.tensor(2.7))  # of the cosines, as a logarithm
        self.offsets = nn.Parameter(torch.zeros(tags + 1))

    def embed(self, pictures):
        features = self.body((pictures - 120.0) / 60.0).mean((2, 3))
        return nn.functional.normalize(self.normalize(self.project(self.dropout(features))).float())

    def scores(self, embedding):
        kinds = nn.functional.normalize(self.kinds)
        with torch.autocast(embedding.device.type, enabled=False):
            return embedding.float() @ kinds.float().T * self.sharpness.exp() + self.offsets

    def forward(self, pictures):
        embedding = self.embed(pictures)
        return embedding, self.scores(embedding)
