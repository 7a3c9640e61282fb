"""Proposals of a detector besides whole objects: parts of one, two at once, and background."""

import numpy as np

OBJECT, PART, DOUBLE, BACKGROUND = 0, 1, 2, 3


def areas(boxes):
    return np.prod(np.maximum(boxes[..., 2:] - boxes[..., :2], 0), axis=-1)


def shared_area(box, boxes):
    """Area of `box` [4] that each of `boxes` [N, 4] covers."""
    low, high = np.maximum(box[:2], boxes[:, :2]), np.minimum(box[2:], boxes[:, 2:])
    return np.prod(np.maximum(high - low, 0), axis=1)


def part_of(box, rng):
    """A sub-box with 12 to 42% of the area of `box`, touching none, one or two of its sides; None for tiny boxes."""
    size = box[2:] - box[:2]
    if size.max() < 14:
        return None
    share = rng.uniform(0.12, 0.42)
    # Cut mostly across the longer side, as detectors do.
    short = rng.uniform(share / 0.98, 1.0) if rng.random() < 0.5 else rng.uniform(0.85, 1.0)
    fractions = np.array([share / short, short]) if size[0] >= size[1] else np.array([short, share / short])
    part = np.maximum(fractions * size, 4)
    place = rng.random(2)
    place = np.where(rng.random(2) < 0.6, np.round(place), place)
    low = box[:2] + place * (size - part)
    return np.concatenate([low, low + part]).astype(np.float32)


def neighbor_pairs(boxes, limit=400):
    """Index pairs [M, 2] of boxes alike in size that lie side by side, so that their union holds just these two."""
    count = min(len(boxes), limit)
    found = []
    own = areas(boxes)
    for i in range(count):
        low = np.minimum(boxes[i, :2], boxes[i + 1:, :2])
        high = np.maximum(boxes[i, 2:], boxes[i + 1:, 2:])
        union = np.prod(high - low, axis=1)
        other = own[i + 1:]
        both = own[i] + other - shared_area(boxes[i], boxes[i + 1:])
        overlap = (own[i] + other - both) / np.minimum(own[i], other).clip(1e-6)
        alike = np.maximum(own[i], other) < 2.5 * np.minimum(own[i], other)
        for j in np.flatnonzero(alike & (overlap < 0.35) & (union < 1.7 * both)):
            found.append((i, i + 1 + j))
    return np.array(found, int).reshape(-1, 2)


def double_of(boxes, pair):
    """The box around both boxes of `pair`."""
    two = boxes[list(pair)]
    return np.concatenate([two[:, :2].min(0), two[:, 2:].max(0)]).astype(np.float32)


def background_box(boxes, width, height, rng, tries=25):
    """A box as large as the objects that at most 10% of any object and of itself is shared with; None if none fits."""
    sizes = boxes[:, 2:] - boxes[:, :2]
    own = areas(boxes)
    for _ in range(tries):
        size = sizes[rng.integers(len(sizes))] * rng.uniform(0.6, 1.6) * np.exp(rng.normal(0, 0.2, 2))
        if size[0] >= width or size[1] >= height or size.min() < 4:
            continue
        low = rng.random(2) * (np.array([width, height]) - size)
        box = np.concatenate([low, low + size])
        shared = shared_area(box, boxes)
        if shared.sum() < 0.1 * np.prod(size) and (shared < 0.3 * own).all():
            return box.astype(np.float32)
    return None
