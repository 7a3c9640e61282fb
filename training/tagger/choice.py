"""From log odds to probabilities, and from probabilities to tags: both chosen on held-out photos."""

import numpy as np
import torch

from .tags import TAGS, listed

# A tag is on if it reaches this F1 on held-out photos, and has this many there.
LEAST_F1, LEAST_PHOTOS = 0.5, 10
WANTED_PRECISION, ALLOWED_FALSE = 0.9, 0.005
# Common search words should rather be found with a few wrong photos than not at all.
LOOKED_FOR = listed("dog, cat, bird, horse, person, flower, beach, sea, mountain, food")
LOOKED_FOR_PRECISION = 0.75
# The weight of photos that may show a tag although no label says so: hardly anything is known about them.
UNKNOWN = 0.3


def fit(own, added, known, weights, rounds=100):
    """Slopes, shares and offsets [K]: `sigmoid(own * slope + added * share + offset)` is the probability.

    Kept close to those of all tags, because each tag has few photos.
    """
    own, added, counts = (torch.as_tensor(values, dtype=torch.float32) for values in (own, added, weights))
    labels = torch.as_tensor(known == 1).float()
    common = torch.tensor([0.0, -1.0, 0.0], requires_grad=True)
    each = torch.zeros(3, own.shape[1], requires_grad=True)

    def lines():
        return (common[0] + each[0]).exp(), (common[1] + each[1]).exp(), common[2] + each[2]

    def loss():
        slope, share, offset = lines()
        losses = torch.nn.functional.binary_cross_entropy_with_logits(own * slope + added * share + offset, labels,
                                                                      reduction="none")
        held = (each[0] ** 2).sum() / (2 * 0.3 ** 2) + (each[1] ** 2).sum() / (2 * 0.7 ** 2) + (each[2] ** 2).sum() / 8
        return (losses * counts).sum() + held

    optimizer = torch.optim.LBFGS([common, each], max_iter=rounds, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    optimizer.step(closure)
    with torch.no_grad():
        return [values.numpy() for values in lines()]


def chances_of(own, added, slopes, shares, offsets):
    return 1 / (1 + np.exp(-(own * slopes + added * shares + offsets)))


def wanted_precisions():
    """[K]"""
    return np.array([LOOKED_FOR_PRECISION if tag in LOOKED_FOR else WANTED_PRECISION for tag in TAGS])


def thresholds_for(chances, known, weights, judged, wanted):
    """[K]: the threshold with the best F1 at the wanted precision [K]; 0.99 if there is none."""
    return np.array([threshold_for(chances[:, tag][judged[:, tag]], known[:, tag][judged[:, tag]] == 1,
                                   weights[:, tag][judged[:, tag]], wanted[tag]) for tag in range(len(wanted))])


def threshold_for(chances, there, weights, wanted):
    """A photo that may show the tag although no label says so counts by its `weights`."""
    steps = np.arange(0.15, 0.99, 0.01)
    said = (chances[:, None] >= steps) * weights[:, None]
    right = (said * there[:, None]).sum(0)
    precision = right / np.maximum(1e-6, said.sum(0))
    f1 = 2 * right / np.maximum(1e-6, said.sum(0) + there.sum())
    good = precision >= wanted
    if not good.any():
        precise = precision >= precision.max() - 1e-6
        return float(steps[precise][0]) if right.max() > 0 else 0.99
    return float(steps[int(np.where(good, f1, -1).argmax())])


def without_false_tags(chances, thresholds, empty, on, allowed=ALLOWED_FALSE):
    """Raises thresholds until at most `allowed` of the photos without tags (`empty`, rows) have a tag that is on."""
    thresholds = thresholds.copy()
    for _ in range(1000):
        over = np.where(on, chances[empty] - thresholds, -1)
        bad = (over >= 0).any(1)
        if bad.mean() <= allowed:
            break
        # The photo that needs the smallest increase.
        needed = np.where(bad, np.where(over >= 0, over, 0).max(1), np.inf)
        row = int(needed.argmin())
        for tag in np.flatnonzero(over[row] >= 0):
            thresholds[tag] = chances[empty][row, tag] + 0.005
    return np.minimum(0.99, thresholds)


def is_on(counts, wanted):
    """[K] bool. Common search words may have low recall if they are right."""
    enough = counts.right + counts.missed >= LEAST_PHOTOS
    found = (counts.f1 >= LEAST_F1) | (wanted < WANTED_PRECISION)
    return (counts.precision >= wanted) & found & enough
