"""Tarts, cookies, pizzas, cupcakes: rims, fillings, toppings and piping."""

from __future__ import annotations

import cv2
import numpy as np

from . import color, outlines
from .fields import fractal
from .kinds import FILL, Kind, canvas
from .materials import Finish, Flat, Skin, relief
from .rounds import mix, radius_field


class Baked(Kind):
    """Tart, cookie, pizza, muffin: a body with a rim, a filling and toppings; toppings are never objects."""

    def __init__(self, rng: np.random.Generator, assets):
        self.finish = Finish(rng.uniform(0.45, 0.8), rng.choice([0, 0.2, 0.6]), 20, 0, 3, rng.uniform(0, 0.5))
        crust = color.hsv(rng.normal(28, 7), rng.uniform(0.3, 0.85), rng.uniform(0.3, 0.95))
        self.skin = Skin(rng, assets, crust)
        self.skin.assorted = False
        self.body = outlines.unit(outlines.circle(rng) if rng.random() < 0.75 else outlines.superellipse(rng))
        self.crimp = (rng.integers(14, 40), rng.uniform(0.02, 0.06)) if rng.random() < 0.3 else None
        self.filled = rng.uniform(0.5, 0.9) if rng.random() < 0.75 else 0.0
        self.filling = color.any_color(rng)
        self.sheen = rng.uniform(0, 18)
        self.count = int(np.exp(rng.uniform(0, 3.4))) if rng.random() < 0.8 else 0
        self.top = outlines.unit(outlines.COMMON[rng.integers(len(outlines.COMMON))](rng))
        self.top_size = min(rng.uniform(0.08, 0.5), 1.1 / np.sqrt(self.count + 0.5))
        self.top_colors = [color.any_color(rng) for _ in range(int(rng.integers(1, 4)))]
        self.ordered = rng.random() < 0.5
        self.jitter = rng.choice([0.01, 0.03, 0.06])

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        bgr, cover = self.skin.paint(rng, side), canvas(side)
        points = outlines.wobble(rng, self.body, self.jitter)
        if self.crimp:
            t = np.arctan2(points[:, 1], points[:, 0])
            points = points * (1 - self.crimp[1] * (0.5 + 0.5 * np.cos(self.crimp[0] * t)))[:, None]
        outlines.fill(cover, points, (c, c), r)
        height = relief(cover, "dome", 0.5)
        if self.filled:
            inner = canvas(side)
            outlines.fill(inner, points * self.filled, (c, c), r)
            mix(bgr, inner, color.near(rng, self.filling, 6))
            bgr += (fractal(rng, side, side, 3, 6) * np.float32(self.sheen))[..., None]
            height -= relief(inner, "bevel", 0.5)
        self._toppings(rng, bgr, height, side)
        return Flat(bgr, cover, height)

    def _toppings(self, rng, bgr, height, side):
        c, r = side / 2, FILL * side / 2
        layer = canvas(side)
        for k in range(self.count):
            t = 2 * np.pi * k / self.count + rng.normal(0, 0.05) if self.ordered else rng.uniform(0, 2 * np.pi)
            reach = 0.0 if self.count == 1 else (0.45 if self.ordered else 0.68 * np.sqrt(rng.random()))
            at = (c + r * reach * np.cos(t), c + r * reach * np.sin(t))
            a = rng.uniform(0, 2 * np.pi)
            turned = self.top @ np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
            size = r * self.top_size * rng.uniform(0.8, 1.15)
            tone = color.near(rng, self.top_colors[k % len(self.top_colors)], 10)
            outlines.fill(bgr, turned * 1.12, at, size, (tone * 0.6).tolist())
            outlines.fill(bgr, turned, at, size, tone.tolist())
            outlines.fill(layer, turned, at, size)
        if self.count:
            height += relief(layer, "dome", 0.8)


class Piped(Kind):
    """Cupcake, rose, meringue, flower head: petals or a spiral over a case."""

    def __init__(self, rng: np.random.Generator, assets):
        self.finish = Finish(rng.uniform(0.4, 0.7), rng.choice([0, 0.3]), 15, 0, 3, rng.uniform(0, 0.4))
        self.cream = Skin(rng, assets, color.any_color(rng))
        self.case = color.any_color(rng)
        self.arms = int(rng.integers(3, 14))
        self.twist = rng.uniform(-9, 9)
        self.depth = rng.uniform(0.1, 0.4)
        self.frill = rng.uniform(0, 0.12)
        self.case_part = rng.uniform(0.7, 0.95) if rng.random() < 0.6 else 1.0
        self.pleats = rng.integers(18, 50)
        self.cherry = color.any_color(rng) if rng.random() < 0.35 else None

    def draw(self, rng, side):
        c, r = side / 2, FILL * side / 2
        x = (np.arange(side, dtype=np.float32) + 0.5 - c) / r
        angle = np.arctan2(x[:, None], x[None]) + np.float32(rng.uniform(0, 6.3))
        rad = radius_field(side, fractal(rng, side, side, 2) * np.float32(0.015))
        wave = np.cos(self.arms * angle + self.twist * rad)
        edge = self.case_part * (1 - self.frill * (0.5 + 0.5 * wave))
        on_cream = np.clip((edge - rad) * r, 0, 1)
        bgr = self.cream.paint(rng, side)
        case = color.near(rng, self.case, 8) + (np.cos(angle * self.pleats) * 22)[..., None]
        bgr = bgr * on_cream[..., None] + case * (1 - on_cream[..., None])
        cover = canvas(side)
        cv2.circle(cover, (int(c * 16 - 8), int(c * 16 - 8)), int(r * 16), 255, -1, cv2.LINE_AA, 4)
        if self.case_part == 1.0:
            cover = (cover * on_cream).astype(np.uint8)
        dome = np.sqrt(np.maximum(1 - rad * rad, 0)) * 0.7
        height = (dome + self.depth * 0.3 * wave * on_cream * rad) * np.float32(r)
        if self.cherry is not None:
            cv2.circle(bgr, (int(c), int(c)), int(r * 0.22), self.cherry.tolist(), -1, cv2.LINE_AA)
        height = cv2.GaussianBlur(height.astype(np.float32), (0, 0), max(0.6, side / 80))
        return Flat(bgr.astype(np.float32), cover, height)
