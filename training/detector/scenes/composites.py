"""Things made of parts: cars and people from above, birds, fish, insects, upright figures, capsules, cells."""

from __future__ import annotations

import cv2
import numpy as np

from . import color, outlines
from .fields import fractal
from .kinds import FILL, Kind, canvas
from .materials import Finish, Flat, Skin, relief


class Parts(Kind):
    """A body with further parts in their own colors; all of it is one object."""

    def __init__(self, rng: np.random.Generator, assets, make: tuple = ()):
        self.finish = Finish.sample(rng)
        self.skin = Skin(rng, assets)
        self.assorted = rng.random() < 0.5
        make = make or _ALL
        chosen = make[rng.integers(len(make))]
        self.free = chosen is not _figure
        parts = chosen(rng)
        self.parts = _fit(parts)
        self.tones = [color.any_color(rng) for _ in parts]
        self.swing = rng.uniform(0, 0.12)

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        body = color.any_color(rng) if self.assorted and rng.random() < 0.7 else None
        bgr, cover = self.skin.paint(rng, side, body), canvas(side)
        height = np.zeros((side, side), np.float32)
        for k, (points, own) in enumerate(self.parts):
            layer = canvas(side)
            moved = points * (1 + rng.normal(0, self.swing * 0.4, 2)) if own else points
            outlines.fill(layer, moved, (c, c), r)
            if own:
                weight = layer[..., None] * np.float32(1 / 255)
                bgr += weight * (color.near(rng, self.tones[k], 8) - bgr)
            cover = cv2.max(cover, layer)
            height = np.maximum(height, relief(layer, "dome", 0.6))
        return Flat(bgr, cover, height)


def _fit(parts: list[tuple[np.ndarray, bool]]) -> list[tuple[np.ndarray, bool]]:
    every = np.concatenate([p for p, _ in parts])
    low, high = every.min(0), every.max(0)
    f = 2 / (high - low).max()
    return [((p - (low + high) / 2) * f, own) for p, own in parts]


def _oval(x: float, y: float, a: float, b: float, power: float = 2.0) -> np.ndarray:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    return np.stack([x + a * np.sign(c) * np.abs(c) ** (2 / power), y + b * np.sign(s) * np.abs(s) ** (2 / power)], 1)


def _car(rng):
    w = rng.uniform(0.38, 0.5)
    a, b = rng.uniform(0.25, 0.45), rng.uniform(0.4, 0.6)
    return [(_oval(0, 0, 1, w, 5), False), (_oval(-0.05, 0, 0.62, w * 0.85, 5), True),
            (_oval(-0.08, 0, a, w * 0.78, 6), False), (_oval(0.95, w * b, 0.05, 0.08), True),
            (_oval(0.95, -w * b, 0.05, 0.08), True)]


def _person_above(rng):
    h = rng.uniform(0.28, 0.45)
    parts = [(_oval(0, 0, rng.uniform(0.35, 0.5), 0.95, 2.5), False)]
    if rng.random() < 0.6:
        parts += [(_oval(0.45, s * 0.75, 0.4, 0.16), True) for s in (-1, 1)]
    return parts + [(_oval(rng.uniform(-0.1, 0.25), 0, h, h), True)]


def _bird(rng):
    spread = rng.uniform(0.2, 1.2)
    wing = np.array([(0.25, 0), (-0.25, 0), (-0.5 - 0.3 * spread, spread), (-0.1, 0.9 * spread)])
    parts = [(outlines.smooth(wing, 2), True), (outlines.smooth(wing * [1, -1], 2), True)] if spread > 0.5 else []
    parts += [(_oval(0, 0, 0.7, rng.uniform(0.2, 0.42)), False), (_oval(0.7, rng.uniform(-0.3, 0.1), 0.22, 0.2), False)]
    tail = np.array([(-0.5, -0.1), (-1.1, -0.25), (-1.1, 0.2), (-0.5, 0.1)])
    return parts + [(tail, True), (np.array([(0.86, -0.1), (1.08, 0), (0.86, 0.08)]), True)]


def _fish(rng):
    b = rng.uniform(0.25, 0.5)
    tail = np.array([(-0.7, 0), (-1.15, -0.35), (-1.0, 0), (-1.15, 0.35)])
    fin = np.array([(0.1, -b * 0.8), (-0.3, -b * 1.4), (-0.4, -b * 0.6)])
    return [(tail, True), (fin, True), (_oval(0, 0, 0.85, b), False), (_oval(0.55, -0.08, 0.07, 0.07), True)]


def _bug(rng):
    parts = []
    for s in (-1, 1):
        for x in (-0.3, 0, 0.3):
            leg = np.array([(x - 0.04, 0), (x + 0.04, 0), (x * 1.9 + 0.03, s * 0.75), (x * 1.9 - 0.03, s * 0.75)])
            parts.append((leg, True))
    body = [(_oval(-0.4, 0, 0.5, 0.3), False), (_oval(0.2, 0, 0.24, 0.2), False)]
    return parts + body + [(_oval(0.55, 0, 0.18, 0.17), True)]


