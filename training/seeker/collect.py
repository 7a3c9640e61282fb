"""Lets the seeker look at photos that it was not trained on, and writes down what the small nets are to learn from.

`python -m training.seeker.collect --data DATA --scenes DIR --graphs models/espy-seeker-{}.onnx --out DIR`

`taps.pkl`: examples at true things (`Tap`). `views.pkl`: what is found without a tap (`View`). Both hold numbers and
boxes only, so that the small nets can be learned again at once.
"""

import argparse
import pickle
import time
from pathlib import Path

import cv2
import numpy as np

from ..common import command
from .engine import Engine
from .finding import Picture
from .photos import LOOSELY_BOXED, SCENE, Photo, load_photos, load_scenes, read
from .taps import tapped, viewed


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
    parser = command.parser(__doc__, data="folder with detect/ and detect2/", out="folder for what was found", seed=1,
                            open_data_only=True)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[])
    parser.add_argument("--graphs", default="models/espy-seeker-{}.onnx")
    parser.add_argument("--each", type=int, default=8, help="photos of each source at most")
    parser.add_argument("--views", type=int, default=4, help="photos of each source looked at without a tap")
    parser.add_argument("--taps", type=int, default=2, help="examples of each kind")
    parser.add_argument("--kinds", type=int, default=2, help="kinds of each photo")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    engine, photos = Engine(options.graphs), calibration_photos(options)
    taps, views, began = [], [], time.monotonic()
    looked: dict[str, int] = {}
    for number, photo in enumerate(photos):
        rng, picture = np.random.default_rng((options.seed, number)), Picture(engine, read(photo))
        taps += tapped(picture, photo, rng, options.kinds, options.taps)
        looked[photo.source] = looked.get(photo.source, 0) + 1
        if looked[photo.source] <= options.views or (options.views and photo.source == SCENE):
            views.append(viewed(picture, photo))
        if number % 20 == 19:
            spent = time.monotonic() - began
            print(f"{number + 1} of {len(photos)} photos, {len(taps)} taps, {spent:.0f} s", flush=True)
            write(options.out, taps, views)
    write(options.out, taps, views)


def write(folder: Path, taps: list, views: list) -> None:
    (folder / "taps.pkl").write_bytes(pickle.dumps(taps))
    (folder / "views.pkl").write_bytes(pickle.dumps(views))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
