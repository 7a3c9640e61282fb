"""Writes the network: `python -m training.outliner.export --weights DIR/checkpoint.pt --out models/espy-outliner.onnx`.

Large weights are stored in half precision. The file is compared with the network before it counts.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from ..common import checkpoint, command, export
from .net import Answer, Outliner
from .window import CELLS


def load(weights: Path) -> tuple[Outliner, int]:
    """The EMA of a checkpoint, and after how many steps."""
    state = checkpoint.read(weights)
    net = Outliner()
    net.load_state_dict(state["average"])
    return net.eval(), state["step"]


def windows(count: int) -> torch.Tensor:
    noise = torch.rand(count, 4, CELLS, CELLS)
    noise[:, :3] *= 255
    return noise


def write(net: Outliner, path: Path) -> None:
    export.write(Answer(net), path, (windows(2),), ["windows"], ["masks"], {"windows": {0: "count"}, "masks": {0: "count"}})


@torch.no_grad()
def difference(net: Outliner, path: Path) -> float:
    """The largest difference between the chances of file and network."""
    given = windows(5)
    found = export.answers(path, given)[0]
    return float(np.abs(found - Answer(net)(given).numpy()).max())


def main(arguments: list[str] | None = None) -> None:
    parser = command.parser(__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("models/espy-outliner.onnx"))
    options = parser.parse_args(arguments)
    torch.manual_seed(0)
    net, steps = load(options.weights)
    write(net, options.out)
    worst = difference(net, options.out)
    if not worst < 0.02:
        raise SystemExit(f"{options.out} differs from the network by {worst}")
    print(f"after {steps} steps; {options.out}: {options.out.stat().st_size} bytes, largest difference {worst:.2g}")


if __name__ == "__main__":
    main()
