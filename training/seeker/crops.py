"""Views of photos in which the things of one kind have the normal size."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from .net import NORMAL
from .sources import Photo

LARGEST_SCALE = 6.0
# Long things count as 2.5 times as long as wide: pencils side by side are told apart by their short side.
LONG = 2.5


def side(boxes: np.ndarray) -> np.ndarray:
    """The size of boxes [..., 4] by which pictures are scaled."""
    width, height = boxes[..., 2] - boxes[..., 0], boxes[..., 3] - boxes[..., 1]
    short = np.minimum(width, height)
    return np.maximum(2.0, np.minimum(np.sqrt(np.maximum(width * height, 0)), LONG * short))


@dataclass
class View:
    pixels: np.ndarray  # uint8 [height, width, 3]
    boxes: np.ndarray  # [N, 4], cut at the border of the view
    labels: np.ndarray
    seen: np.ndarray  # [N]: how much of each thing lies in the view


def read(photo: Photo) -> np.ndarray:
    image = cv2.imread(str(photo.path))
    if image is None:
        raise FileNotFoundError(photo.path)
    return image


def normal_scale(photo: Photo, kind: str) -> float:
    """The scale at which the middle one of the kind has the normal size."""
    return NORMAL / float(np.median(side(photo.boxes[photo.labels == kind])))


def cut(photo: Photo, kind: str, width: int, height: int, rng: np.random.Generator, spread: float = 0.22,
        cover: bool = False) -> View:
    """A view of `width` × `height` with a thing of `kind` at about the normal size.

    With `cover` the picture is enlarged where it would not fill the view.
    """
    image = read(photo)
    own = np.nonzero(photo.labels == kind)[0]
    scale = NORMAL / side(photo.boxes[rng.choice(own)]) * math.exp(rng.normal(0, spread))
    scale = min(float(scale), LARGEST_SCALE)
    if cover:
        scale = max(scale, 0.9 * max(width / image.shape[1], height / image.shape[0]))
    offset = _offset(photo.boxes[rng.choice(own)], image.shape, scale, width, height, rng)
    pixels = _warp(image, scale, offset, width, height)
    full = photo.boxes * scale + np.tile(offset, 2)
    boxes = full.copy()
    boxes[:, 0::2] = boxes[:, 0::2].clip(0, width)
    boxes[:, 1::2] = boxes[:, 1::2].clip(0, height)
    seen = (boxes[:, 2:] - boxes[:, :2]).prod(1) / np.maximum((full[:, 2:] - full[:, :2]).prod(1), 1e-6)
    return View(pixels, boxes.astype(np.float32), photo.labels, seen)


def _offset(box: np.ndarray, shape: tuple, scale: float, width: int, height: int, rng: np.random.Generator):
    """Around another thing of the kind, so that edges of the picture and of the heap come too."""
    offset = np.empty(2, np.float32)
    for axis, (size, whole) in enumerate(((width, shape[1]), (height, shape[0]))):
        middle = (box[axis] + box[axis + 2]) / 2 + rng.uniform(-0.4, 0.4) * size / scale
        if whole * scale > size:
            half = size / scale / 2
            middle = min(max(middle, half), whole - half)
        offset[axis] = size / 2 - middle * scale
    return offset


def _warp(image: np.ndarray, scale: float, offset: np.ndarray, width: int, height: int) -> np.ndarray:
    fill = tuple(float(v) for v in image[::8, ::8].reshape(-1, 3).mean(0))
    if scale < 1:  # warping does not average
        image, scale = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), 1.0
    matrix = np.array([[scale, 0, offset[0]], [0, scale, offset[1]]], np.float32)
    return cv2.warpAffine(image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=fill)
