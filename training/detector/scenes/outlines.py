"""Closed outlines in unit coordinates (long half-side 1), and drawing them."""

from __future__ import annotations

import cv2
import numpy as np

_SHIFT = 4  # sub-pixel bits of the polygon filler


def _angles(n: int) -> np.ndarray:
    return np.linspace(0, 2 * np.pi, n, endpoint=False)


def _polar(radius: np.ndarray) -> np.ndarray:
    t = _angles(len(radius))
    return np.stack([radius * np.cos(t), radius * np.sin(t)], 1)


def unit(points: np.ndarray) -> np.ndarray:
    """Centers an outline and scales its longer side to 2."""
    low, high = points.min(0), points.max(0)
    return ((points - (low + high) / 2) * (2 / max((high - low).max(), 1e-6))).astype(np.float32)


def superellipse(rng: np.random.Generator, aspect: float | None = None) -> np.ndarray:
    n = rng.choice([2.0, 2.0, 2.5, 4.0, 8.0, 20.0])
    b = aspect if aspect is not None else (1.0 if rng.random() < 0.5 else rng.uniform(0.3, 1))
    t = _angles(96)
    c, s = np.cos(t), np.sin(t)
    return np.stack([np.sign(c) * np.abs(c) ** (2 / n), b * np.sign(s) * np.abs(s) ** (2 / n)], 1)


def circle(rng: np.random.Generator) -> np.ndarray:
    return _polar(np.ones(80))


def smooth(points: np.ndarray, rounds: int) -> np.ndarray:
    """Chaikin corner cutting."""
    for _ in range(rounds):
        after = np.roll(points, -1, 0)
        points = np.stack([0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after], 1).reshape(-1, 2)
    return points


def rounded_box(half_height: float, radius: float) -> np.ndarray:
    """A rectangle of half-width 1 with circular corners."""
    radius = min(radius, half_height, 1.0)
    t = np.linspace(0, np.pi / 2, 7)
    arc = np.stack([np.cos(t), np.sin(t)], 1) * radius
    corner = np.array([1 - radius, half_height - radius])
    quarter = arc + corner
    mirrored = quarter[::-1] * [-1, 1]
    half = np.concatenate([quarter, mirrored])
    return np.concatenate([half, -half])


def polygon(rng: np.random.Generator) -> np.ndarray:
    n = int(rng.choice([3, 4, 5, 6, 6, 6, 7, 8, 8]))
    t = _angles(n) + rng.uniform(0, np.pi)
    if rng.random() < 0.3:
        t = t + rng.uniform(-0.35, 0.35, n) * 2 * np.pi / n
    squeeze = 1.0 if rng.random() < 0.6 else rng.uniform(0.4, 1)
    points = np.stack([np.cos(t), np.sin(t) * squeeze], 1)
    return smooth(points, int(rng.integers(0, 4)))


def star(rng: np.random.Generator) -> np.ndarray:
    n, depth = rng.integers(4, 13), rng.uniform(0.08, 0.5)
    wave = 0.5 + 0.5 * np.cos(n * _angles(240))
    return _polar(1 - depth * (1 - wave ** rng.uniform(0.5, 2)))


def gear(rng: np.random.Generator) -> np.ndarray:
    n, depth = rng.integers(7, 30), rng.uniform(0.08, 0.25)
    wave = np.clip(np.cos(n * _angles(360)) * rng.uniform(1.5, 4), -1, 1)
    return _polar(1 - depth * (0.5 - 0.5 * wave))


def blob(rng: np.random.Generator) -> np.ndarray:
    t = _angles(100)
    r = np.ones(100)
    strength = rng.uniform(0.05, 0.3)
    for k in range(2, 7):
        r += rng.uniform(-strength, strength) / (k - 1) ** 0.7 * np.cos(k * t + rng.uniform(0, 6.3))
    points = _polar(np.maximum(r, 0.25))
    points[:, 1] *= rng.uniform(0.45, 1)
    return points


