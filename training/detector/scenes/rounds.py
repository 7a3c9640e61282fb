"""Round things seen from above or end-on: logs, cans, vials, cups, coins, fruit."""

from __future__ import annotations

import cv2
import numpy as np

from . import color, marks, outlines
from .fields import fractal
from .kinds import FILL, Kind, canvas
from .materials import Finish, Flat, Skin, relief


def radius_field(side: int, wobble: np.ndarray | float = 0.0) -> np.ndarray:
    """Distance from the middle, 1 at the outline of a full-size object."""
    x = (np.arange(side, dtype=np.float32) + 0.5 - side / 2) / np.float32(FILL * side / 2)
    return np.sqrt(x[None] ** 2 + x[:, None] ** 2) + wobble


def step(r: np.ndarray, at: float, width: float) -> np.ndarray:
    """0 inside `at`, 1 outside, with a soft edge."""
    return np.clip((r - at) / width + 0.5, 0, 1)


class Rings(Kind):
    """Concentric zones: can, vial, cup, pipe, bottle from above, washer, target-like lid."""

    def __init__(self, rng: np.random.Generator, assets):
        self.finish = Finish.sample(rng)
        n = int(rng.integers(2, 6))
        self.edges = np.sort(rng.uniform(0.15, 0.97, n - 1))[::-1]
        tone = color.any_color(rng)
        self.tones = [tone]
        for _ in range(n - 1):
            tone = color.near(rng, tone, 45) if rng.random() < 0.6 else color.any_color(rng)
            self.tones.append(tone)
        self.levels = rng.uniform(-0.35, 0.35, n)  # each zone stands out or lies deep
        self.vary = rng.random(n) < 0.15
        self.open = rng.random() < 0.15  # a tube: nothing inside the last ring
        self.glass = rng.uniform(0.25, 0.7) if rng.random() < 0.2 else 0.0
        self.skin = Skin(rng, assets, self.tones[0])
        self.oval = rng.uniform(0.75, 1) if rng.random() < 0.25 else 1.0
        self.offset = rng.uniform(-0.12, 0.12, 2) if rng.random() < 0.3 else np.zeros(2)

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        bgr, cover = self.skin.paint(rng, side), canvas(side)
        cv2.ellipse(cover, ((c, c), (2 * r, 2 * r * self.oval), 0), 255, -1, cv2.LINE_AA)
        height = relief(cover, "bevel", 0.8)
        opacity = np.ones((side, side), np.float32) if self.glass else None
        inner = canvas(side)
        for k, e in enumerate(self.edges, 1):
            inner[:] = 0
            at = (c + self.offset[0] * r * (1 - e), c + self.offset[1] * r * (1 - e))
            cv2.ellipse(inner, (at, (2 * r * e, 2 * r * e * self.oval), 0), 255, -1, cv2.LINE_AA)
            tone = color.any_color(rng) if self.vary[k] else color.near(rng, self.tones[k], 5)
            mix(bgr, inner, tone)
            height += inner * np.float32(self.levels[k] * r * 0.12 / 255)
            if opacity is not None and k == len(self.edges):
                opacity -= inner * np.float32((1 - self.glass) / 255)
        if self.open:
            cover = cv2.subtract(cover, inner)
        return Flat(bgr, cover, cv2.GaussianBlur(height, (0, 0), max(0.6, side / 90)), opacity)


def mix(bgr: np.ndarray, mask: np.ndarray, tone: np.ndarray) -> None:
    weight = mask[..., None] * np.float32(1 / 255)
    bgr += weight * (np.asarray(tone, np.float32) - bgr)


