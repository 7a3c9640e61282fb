"""Without an example: whole things of any kind are proposed and grouped by their look."""

from dataclasses import dataclass

import numpy as np

from .boxes import overlaps, suppress
from .plans import side
from .match import Picture
from .net import WIDTH

PYRAMID = (1600, 1000, 640, 400, 250)  # long sides at which things of the normal size are searched for
LARGEST_SCALE = 3.0
LEAST_SCORE = 0.15
MOST_A_LEVEL, MOST = 400, 500
ALIKE, NEARLY_AS_LARGE = 0.72, np.log(1.6)
MOST_GROUPS = 6
MOST_BEFORE_SINGLES = 3  # a unique proposal makes a group only if there are fewer


@dataclass
class Proposals:
    boxes: np.ndarray  # [N, 4] in pixels of the photo, best first
    scores: np.ndarray
    vectors: np.ndarray  # [N, WIDTH]


def propose(picture: Picture) -> Proposals:
    """Whole things of all sizes."""
    long = max(picture.image.shape[:2])
    levels = [_level(picture, target / long) for target in PYRAMID if target / long <= LARGEST_SCALE]
    boxes = np.concatenate([np.zeros((0, 4)), *(level.boxes for level in levels)])
    scores = np.concatenate([np.zeros(0), *(level.scores for level in levels)])
    vectors = np.concatenate([np.zeros((0, WIDTH)), *(level.vectors for level in levels)])
    kept = suppress(boxes, scores, 0.55, inside=np.inf)[:MOST]
    return Proposals(boxes[kept], scores[kept], vectors[kept])


def _level(picture: Picture, scale: float) -> Proposals:
    look = picture.look(scale)
    rows = look.inside(picture.engine.propose(look.maps), LEAST_SCORE)
    rows = rows[suppress(rows[:, :4], rows[:, 4], 0.5)[:MOST_A_LEVEL]]
    boxes = rows[:, :4] / look.scale
    return Proposals(boxes, rows[:, 4], picture.engine.describe(look.maps, boxes * look.scale))


def groups(found: Proposals) -> list[np.ndarray]:
    """Indices of proposals that look alike and have similar sizes, the best example first."""
    likeness = found.vectors @ found.vectors.T
    sizes = np.log(side(found.boxes)) if len(found.boxes) else np.zeros(0)
    mates = (likeness > ALIKE) & (np.abs(sizes[:, None] - sizes[None]) < NEARLY_AS_LARGE)
    free, chosen = np.ones(len(sizes), bool), []
    while free.any() and len(chosen) < MOST_GROUPS:
        weight = np.where(free, (mates[:, free] * found.scores[free]).sum(1) * found.scores, -1)
        seed = int(np.argmax(weight))
        members = np.nonzero(mates[seed] & free)[0]
        order = np.argsort(-(found.scores[members] + 0.3 * likeness[seed, members]), kind="stable")
        free[members] = False
        if len(members) > 1 or len(chosen) < MOST_BEFORE_SINGLES:
            chosen.append(members[order])
    return chosen


def best_match(boxes: np.ndarray, found: Proposals) -> np.ndarray:
    """The score of the proposal that each box coincides with, or 0."""
    if not len(boxes) or not len(found.boxes):
        return np.zeros(len(boxes))
    shared = overlaps(boxes, found.boxes)
    nearest = shared.argmax(1)
    return np.where(shared.max(1) > 0.5, found.scores[nearest], 0.0)
