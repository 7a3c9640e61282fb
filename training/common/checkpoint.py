"""Files of weights, written such that a stop at any moment leaves a whole one."""

from pathlib import Path

import torch


def write(path: Path, state: dict) -> None:
    partial = path.with_name(f"{path.name}.partial")
    torch.save(state, partial)
    partial.replace(path)


def read(path: Path) -> dict:
    return torch.load(path, map_location="cpu", weights_only=True)
