"""Drawn trays, made anew by RenderSamples: the same ones for the same number on every machine."""

import shutil
import subprocess
from pathlib import Path


def render(root: Path, count: int) -> Path:
    """Draws trays with the seeds 1…count into a folder that holds nothing else, and returns it."""
    folder = root / ".build" / "bench" / "trays"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([root / ".build/release/RenderSamples", "trays", str(count), folder], check=True)
    return folder
