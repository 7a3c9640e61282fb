"""Learns which explanation comes first: `python -m training.seeker.rank --views FILE… --out FILE`.

The printed results are for photos of sources that the net in question did not learn from; the net that is written
learned from all of them.
"""

import pickle
from pathlib import Path

import numpy as np

from ..common import command
from .boxes import match
from .hypotheses import RANK_FEATURES, Explanation, explain, rank, rank_features
from .smallnet import SmallNet, learn_choice, save
from .collect import View

FOLDS = 6
NETS = 3  # with different initial weights, averaged
_MARKS = 0.6  # harmonic mean of recall and precision below which a count is right by chance
_BY_SIGHT, _WITHOUT_ANSWER = 0.05, 0.1
# Features without effect in the folds; written with weights of 0.
_UNUSED = ("doubtful", "spread", "each", "number")
USED = np.array([index for index, name in enumerate(RANK_FEATURES) if name not in _UNUSED])


def folds(sources: list[str], seed: int = 0) -> dict[str, int]:
    """The fold of each source; whole sources stay together."""
    names = sorted(set(sources))
    order = np.random.default_rng(seed).permutation(len(names))
    return {names[index]: number % FOLDS for number, index in enumerate(order)}


def worth(explanation: Explanation, view: View) -> float:
    """The quality of an answer: 1 within 5% of a kind's number, less within 10%, and less for a rare kind."""
    most = max(len(boxes) for boxes in view.truth.values())
    best = 0.0
    for boxes in view.truth.values():
        error = abs(explanation.cut.count - len(boxes)) / len(boxes)
        if error > 0.1:
            continue
        hits = match(explanation.counted, boxes).sum()
        if 2 * hits / (explanation.cut.count + len(boxes)) < _MARKS:
            continue
        best = max(best, (1.0 if error <= 0.05 else 0.5) * (1.0 if len(boxes) >= 0.5 * most else 0.3))
    return best


def error_of(count: int, view: View) -> float:
    """Relative error to the nearest kind."""
    return min(abs(count - len(boxes)) / len(boxes) for boxes in view.truth.values())


def group_of(view: View) -> str:
    return f"{view.source} {view.photo}" if view.source == "scene" else view.source


def evidence(explanations: list[Explanation]) -> np.ndarray:
    """A prior for each by its looks: many certain finds that are separate things and cover much. Sums to 1."""
    values = []
    for one in explanations:
        count, score, proposed, area = (one.own[index] for index in (0, 1, 2, 5))
        values.append(score * (proposed + 0.1) * count * min(1.0, 8 * area + 0.2))
    cubes = np.array(values) ** 3
    return cubes / cubes.sum()


def fit(views: list[View], found: dict[int, list[Explanation]]) -> SmallNet:
    """Learns from right answers; also a little from evidence, so that a few hundred photos suffice."""
    groups, weights = [], []
    sources = [view.source for view in views]
    for view in views:
        if len(found[id(view)]) < 2:
            continue
        values = np.array([worth(one, view) for one in found[id(view)]])
        groups.append((rank_features(found[id(view)]), values + _BY_SIGHT * evidence(found[id(view)])))
        weights.append((1.0 if values.any() else _WITHOUT_ANSWER) * sources.count(view.source) ** -0.5)
    share = np.array(weights) / np.mean(weights)
    return SmallNet.mean([learn_choice(groups, share, hidden=8, epochs=120, decay=0.2, seed=seed, used=USED)
                          for seed in range(NETS)])


def report(views: list[View], found: dict[int, list[Explanation]], nets: dict[int, SmallNet]) -> str:
    lines = []
    for name, chosen in (("photos", [v for v in views if v.source != "scene"]),
                         ("scenes", [v for v in views if v.source == "scene"])):
        ranked = [[one.cut.count for _, one in rank(found[id(view)], nets[id(view)])] or [0] for view in chosen]
        every = [[one.cut.count for one in found[id(view)]] or [0] for view in chosen]
        for what, counts in (("first", [r[:1] for r in ranked]), ("best of four", ranked), ("best of all", every)):
            errors = np.array([min(error_of(n, view) for n in c) for c, view in zip(counts, chosen)])
            if len(errors):
                lines.append(f"{len(chosen)} {name}, {what}: within 5% {np.mean(errors <= .05):.3f}, "
                             f"10% {np.mean(errors <= .1):.3f}, mean error {np.minimum(errors, 3).mean():.3f}")
    return "\n".join(lines)


def main():
    parser = command.parser(__doc__, out="file of the net")
    parser.add_argument("--views", type=Path, nargs="+", required=True)
    options = parser.parse_args()
    views = [view for file in options.views for view in pickle.loads(file.read_bytes())]
    found = {id(view): explain(view.seen) for view in views}
    fold, nets = folds([group_of(view) for view in views]), {}
    for number in range(FOLDS):
        net = fit([view for view in views if fold[group_of(view)] != number], found)
        nets |= {id(view): net for view in views if fold[group_of(view)] == number}
    print(report(views, found, nets))
    ranker = fit(views, found)
    save(options.out, {"version": 1, "features": list(RANK_FEATURES), **ranker.as_numbers()})


if __name__ == "__main__":
    main()
