"""Turned things seen from the side: bottles, screws, pawns, cups, pencils, batteries, bulbs, candles."""

from __future__ import annotations

import cv2
import numpy as np

from . import color, marks
from .kinds import FILL, Kind, canvas
from .materials import Finish, Flat

_KNOTS = 128


def _spline(rng: np.random.Generator, y: np.ndarray, knots: list[tuple[float, float]], soft: bool) -> np.ndarray:
    at, value = zip(*knots)
    width = np.interp(y, at, value)
    if soft:
        k = np.hanning(15)
        width = np.convolve(np.pad(width, 7, mode="edge"), k / k.sum(), "valid")
    return width


def _bottle(rng):
    b, n, s, e = rng.uniform(0.13, 0.3), rng.uniform(0.04, 0.09), rng.uniform(0.25, 0.45), rng.uniform(0.08, 0.2)
    return [(0, n), (e, n), (s, b), (0.97, b), (1, b * 0.9)], [0, e * 0.8, s, 1], rng.random() < 0.6


def _screw(rng):
    h, s, t = rng.uniform(0.1, 0.25), rng.uniform(0.03, 0.09), rng.uniform(0.08, 0.25)
    tip = rng.uniform(0.8, 0.95) if rng.random() < 0.6 else 0.999
    under, end = h if rng.random() < 0.5 else s * 1.2, s if tip > 0.99 else 0.004
    return [(0, h), (t * 0.99, under), (t, s), (tip, s), (1, end)], [0, t, 1], False


def _pencil(rng):
    w, e = rng.uniform(0.02, 0.06), rng.uniform(0.03, 0.1)
    return [(0, w), (0.82, w), (0.96, w * 0.25), (1, 0.003)], [0, e, e * 1.6, 0.82, 0.95, 1], False


def _cup(rng):
    a, b = rng.uniform(0.25, 0.48), rng.uniform(0.2, 0.45)
    return [(0, a), (0.06, a * 1.05), (0.08, a), (1, b)], [0, 0.08, rng.uniform(0.2, 0.6), 1], False


def _turned(rng):
    n = int(rng.integers(4, 9))
    at = np.sort(np.concatenate([[0, 1], rng.uniform(0.05, 0.95, n)]))
    top = rng.uniform(0.12, 0.48)
    width = rng.uniform(0.25, 1, n + 2) * top
    return list(zip(at, width)), sorted([0, 1, *rng.uniform(0.1, 0.9, rng.integers(0, 3))]), rng.random() < 0.75


def _stick(rng):
    w = rng.uniform(0.015, 0.2)
    return [(0, w * 0.6), (0.02, w), (0.98, w), (1, w * rng.uniform(0.3, 1))], [0, rng.uniform(0.03, 0.5), 1], False


_MAKERS = (_bottle, _bottle, _screw, _screw, _pencil, _cup, _turned, _turned, _turned, _stick)


class Turned(Kind):
    """A body of revolution, lit like one; zones along its axis have their own colors."""

    def __init__(self, rng: np.random.Generator, assets):
        make = _MAKERS[rng.integers(len(_MAKERS))]
        self.knots, self.zones, self.soft = make(rng)
        self.finish = Finish.sample(rng)
        tone = color.any_color(rng)
        self.tones = [tone]
        for _ in self.zones[2:]:
            self.tones.append(color.any_color(rng) if rng.random() < 0.5 else color.near(rng, self.tones[-1], 30))
        self.assorted = rng.random() < 0.15
        self.threads = rng.integers(12, 40) if make is _screw and rng.random() < 0.85 else 0
        if make is _screw:
            self.finish.metal, self.tones = max(self.finish.metal, 0.4), [tone] * len(self.tones)
        self.label = (rng.uniform(0.35, 0.5), rng.uniform(0.2, 0.4)) if make in (_bottle, _cup) and rng.random() < 0.6 \
            else None
        self.label_tones = color.any_color(rng), color.any_color(rng)
        self.glass = rng.uniform(0.3, 0.75) if make in (_bottle, _cup, _turned) and rng.random() < 0.25 else 0.0
        self.spread = rng.uniform(0, 12)
        self.free = rng.random() < 0.6
        self.slack = rng.uniform(0, 0.05)

    def draw(self, rng, side):
        c, long = side / 2, FILL * side
        y = (np.arange(side) + 0.5 - (side - long) / 2) / long
        half = np.interp(y, np.linspace(0, 1, _KNOTS), self._width(rng), left=0, right=0) * long
        half[(y < 0) | (y > 1)] = 0
        if self.threads:
            half = half + (half > 0) * (y > self.zones[1]) * np.abs(np.sin(y * np.pi * self.threads)) * 0.018 * long
        half = half.astype(np.float32)
        u = np.abs(np.arange(side, dtype=np.float32) + 0.5 - c)[None] / np.maximum(half, 1e-3)[:, None]
        edge = np.clip((1 - u) * half[:, None] + 0.5, 0, 1) * (half > 0)[:, None]
        cover = (edge * 255).astype(np.uint8)
        height = np.sqrt(np.maximum(1 - u * u, 0)) * half[:, None]
        bgr = self._colors(rng, side, y)
        if self.label:
            a, h = self.label
            w = 1.6 * half[int((1 - FILL) / 2 * side + (a + h / 2) * long)]
            marks.label(rng, bgr, (c - w / 2, (side - long) / 2 + a * long, w, h * long), *self.label_tones)
        opacity = None
        if self.glass:
            opacity = (1 - self.glass * np.clip((1 - u) * 2.5, 0, 1)).astype(np.float32)
        return Flat(bgr, cover, cv2.GaussianBlur(height.astype(np.float32), (0, 0), 0.8), opacity)

    def _width(self, rng):
        knots = [(a, w * (1 + rng.normal(0, self.slack))) for a, w in self.knots]
        return _spline(rng, np.linspace(0, 1, _KNOTS), knots, self.soft)

    def _colors(self, rng, side, y):
        bgr = np.empty((side, side, 3), np.float32)
        shift = color.hsv(rng.uniform(0, 360), 0.8, 0.8) if self.assorted else None
        for k, tone in enumerate(self.tones):
            tone = shift if shift is not None and k == len(self.tones) // 2 else tone
            rows = (y >= self.zones[k]) & (y <= self.zones[k + 1]) if k else y <= self.zones[1]
            bgr[rows] = color.near(rng, tone, self.spread)
        bgr[y > 1] = self.tones[-1]
        return bgr
