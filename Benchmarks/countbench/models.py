"""The weights that do not come with Espy."""

import os
import subprocess
from pathlib import Path


def nano_installed(espy: Path, root: Path, home: Path) -> dict[str, str] | None:
    """Brings YOLOX-Nano into a data folder under `home`, and gives the environment in which `espy` finds it.

    None, with a line that says so, where the weights are not there.
    """
    weights = Path(os.environ.get("ESPY_SHARED", root.parent / "shared")) / "data" / "models" / "yolox_nano.onnx"
    if not weights.exists():
        print(f"(no {weights}: leaving YOLOX-Nano out)")
        return None
    environment = {"XDG_DATA_HOME": str(home)}
    command = [str(espy), "models", "import", str(weights), "--as", "yolox-nano"]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"(YOLOX-Nano could not be brought in and is left out: {done.stderr.strip()})")
        return None
    return environment
