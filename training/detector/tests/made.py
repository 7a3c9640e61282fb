"""Small made-up data folders for the tests."""

import json
from pathlib import Path

import cv2
import numpy as np


def write_jsonl(path: Path, rows: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_picture(path: Path, boxes, width: int = 160, height: int = 120, shade: int = 90) -> None:
    """Red rectangles on gray."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = np.full((height, width, 3), shade, np.uint8)
    for left, top, right, bottom in boxes:
        image[top:bottom, left:right] = (20, 30, 220)
    cv2.imwrite(str(path), image)


BOXES = [[10, 10, 40, 40], [60, 20, 90, 50], [100, 60, 140, 100]]


def photo(name: str, source: str = "coinsph", split: str = "train", licence_class: str = "open") -> dict:
    return {"file": f"{name}.jpg", "width": 160, "height": 120, "boxes": [[*box, "coin"] for box in BOXES],
            "source": f"someone/{source}", "source_key": source, "licence": "MIT", "licence_class": licence_class,
            "split": split}


def texture(name: str, split: str = "train", licence_class: str = "open") -> dict:
    return {"file": f"{name}.jpg", "kind": "surface", "source": "someone/surfaces", "licence": "CC0",
            "licence_class": licence_class, "split": split}


def write_data(root: Path, photos: list[dict], textures: list[dict]) -> None:
    """A folder like the one that the training reads."""
    write_jsonl(root / "detect" / "detect.jsonl", photos)
    write_jsonl(root / "textures" / "textures.jsonl", textures)
    for number, entry in enumerate(photos):
        write_picture(root / "detect" / entry["file"], BOXES, shade=60 + 10 * number)
    for entry in textures:
        write_picture(root / "textures" / entry["file"], [])


def write_scenes(folder: Path, count: int) -> list[Path]:
    for number in range(count):
        path = folder / f"{number:07d}.jpg"
        write_picture(path, BOXES, shade=40 + 20 * number)
        np.save(path.with_suffix(".npy"), np.array([[*box, 0] for box in BOXES], np.float32))
    return sorted(folder.glob("*.jpg"))
