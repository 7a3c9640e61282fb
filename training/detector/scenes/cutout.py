"""Turns a boxed object of a photo into a sprite: a crop with a soft mask."""

from __future__ import annotations

import cv2
import numpy as np

_WORK = 64  # side at which the mask is found: enough for an outline, cheap enough to do per scene
_LARGEST = 288


def cut_out(image: np.ndarray, box: tuple[float, ...], seed: int,
            rounded: bool) -> tuple[np.ndarray, np.ndarray] | None:
    """The object inside `box` and its mask: from GrabCut if plausible, an ellipse if `rounded`, else nothing."""
    x0, y0, x1, y1 = box
    pad = 0.18 * max(x1 - x0, y1 - y0)
    u0, v0 = max(0, int(x0 - pad)), max(0, int(y0 - pad))
    u1, v1 = min(image.shape[1], int(x1 + pad) + 1), min(image.shape[0], int(y1 + pad) + 1)
    wide = image[v0:v1, u0:u1]
    inner = (int(x0) - u0, int(y0) - v0, int(np.ceil(x1)) - u0, int(np.ceil(y1)) - v0)
    if wide.size == 0 or inner[2] - inner[0] < 8 or inner[3] - inner[1] < 8:
        return None
    mask = _foreground(wide, inner, seed)
    if mask is None and not rounded:
        return None
    rows, cols = slice(inner[1], inner[3]), slice(inner[0], inner[2])
    crop = wide[rows, cols]
    soft = _ellipse(crop.shape[:2]) if mask is None else mask[rows, cols]
    return _limit(crop), _limit(soft)


def _limit(picture: np.ndarray) -> np.ndarray:
    side = max(picture.shape[:2])
    if side <= _LARGEST:
        return picture.copy()
    f = _LARGEST / side
    return cv2.resize(picture, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)


def _ellipse(shape: tuple[int, int]) -> np.ndarray:
    h, w = shape
    mask = np.zeros((h, w), np.uint8)
    cv2.ellipse(mask, ((w / 2, h / 2), (w * 0.97, h * 0.97), 0), 255, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(mask, (0, 0), 0.8)


def _foreground(wide: np.ndarray, inner: tuple[int, int, int, int], seed: int) -> np.ndarray | None:
    """A GrabCut mask at working size; None when it does not look like one object filling its box."""
    h, w = wide.shape[:2]
    f = min(1.0, _WORK / max(h, w))
    small = cv2.resize(wide, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
    x0, y0, x1, y1 = (int(round(v * f)) for v in inner)
    labels = np.full(small.shape[:2], cv2.GC_BGD, np.uint8)
    labels[y0:y1, x0:x1] = cv2.GC_PR_FGD
    cv2.ellipse(labels, (((x0 + x1) / 2, (y0 + y1) / 2), ((x1 - x0) * 0.45, (y1 - y0) * 0.45), 0), cv2.GC_FGD, -1)
    cv2.setRNGSeed(seed)
    try:
        cv2.grabCut(small, labels, None, np.zeros((1, 65)), np.zeros((1, 65)), 2, cv2.GC_INIT_WITH_MASK)
    except cv2.error:
        return None
    found = ((labels == cv2.GC_FGD) | (labels == cv2.GC_PR_FGD)).astype(np.uint8)
    found = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if not _plausible(found[y0:y1, x0:x1]):
        return None
    soft = cv2.resize(found * 255, (w, h), interpolation=cv2.INTER_CUBIC)
    return cv2.GaussianBlur(soft, (0, 0), max(0.7, 0.5 / f))


def _plausible(found: np.ndarray) -> bool:
    if found.size == 0 or not 0.3 < found.mean() < 0.97:
        return False
    rows, cols = np.flatnonzero(found.any(1)), np.flatnonzero(found.any(0))
    return np.ptp(rows) > 0.85 * found.shape[0] - 2 and np.ptp(cols) > 0.85 * found.shape[1] - 2
