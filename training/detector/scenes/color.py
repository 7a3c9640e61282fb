"""Colors of things: everyday distributions rather than uniform random ones."""

from __future__ import annotations

import cv2
import numpy as np


def hsv(h: float, s: float, v: float) -> np.ndarray:
    """BGR float32 from hue in degrees, saturation and value in 0…1."""
    pixel = np.array([[[h % 360, s, v]]], np.float32)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255


def any_color(rng: np.random.Generator) -> np.ndarray:
    """Neutral, warm (bread, wood, skin, cardboard), vivid or dark."""
    pick = rng.random()
    if pick < 0.28:
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.14), rng.uniform(0.08, 1))
    if pick < 0.52:
        return hsv(rng.normal(28, 10), rng.uniform(0.2, 0.85), rng.uniform(0.2, 0.98))
    if pick < 0.85:
        return hsv(rng.uniform(0, 360), rng.uniform(0.35, 1), rng.uniform(0.3, 1))
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.7), rng.uniform(0.05, 0.35))


def near(rng: np.random.Generator, color: np.ndarray, spread: float) -> np.ndarray:
    """A color close to another: mostly lighter or darker, a little different in hue."""
    return np.clip(color + rng.normal(0, spread) + rng.normal(0, spread * 0.35, 3), 0, 255).astype(np.float32)


def apart(rng: np.random.Generator, color: np.ndarray, least: float) -> np.ndarray:
    """A color at least `least` levels from another in its most different channel."""
    for _ in range(12):
        other = any_color(rng)
        if np.abs(other - color).max() >= least:
            return other
    return np.where(color > 127, color - least, color + least).astype(np.float32)