def _figure(rng):
    """Upright figure: person, doll, chess-like statue."""
    w, legs = rng.uniform(0.22, 0.4), rng.random() < 0.7
    parts = [(_oval(0, -0.1, w, 0.42, 4), False), (_oval(0, -0.72, 0.17, 0.21), True)]
    if legs:
        parts += [(_oval(s * w * 0.45, 0.62, w * 0.4, 0.45, 5), True) for s in (-1, 1)]
    else:
        parts.append((np.array([(-w, 0), (w, 0), (w * 1.5, 1), (-w * 1.5, 1)]), True))
    if rng.random() < 0.7:
        parts += [(_oval(s * (w + 0.05), -0.1, 0.09, 0.38, 3), True) for s in (-1, 1)]
    return parts


def _flower(rng):
    n, a = int(rng.integers(5, 14)), rng.uniform(0.5, 0.7)
    petal = _oval(a, 0, 1 - a + 0.1, rng.uniform(0.15, 0.4))
    parts = []
    for t in np.arange(n) * 2 * np.pi / n:
        parts.append((petal @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]), False))
    return parts + [(_oval(0, 0, 0.35, 0.35), True)]


def _loose(rng):
    """Any arrangement of two to six overlapping shapes, often mirrored."""
    parts = [(outlines.unit(outlines.COMMON[rng.integers(len(outlines.COMMON))](rng)) * 0.7, False)]
    mirror = rng.random() < 0.6
    for _ in range(int(rng.integers(1, 4))):
        p = outlines.unit(outlines.COMMON[rng.integers(len(outlines.COMMON))](rng)) * rng.uniform(0.15, 0.5)
        at = rng.uniform(-0.7, 0.7, 2) * [1, 1 if mirror else 0.6]
        parts.append((p + at, True))
        if mirror:
            parts.append(((p + at) * [1, -1], True))
    return parts


CARS, PEOPLE, ANIMALS, FIGURES = (_car,), (_person_above,), (_bird, _bird, _fish, _bug), (_figure,)
_ALL = CARS * 2 + PEOPLE * 2 + ANIMALS + FIGURES * 2 + (_loose,) * 4 + (_flower,)


class Capsule(Kind):
    """Capsule, pill, bean: one or two colors, a seam, a score line, an imprint."""

    def __init__(self, rng: np.random.Generator, assets):
        self.points = outlines.unit(outlines.stadium(rng) if rng.random() < 0.6 else outlines.superellipse(rng))
        self.skin, self.finish = Skin(rng, assets), Finish(0.5, rng.uniform(0.1, 1), 25, 0, 2, rng.uniform(0, 0.5))
        self.other = color.any_color(rng) if rng.random() < 0.6 else None
        self.split = rng.uniform(-0.25, 0.25)
        self.score = rng.random() < 0.35
        self.clear = rng.uniform(0.2, 0.6) if rng.random() < 0.15 else 0.0

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        bgr, cover = self.skin.paint(rng, side), canvas(side)
        outlines.fill(cover, self.points, (c, c), r)
        seam = int(c + self.split * r)
        if self.other is not None:
            bgr[:, seam:] += self.other - bgr[int(c), int(c)]
        elif self.score:
            cv2.line(bgr, (int(c), 0), (int(c), side), (self.skin.base * 0.6).tolist(), max(1, side // 40))
        opacity = None
        if self.clear:
            opacity = np.ones((side, side), np.float32)
            opacity[:, seam:] = 1 - self.clear
        return Flat(bgr, cover, relief(cover, "dome", 0.9), opacity)


class Cell(Kind):
    """Nucleus, blood cell, colony, bubble, droplet: soft, often see-through, mottled inside."""

    def __init__(self, rng: np.random.Generator, assets):
        self.base = color.any_color(rng)
        self.rim = rng.uniform(-0.5, 0.6)
        self.rough = rng.uniform(0.01, 0.12)
        self.oval = rng.uniform(0.55, 1)
        self.mottle = rng.uniform(0, 40)
        self.solid = rng.uniform(0.25, 1.0)
        self.core = rng.uniform(0.2, 0.6) if rng.random() < 0.35 else 0.0
        self.core_color = color.near(rng, self.base, 60)
        self.finish = Finish(rng.uniform(0.7, 1), rng.choice([0, 0, 0.6]), 40, 0, 2, 0)
        self.spread = rng.uniform(0, 25)

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        cover = canvas(side)
        points = outlines.wobble(rng, outlines.circle(rng) * [1, rng.uniform(self.oval, 1)], self.rough)
        outlines.fill(cover, outlines.unit(points), (c, c), r)
        bgr = np.empty((side, side, 3), np.float32)
        bgr[:] = color.near(rng, self.base, self.spread)
        bgr += (fractal(rng, side, side, 3, 4) * np.float32(self.mottle))[..., None]
        if self.core:
            outlines.fill(bgr, points * self.core, (c + 0.15 * r * rng.normal(), c), r, self.core_color.tolist())
        d = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 3) / r
        ring = np.clip(1 - d / 0.18, 0, 1)
        bgr *= (1 - np.float32(self.rim) * ring)[..., None]
        opacity = self.solid + (1 - self.solid) * ring if self.solid < 0.8 else None
        return Flat(bgr, cover, relief(cover, "dome", 0.3), opacity)
