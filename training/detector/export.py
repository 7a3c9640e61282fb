"""Writes the model file: `python -m training.detector.export --weights DIR/best.pt --out models/espy-detector.onnx`.

Input [N, 3, side, side]: blue, green, red, 0…255. Output [N, cells, 6]: center x, center y, width, height in pixels of
the input, score, 1. The number of pictures in a batch is free. The file is compared with the network before it counts.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..common import checkpoint, command
from ..common.export import answers, write
from .net import Detector, Exported


def load(weights: Path) -> tuple[Detector, int]:
    """The EMA of a checkpoint, or the best ones, and how many samples they had seen."""
    state = checkpoint.read(weights)
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


def export(weights: Path, out: Path, side: int) -> None:
    detector, seen = load(weights)
    torch.manual_seed(0)
    sample = torch.rand(2, 3, side, side) * 255
    with torch.no_grad():
        wanted = Exported(detector)(sample).numpy()
        fold_normalization(detector)
        write(Exported(detector), out, (sample,), ["images"], ["output"],
              {"images": {0: "batch"}, "output": {0: "batch"}})
    found = answers(out, sample)[0]
    # In pixels, scores included; half precision keeps eleven bits.
    worst = float(np.abs(found - wanted).max())
    if not worst < 2:
        raise SystemExit(f"the exported file differs from the network by {worst}")
    print(f"{out}: {out.stat().st_size} bytes, after {seen} samples, largest difference {worst:.2g}")


def main():
    parser = command.parser(__doc__, out="the model file")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--side", type=int, default=640)
    options = parser.parse_args()
    export(options.weights, options.out, options.side)


if __name__ == "__main__":
    main()
