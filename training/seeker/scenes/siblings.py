"""Variants of a kind: the same shape in another color, pattern or print, like the flavors of a product."""

import copy

import numpy as np

from ...detector.scenes import color
from ...detector.scenes.kinds import Kind
from ...detector.scenes.materials import Skin
from ...detector.scenes.sprites import bake

LEAST_DIFFERENCE = 16.0  # mean gray levels between two variants: less would be indistinguishable in a photo
_LIGHT = np.array([0.3, -0.4, 0.866], np.float32)
_PROBE = 64
_TRIES = 8


def siblings(rng: np.random.Generator, kind: Kind, count: int) -> list[Kind]:
    """`kind` and up to `count - 1` variants of it, each distinguishable from the others."""
    if count > 1:
        _settle(kind)
    family, looks = [kind], [_look(kind)]
    for _ in range(_TRIES * (count - 1)):
        if len(family) == count:
            break
        other = _variant(rng, kind)
        seen = _look(other)
        if min(_difference(seen, known) for known in looks) >= LEAST_DIFFERENCE:
            family.append(other)
            looks.append(seen)
    return family


def _settle(kind: Kind) -> None:
    """Gives the individuals of a variant one color; otherwise variants would be indistinguishable."""
    for part in (kind, *vars(kind).values()):
        if isinstance(part, Kind) and part is not kind:
            _settle(part)
        elif hasattr(part, "assorted"):
            part.assorted = False


def _variant(rng: np.random.Generator, kind: Kind) -> Kind:
    """A copy with other colors; shapes and positions stay."""
    other = copy.copy(kind)
    for name, value in vars(kind).items():
        if isinstance(value, Skin):
            setattr(other, name, _recolored(rng, value))
        elif _is_color(value):
            setattr(other, name, _changed(rng, value))
        elif isinstance(value, (list, tuple)) and value and all(_is_color(each) for each in value):
            setattr(other, name, type(value)(_changed(rng, each) for each in value))
        elif isinstance(value, Kind):
            setattr(other, name, _variant(rng, value))
    return other


def _recolored(rng: np.random.Generator, skin: Skin) -> Skin:
    other = copy.copy(skin)
    other.base, other.second = _changed(rng, skin.base), _changed(rng, skin.second)
    if rng.random() < 0.3:
        other.pattern = rng.choice(["plain", "mottled", "stripes", "spots", "halves"])
    return other


def _is_color(value) -> bool:
    return isinstance(value, np.ndarray) and value.shape == (3,) and value.dtype != bool


def _changed(rng: np.random.Generator, tone: np.ndarray) -> np.ndarray:
    """Half of the time a shifted shade, otherwise any color."""
    return color.near(rng, tone, 45) if rng.random() < 0.5 else color.any_color(rng)


def _look(kind: Kind) -> np.ndarray:
    """One individual on gray, always rendered with the same random numbers."""
    sprite = bake(kind, np.random.default_rng(1), _PROBE, kind.turn, _LIGHT)
    picture = np.full((2 * _PROBE, 2 * _PROBE, 3), 127, np.float32)
    height, width = sprite.cover.shape
    area = picture[:height, :width]
    area += (sprite.bgr - area) * (sprite.alpha[..., None] / np.float32(255))
    return np.dstack([picture, np.pad(sprite.cover, ((0, 2 * _PROBE - height), (0, 2 * _PROBE - width)))])


def _difference(a: np.ndarray, b: np.ndarray) -> float:
    covered = (a[..., 3] > 127) & (b[..., 3] > 127)
    return float(np.abs(a[..., :3] - b[..., :3])[covered].mean()) if covered.any() else 255.0
