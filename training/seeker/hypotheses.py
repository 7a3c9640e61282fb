"""The possible subjects of a photo: every group of proposals seeks its like, and a ranker sorts the answers."""

from dataclasses import dataclass

import numpy as np

from .boxes import areas, intersections, overlaps
from .plans import side
from .match import Finds, Picture
from .proposals import Proposals, best_match, groups, propose
from .smallnet import SmallNet
from .thresholds import WEIGHTS, Cut, cut

EXAMPLES = 3
MOST_OFFERED = 4
RANK_FEATURES = ("count", "score", "proposed", "best", "group", "area", "size", "doubtful", "spread", "sure", "inside",
                 "holds", "each", "same", "number", "count less", "score less", "proposed less", "area less",
                 "sure less")
_RELATIVE = (0, 1, 2, 5, 9)


@dataclass
class Candidate:
    """The finds of one group of proposals."""

    examples: np.ndarray  # [1…3, 4]
    finds: Finds
    best: float  # score of the group's best proposal
    members: int


@dataclass
class Seen:
    """All that the seeker had to look for in a photo."""

    width: int
    height: int
    proposals: Proposals
    candidates: list[Candidate]


@dataclass
class Explanation:
    examples: np.ndarray
    finds: Finds
    cut: Cut
    own: list[float]  # the first ten features, about this answer alone

    @property
    def counted(self) -> np.ndarray:
        return self.finds.boxes[: self.cut.count]


def look_through(picture: Picture) -> Seen:
    """Proposals, and what each group of them finds."""
    proposals, candidates = propose(picture), []
    for group in groups(proposals):
        examples = proposals.boxes[group[:EXAMPLES]]
        finds = picture.seek(examples)
        if len(finds.scores):
            candidates.append(Candidate(examples, finds, float(proposals.scores[group[0]]), len(group)))
    height, width = picture.image.shape[:2]
    return Seen(width, height, proposals, candidates)


def explain(seen: Seen) -> list[Explanation]:
    """All explanations with anything to count, in the order of their groups."""
    found = []
    for candidate in seen.candidates:
        counted = cut(candidate.finds.scores)
        if counted.count:
            found.append(Explanation(candidate.examples, candidate.finds, counted, _own(candidate, counted, seen)))
    return found


def _own(candidate: Candidate, own: Cut, seen: Seen) -> list[float]:
    n, finds, photo = own.count, candidate.finds, seen.width * seen.height
    counted = finds.boxes[:n]
    sizes = np.log(side(counted))
    doubtful = ((finds.scores > 0.25) & (finds.scores < 0.55)).sum() / n
    close = np.abs(own.counts - n) <= max(1, 0.05 * n)
    return [float(np.log1p(n)), float(finds.scores[:n].mean()),
            float(best_match(counted[:200], seen.proposals).mean()), candidate.best,
            float(np.log1p(candidate.members)), min(2.0, float(areas(counted).sum() / photo)),
            float(np.median(sizes) - 0.5 * np.log(photo)), min(3.0, float(doubtful)), float(np.std(sizes)),
            float(WEIGHTS[close].sum())]


def held_in(mine: np.ndarray, theirs: np.ndarray) -> tuple[float, float]:
    """The share of my boxes that lie in a larger one of theirs, and the share of theirs that hold one of mine."""
    own, other = areas(mine), areas(theirs)
    inside = intersections(mine, theirs) / (own[:, None] + 1e-6) > 0.8
    inside &= other[None] > 1.5 * own[:, None]
    return float(inside.any(1).mean()), float(inside.any(0).mean())


def coincide(mine: np.ndarray, theirs: np.ndarray) -> float:
    """The share of my boxes that are also theirs."""
    return float((overlaps(mine, theirs) > 0.5).any(1).mean())


def rank_features(explanations: list[Explanation]) -> np.ndarray:
    """[explanations, 20]: each alone, relative to the others, and relative to the best of the photo."""
    rows = []
    for me in explanations:
        inside = holds = each = same = 0.0
        for other in explanations:
            if other is me:
                continue
            share = held_in(me.counted, other.counted)[0]
            if share > inside:
                inside, each = share, float(np.log1p(me.cut.count / other.cut.count))
            holds = max(holds, held_in(other.counted, me.counted)[1])
            same = max(same, coincide(me.counted, other.counted))
        rows.append([*me.own, inside, holds, each, same, len(explanations) / 8])
    numbers = np.array(rows, np.float32).reshape(len(rows), 15)
    best = numbers[:, _RELATIVE] - numbers[:, _RELATIVE].max(0, initial=-np.inf)
    return np.concatenate([numbers, best], 1)


def rank(explanations: list[Explanation], ranker: SmallNet) -> list[tuple[float, Explanation]]:
    """The most likely first, with confidences; those that say the same again are left out."""
    if not explanations:
        return []
    logits = ranker(rank_features(explanations))
    exponents = np.exp(logits - logits.max())
    confidences = exponents / exponents.sum()
    chosen: list[tuple[float, Explanation]] = []
    for index in np.argsort(-confidences, kind="stable"):
        if len(chosen) == MOST_OFFERED:
            break
        if not any(repeats(explanations[index], better) for _, better in chosen):
            chosen.append((float(confidences[index]), explanations[index]))
    return chosen


def repeats(one: Explanation, other: Explanation) -> bool:
    """Whether two explanations are about the same things and numbers."""
    n, m = one.cut.count, other.cut.count
    if abs(n - m) > 0.1 * max(n, m):
        return False
    return min(coincide(one.counted, other.counted), coincide(other.counted, one.counted)) > 0.7
