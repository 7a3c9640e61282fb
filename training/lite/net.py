"""EfficientNet-Lite (M. Tan, Q. Le, 2019; the Lite variants: TensorFlow TPU models, 2020): inverted residuals with
relu6 and without squeeze-and-excitation, so that 8 bits lose little.

The statistics of the batch normalization stay those of the published weights: a few thousand photos would only blur
them. They are multiplied into the weights on the fly, which saves a pass over every map and does not change gradients.
"""

import torch
from torch import nn
from torch.nn import functional

# kernel, stride, expansion, channels, repeats of Lite0; the others scale width and depth.
STAGES = ((3, 1, 1, 16, 1), (3, 2, 6, 24, 2), (5, 2, 6, 40, 2), (3, 2, 6, 80, 3), (5, 1, 6, 112, 3), (5, 2, 6, 192, 4),
          (3, 1, 6, 320, 1))
# width, depth, and the picture side that it was published for.
VARIANTS = {"lite0": (1.0, 1.0, 224), "lite1": (1.0, 1.1, 240), "lite2": (1.1, 1.2, 260)}
STEM, FEATURES, KINDS = 32, 1280, 1000
MEAN, DEVIATION = 127.0, 128.0


def channels_of(channels, width):
    """A multiple of 8, at most a tenth below the wanted number."""
    wanted = channels * width
    rounded = max(8, int(wanted + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * wanted else rounded


class Convolution(nn.Module):
    """A convolution, its normalization, and relu6 unless `linear`.

    Padded as TensorFlow pads: with a stride the odd pixel is on the right and at the bottom.
    """

    def __init__(self, inputs, outputs, kernel=1, stride=1, groups=1, linear=False):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs, eps=1e-3)
        self.linear = linear
        before = (kernel - stride) // 2 if stride > 1 else kernel // 2
        after = kernel - stride - before if stride > 1 else kernel // 2
        self.padding = (before, after, before, after)

    def weights(self):
        """Weights and offsets including the normalization."""
        if self.norm is None:
            return self.conv.weight, self.conv.bias
        scale = self.norm.weight * torch.rsqrt(self.norm.running_var + self.norm.eps)
        return self.conv.weight * scale[:, None, None, None], self.norm.bias - self.norm.running_mean * scale

    @torch.no_grad()
    def fold(self):
        """For export: merges the normalization into the weights for good."""
        weight, bias = self.weights()
        self.conv.weight, self.conv.bias, self.norm = nn.Parameter(weight), nn.Parameter(bias), None

    def forward(self, x):
        weight, bias = self.weights()
        if self.padding[0] == self.padding[1]:
            y = functional.conv2d(x, weight, bias, self.conv.stride, self.padding[0], 1, self.conv.groups)
        else:
            y = functional.conv2d(functional.pad(x, self.padding), weight, bias, self.conv.stride, 0, 1,
                                  self.conv.groups)
        return y if self.linear else functional.relu6(y, inplace=True)


class Block(nn.Module):
    """Expansion, depthwise convolution, and projection, with a shortcut around them if shapes match."""

    def __init__(self, inputs, outputs, kernel, stride, expansion):
        super().__init__()
        middle = inputs * expansion
        self.expand = Convolution(inputs, middle) if expansion > 1 else nn.Identity()
        self.depthwise = Convolution(middle, middle, kernel, stride, groups=middle)
        self.project = Convolution(middle, outputs, linear=True)
        self.skips = stride == 1 and inputs == outputs

    def forward(self, x):
        y = self.project(self.depthwise(self.expand(x)))
        return x + y if self.skips else y


class Trunk(nn.Module):
    """RGB pictures `[N, 3, H, W]`, 0…255, to maps of strides 8, 16 and 32; `channels` has the width of each."""

    def __init__(self, name="lite0"):
        super().__init__()
        width, depth, self.side = VARIANTS[name]
        self.name, self.taps, inputs, blocks = name, [], STEM, []
        self.stem = Convolution(3, STEM, 3, 2)
        for stage, (kernel, stride, expansion, outputs, repeats) in enumerate(STAGES):
            outputs = channels_of(outputs, width)
            repeats = repeats if stage in (0, 6) else -int(-repeats * depth // 1)
            if stage in (3, 5):  # the last block before the next stride
                self.taps.append(len(blocks) - 1)
            for repeat in range(repeats):
                blocks.append(Block(inputs, outputs, kernel, stride if repeat == 0 else 1, expansion))
                inputs = outputs
        self.taps.append(len(blocks) - 1)
        self.blocks = nn.ModuleList(blocks)
        self.channels = [self.blocks[tap].project.conv.out_channels for tap in self.taps]
        self.frozen = 0  # the number of blocks, besides the stem, that do not learn

    def freeze(self, blocks):
        """Freezes the stem and the first `blocks` blocks; no gradients are kept for them."""
        self.frozen = blocks
        for part in [self.stem, *self.blocks[:blocks]]:
            part.requires_grad_(False)

    def forward(self, pictures):
        return self.rest(self.begin(pictures))

    def begin(self, pictures):
        """The frozen part; its map can be cached for repeated pictures."""
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.frozen):
            return [*self.run(self.stem((pictures - MEAN) / DEVIATION), 0, self.frozen)]

    def rest(self, begun):
        *maps, x = begun
        return [*maps, *self.run(x, self.frozen, len(self.blocks))][:len(self.taps)]

    def run(self, x, first, last):
        """The maps of strides 8, 16, 32 among these blocks, then that of the last block."""
        for place in range(first, last):
            x = self.blocks[place](x)
            if place in self.taps:
                yield x
        yield x

    def fold(self):
        fold(self)


class Lite(nn.Module):
    """The whole network: a trunk, 1,280 features of the whole picture, and scores of the ImageNet classes."""

    def __init__(self, name="lite0"):
        super().__init__()
        self.trunk = Trunk(name)
        self.head = Convolution(self.trunk.channels[-1], FEATURES)
        self.kinds = nn.Linear(FEATURES, KINDS)

    def features(self, pictures):
        return self.head(self.trunk(pictures)[-1]).mean((2, 3))

    def forward(self, pictures):
        return self.kinds(self.features(pictures))


def fold(model):
    """Merges every normalization in `model` into the weights for good."""
    for part in model.modules():
        if isinstance(part, Convolution):
            part.fold()
