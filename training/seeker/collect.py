"""Lets the seeker look at photos that it was not trained on, and writes down what the small nets are to learn from.

`python -m training.seeker.collect --data DATA --scenes DIR --graphs models/espy-seeker-{}.onnx --out FILE`
"""

import argparse
import pickle
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .boxes import match
from .crops import read
from .engine import Engine
from .features import Table, table
from .finding import Picture
from .sources import LOOSELY_BOXED, MIXED, Photo, load_photos, load_scenes

LEAST_THINGS = 4


@dataclass
class Tap:
    """The finds of one example, which of them are right, and how many there are."""

    source: str
    photo: str
    finds: Table
    right: np.ndarray
    truth: int


def tapped(picture: Picture, photo: Photo, rng: np.random.Generator, kinds: int, taps: int) -> list[Tap]:
    """Examples of some kinds of a photo, a little off as taps are."""
    names = [kind for kind in photo.kinds if kind not in MIXED and (photo.labels == kind).sum() >= LEAST_THINGS]
    rows = []
    height, width = picture.image.shape[:2]
    for kind in rng.permutation(names)[:kinds]:
        own = photo.boxes[photo.labels == kind]
        for index in rng.choice(len(own), min(taps, len(own)), replace=False):
            finds = picture.seek(jittered(own[index], rng)[None])
            right = match(finds.boxes, own)
            rows.append(Tap(photo.source, photo.path.name, table(finds, width, height), right, len(own)))
    return rows


def jittered(box: np.ndarray, rng: np.random.Generator, by: float = 0.04) -> np.ndarray:
    extent = np.tile(box[2:] - box[:2], 2)
    return box + rng.normal(0, by, 4) * extent


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[])
    parser.add_argument("--graphs", default="models/espy-seeker-{}.onnx")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=8, help="photos of each source at most")
    parser.add_argument("--taps", type=int, default=2, help="examples of each kind")
    parser.add_argument("--kinds", type=int, default=2, help="kinds of each photo")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--open-data-only", action="store_true")
    options = parser.parse_args()
    engine, photos = Engine(options.graphs), calibration_photos(options)
    rows, began = [], time.monotonic()
    for number, photo in enumerate(photos):
        rng = np.random.default_rng((options.seed, number))
        rows += tapped(Picture(engine, read(photo)), photo, rng, options.kinds, options.taps)
        if number % 50 == 49:
            print(f"{number + 1} of {len(photos)} photos, {len(rows)} taps, {time.monotonic() - began:.0f} s", flush=True)
    options.out.write_bytes(pickle.dumps(rows))
    print(f"{len(rows)} taps of {len({row.source for row in rows})} sources")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