class Log(Kind):
    """The sawn end of a trunk or pole: bark, growth rings, cracks."""

    def __init__(self, rng: np.random.Generator, assets):
        self.finish = Finish(rng.uniform(0.6, 0.9), 0, 10, 0, 3, rng.uniform(0, 0.3))
        self.wood = color.hsv(rng.normal(30, 7), rng.uniform(0.15, 0.6), rng.uniform(0.45, 0.97))
        self.bark = color.hsv(rng.normal(25, 8), rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.5))
        self.thick = rng.uniform(0.02, 0.14)
        self.rings = rng.uniform(8, 60)
        self.depth = rng.uniform(2, 28)
        self.spread = rng.uniform(3, 22)
        self.rough = rng.uniform(0.02, 0.08)
        self.dark_core = rng.uniform(0, 0.5) if rng.random() < 0.4 else 0

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        cover = canvas(side)
        points = outlines.wobble(rng, outlines.circle(rng), self.rough)
        outlines.fill(cover, outlines.unit(points), (c, c), r)
        field = radius_field(side, fractal(rng, side, side, 3) * np.float32(0.03))
        bgr = np.empty((side, side, 3), np.float32)
        bgr[:] = color.near(rng, self.wood, self.spread)
        bgr += (np.sin(field * self.rings) * self.depth + fractal(rng, side, side, 4, 6) * 6)[..., None]
        bgr *= (1 - self.dark_core * (1 - step(field, 0.45, 0.4)))[..., None]
        d = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 3)
        bark = (np.clip(1 - d / (self.thick * r + 0.5), 0, 1) > 0.15).astype(np.uint8) * 255
        mix(bgr, bark, color.near(rng, self.bark, 12))
        for _ in range(int(rng.integers(0, 4))):
            t, reach = rng.uniform(0, 6.3), rng.uniform(0.3, 0.9) * r
            end = (int(c + reach * np.cos(t)), int(c + reach * np.sin(t)))
            cv2.line(bgr, (int(c), int(c)), end, (self.bark * 0.7).tolist(), max(1, side // 70), cv2.LINE_AA)
        return Flat(bgr, cover, relief(cover, "flat", 1))


class Fruit(Kind):
    """A ball with pores and perhaps a stem or dimple: orange, apple, tomato, pea, marble, bead."""

    def __init__(self, rng: np.random.Generator, assets):
        self.finish = Finish(rng.uniform(0.25, 0.6), rng.choice([0.2, 0.5, 0.9]), float(rng.uniform(6, 60)), 0, 3,
                             rng.uniform(0, 0.7))
        self.skin = Skin(rng, assets)
        self.second = color.near(rng, self.skin.base, 45)
        self.blush = rng.uniform(0, 0.8) if rng.random() < 0.4 else 0.0
        self.stem = color.hsv(rng.uniform(30, 120), 0.5, rng.uniform(0.1, 0.5)) if rng.random() < 0.5 else None
        self.rough = rng.uniform(0, 0.04)
        self.oval = rng.uniform(0.8, 1)
        self.clear = rng.uniform(0.3, 0.7) if rng.random() < 0.12 else 0.0

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        cover = canvas(side)
        points = outlines.wobble(rng, outlines.circle(rng) * np.array([1, self.oval]), self.rough)
        outlines.fill(cover, points * 0.98, (c, c), r)
        bgr = self.skin.paint(rng, side)
        if self.blush:
            weight = np.clip(fractal(rng, side, side, 2, 2), 0, 1)[..., None] * self.blush
            bgr += weight.astype(np.float32) * (self.second - bgr)
        if self.stem is not None:
            at = (c + rng.uniform(-0.6, 0.6) * r, c + rng.uniform(-0.6, 0.6) * r)
            cv2.circle(bgr, (int(at[0]), int(at[1])), max(1, int(r * 0.13)), (bgr[int(c), int(c)] * 0.6).tolist(), -1)
            cv2.circle(bgr, (int(at[0]), int(at[1])), max(1, int(r * 0.06)), self.stem.tolist(), -1, cv2.LINE_AA)
        opacity = None
        if self.clear:
            opacity = (1 - self.clear * (1 - step(radius_field(side), 0.85, 0.25))).astype(np.float32)
        return Flat(bgr, cover, relief(cover, "dome", 1.0), opacity)


class Coin(Kind):
    """Coin, token, button, bottle cap: a metal disc with a raised rim and a relief that varies little."""

    def __init__(self, rng: np.random.Generator, assets):
        tone = [color.hsv(28, 0.55, 0.7), color.hsv(42, 0.45, 0.75), color.hsv(30, 0.03, 0.7), color.any_color(rng)]
        self.skin = Skin(rng, assets, tone[rng.integers(4)])
        self.skin.pattern, self.skin.assorted = rng.choice(["plain", "mottled", "grain"]), False
        self.finish = Finish(0.5, rng.uniform(0.1, 0.8), rng.uniform(6, 30), rng.uniform(0, 0.6), rng.uniform(2, 6),
                             0.1)
        self.figure = outlines.unit(outlines.blob(rng))
        self.ring = rng.uniform(0.6, 0.8) if rng.random() < 0.25 else 0.0
        self.ring_color = tone[rng.integers(3)]
        self.word = marks.word(rng, 1, 3)
        self.teeth = rng.integers(18, 40) if rng.random() < 0.2 else 0
        self.sides = rng.random() < 0.6

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        bgr, cover = self.skin.paint(rng, side), canvas(side)
        t = np.linspace(0, 2 * np.pi, 160, endpoint=False)
        rim = 1 - (0.05 * (0.5 + 0.5 * np.cos(self.teeth * t)) if self.teeth else 0 * t)
        outlines.fill(cover, np.stack([rim * np.cos(t), rim * np.sin(t)], 1), (c, c), r)
        if self.ring:
            inner = canvas(side)
            cv2.circle(inner, (int(c), int(c)), int(r * self.ring), 255, -1, cv2.LINE_AA)
            mix(bgr, inner, self.ring_color)
        stamp = canvas(side)
        if self.sides and rng.random() < 0.5:
            marks.text(rng, stamp, (c - 0.4 * r, c + 0.25 * r), 0.8 * r, 255, self.word)
        else:
            outlines.fill(stamp, self.figure, (c, c), 0.6 * r)
        field = radius_field(side)
        height = (step(field, 0.88, 0.06) * 0.06 * r).astype(np.float32)
        height += cv2.GaussianBlur(stamp, (0, 0), max(0.6, side / 60)).astype(np.float32) * np.float32(0.12 * r / 255)
        return Flat(bgr, cover, height + relief(cover, "flat", 1))
