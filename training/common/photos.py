"""Conventions about the photos: their lists, and which of them are for measuring."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

# Sources excluded from all training: photos of one source look alike, so only other sources show how well unknown ones
# are read.
HELD_OUT = ("eggs", "mush", "coinsjd", "retail2", "comvis", "pills2", "parking", "nuts")


def read_lines(path: Path) -> list[dict]:
    """The entries of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def entries(path: Path, open_data_only: bool = False) -> list[dict]:
    """The entries of a list of photos; empty if the list is missing."""
    found = read_lines(path) if path.exists() else []
    return [entry for entry in found if entry["licence_class"] == "open" or not open_data_only]


def boxes_of(entry: dict) -> np.ndarray:
    """float32 [N, 4]: left, top, right, bottom."""
    return np.array([box[:4] for box in entry["boxes"]], np.float32).reshape(-1, 4)


def textures(data: Path, open_data_only: bool = False) -> list[Path]:
    """Surfaces and patterns of the training split, without anything to detect."""
    folder = data / "textures"
    return [folder / entry["file"] for entry in entries(folder / "textures.jsonl", open_data_only)
            if entry["split"] == "train"]


def lists(data: Path, open_data_only: bool = False) -> Iterator[tuple[str, dict]]:
    """The entries of all lists of boxed photos, each with the name of its folder."""
    for folder in ("detect", "detect2"):
        for entry in entries(data / folder / f"{folder}.jsonl", open_data_only):
            yield folder, entry
