"""From the scene to a photo: lens, light, sensor, processing."""

from __future__ import annotations

import cv2
import numpy as np

from .fields import grain


def expose(rng: np.random.Generator, image: np.ndarray, tile: np.ndarray, gray: bool,
           detail: float = 30.0) -> np.ndarray:
    """Applies blur, uneven light, exposure, cast, noise, rescaling, sharpening and compression.

    `detail` is the size in pixels of the smallest thing that must stay recognizable.
    """
    if gray or rng.random() < 0.02:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    image = _blur(rng, image, detail)
    if rng.random() < 0.4:
        image = _uneven(rng, image)
    image = cv2.LUT(image, _curves(rng, gray, image[::8, ::8]))
    if rng.random() < 0.25 and detail > 12:
        image = _rescale(rng, image, detail)
    if rng.random() < 0.7:
        image = _noise(rng, image, tile, gray, detail)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2))
        k = rng.uniform(0.3, 1.2)
        image = cv2.addWeighted(image, 1 + k, soft, -k, 0)
    if rng.random() < 0.35:
        quality = int(rng.integers(28, 92))
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return image


def _blur(rng, image, detail):
    pick = rng.random()
    if pick < 0.45:
        return cv2.GaussianBlur(image, (0, 0), min(rng.uniform(0.35, 1.1), detail / 12))
    if pick < 0.55:
        return cv2.GaussianBlur(image, (0, 0), min(rng.uniform(1.0, 2.6), detail / 9))
    if pick < 0.62:
        n = int(min(rng.integers(3, 10), max(3, detail / 4)))
        kernel = np.zeros((n, n), np.float32)
        a = rng.uniform(0, np.pi)
        c, d = (n - 1) / 2, np.array([np.cos(a), np.sin(a)]) * (n - 1) / 2
        cv2.line(kernel, tuple(int(v) for v in np.round(c - d)), tuple(int(v) for v in np.round(c + d)), 1)
        return cv2.filter2D(image, -1, kernel / kernel.sum())
    return image


def _uneven(rng, image):
    """Vignetting, a lamp to one side, the shade of a hand or window."""
    h, w = image.shape[:2]
    grid = np.exp(rng.normal(0, rng.uniform(0.05, 0.3), (4, 4, 1))).astype(np.float32)
    if rng.random() < 0.4:
        ring = np.array([1, 0.4, 0.4, 1])
        grid *= np.exp(-rng.uniform(0, 0.4) * (ring[:, None, None] + ring[None, :, None]) / 2).astype(np.float32)
    field = cv2.resize(np.repeat(grid, 3, 2), (w, h), interpolation=cv2.INTER_CUBIC)
    return cv2.multiply(image, field, dtype=cv2.CV_8U)


def _curves(rng, gray, sample):
    """Exposure, contrast and cast; dark scenes are not darkened further, nor bright ones brightened."""
    x = np.arange(256, dtype=np.float32) / 255
    mean, bright = float(sample.mean()), float(np.percentile(sample, 90))
    low, high = (1.0, 1.7) if mean < 60 else (0.7, float(np.clip(260 / (bright + 1), 0.95, 1.3)))
    gain, lift = rng.uniform(low, high), rng.uniform(-0.05, 0.08)
    gamma = np.exp(rng.normal(-0.2 if mean < 60 else 0, 0.18))
    cast = np.ones(3) if gray else np.exp(rng.normal(0, rng.choice([0.02, 0.1]), 3))
    table = [np.clip((x**gamma) * gain * c + lift, 0, 1) * 255 for c in cast]
    return np.stack(table, 1)[:, None].astype(np.uint8)


def _rescale(rng, image, detail):
    h, w = image.shape[:2]
    f = rng.uniform(max(0.4, 8 / detail), 0.9)
    small = cv2.resize(image, (int(w * f), int(h * f)), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR)


def _noise(rng, image, tile, gray, detail):
    h, w = image.shape[:2]
    strength = float(np.exp(rng.uniform(np.log(1), np.log(min(14.0, 3 + detail / 4)))))
    plane = grain(rng, tile, w, h)
    if gray or rng.random() < 0.4:
        layers = [plane] * 3
    else:
        layers = [plane, grain(rng, tile, w, h), grain(rng, tile, w, h)]
    return cv2.addWeighted(image, 1, cv2.merge(layers), strength / 32, 0, dtype=cv2.CV_8U)
