"""How a surface looks: what it is covered with, and how light falls on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from . import color
from .fields import fractal


@dataclass
class Flat:
    """An object before light: color, extent, opacity and height, all on one square of pixels."""

    bgr: np.ndarray  # float32 [T, T, 3], 0…255
    cover: np.ndarray  # uint8 [T, T]: how much of the pixel the object takes up
    height: np.ndarray  # float32 [T, T], in pixels
    opacity: np.ndarray | None = None  # float32 [T, T] 0…1 where the object lets light through


@dataclass
class Finish:
    """One kind's way of reflecting light."""

    ambient: float
    gloss: float  # strength of the highlight, 0…1
    hardness: float  # exponent of the highlight
    metal: float  # strength of mirrored bands, 0…1
    bands: float
    edge: float  # darkening towards the outline, -1…1

    @staticmethod
    def sample(rng: np.random.Generator) -> "Finish":
        pick = rng.random()
        gloss = 0.0 if pick < 0.35 else rng.uniform(0.15, 1.0)
        metal = rng.uniform(0.3, 0.9) if pick > 0.82 else 0.0
        edge = rng.uniform(0, 0.6) if rng.random() < 0.5 else 0.0
        return Finish(rng.uniform(0.35, 0.85), gloss, float(np.exp(rng.uniform(1.6, 4.4))), metal,
                      rng.uniform(2, 7), edge if rng.random() < 0.85 else -edge * 0.5)


def relief(cover: np.ndarray, style: str, strength: float) -> np.ndarray:
    """A height field (pixels) grown from the distance to the outline."""
    solid = (cover > 127).astype(np.uint8)
    d = cv2.distanceTransform(solid, cv2.DIST_L2, 3)
    top = max(float(d.max()), 1.0)
    if style == "dome":
        u = np.minimum(d / top, 1)
        h = np.sqrt(np.maximum(1 - (1 - u) ** 2, 0)) * top
    elif style == "bevel":
        e = max(0.22 * top, 1.5)
        u = np.minimum(d / e, 1)
        h = np.sqrt(np.maximum(1 - (1 - u) ** 2, 0)) * e
    elif style == "bowl":
        u = d / top
        h = np.sin(np.minimum(u * 3.6, np.pi)) * top * 0.3
    else:
        h = np.minimum(d, 1.5)
    h = (h * strength).astype(np.float32)
    return cv2.GaussianBlur(h, (0, 0), max(0.6, 0.02 * cover.shape[0]))


