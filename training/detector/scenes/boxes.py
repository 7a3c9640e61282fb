"""Cornered things: cartons in oblique view, bricks, books, tiles, chips, cards."""

from __future__ import annotations

import cv2
import numpy as np

from . import color, marks, outlines
from .fields import fractal
from .kinds import FILL, Kind, canvas
from .materials import Finish, Flat, Skin, relief


class Slab(Kind):
    """A rectangle seen straight on: brick, book spine, card, bar, tile, plank end, sachet."""

    def __init__(self, rng: np.random.Generator, assets, aspect: float | None = None):
        self.aspect = aspect if aspect is not None else float(np.exp(rng.uniform(np.log(0.12), 0)))
        self.skin = Skin(rng, assets)
        self.finish = Finish.sample(rng)
        self.round = rng.choice([0.0, 0.03, 0.1, 0.3])  # corner radius, in half-lengths
        self.style, self.strength = rng.choice(["bevel", "flat", "dome"], p=[0.5, 0.35, 0.15]), rng.uniform(0.3, 1)
        self.vary = rng.uniform(0, 0.25) if rng.random() < 0.3 else 0.0
        self.label = rng.random() < 0.35
        self.tones = color.any_color(rng), color.any_color(rng)
        self.word = marks.word(rng)
        self.bands = rng.uniform(0.05, 0.95, rng.integers(1, 4)) if rng.random() < 0.3 else []
        self.border = rng.uniform(0.03, 0.1) if rng.random() < 0.2 else 0.0
        self.free = rng.random() < 0.5
        self.jitter = rng.choice([0.0, 0.01, 0.03])

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        b = self.aspect * (1 + rng.normal(0, self.vary)) if self.vary else self.aspect
        b = float(np.clip(b, 0.06, 1))
        points = outlines.rounded_box(b, self.round)
        if self.jitter:
            points = points + np.sign(points) * rng.normal(0, self.jitter, (1, 2))
        points = np.clip(points, -1, 1)
        bgr, cover = self.skin.paint(rng, side), canvas(side)
        outlines.fill(cover, points, (c, c), r)
        self._print(rng, bgr, c, r, b)
        return Flat(bgr, cover, relief(cover, self.style, self.strength))

    def _print(self, rng, bgr, c, r, b):
        tone, ink = (t.tolist() for t in self.tones)
        for at in self.bands:
            x = int(c + (2 * at - 1) * r)
            cv2.rectangle(bgr, (x, 0), (x + max(1, int(0.06 * r)), bgr.shape[0]), tone, -1)
        if self.label and b > 0.3:
            marks.label(rng, bgr, (c - 0.6 * r, c - 0.6 * b * r, 1.2 * r, 1.2 * b * r), *self.tones)
        elif self.label:
            marks.text(rng, bgr, (c - 0.6 * r, c + 0.4 * b * r), 1.2 * r * min(1, 4 * b), ink, self.word)
        if self.border:
            m = self.border * r
            cv2.rectangle(bgr, (int(c - r + m), int(c - b * r + m)), (int(c + r - m), int(c + b * r - m)), ink,
                          max(1, int(m / 3)), cv2.LINE_AA)


class Crate(Kind):
    """A box seen from an angle: top, front and side in three shades, with print or tape."""

    free = False

    def __init__(self, rng: np.random.Generator, assets):
        self.skin, self.finish = Skin(rng, assets), Finish(0.95, 0, 10, 0, 2, 0)
        if rng.random() < 0.4:
            self.skin.base = color.hsv(rng.normal(30, 5), rng.uniform(0.25, 0.55), rng.uniform(0.5, 0.85))
        w, h, d = rng.uniform(0.5, 1), rng.uniform(0.25, 1), rng.uniform(0.15, 0.6)
        slope = np.radians(rng.uniform(15, 70)) * rng.choice([-1, 1])
        dx, dy = d * np.cos(slope) * np.sign(slope), d * abs(np.sin(slope))
        front = np.array([(0, 0), (w, 0), (w, h), (0, h)])
        top = np.array([(0, 0), (w, 0), (w + dx, -dy), (dx, -dy)])
        flank = np.array([(w, 0), (w, h), (w + dx, h - dy), (w + dx, -dy)]) if dx > 0 else \
            np.array([(0, 0), (0, h), (dx, h - dy), (dx, -dy)])
        every = np.concatenate([front, top, flank])
        low, high = every.min(0), every.max(0)
        self.faces = [(f - (low + high) / 2) * 2 / (high - low).max() for f in (front, top, flank)]
        shades = rng.permutation([1.0, rng.uniform(0.65, 0.9), rng.uniform(0.35, 0.7)])
        self.shades = [shades[0], max(shades[1], 0.7), shades[2]]
        self.label, self.tape = rng.random() < 0.5, rng.random() < 0.3
        self.tones = color.any_color(rng), color.any_color(rng)
        self.edge = rng.uniform(0.6, 1.2)
        self.lines = rng.random() < 0.6

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        bgr, cover = self.skin.paint(rng, side), canvas(side)
        if self.label:
            x0, y0 = self.faces[0].min(0) * r + c
            w, h = np.ptp(self.faces[0], axis=0) * r
            marks.label(rng, bgr, (x0 + 0.2 * w, y0 + 0.2 * h, 0.55 * w, 0.5 * h), *self.tones)
        for face, gain in zip(self.faces, self.shades):
            one = canvas(side)
            outlines.fill(one, face, (c, c), r)
            bgr *= 1 + one[..., None] * np.float32((gain - 1) / 255)
            cover = cv2.max(cover, one)
        if self.tape:
            quad = self.faces[1]
            mid = np.array([(quad[0] * 0.55 + quad[1] * 0.45), (quad[0] * 0.45 + quad[1] * 0.55),
                            (quad[3] * 0.45 + quad[2] * 0.55), (quad[3] * 0.55 + quad[2] * 0.45)])
            outlines.fill(bgr, mid, (c, c), r, (self.tones[0]).tolist())
        if self.lines:
            for face in self.faces:
                pts = np.round((face * r + c) * 16).astype(np.int32)
                cv2.polylines(bgr, [pts], True, np.clip(self.skin.base * self.edge * 0.6, 0, 255).tolist(),
                              max(1, side // 90), cv2.LINE_AA, 4)
        return Flat(bgr, cover, np.zeros((side, side), np.float32))
