"""What the network is shown: squares with a kind to seek, and other things and surfaces beside it."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from ..detector.augment import blur_and_noise, change_colors
from . import crops
from .sources import MIXED, SCENE, Photo
from .square import Square
from .targets import Targets, gaps

SIDE = 320
EXAMPLES = 3
LOW, HIGH = 24.0, 68.0  # sides that the proposer answers for
_TRIES = 40
# Everyday photos hold many kinds, not all boxed: another one of them does not show "the same kind".
_EVERYDAY = frozenset({"coco128", "tinycoco", "coco_mini", "coco_tiny", "fruits15", "allergen30", "allergen30b"})


@dataclass
class Mixture:
    """Shares of what the squares are made of."""

    scenes: float = 0.35
    textures: float = 0.12  # of the fillings
    mates: float = 0.5  # of the squares that can be filled with another photo of the kind
    several_kinds: float = 4.0  # how much more often photos of several kinds are taken


class Samples(torch.utils.data.Dataset):
    """Sample i depends on seed, i and the files alone."""

    def __init__(self, photos: list[Photo], scenes: list[Photo], textures: list[Path], seed: int, start: int, end: int,
                 mixture: Mixture = Mixture()):
        self.photos, self.scenes, self.textures = photos, scenes, textures
        self.seed, self.start, self.end, self.mixture = seed, start, end, mixture
        counts: dict[str, int] = {}
        for photo in photos:
            counts[photo.source] = counts.get(photo.source, 0) + 1
        weights = np.array([counts[photo.source] ** -0.4 * (mixture.several_kinds if len(photo.kinds) > 1 else 1)
                            for photo in photos])
        self.cumulated = np.cumsum(weights / weights.sum())
        self.mates: dict[tuple[str, str], list[Photo]] = {}
        for photo in photos:
            for kind in photo.kinds if photo.source not in _EVERYDAY else ():
                self.mates.setdefault((photo.source, kind), []).append(photo)

    def __len__(self) -> int:
        return self.end - self.start

    def __getitem__(self, index: int):
        cv2.setNumThreads(1)
        for attempt in range(_TRIES):
            rng = np.random.default_rng((self.seed, index + self.start, attempt))
            made = self._square(rng)
            if made is not None:
                return self._finish(*made, rng)
        raise RuntimeError("no photo has a thing that can be shown at the normal size")

    def _pick(self, rng: np.random.Generator) -> Photo:
        if self.scenes and rng.random() < self.mixture.scenes:
            chosen = self.scenes[rng.integers(len(self.scenes))]
            if len(chosen.kinds) == 1:  # rather one of several kinds
                chosen = self.scenes[rng.integers(len(self.scenes))]
            return chosen
        return self.photos[min(int(np.searchsorted(self.cumulated, rng.random())), len(self.photos) - 1)]

    def _square(self, rng: np.random.Generator):
        """A square and the kind that is sought in it; None where no thing of it can be an example."""
        photo = self._pick(rng)
        kind = photo.kinds[rng.integers(len(photo.kinds))]
        square = Square(SIDE, corner=int(rng.integers(4)))
        height, width = crops.read(photo).shape[:2]
        scale = crops.normal_scale(photo, kind)
        used = [min(SIDE, max(96, int(v * scale * rng.uniform(1, 1.3)) // 8 * 8)) for v in (width, height)]
        if rng.random() < 0.25:
            axis = int(rng.integers(2))
            used[axis] = min(used[axis], int(rng.integers(144, 240)) // 8 * 8)
        square.put_main(crops.cut(photo, kind, used[0], used[1], rng), photo.background_weight)
        if not len(square.examples(kind)):
            return None
        self._fill(square, photo, kind, rng)
        return square, kind

    def _fill(self, square: Square, photo: Photo, kind: str, rng: np.random.Generator) -> None:
        """What the photo leaves empty: another photo of the kind, else things that are not meant, or a surface."""
        mates = self.mates.get((photo.source, kind), [])
        wanted = len(mates) > 1 and rng.random() < self.mixture.mates
        for room in square.rooms():
            if wanted and min(room.width, room.height) > 60:
                mate = mates[rng.integers(len(mates))]
                view = crops.cut(mate, kind, room.width, room.height, rng)
                square.put_mate(room, view, mate.background_weight)
                wanted = False
            elif self.textures and rng.random() < self.mixture.textures:
                image = cv2.imread(str(self.textures[rng.integers(len(self.textures))]))
                square.put_surface(room, image, rng)
            else:
                other = self._other(photo, kind, rng)
                if other is not None:
                    theirs = [one for one in other.kinds if one != kind or other.source == SCENE]
                    view = crops.cut(other, theirs[rng.integers(len(theirs))], room.width, room.height, rng, 0.5, True)
                    square.put_others(room, view, other.background_weight)

    def _other(self, photo: Photo, kind: str, rng: np.random.Generator) -> Photo | None:
        """A photo without the kind."""
        for _ in range(6):
            other = self._pick(rng)
            strange = other.source == SCENE or kind not in other.labels
            if other.source != photo.source and strange:
                return other
        return None

    def _finish(self, square: Square, kind: str, rng: np.random.Generator):
        examples = square.examples(kind, from_mate=rng.random() < 0.7)
        several = 1 if rng.random() < 0.6 else int(rng.integers(2, EXAMPLES + 1))
        chosen = rng.choice(examples, several)
        square.turn(int(rng.integers(8)))
        boxes = square.boxes[np.resize(chosen, EXAMPLES)]
        pixels = blur_and_noise(change_colors(square.pixels, rng), rng)
        extent = np.tile(boxes[:, 2:] - boxes[:, :2], 2)
        boxes = boxes + rng.normal(0, 0.05, boxes.shape).astype(np.float32) * extent  # a tap is never exact
        seek, propose = seek_targets(square, kind), propose_targets(square)
        return (torch.from_numpy(np.ascontiguousarray(pixels.transpose(2, 0, 1))), torch.from_numpy(boxes),
                *_packed(seek), np.float32(square.trust), *_packed(propose), np.float32(square.least_trust))


def _packed(targets: Targets) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.from_numpy(targets.boxes.reshape(-1, 4)), torch.from_numpy(targets.states.ravel())


def seek_targets(square: Square, kind: str) -> Targets:
    """All of the kind are to be found; other things and the blanks between are hard to leave alone."""
    targets = Targets(SIDE)
    own = square.meant & (square.labels == kind)
    whole = (square.boxes[:, 2:] - square.boxes[:, :2] > 2).all(1)
    found = own & (square.seen > 0.3) & whole
    others = ~own & (square.seen > 0.3)
    if kind in MIXED:
        targets.leave_out(square.boxes[others & square.meant])
    targets.leave_out(square.boxes[own & ~found & (square.seen > 0)])
    targets.hold(square.boxes[found])
    targets.avoid(square.boxes[others & ~(square.meant & (kind in MIXED))])
    if square.trust >= 0.9:
        targets.avoid(gaps(square.boxes[found]))
    return targets


def propose_targets(square: Square) -> Targets:
    """Whole things of about the normal size, of any kind."""
    targets = Targets(SIDE)
    sides = crops.side(square.boxes) if len(square.boxes) else np.zeros(0)
    held = (square.seen > 0.7) & (sides >= LOW) & (sides < HIGH)
    near = (sides > LOW * 0.7) & (sides < HIGH * 1.4)
    targets.leave_out(square.boxes[(square.seen > 0) & ~held & (near | (square.seen <= 0.7))])
    targets.hold(square.boxes[held])
    if square.least_trust >= 0.9:
        targets.avoid(gaps(square.boxes[held]))
    return targets
