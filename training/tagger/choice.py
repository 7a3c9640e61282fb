"""From scores to probabilities, and from probabilities to tags: both chosen on validation photos."""

import numpy as np
import torch

from .counts import count, truth, weights_of
from .losses import margins
from .tags import INDEX, relations

# A tag is on from the start if it does this well on validation photos, and was learned from so many.
LEAST_PRECISION, LEAST_F1, LEAST_PHOTOS = 0.7, 0.75, 60
WANTED_PRECISION, ALLOWED_FALSE = 0.85, 0.01
# How heavily "none of them" competes: in cross-validation 20 halved the photos of none that got a tag, for 0.004 of F1.
NONE_WEIGHT = 20


def competition():
    """[K, K + 1] float32: how much each tag (row) competes with each score; the last column is "none of them"."""
    table = relations()
    return np.hstack([table, np.full((len(table), 1), NONE_WEIGHT, np.float32)])


def fit(odds, known, weights, rounds=60):
    """Slopes and offsets [K] of each tag's log odds, held near those of all tags, since a tag has few photos."""
    odds, counts = torch.as_tensor(odds), torch.as_tensor(weights)
    labels = torch.as_tensor(known == 1).float()
    common = torch.zeros(2, requires_grad=True)
    own = torch.zeros(2, odds.shape[1], requires_grad=True)

    def loss():
        slope, offset = (common[0] + own[0]).exp(), common[1] + own[1]
        each = torch.nn.functional.binary_cross_entropy_with_logits(odds * slope + offset, labels, reduction="none")
        return (each * counts).sum() + (own[0] ** 2).sum() / (2 * 0.2 ** 2) + (own[1] ** 2).sum() / 2

    optimizer = torch.optim.LBFGS([common, own], max_iter=20, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    for _ in range(rounds // 20):
        optimizer.step(closure)
    with torch.no_grad():
        return (common[0] + own[0]).exp().numpy(), (common[1] + own[1]).numpy()


def thresholds_for(chances, known, weights, wanted=WANTED_PRECISION):
    """[K]: the threshold with the best F1 among those with the wanted precision, or the best of all where none has.

    A validation set has some 17 photos of a tag, so half of each count is what the probabilities promise.
    """
    columns = range(chances.shape[1])
    return np.array([threshold_for(chances[:, tag], known[:, tag] == 1, weights[:, tag], wanted) for tag in columns])


def threshold_for(chances, there, weights, wanted):
    steps = np.arange(0.10, 0.96, 0.01)
    said = (chances[:, None] >= steps) * weights[:, None]
    right = 0.5 * (said * there[:, None]).sum(0) + 0.5 * (said * chances[:, None]).sum(0)
    wrong = said.sum(0) - right
    f1 = 2 * right / np.maximum(1e-6, right + wrong + there.sum())
    precise = right / np.maximum(1e-6, right + wrong) >= wanted
    # Where none is precise enough, precision counts for more than what is found.
    score = np.where(precise, f1, -1) if (precise & (right > 0.2 * there.sum())).any() else f1 - 0.02 * wrong
    return float(steps[int(score.argmax())])


def without_false_tags(chances, thresholds, empty, allowed=ALLOWED_FALSE):
    """Raises thresholds until at most `allowed` of the photos of none (`empty`, rows) have a tag."""
    thresholds = thresholds.copy()
    for _ in range(1000):
        over = chances[empty] - thresholds
        bad = (over >= 0).any(1)
        if bad.mean() <= allowed:
            break
        # The photo that is silenced by the least.
        needed = np.where(bad, np.where(over >= 0, over, 0).max(1), np.inf)
        row = int(needed.argmin())
        for tag in np.flatnonzero(over[row] >= 0):
            thresholds[tag] = chances[empty][row, tag] + 0.005
    return thresholds


def choose(scores, photos):
    """Slopes, offsets and thresholds [K], which tags are on, and the validation counts."""
    odds = margins(scores, torch.from_numpy(competition())).numpy()
    known, weights = truth(photos), weights_of(photos)
    slopes, offsets = fit(odds, known, weights)
    chances = np.exp(-np.logaddexp(0, -(odds * slopes + offsets)))
    thresholds = thresholds_for(chances, known, weights)
    empty = np.array([not photo.tags for photo in photos])
    thresholds = np.minimum(0.99, without_false_tags(chances, thresholds, empty)).round(3)
    return slopes, offsets, thresholds, count(chances, known, thresholds)


def is_on(counts, learned_from):
    return ((counts.precision >= LEAST_PRECISION) & (counts.f1 >= LEAST_F1)
            & (learned_from >= LEAST_PHOTOS))


def photos_of_each(photos):
    found = np.zeros(len(INDEX), int)
    for photo in photos:
        found[list(photo.tags)] += 1
    return found