def stadium(rng: np.random.Generator) -> np.ndarray:
    """A capsule lying along x."""
    r = rng.uniform(0.15, 0.55)
    t = np.linspace(-np.pi / 2, np.pi / 2, 24)
    cap = np.stack([1 - r + r * np.cos(t), r * np.sin(t)], 1)
    return np.concatenate([cap, -cap])


def leaf(rng: np.random.Generator) -> np.ndarray:
    """Seed, almond, leaf, grain, shuttle."""
    x = np.linspace(-1, 1, 48)
    w = rng.uniform(0.18, 0.55)
    skew = rng.uniform(-0.5, 0.5)
    y = w * (1 - x**2) ** rng.uniform(0.6, 1.4) * (1 + skew * x)
    bend = rng.uniform(-0.35, 0.35) * (x**2 - 0.5) if rng.random() < 0.4 else 0 * x
    return np.concatenate([np.stack([x, y + bend], 1), np.stack([x, bend - y], 1)[::-1]])


def bent(rng: np.random.Generator) -> np.ndarray:
    """Banana, cashew, bean, crescent roll: a thick arc."""
    span, thick = rng.uniform(0.7, 2.4), rng.uniform(0.18, 0.5)
    t = np.linspace(-span / 2, span / 2, 40)
    half = thick * (1 - (2 * t / span) ** 2 * rng.uniform(0.6, 1)) ** 0.6
    r = np.stack([1 + half, 1 - half])
    outer = np.stack([r[0] * np.sin(t), -r[0] * np.cos(t)], 1)
    inner = np.stack([r[1] * np.sin(t), -r[1] * np.cos(t)], 1)[::-1]
    return np.concatenate([outer, inner])


def heart_or_drop(rng: np.random.Generator) -> np.ndarray:
    t = _angles(96)
    if rng.random() < 0.5:
        return np.stack([16 * np.sin(t) ** 3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t))], 1)
    w = rng.uniform(0.5, 0.9)
    return np.stack([w * np.sin(t) * np.sin(t / 2) ** rng.uniform(0.6, 1.6), np.cos(t)], 1)


def letter(rng: np.random.Generator) -> np.ndarray:
    """L, T, U, plus, arrow-like brackets on a 5x5 grid."""
    a = rng.uniform(0.3, 0.8)
    shapes = [
        [(-1, -1), (-1 + a, -1), (-1 + a, 1 - a), (1, 1 - a), (1, 1), (-1, 1)],
        [(-1, -1), (1, -1), (1, -1 + a), (a / 2, -1 + a), (a / 2, 1), (-a / 2, 1), (-a / 2, -1 + a), (-1, -1 + a)],
        [(-a, -1), (a, -1), (a, -a), (1, -a), (1, a), (a, a), (a, 1), (-a, 1), (-a, a), (-1, a), (-1, -a), (-a, -a)],
    ]
    points = np.array(shapes[rng.integers(len(shapes))], float)
    return smooth(points, int(rng.integers(0, 3)))


COMMON = (superellipse, superellipse, superellipse, circle, circle, polygon, polygon, star, gear, blob, blob, blob,
          stadium, stadium, leaf, leaf, bent, heart_or_drop, letter)


def wobble(rng: np.random.Generator, points: np.ndarray, amount: float) -> np.ndarray:
    """A slightly different individual of the same shape."""
    if amount <= 0:
        return points
    t = np.arctan2(points[:, 1], points[:, 0])
    r = 1 + sum(rng.normal(0, amount / k) * np.cos(k * t + rng.uniform(0, 6.3)) for k in (1, 2, 3, 4))
    return points * r[:, None] * (1 + rng.normal(0, amount * 0.6, 2))


def fill(mask: np.ndarray, points: np.ndarray, center: tuple[float, float], scale: float, value=255) -> None:
    """Fills an outline with smooth edges; `scale` is the half-side in pixels."""
    pixels = points * scale + np.array(center)
    cv2.fillPoly(mask, [np.round(pixels * (1 << _SHIFT)).astype(np.int32)], value, cv2.LINE_AA, _SHIFT)
