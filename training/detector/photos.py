"""The annotated photos, and which of them may be trained on."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..common.photos import HELD_OUT, boxes_of, entries

# Sources in which things outside the boxed kinds, or many of the kind itself, are not boxed.
LOOSELY_BOXED = ("coco128", "tinycoco", "trees2", "palm", "grapes", "strawb", "fruits15", "bees2", "elec", "cones")


@dataclass
class Photo:
    path: Path
    boxes: np.ndarray  # [N, 4] left, top, right, bottom
    source: str
    split: str

    @property
    def background_weight(self) -> float:
        """How far its empty places can be trusted to be empty."""
        return 0.25 if self.source in LOOSELY_BOXED else 0.6


def load_photos(data: Path, open_data_only: bool = False) -> list[Photo]:
    """All photos of `detect/detect.jsonl`, in the order of the file."""
    folder = data / "detect"
    return [Photo(folder / entry["file"], boxes_of(entry), entry["source_key"], entry["split"])
            for entry in entries(folder / "detect.jsonl", open_data_only)]


def training_photos(photos: list[Photo]) -> list[Photo]:
    return [photo for photo in photos if photo.split == "train" and photo.source not in HELD_OUT]


def held_out_photos(photos: list[Photo]) -> list[Photo]:
    return [photo for photo in photos if photo.source in HELD_OUT]
