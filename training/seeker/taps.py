"""What the seeker makes of photos whose truth is known: with an example, and without."""

from dataclasses import dataclass

import numpy as np

from .boxes import match
from .explaining import Seen, look_through
from .features import Table, table
from .finding import Picture
from .photos import MIXED, Photo

LEAST_THINGS = 4


@dataclass
class Tap:
    """The finds of one example, which of them are right, and how many there are."""

    source: str
    photo: str
    finds: Table
    right: np.ndarray
    truth: int


@dataclass
class View:
    """What is seen without a tap, and the true boxes of each kind."""

    source: str
    photo: str
    seen: Seen
    truth: dict[str, np.ndarray]


def viewed(picture: Picture, photo: Photo) -> View:
    truth = {kind: photo.boxes[photo.labels == kind] for kind in photo.kinds}
    return View(photo.source, photo.path.name, look_through(picture), truth)


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
