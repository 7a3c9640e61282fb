"""Boxes against boxes, in plain arrays."""

import numpy as np


def areas(boxes: np.ndarray) -> np.ndarray:
    return (boxes[..., 2:] - boxes[..., :2]).clip(0).prod(-1)


def intersections(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Shared area of each of a [N, 4] with each of b [M, 4]."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return (high - low).clip(0).prod(-1)


def overlaps(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union [N, M]."""
    inner = intersections(a, b)
    return inner / (areas(a)[:, None] + areas(b)[None] - inner + 1e-6)


def suppress(boxes: np.ndarray, scores: np.ndarray, limit: float = 0.45, inside: float = 0.8) -> np.ndarray:
    """Indices that stay, best first: of two that overlap or lie in each other, the better one."""
    order = np.argsort(-scores, kind="stable")
    own = areas(boxes)
    kept = []
    while len(order):
        best, rest = order[0], order[1:]
        kept.append(best)
        inner = intersections(boxes[best][None], boxes[rest])[0]
        apart = inner / (own[best] + own[rest] - inner + 1e-6) < limit
        order = rest[apart & (inner / (np.minimum(own[best], own[rest]) + 1e-6) < inside)]
    return np.array(kept, int)


def match(found: np.ndarray, truth: np.ndarray, limit: float = 0.4) -> np.ndarray:
    """Which of the found boxes, best first, are right: each true one is given away once."""
    right = np.zeros(len(found), bool)
    if not len(truth) or not len(found):
        return right
    free, shared = np.ones(len(truth), bool), overlaps(found, truth)
    for index in range(len(found)):
        best = int(np.argmax(np.where(free, shared[index], -1)))
        if free[best] and shared[index, best] > limit:
            right[index], free[best] = True, False
    return right


def match_points(found: np.ndarray, points: np.ndarray, reach: float = 0.8) -> np.ndarray:
    """The same for true middles: a box is right that holds a free one well inside."""
    right, free = np.zeros(len(found), bool), np.ones(len(points), bool)
    for index, box in enumerate(found):
        half = np.maximum((box[2:] - box[:2]) / 2, 1)
        far = (np.abs(points - (box[:2] + box[2:]) / 2) / half).max(1)
        best = int(np.argmin(np.where(free, far, np.inf)))
        if free[best] and far[best] < reach:
            right[index], free[best] = True, False
    return right
