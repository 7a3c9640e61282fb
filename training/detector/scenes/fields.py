"""Random smooth fields: the stuff of stains, grain, wood and uneven light."""

from __future__ import annotations

import cv2
import numpy as np


def fractal(rng: np.random.Generator, width: int, height: int, octaves: int = 4, first: int = 3,
            fall: float = 1.7) -> np.ndarray:
    """Float32 noise of about unit deviation; `first` cells across at the coarsest octave."""
    out = np.zeros((height, width), np.float32)
    for o in range(octaves):
        cells = min(first << o, max(width, height))
        h = max(2, round(cells * height / max(width, height)))
        w = max(2, round(cells * width / max(width, height)))
        grid = rng.standard_normal((h, w), dtype=np.float32)
        grid *= fall ** -o
        out += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC if o < 3 else cv2.INTER_LINEAR)
    return out


def ramp(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """A linear slope from -1 to 1 in a random direction."""
    a = rng.uniform(0, 2 * np.pi)
    x = np.linspace(-1, 1, width, dtype=np.float32)
    y = np.linspace(-1, 1, height, dtype=np.float32)
    return (x[None] * np.float32(np.cos(a)) + y[:, None] * np.float32(np.sin(a))) / np.float32(1.4)


def grain(rng: np.random.Generator, tile: np.ndarray, width: int, height: int) -> np.ndarray:
    """A window of the noise tile, flipped at random (int8, deviation 32)."""
    y, x = rng.integers(0, tile.shape[0] - height + 1), rng.integers(0, tile.shape[1] - width + 1)
    window = tile[y : y + height, x : x + width]
    return window[:: 1 if rng.random() < 0.5 else -1, :: 1 if rng.random() < 0.5 else -1]
