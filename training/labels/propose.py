"""Finds what the labels of photos seem to lack: `python -m training.labels.propose --data DATA --out candidates.jsonl`.

A trained seeker is shown examples of every kind of every photo; what it finds with confidence and no box confirms is a
candidate, to be looked at (`sheets.py`). So is a box that it places elsewhere ("loose"). One line for each photo and
kind, whether it has candidates or not, so that the same command goes on where it was stopped.
"""

import json
import time

import cv2
import numpy as np

from ..common import command
from ..common.photos import read_lines
from ..seeker.boxes import overlaps, suppress
from ..seeker.engine import Engine
from ..seeker.match import Picture
from ..seeker.photos import MIXED, Photo, load_photos, read
from ..seeker.plans import side
from .verdicts import checksum

CONFIDENT = 0.5
NEW, LOOSE = 0.25, 0.5  # overlap with a label below which a find is new, and below which the label is loose
BORDER = 3  # pixels: what lies so near to it may be cut
MOST = 40  # candidates of a kind in a photo
KNOWN = 0.4  # overlap with a box of another kind from which on it is that


def at_border(boxes: np.ndarray, image: np.ndarray) -> np.ndarray:
    height, width = image.shape[:2]
    return (boxes[:, :2].min(1) < BORDER) | (boxes[:, 2] > width - BORDER) | (boxes[:, 3] > height - BORDER)


def examples(photo: Photo, kind: str, image: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """Things of the kind, whole and apart from others where there are such; a smaller and a larger one."""
    own = photo.boxes[photo.labels == kind]
    crowded = (overlaps(own, photo.boxes) > 0.15).sum(1) > 1
    order = np.lexsort((rng.random(len(own)), crowded, at_border(own, image)))
    few = own[order[: max(count, len(own) // 2)]]
    places = (np.arange(count) + 0.5) / count * len(few)
    return few[np.unique(np.argsort(side(few))[places.astype(int).clip(0, len(few) - 1)])]


def candidates(picture: Picture, photo: Photo, kind: str, taps: np.ndarray) -> list[dict]:
    """Boxes to review, most certain first."""
    own, others = photo.boxes[photo.labels == kind], photo.boxes[photo.labels != kind]
    found = [picture.seek(tap[None]) for tap in taps]
    boxes = np.concatenate([finds.boxes[finds.scores > CONFIDENT] for finds in found])
    scores = np.concatenate([finds.scores[finds.scores > CONFIDENT] for finds in found])
    rows, cut = [], at_border(boxes, picture.image)
    for index in suppress(boxes, scores):
        near, score = overlaps(boxes[index : index + 1], own)[0], float(scores[index])
        if len(others) and overlaps(boxes[index : index + 1], others).max() > KNOWN:
            continue
        row = {"box": [round(float(v), 1) for v in boxes[index]], "score": round(score, 3)}
        if cut[index]:
            continue
        if near.max() < NEW:
            rows.append({**row, "is": "new"})
        elif near.max() < LOOSE:
            rows.append({**row, "is": "loose", "label": [float(v) for v in own[int(near.argmax())]]})
    return rows[:MOST]


def main() -> None:
    parser = command.parser(__doc__, data="folder with detect/ and detect2/", out="file for the candidates")
    parser.add_argument("--graphs", default="models/espy-seeker-{}.onnx")
    parser.add_argument("--taps", type=int, default=2, help="examples of each kind")
    parser.add_argument("--part", type=int, nargs=2, default=(0, 1), metavar=("K", "N"), help="the Kth of N parts")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    done = {entry["file"] for entry in read_lines(options.out)} if options.out.exists() else set()
    engine, began = Engine(options.graphs), time.monotonic()
    photos = load_photos(options.data, "train") + load_photos(options.data, "calibrate")
    photos = [photo for number, photo in enumerate(photos) if number % options.part[1] == options.part[0]]
    for number, photo in enumerate(photos):
        name = f"{photo.path.parent.name}/{photo.path.name}"
        if name in done:
            continue
        picture, rng, rows = Picture(engine, read(photo)), np.random.default_rng((5, number)), []
        for kind in photo.kinds:
            if kind not in MIXED:
                taps = examples(photo, kind, picture.image, options.taps, rng)
                rows.append({"kind": kind, "examples": taps.round(1).tolist(),
                             "candidates": candidates(picture, photo, kind, taps)})
        entry = {"file": name, "sha": checksum(photo.path), "source": photo.source, "use": photo.use, "kinds": rows}
        with options.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps(entry) + "\n")
        if number % 50 == 49:
            print(f"{number + 1} of {len(photos)} photos, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
