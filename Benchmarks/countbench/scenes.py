"""Trays rendered by RenderSamples: the same ones for the same number on every machine."""

import shutil
import subprocess
from pathlib import Path

#: The first seed: far from those of the trays that lie in the repository.
FIRST = 9001


def render(root: Path, count: int) -> Path:
    """Renders this many trays into a folder that contains nothing else, and returns it."""
    folder = root / ".build" / "bench" / "trays"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for seed in range(FIRST, FIRST + count):
        picture = folder / f"tray-{seed}.jpg"
        subprocess.run([root / ".build/release/RenderSamples", "tray", str(seed), picture], check=True)
    return folder
