"""A small made-up data folder, and scenes."""

import json
from pathlib import Path

import cv2
import numpy as np

BOXES = [[10, 10, 40, 40], [60, 20, 90, 50], [100, 60, 140, 100]]


def entry(name: str, source: str = "coinsph", split: str = "train", licence_class: str = "open", held: bool = False) -> dict:
    return {"file": f"{name}.jpg", "width": 160, "height": 120, "boxes": [[*box, "nut"] for box in BOXES],
            "source": f"someone/{source}", "source_key": source, "licence": "MIT", "licence_class": licence_class,
            "split": split, "heldout_source": held}


def write_picture(path: Path, shade: int) -> None:
    """Red squares on gray."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = np.full((120, 160, 3), shade, np.uint8)
    for left, top, right, bottom in BOXES:
        image[top:bottom, left:right] = (20, 30, 220)
    cv2.imwrite(str(path), image)


def write_data(root: Path, entries: list[dict], folder: str = "detect") -> None:
    (root / folder).mkdir(parents=True, exist_ok=True)
    (root / folder / f"{folder}.jsonl").write_text("".join(json.dumps(e) + "\n" for e in entries), encoding="utf-8")
    for number, one in enumerate(entries):
        write_picture(root / folder / one["file"], 60 + 10 * number)


def write_scenes(folder: Path, count: int) -> None:
    for number in range(count):
        write_picture(folder / f"{number:07d}.jpg", 40 + 20 * number)
        kinds = [[*box, number % 2] for number, box in enumerate(BOXES)]
        np.save(folder / f"{number:07d}.npy", np.array(kinds, np.float32))
