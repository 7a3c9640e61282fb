"""Writes the model file: `python -m training.detector.export --weights DIR/best.pt --out models/espy-detector.onnx`.

Input [N, 3, side, side]: blue, green, red, 0…255. Output [N, cells, 6]: center x, center y, width, height in pixels of
the input, score, 1. The number of pictures in a batch is free. The file is compared with the network before it counts.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from .net import Detector, Exported


def load(weights: Path) -> tuple[Detector, int]:
    """The averaged weights of a checkpoint, or the best ones, and how many samples they had seen."""
    state = torch.load(weights, map_location="cpu", weights_only=True)
    detector = Detector(state["size"])
    detector.load_state_dict(state.get("average") or state["model"])
    return detector.eval(), state["seen"]


def fold_normalization(module: nn.Module) -> None:
    """Puts each batch normalization into the convolution before it: same numbers, fewer steps."""
    for child in module.children():
        if isinstance(child, nn.Sequential) and len(child) > 1 and isinstance(child[1], nn.BatchNorm2d):
            child[0] = torch.nn.utils.fuse_conv_bn_eval(child[0], child[1])
            child[1] = nn.Identity()
        fold_normalization(child)


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


def export(weights: Path, out: Path, side: int) -> None:
    detector, seen = load(weights)
    torch.manual_seed(0)
    sample = torch.rand(2, 3, side, side) * 255
    with torch.no_grad():
        wanted = Exported(detector)(sample).numpy()
        fold_normalization(detector)
        torch.onnx.export(
            Exported(detector), (sample,), str(out), input_names=["images"], output_names=["output"],
            dynamic_axes={"images": {0: "batch"}, "output": {0: "batch"}}, opset_version=17, dynamo=False)
    halve(out)
    onnx.checker.check_model(str(out))
    found = onnxruntime.InferenceSession(str(out)).run(None, {"images": sample.numpy()})[0]
    # In pixels, scores included; half precision keeps eleven bits.
    worst = float(np.abs(found - wanted).max())
    if not worst < 2:
        raise SystemExit(f"the exported file differs from the network by {worst}")
    print(f"{out}: {out.stat().st_size} bytes, after {seen} samples, largest difference {worst:.2g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, default=640)
    options = parser.parse_args()
    export(options.weights, options.out, options.side)


if __name__ == "__main__":
    main()
