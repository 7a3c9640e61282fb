"""Bakes individuals of a kind under the light of the scene: small pictures ready to be pasted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from .kinds import FILL, Kind
from .materials import Flat, shade


class Layers(NamedTuple):
    bgr: np.ndarray
    alpha: np.ndarray
    cover: np.ndarray


@dataclass
class Sprite:
    bgr: np.ndarray  # uint8 [h, w, 3]
    alpha: np.ndarray  # uint8 [h, w]: opacity
    cover: np.ndarray  # uint8 [h, w]: extent
    unit: float  # pixels that one unit of object size (its longer side) takes up here
    cache: dict = field(default_factory=dict)

    def sized(self, width: int, height: int) -> Layers:
        """The layers at another size; objects of one kind share most sizes, so each is made once."""
        key = (width, height)
        if key not in self.cache:
            bgr, alpha, cover = (_scaled(layer, width, height) for layer in (self.bgr, self.alpha, self.cover))
            self.cache[key] = Layers(bgr, alpha, cover)
        return self.cache[key]


def bake(kind: Kind, rng: np.random.Generator, side: int, angle: float, light: np.ndarray) -> Sprite:
    """One individual, turned by `angle` degrees and lit; the light does not turn with it."""
    flat = kind.draw(rng, side)
    if angle % 360:
        flat = _turn(flat, angle)
    lit = np.clip(shade(flat, kind.finish, light), 0, 255).astype(np.uint8)
    alpha = flat.cover
    if flat.opacity is not None:
        alpha = (alpha * flat.opacity).astype(np.uint8)
    box = _tight(flat.cover)
    return Sprite(np.ascontiguousarray(lit[box]), np.ascontiguousarray(alpha[box]),
                  np.ascontiguousarray(flat.cover[box]), FILL * side)


def _scaled(picture: np.ndarray, width: int, height: int) -> np.ndarray:
    """Resizes a layer, averaging when it shrinks."""
    if picture.shape[1] == width and picture.shape[0] == height:
        return picture
    shrink = width < picture.shape[1]
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)


def _turn(flat: Flat, angle: float) -> Flat:
    side = flat.cover.shape[0]
    wide = int(np.ceil(side * 1.42))
    m = cv2.getRotationMatrix2D((side / 2, side / 2), angle, 1)
    m[:, 2] += (wide - side) / 2

    def warp(picture, border=cv2.BORDER_CONSTANT):
        return cv2.warpAffine(picture, m, (wide, wide), flags=cv2.INTER_LINEAR, borderMode=border)

    opacity = None if flat.opacity is None else warp(flat.opacity)
    return Flat(warp(flat.bgr, cv2.BORDER_REPLICATE), warp(flat.cover), warp(flat.height), opacity)


def _tight(cover: np.ndarray) -> tuple[slice, slice]:
    rows, cols = np.flatnonzero(cover.max(1) > 8), np.flatnonzero(cover.max(0) > 8)
    if len(rows) == 0:
        return slice(0, 1), slice(0, 1)
    return slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1)
