"""The tags of photos that nothing was learned from: each fold is left out once.

If whole collections are left out together, this measures unseen collections; if photos are, new photos of known
collections.
"""

from collections import Counter

import numpy as np

from .learn import answers, learn, source_weights

FOLDS = 6
# A tag with fewer remaining photos to learn from cannot be judged on the fold that has the others.
LEAST_LEFT = 8


def by_source(photos, rows):
    """[N] int: the fold of each photo, -1 for others; largest collections first, each into the emptiest fold."""
    sizes, load, chosen = Counter(photos[row].source for row in rows), [0] * FOLDS, {}
    for source, count in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        chosen[source] = int(np.argmin(load))
        load[chosen[source]] += count
    return spread(photos, rows, lambda photo: chosen[photo.source])


def by_group(photos, rows, seed=1):
    """Near-duplicates of one photo stay together."""
    groups = sorted({photos[row].group for row in rows})
    places = dict(zip(groups, np.random.default_rng(seed).integers(0, FOLDS, len(groups))))
    return spread(photos, rows, lambda photo: places[photo.group])


def spread(photos, rows, place):
    found = np.full(len(photos), -1)
    for row in rows:
        found[row] = place(photos[row])
    return found


def left_out(photos, inputs, known, weights, folds, progress=print):
    """Log odds [N, K] of each photo from a layer trained without its fold, and [N, K] bool: judged there."""
    odds = np.zeros(known.shape, np.float32)
    judged = np.zeros(known.shape, bool)
    learned = np.array([photo.split == "train" for photo in photos])
    for fold in range(FOLDS):
        rows, tested = np.flatnonzero(learned & (folds >= 0) & (folds != fold)), np.flatnonzero(folds == fold)
        if not len(rows) or not len(tested):
            continue
        layer = learn(inputs, rows, known, weights, source_weights(photos, rows))
        odds[tested] = answers(layer, inputs, tested).numpy()
        judged[tested] = (known[rows] == 1).sum(0) >= LEAST_LEFT
        progress(f"fold {fold + 1} of {FOLDS}: {len(rows)} photos learned from, {len(tested)} left out")
    return odds, judged
