"""The picture under construction: color and, for every pixel, which object is seen there."""

from __future__ import annotations

import cv2
import numpy as np

EXTENT = 77  # cover above 0.3 belongs to the object


class Board:
    """A canvas of uint8 color with a map of object numbers (-1: none)."""

    def __init__(self, image: np.ndarray, extent: int = EXTENT):
        self.extent = extent  # more cover than this belongs to the object
        self.image = np.ascontiguousarray(image)
        self.ids = np.full(image.shape[:2], -1, np.int16)
        self.areas: list[int] = []  # full extent of each object in pixels, hidden parts included
        self.kinds: list[int] = []
        self.contrast: list[float] = []  # mean change the object made to the picture
        self.roughness = _roughness(image)

    def _window(self, x: int, y: int, w: int, h: int):
        rows, cols = self.image.shape[:2]
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, cols), min(y + h, rows)
        if x1 <= x0 or y1 <= y0:
            return None
        return (slice(y0, y1), slice(x0, x1)), (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))

    def shadow(self, cover: np.ndarray, x: float, y: float, blur: float, strength: float) -> None:
        """Darkens the canvas under a blurred copy of an extent."""
        m = int(2 * blur) + 1
        soft = cv2.copyMakeBorder(cover, m, m, m, m, cv2.BORDER_CONSTANT, value=0)
        soft = cv2.blur(soft, (m | 1, m | 1)) if m > 2 else cv2.GaussianBlur(soft, (3, 3), 0)
        place = self._window(int(x) - m, int(y) - m, soft.shape[1], soft.shape[0])
        if place is None:
            return
        gain = (255 - soft[place[1]] * np.float32(strength)).astype(np.uint16)
        self.image[place[0]] = (self.image[place[0]] * gain[..., None] >> 8).astype(np.uint8)

    def paste(self, bgr: np.ndarray, alpha: np.ndarray, cover: np.ndarray, x: float, y: float, kind: int) -> None:
        """Draws an object with its top left corner at (x, y); `kind` < 0 draws clutter that only hides."""
        seen = cover > self.extent
        number = len(self.areas) if kind >= 0 else -1
        place = self._window(int(round(x)), int(round(y)), cover.shape[1], cover.shape[0])
        change = 0.0
        if place is not None:
            there, here = place
            before = self.image[there]
            a = alpha[here].astype(np.uint16)[..., None]
            after = ((before * (255 - a) + bgr[here] * a + 127) // 255).astype(np.uint8)
            inside = seen[here]
            self.ids[there][inside] = number
            if kind >= 0:
                change = _change(before, after, inside)
            self.image[there] = after
        if kind >= 0:
            self.areas.append(int(seen.sum()))
            self.kinds.append(kind)
            self.contrast.append(change)


def _roughness(image: np.ndarray) -> float:
    """Mean deviation of the empty background from its surroundings."""
    small = np.ascontiguousarray(image[::3, ::3])
    return float(cv2.absdiff(small, cv2.blur(small, (15, 15))).mean())


def _change(before: np.ndarray, after: np.ndarray, inside: np.ndarray) -> float:
    step = max(1, min(inside.shape) // 24)
    diff = cv2.absdiff(before[::step, ::step], after[::step, ::step])
    return max(cv2.mean(diff, inside[::step, ::step].astype(np.uint8)))
