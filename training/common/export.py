"""Writes networks as ONNX files, and runs these to compare them with the network."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn


def write(model: nn.Module, path: Path, given: tuple[torch.Tensor, ...], inputs: Sequence[str], outputs: Sequence[str],
          axes: dict[str, dict[int, str]] | None = None, in_half: bool = True) -> None:
    """One file with the normalization inside; `axes` are the lengths that may differ from those of `given`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(model.eval(), given, str(path), input_names=list(inputs), output_names=list(outputs),
                      dynamic_axes=axes, opset_version=17, dynamo=False)
    if in_half:
        halve(path)
    onnx.checker.check_model(str(path))


def halve(path: Path) -> None:
    """Stores the large weights in half precision: half the file, and a cast in front of each use.

    Numbers in the network stay in single precision; the runtime undoes the casts when it loads the model.
    """
    model = onnx.load(str(path))
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != onnx.TensorProto.FLOAT or np.prod(weight.dims) < 256:
            continue
        name = weight.name
        half = onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(weight).astype(np.float16), name + "_half")
        weight.CopyFrom(half)
        casts.append(onnx.helper.make_node("Cast", [half.name], [name], to=onnx.TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def answers(path: Path, *given: torch.Tensor) -> list[np.ndarray]:
    """The output of the file."""
    session = onnxruntime.InferenceSession(str(path))
    return session.run(None, {put.name: value.numpy() for put, value in zip(session.get_inputs(), given)})
