"""The annotated photos, and which of them may be trained on."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

# Whole sources that no training sees: photos of one source look alike, so only these tell how strangers are read.
HELD_OUT = ("eggs", "mush", "coinsjd", "retail2", "comvis", "pills2", "parking", "nuts")
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
    photos = []
    with open(data / "detect" / "detect.jsonl") as lines:
        for line in lines:
            entry = json.loads(line)
            if open_data_only and entry["licence_class"] != "open":
                continue
            boxes = np.array([box[:4] for box in entry["boxes"]], np.float32).reshape(-1, 4)
            photos.append(Photo(data / "detect" / entry["file"], boxes, entry["source_key"], entry["split"]))
    return photos


def training_photos(photos: list[Photo]) -> list[Photo]:
    return [photo for photo in photos if photo.split == "train" and photo.source not in HELD_OUT]


def held_out_photos(photos: list[Photo]) -> list[Photo]:
    return [photo for photo in photos if photo.source in HELD_OUT]


def empty_pictures(data: Path, open_data_only: bool = False) -> list[Path]:
    """Surfaces and patterns of the training split: nothing to count in them."""
    with open(data / "textures" / "textures.jsonl") as lines:
        entries = [json.loads(line) for line in lines]
    return [
        data / "textures" / entry["file"]
        for entry in entries
        if entry["split"] == "train" and (entry["licence_class"] == "open" or not open_data_only)
    ]
