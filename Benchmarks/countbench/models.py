"""Weights that are not shipped with Espy."""

import os
import subprocess
from pathlib import Path


def home(folder: Path) -> dict[str, str]:
    """An environment in which `espy` ignores the user's settings and leaves the user's data alone."""
    return {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}


def has_nano(espy: Path, root: Path, environment: dict[str, str]) -> bool:
    """Copies YOLOX-Nano into the data folder. Returns false, after printing the reason, if that is not possible."""
    weights = Path(os.environ.get("ESPY_SHARED", root.parent / "shared")) / "data" / "models" / "yolox_nano.onnx"
    if not weights.exists():
        print(f"(no {weights}: leaving YOLOX-Nano out)")
        return False
    command = [str(espy), "models", "import", str(weights), "--id", "yolox-nano"]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"(YOLOX-Nano could not be brought in and is left out: {done.stderr.strip()})")
    return done.returncode == 0
