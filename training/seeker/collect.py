"""Lets the seeker look at photos that it was not trained on, and writes down what the ranker is to learn from.

`python -m training.seeker.collect --data DATA --scenes DIR --graphs models/espy-seeker-{}.onnx --out FILE`

Pickles a list of `View`: numbers and boxes only, so that the ranker can be trained again at once.
"""

import argparse
import pickle
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..common import command
from .engine import Engine
from .hypotheses import Seen, look_through
from .match import Picture
from .photos import LOOSELY_BOXED, Photo, load_photos, load_scenes, read


@dataclass
class View:
    """The results for a photo without an example, and the true boxes of each kind."""

    source: str
    photo: str
    seen: Seen
    truth: dict[str, np.ndarray]


def viewed(picture: Picture, photo: Photo) -> View:
    truth = {kind: photo.boxes[photo.labels == kind] for kind in photo.kinds}
    return View(photo.source, photo.path.name, look_through(picture), truth)


def spread_over_sources(photos: list[Photo], most: int, rng: np.random.Generator) -> list[Photo]:
    """At most `most` photos of each source, drawn at random."""
    chosen: list[Photo] = []
    sources = sorted({photo.source for photo in photos})
    for source in sources:
        own = [photo for photo in photos if photo.source == source]
        chosen += [own[index] for index in rng.permutation(len(own))[:most]]
    return chosen


def calibration_photos(options: argparse.Namespace) -> list[Photo]:
    rng = np.random.default_rng(options.seed)
    photos = [photo for photo in load_photos(options.data, "calibrate", options.open_data_only)
              if photo.source not in LOOSELY_BOXED]
    return spread_over_sources(photos, options.each, rng) + load_scenes(options.scenes)


def main():
    parser = command.parser(__doc__, data="folder with detect/ and detect2/", out="file for what was found", seed=1,
                            open_data_only=True)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[])
    parser.add_argument("--graphs", default="models/espy-seeker-{}.onnx")
    parser.add_argument("--each", type=int, default=4, help="photos of each source at most")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    engine, photos = Engine(options.graphs), calibration_photos(options)
    views, began = [], time.monotonic()
    for number, photo in enumerate(photos):
        views.append(viewed(Picture(engine, read(photo)), photo))
        if number % 20 == 19 or number + 1 == len(photos):
            print(f"{number + 1} of {len(photos)} photos, {time.monotonic() - began:.0f} s", flush=True)
            options.out.write_bytes(pickle.dumps(views))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
