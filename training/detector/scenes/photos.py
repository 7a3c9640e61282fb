"""Kinds cut from real photos."""

from __future__ import annotations

import cv2
import numpy as np

from .kinds import FILL, Kind, canvas
from .materials import Finish, Flat


class Photographed(Kind):
    """Objects of one label in one photo, as they are: their own light stays in them."""

    def __init__(self, rng: np.random.Generator, pairs: list[tuple[np.ndarray, np.ndarray]], free: bool):
        self.pairs, self.free = pairs, free
        self.finish = Finish(1.15, 0, 10, 0, 2, 0)  # a gain of exactly one: no further light
        self.gain = rng.uniform(0.7, 1.25, 3) if rng.random() < 0.4 else np.ones(3)
        self.spread = rng.uniform(0, 10)

    def draw(self, rng, side):
        crop, mask = self.pairs[rng.integers(len(self.pairs))]
        if rng.random() < 0.3:
            crop, mask = crop[:, ::-1], mask[:, ::-1]
        h, w = crop.shape[:2]
        f = FILL * side / max(h, w)
        w, h = max(2, round(w * f)), max(2, round(h * f))
        bgr, cover = np.zeros((side, side, 3), np.float32), canvas(side)
        y, x = (side - h) // 2, (side - w) // 2
        flags = cv2.INTER_AREA if f < 1 else cv2.INTER_LINEAR
        bgr[y : y + h, x : x + w] = cv2.resize(crop, (w, h), interpolation=flags)
        cover[y : y + h, x : x + w] = cv2.resize(mask, (w, h), interpolation=flags)
        bgr *= (self.gain * (1 + rng.normal(0, self.spread / 255))).astype(np.float32)
        return Flat(bgr, cover, np.zeros((side, side), np.float32))