def shade(flat: Flat, finish: Finish, light: np.ndarray) -> np.ndarray:
    """Color of the object under a directional light (x right, y down, z to the viewer)."""
    nx = cv2.Sobel(flat.height, cv2.CV_32F, 1, 0, ksize=3, scale=-0.125)
    ny = cv2.Sobel(flat.height, cv2.CV_32F, 0, 1, ksize=3, scale=-0.125)
    inv = 1 / cv2.sqrt(nx * nx + ny * ny + 1)
    lit = np.maximum((nx * light[0] + ny * light[1] + light[2]) * inv, 0)
    gain = finish.ambient + (1.15 - finish.ambient) * lit
    if finish.metal:
        gain = gain * (1 - finish.metal) + finish.metal * (0.75 + 0.45 * np.sin(ny * inv * finish.bands + nx * inv))
    if finish.edge:
        gain = gain * (1 - finish.edge * (1 - inv))
    out = flat.bgr * gain[..., None]
    if finish.gloss:
        half = light + np.array([0, 0, 1], np.float32)
        half /= np.linalg.norm(half)
        aim = np.clip((nx * half[0] + ny * half[1] + half[2]) * inv, 0, 1)
        flatness = float(aim[aim.shape[0] // 2, aim.shape[1] // 2])
        spot = cv2.pow(aim, finish.hardness) * (finish.gloss * 235)
        out += spot[..., None] if flatness < 0.97 else 0.5 * spot[..., None]
    return out


class Skin:
    """The pattern of a kind: one color, mottled, striped, spotted, of several colors, or a real texture."""

    def __init__(self, rng: np.random.Generator, assets, base: np.ndarray | None = None):
        self.base = color.any_color(rng) if base is None else base
        self.second = color.near(rng, self.base, 40) if rng.random() < 0.5 else color.any_color(rng)
        self.assorted = rng.random() < 0.12  # sweets: every individual its own color
        self.spread = rng.uniform(0, 12) if rng.random() < 0.8 else rng.uniform(12, 35)
        self.pattern = rng.choice(["plain", "mottled", "grain", "stripes", "spots", "halves", "texture", "streaks"],
                                  p=[0.2, 0.25, 0.12, 0.08, 0.1, 0.05, 0.14, 0.06])
        self.amount = rng.uniform(0.1, 0.9)
        self.scale = rng.uniform(0.05, 0.3)
        self.speckle = rng.uniform(0, 14) if rng.random() < 0.5 else 0.0
        self.tile = assets.texture(rng, 192, 192) if self.pattern == "texture" else None
        self.assets = assets

    def paint(self, rng: np.random.Generator, side: int, base: np.ndarray | None = None) -> np.ndarray:
        """One individual's color on a square (float32 BGR)."""
        tone = base if base is not None else self.base
        if self.assorted:
            tone = color.hsv(rng.uniform(0, 360), rng.uniform(0.5, 1), rng.uniform(0.5, 1))
        tone = color.near(rng, tone, self.spread)
        out = np.empty((side, side, 3), np.float32)
        out[:] = tone
        self._apply(rng, out, side)
        if self.speckle:
            y, x = rng.integers(0, self.assets.noise.shape[0] - side, 2)
            out += self.assets.noise[y : y + side, x : x + side, None] * np.float32(self.speckle / 32)
        return out

    def _apply(self, rng: np.random.Generator, out: np.ndarray, side: int) -> None:
        pattern, amount = self.pattern, np.float32(self.amount)
        if pattern == "mottled":
            out += fractal(rng, side, side, 3)[..., None] * (np.float32(4 + 20 * amount) * np.float32([0.9, 1, 1.05]))
        elif pattern == "grain":
            out += fractal(rng, side, side, 3, 12)[..., None] * np.float32(4 + 22 * amount)
        elif pattern == "texture" and self.tile is not None:
            part = int(rng.integers(90, 192))
            y, x = rng.integers(0, 193 - part, 2)
            real = cv2.resize(self.tile[y : y + part, x : x + part], (side, side)).astype(np.float32)
            real += (out[0, 0] - real.mean((0, 1))) * np.float32(1 - amount)
            out[:] = real
        elif pattern != "plain":
            weight = self._figure(rng, side)
            out += weight[..., None] * ((self.second - out[0, 0]) * amount)

    def _figure(self, rng: np.random.Generator, side: int) -> np.ndarray:
        x = np.linspace(-1, 1, side, dtype=np.float32)
        if self.pattern == "stripes":
            wave = np.sin(x * np.float32(1.5 / self.scale) + rng.uniform(0, 6.3))
            return np.repeat(np.clip(wave * 4, 0, 1)[None], side, 0)
        if self.pattern == "halves":
            return np.repeat((x > 0)[None].astype(np.float32), side, 0)
        if self.pattern == "streaks":
            lines = fractal(rng, side, max(4, side // 12), 3, 4)
            return np.clip(cv2.resize(lines.T.copy(), (side, side)), 0, 1)
        mask = np.zeros((side, side), np.uint8)
        for _ in range(int(rng.integers(4, 26))):
            p = rng.uniform(0, side, 2)
            cv2.circle(mask, (int(p[0]), int(p[1])), max(1, int(side * self.scale * rng.uniform(0.1, 0.4))), 255, -1,
                       cv2.LINE_AA)
        return mask * np.float32(1 / 255)
