"""Writes the graphs: `python -m training.seeker.export --weights DIR/checkpoint.pt --out models/espy-seeker-{}.onnx`.

Large weights are stored in half precision. Each file is compared with the network on another size before it counts. That
of the maps is then cut in three.
"""

from pathlib import Path

import numpy as np
import torch

from ..common import checkpoint, command
from ..common import export as onnx_file
from .graphs import GRAPHS
from .net import STRIDE, Net
from .split import split

_PICTURE = {2: "height", 3: "width"}
AXES = {"pixels": _PICTURE, "maps": {2: "rows", 3: "columns"}, "boxes": {0: "count"}, "rows": {1: "cells"},
        "vectors": {0: "count"}}


def load(weights: Path, trunks: Path | None = None) -> tuple[Net, int]:
    """The EMA of a checkpoint, and how many samples it had seen."""
    state = checkpoint.read(weights)
    net = Net(state["trunk"], trunks)
    net.load_state_dict(state["average"])
    return net.float().eval(), state["seen"]


@torch.no_grad()
def inputs(net: Net, name: str, height: int, width: int, things: int) -> tuple[torch.Tensor, ...]:
    """Example inputs of the graph, from a noise picture with some things."""
    pixels = torch.rand(1, 3, height, width) * 255
    corner = torch.rand(things, 2) * 100
    boxes = torch.cat([corner, corner + 30 + torch.rand(things, 2) * 30], 1)
    maps = GRAPHS["maps"](net)(pixels)[0]
    if name == "find":
        return (maps, *GRAPHS["example"](net)(maps, boxes))
    return (pixels,) if name == "maps" else (maps,) if name == "propose" else (maps, boxes)


def write(net: Net, name: str, path: Path) -> None:
    graph = GRAPHS[name](net)
    axes = {each: AXES[each] for each in (*graph.inputs, *graph.outputs) if each in AXES}
    onnx_file.write(graph, path, inputs(net, name, 384, 512, 2), graph.inputs, graph.outputs, axes)


@torch.no_grad()
def difference(net: Net, name: str, path: Path) -> float:
    """The largest difference between file and network for another size, over the network's largest number."""
    given = inputs(net, name, 32 * STRIDE, 40 * STRIDE, 5)
    graph = GRAPHS[name](net)
    pairs = [(a, b.numpy()) for a, b in zip(onnx_file.answers(path, *given), graph(*given))]
    return max(float(np.abs(a - b).max() / max(np.abs(b).max(), 1e-6)) for a, b in pairs)


def export(net: Net, out: str, names: tuple[str, ...] = tuple(GRAPHS)) -> None:
    torch.manual_seed(0)
    for name in names:
        path = Path(out.format(name))
        write(net, name, path)
        worst = difference(net, name, path)
        if not worst < 0.02:  # half precision keeps eleven bits
            raise SystemExit(f"{path} differs from the network by {worst}")
        print(f"{path}: {path.stat().st_size} bytes, largest difference {worst:.2g}")
        if name == "maps":
            split(path, out)


def main():
    parser = command.parser(__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", default="models/espy-seeker-{}.onnx")
    parser.add_argument("--trunks", type=Path, help="folder with the model files of the detectors' trunks")
    options = parser.parse_args()
    net, seen = load(options.weights, options.trunks)
    print(f"after {seen} samples")
    export(net, options.out)


if __name__ == "__main__":
    main()
