"""Boxes against boxes, in plain arrays."""

import numpy as np
from scipy.spatial import cKDTree


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
    if not len(boxes):
        return np.zeros(0, int)
    order = np.argsort(-scores, kind="stable")
    ordered = boxes[order]
    better, worse = _conflicts(ordered, limit, inside)
    first = np.searchsorted(better, np.arange(len(order) + 1))
    stays = np.ones(len(order), bool)
    for index in range(len(order)):
        if stays[index]:
            stays[worse[first[index] : first[index + 1]]] = False
    return order[stays]


def _conflicts(boxes: np.ndarray, limit: float, inside: float) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of which only one can stay, the better one first, sorted by it. Boxes are sorted, best first."""
    one, other = _near(boxes).T
    low, high = np.maximum(boxes[one, :2], boxes[other, :2]), np.minimum(boxes[one, 2:], boxes[other, 2:])
    inner, own = (high - low).clip(0).prod(1), areas(boxes)
    hidden = inner / (own[one] + own[other] - inner + 1e-6) >= limit
    hidden |= inner / (np.minimum(own[one], own[other]) + 1e-6) >= inside
    one, other = one[hidden], other[hidden]
    order = np.argsort(one, kind="stable")
    return one[order], other[order]


def _near(boxes: np.ndarray) -> np.ndarray:
    """Pairs [M, 2] of which one might hide the other: the middle of one lies in the other."""
    middles, longest = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]).max(1)
    usual = longest <= 3 * np.median(longest)
    reach = float(longest[usual].max()) / 2 + 1e-3
    few = np.nonzero(usual)[0]
    pairs = [few[cKDTree(middles[few]).query_pairs(reach, p=np.inf, output_type="ndarray")].reshape(-1, 2)]
    for index in np.nonzero(~usual)[0]:  # the few that are far larger are held against all
        others = np.nonzero((np.abs(middles - middles[index]) <= longest[index] / 2 + reach).all(1))[0]
        others = others[others != index]
        pairs.append(np.stack([np.full(len(others), index), others], 1))
    return np.sort(np.concatenate(pairs), 1)


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
