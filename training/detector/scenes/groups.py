"""Individuals of one kind, ready to be placed, and their common light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .kinds import Kind
from .layout import Layout
from .paint import Board
from .sprites import Sprite, bake

_VARIANTS = 14
_LARGEST_BAKE = 288


@dataclass
class Light:
    toward: np.ndarray  # unit vector to the light
    shadow: float  # strength
    offset: np.ndarray  # of the shadow, in object sizes
    soft: float  # blur, in object sizes
    sweeps: bool = False  # whether the shadow begins under the object, as that of something tall does

    @staticmethod
    def sample(rng: np.random.Generator) -> "Light":
        a, up = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.95)
        flat = np.sqrt(1 - up * up)
        toward = np.array([flat * np.cos(a), flat * np.sin(a), up], np.float32)
        strength = rng.uniform(0.2, 0.75) if rng.random() < 0.65 else 0.0
        if rng.random() < 0.18:
            # A low lamp or sun: shadows as long as the things, with edges, which are not things themselves.
            return Light(toward, rng.uniform(0.3, 0.8), -_unit(toward[:2]) * rng.uniform(0.2, 0.75),
                         rng.uniform(0.008, 0.05))
        return Light(toward, strength, -toward[:2] * rng.uniform(0.02, 0.16), rng.uniform(0.015, 0.12))


def _unit(direction: np.ndarray) -> np.ndarray:
    return direction / max(float(np.hypot(*direction)), 1e-6)


@dataclass
class Group:
    """Rendered individuals of one kind, and the variation of their sizes."""

    number: int
    size: float
    bank: list[Sprite]
    jitter: float


def extent_of(kind: Kind, rng: np.random.Generator, light: Light) -> tuple[float, float]:
    """Width and height of the kind's box in its pose, in object sizes."""
    probe = bake(kind, rng, 48, kind.turn, light.toward)
    h, w = probe.cover.shape
    return max(w / probe.unit, 0.08), max(h / probe.unit, 0.08)


def make_group(rng: np.random.Generator, kind: Kind, number: int, size: float, layout: Layout, light: Light,
               count: int) -> Group:
    """Renders enough individuals for `count` objects; a few objects are all different."""
    side = int(np.clip(size * 1.15, 24, _LARGEST_BAKE))
    aligned = layout.aligned or not kind.free
    base = kind.turn + (layout.angle if layout.aligned and kind.free else 0.0)
    slack, flip = rng.choice([0.5, 3.0, 8.0]), rng.random() < 0.15
    if layout.touching and layout.aligned:
        slack = min(slack, 2.0)
    bank = []
    for _ in range(min(_VARIANTS, max(1, count))):
        half_turn = 180 * (flip and rng.random() < 0.5)
        angle = base + rng.normal(0, slack) + half_turn if aligned else rng.uniform(0, 360)
        bank.append(bake(kind, rng, side, angle, light.toward))
    jitter = rng.choice([0.0, 0.03, 0.08, 0.18], p=[0.3, 0.35, 0.25, 0.1])
    return Group(number, size, bank, min(jitter, 0.03) if layout.touching and layout.aligned else jitter)


def ensure_contrast(rng: np.random.Generator, board: Board, groups: list[Group], light: Light, layout: Layout) -> None:
    """Objects that would vanish in the background or merge with each other get a border and a shadow."""
    around = board.image[::16, ::16].reshape(-1, 3).astype(np.float32).mean(0)
    for group in groups:
        tones = [s.bgr[s.cover > 127].mean(0) for s in group.bank[:3] if (s.cover > 127).any()]
        faint = not tones or np.abs(np.mean(tones, 0) - around).max() < 30
        if faint or layout.touching or rng.random() < 0.2:
            amount = rng.uniform(0.25, 0.6)
            for sprite in group.bank:
                _darken_rim(sprite, amount)
        if faint or layout.touching:
            light.shadow = max(light.shadow, rng.uniform(0.3, 0.6))


def _darken_rim(sprite: Sprite, amount: float) -> None:
    width = max(1.0, 0.025 * sprite.unit)
    padded = cv2.copyMakeBorder(sprite.cover, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    d = cv2.distanceTransform((padded > 100).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    gain = 1 - amount * np.clip(1 - (d - 0.5) / width, 0, 1)
    if float(sprite.bgr.max()) < 60:  # dark things need a lighter border to be distinguishable
        gain = 1 / np.maximum(gain, 0.3)
    sprite.bgr = np.clip(sprite.bgr * gain[..., None], 0, 255).astype(np.uint8)
    edge = ((d > 0) & (d < width + 0.5)) * (sprite.cover // 2)
    sprite.alpha = np.maximum(sprite.alpha, edge).astype(np.uint8)


def put(rng: np.random.Generator, board: Board, group: Group, at, grow: float, squash: float, light: Light) -> None:
    """Places one individual, shadow first."""
    sprite = group.bank[rng.integers(len(group.bank))]
    size = group.size * grow * float(np.clip(1 + rng.normal(0, group.jitter), 0.6, 1.5))
    f = size / sprite.unit
    h, w = sprite.cover.shape
    w, h = max(2, round(w * f)), max(2, round(h * f * squash))
    layers = sprite.sized(w, h)
    x, y = at[0] - w / 2, at[1] - h / 2
    if light.shadow:
        dx, dy = light.offset * size
        cover, dx, dy = swept(layers.cover, dx, dy) if light.sweeps else (layers.cover, dx, dy)
        board.shadow(cover, x + dx, y + dy, max(0.6, light.soft * size), light.shadow)
    board.paste(*layers, x, y, group.number)


def swept(cover: np.ndarray, dx: float, dy: float) -> tuple[np.ndarray, float, float]:
    """The area that a cover sweeps when it moves by (dx, dy), and the offset of its corner from that of the cover."""
    across, down = int(np.ceil(abs(dx))), int(np.ceil(abs(dy)))
    rows, cols = cover.shape
    whole = np.zeros((rows + down, cols + across), np.uint8)
    steps = max(1, int(np.hypot(dx, dy) / max(2.0, min(rows, cols) / 6)))
    for share in np.linspace(0, 1, steps + 1):
        x, y = round(share * dx) + (across if dx < 0 else 0), round(share * dy) + (down if dy < 0 else 0)
        x, y = min(x, across), min(y, down)
        part = whole[y : y + rows, x : x + cols]
        np.maximum(part, cover, out=part)
    return whole, -float(across) if dx < 0 else 0.0, -float(down) if dy < 0 else 0.0
