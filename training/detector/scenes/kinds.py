"""Kinds of object: each is sampled once per scene and then draws any number of individuals.

A kind draws a `Flat` on a square whose middle holds the object; the longer side of the object takes up about
`FILL` of the square. `free` tells whether the kind may lie at any angle.
"""

from __future__ import annotations

import cv2
import numpy as np

from . import color, marks, outlines
from .materials import Finish, Flat, Skin, relief

FILL = 0.9


def canvas(side: int) -> np.ndarray:
    return np.zeros((side, side), np.uint8)


class Kind:
    free = True
    turn = 0.0  # degrees from the way it is drawn to the way it stands
    finish: Finish

    def draw(self, rng: np.random.Generator, side: int) -> Flat:
        raise NotImplementedError


class Solid(Kind):
    """A cut, pressed or cast shape, with or without holes, print or an inlay."""

    def __init__(self, rng: np.random.Generator, assets, make=None):
        make = make or outlines.COMMON[rng.integers(len(outlines.COMMON))]
        self.points = outlines.unit(make(rng))
        self.skin, self.finish = Skin(rng, assets), Finish.sample(rng)
        self.style = rng.choice(["dome", "bevel", "bowl", "flat"], p=[0.45, 0.3, 0.1, 0.15])
        self.strength = rng.uniform(0.4, 1.1)
        self.jitter = rng.choice([0.0, 0.02, 0.06])
        self.hole = rng.uniform(0.2, 0.65) if rng.random() < (0.7 if make is outlines.gear else 0.18) else 0.0
        self.hole_shape = outlines.unit(outlines.circle(rng) if rng.random() < 0.7 else outlines.polygon(rng))
        self.inlay = rng.uniform(0.4, 0.85) if rng.random() < 0.25 and not self.hole else 0.0
        self.inlay_color = color.any_color(rng)
        self.print = rng.random() < 0.15
        self.word = marks.word(rng, 1, 4)
        self.rim = rng.random() < 0.15

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        points = outlines.wobble(rng, self.points, self.jitter)
        bgr, cover = self.skin.paint(rng, side), canvas(side)
        outlines.fill(cover, points, (c, c), r)
        if self.inlay:
            outlines.fill(bgr, points * self.inlay, (c, c), r, self.inlay_color.tolist())
        if self.rim:
            outline = np.round((points * r * 0.96 + c) * 16).astype(np.int32)
            _polylines(bgr, outline, self.inlay_color, max(1, side // 24))
        if self.print:
            marks.text(rng, bgr, (c - 0.45 * r, c + 0.12 * r), 0.9 * r, self.inlay_color.tolist(), self.word)
        if self.hole:
            reach = np.abs(self.points[:, 1]).max()
            outlines.fill(cover, self.hole_shape * (self.hole * reach), (c, c), r, 0)
        return Flat(bgr, cover, relief(cover, self.style, self.strength))


def _polylines(image: np.ndarray, points: np.ndarray, tone: np.ndarray, thick: int) -> None:
    cv2.polylines(image, [points], True, tone.tolist(), thick, cv2.LINE_AA, 4)
