"""What a small net is told about finds and cuts: see README, *Numbers for the small nets*."""

from dataclasses import dataclass

import numpy as np

from .boxes import areas, intersections
from .plans import side
from .finding import Finds

CUTS = np.round(-1.6 + 0.13 * np.arange(31), 3)
CUT_FEATURES = ("cut", "up", "down", "gap", "count", "below", "near", "like above", "like below", "like step",
                "size above", "size step", "aspect step", "over above", "over below", "edge below", "score above",
                "like spread", "top", "median")
_BELOW, _NEAR, _MOST_GAP = 1.2, 0.6, 2.0
_EDGE = 2.0


@dataclass
class Table:
    """Columns of numbers about the finds of one example, best first."""

    logit: np.ndarray
    like: np.ndarray  # against the middle of the surest
    size: np.ndarray
    aspect: np.ndarray
    over: np.ndarray
    edge: np.ndarray
    median: float  # logit of the surest

    def __len__(self) -> int:
        return len(self.logit)


def surest(scores: np.ndarray) -> np.ndarray:
    """Finds that are as good as the best tenth, or the best one."""
    chosen = scores >= max(0.5, 0.8 * scores[len(scores) // 10])
    if not chosen.any():
        chosen[0] = True
    return chosen


def table(finds: Finds, width: int, height: int) -> Table:
    """The columns for the finds of a photo of that size."""
    if not len(finds.scores):
        return Table(*(np.zeros(0) for _ in range(6)), median=0.0)
    boxes, sure = finds.boxes, surest(finds.scores)
    score = finds.scores.clip(1e-4, 1 - 1e-4)
    logit = np.log(score / (1 - score)).clip(-6, 6)
    sizes, aspects = np.log(side(boxes)), np.log(_ratio(boxes))
    edge = (boxes[:, :2] < _EDGE).any(1) | (boxes[:, 2:] > np.array([width, height]) - _EDGE).any(1)
    return Table(logit, finds.likes - np.median(finds.likes[sure]), np.abs(sizes - np.median(sizes[sure])),
                 np.abs(aspects - np.median(aspects[sure])), covered(boxes), edge.astype(float),
                 float(np.median(logit[sure])))


def _ratio(boxes: np.ndarray) -> np.ndarray:
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-3)
    return sides[:, 0] / sides[:, 1]


def covered(boxes: np.ndarray) -> np.ndarray:
    """How much of each box the best covered by one before it."""
    over = np.zeros(len(boxes))
    own = areas(boxes)
    for index in range(1, len(boxes)):
        over[index] = intersections(boxes[index][None], boxes[:index]).max() / max(own[index], 1e-6)
    return over


def _mean(values: np.ndarray, chosen: np.ndarray) -> float:
    return float(values[chosen].mean()) if chosen.any() else 0.0


def cut_features(finds: Table) -> np.ndarray:
    """[cuts, 20]: what lies above and right below each cut."""
    return np.array([_cut(finds, cut) for cut in CUTS], np.float32)


def _cut(t: Table, cut: float) -> list[float]:
    above = t.logit > cut
    below = ~above & (t.logit > cut - _BELOW)
    n = int(above.sum())
    up = min(_MOST_GAP, float(t.logit[above].min()) - cut) if n else _MOST_GAP
    down = min(_MOST_GAP, cut - float(t.logit[~above].max())) if n < len(t) else _MOST_GAP
    like = 10 * _mean(t.like, above), 10 * _mean(t.like, below)
    return [
        cut, up, down, min(_MOST_GAP, up + down), float(np.log1p(n)), below.sum() / max(1, n),
        (above & (t.logit < cut + _NEAR)).sum() / max(1, n), *like, like[0] - like[1],
        _mean(t.size, above), _mean(t.size, below) - _mean(t.size, above),
        _mean(t.aspect, below) - _mean(t.aspect, above), 3 * _mean(t.over, above), 3 * _mean(t.over, below),
        _mean(t.edge, below), _mean(t.logit, above) - t.median if n else 0.0,
        10 * float(np.std(t.like[above])) if n > 1 else 0.0,
        float(t.logit[above].max()) - cut if n else 0.0, t.median - cut]


def counts(t: Table) -> np.ndarray:
    """How many finds each cut leaves."""
    return (t.logit[None] > CUTS[:, None]).sum(1)
