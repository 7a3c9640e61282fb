"""Queries the program for spines."""

import json
import subprocess
from pathlib import Path


def ask(bench: Path, paths: list[Path], repeat: int, models: Path | None = None, text: Path | None = None) -> list[dict]:
    """One answer for each photo: width, spines with quads, milliseconds.

    - models: the folder of the trained detector's network; None for the classical detector
    - text: the folder of the networks that read text; None to read nothing
    """
    names = "".join(f"{path}\n" for path in paths)
    chosen = (["--models", str(models)] if models else []) + (["--text", str(text)] if text else [])
    done = subprocess.run(
        [bench, "shelf", "--repeat", str(repeat), *chosen], input=names, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        if "error" in answer:
            raise SystemExit(f"{answer['file']}: {answer['error']}")
    return answers


def quads(answer: dict, least: float) -> list[list[list[float]]]:
    """The corners of spines above the threshold."""
    corners = ("topLeft", "topRight", "bottomRight", "bottomLeft")
    return [
        [[spine["quad"][corner]["x"], spine["quad"][corner]["y"]] for corner in corners]
        for spine in answer["spines"]
        if spine["confidence"] >= least
    ]
