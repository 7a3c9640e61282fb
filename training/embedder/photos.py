"""Photos with boxes and kinds, from labelled real photos and from rendered scenes.

A kind is what a person would count together within one photo. Kinds of different photos are never the same kind,
because light, lens and maker differ; `label` only says which kinds of different photos may show alike things.
"""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from ..common.photos import HELD_OUT, boxes_of, entries

# One label, visibly different things: two boxes of such a label are neither the same nor different.
MIXED_LABELS = {"coin", "playing card", "chess piece", "packaged food", "LEGO brick", "can", "bottle", "LED",
                "capacitor", "push button", "banknote"}
MIXED_SOURCES = {"pills", "coco128", "tinycoco", "people"}

# Sources with things of the labelled kind outside every box, so "no box here" does not mean background.
INCOMPLETE_SOURCES = {"trees2", "palm", "grapes", "mush", "strawb", "coco128", "tinycoco", "people", "bottle"}


@dataclass
class Photo:
    """One photo; boxes are float32 [N, 4] x0, y0, x1, y1 in pixels, kinds int [N] counted from 0 within the photo."""

    path: str
    source: str
    split: str
    boxes: np.ndarray
    kinds: np.ndarray
    labels: list[str] = field(default_factory=list)
    mixed: np.ndarray = None
    complete: bool = True
    licence_class: str = "open"

    def __post_init__(self):
        if self.mixed is None:
            self.mixed = np.zeros(len(self.kinds), bool)


def split_of(source, split):
    """Held-out sources are for evaluation alone, whatever split their photos were given."""
    return "held-out" if source in HELD_OUT else split


def real_photos(folder, open_only=False):
    """Reads `detect.jsonl` in `folder`; with `open_only` just the photos under an open licence."""
    folder = Path(folder)
    photos = [real_photo(folder, row) for row in entries(folder / "detect.jsonl", open_only)]
    return [photo for photo in photos if len(photo.boxes)]


def real_photo(folder, row):
    source = row["source_key"]
    boxes = boxes_of(row)
    names = [b[4] for b in row["boxes"]]
    usable = (boxes[:, 2:] - boxes[:, :2]).min(1) >= 4
    boxes, names = boxes[usable], [n for n, u in zip(names, usable) if u]
    order = sorted(set(names))
    mixed = np.array([source in MIXED_SOURCES or n in MIXED_LABELS for n in names], bool)
    return Photo(str(folder / row["file"]), source, split_of(source, row["split"]), boxes,
                 np.array([order.index(n) for n in names], int), order, mixed,
                 source not in INCOMPLETE_SOURCES, row["licence_class"])


def scene_photos(folders, limit=None, held_out_every=20):
    """Rendered scenes: NNNNNNN.jpg beside NNNNNNN.npy [N, 5] x0, y0, x1, y1, kind. Every twentieth pair of scenes is
    kept for choosing thresholds ("val") and for the report ("held-out")."""
    found = []
    for folder in folders:
        files = sorted(Path(folder).glob("*.npy"))[:limit]
        for file in files:
            picture = file.with_suffix(".jpg")
            if not picture.exists():
                continue
            # By number, so that rendering more scenes moves none from one part to another.
            split = {0: "held-out", 1: "val"}.get(int(file.stem) % held_out_every, "train")
            photo = scene_photo(picture, np.load(file), split)
            if len(photo.boxes):
                found.append(photo)
    return found


def scene_photo(picture, rows, split):
    rows = np.asarray(rows, np.float32).reshape(-1, 5)
    rows = rows[(rows[:, 2:4] - rows[:, :2]).min(1) >= 4] if len(rows) else rows
    values, kinds = np.unique(rows[:, 4].astype(int), return_inverse=True)
    # The name of a rendered kind is its scene and number: no two scenes share one.
    labels = [f"{picture}#{v}" for v in values]
    return Photo(str(picture), "scenes", split, rows[:, :4].copy(), kinds.reshape(-1).astype(int), labels)


def read_picture(path, boxes, median_side=96):
    """Decodes to RGB, shrunk so that the median box side is at most `median_side`: (pixels, factor)."""
    pixels = cv2.imread(path, cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"{path} is not a readable picture")
    side = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(1)))
    factor = min(1.0, median_side / max(side, 1.0))
    if factor < 1:
        pixels = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), factor
