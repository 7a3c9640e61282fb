"""What the network is shown of a photo: all of it, stretched to a square; to learn from also parts, in other light."""

import cv2
import numpy as np

from .net import SIDE


def read(path):
    """RGB, upright."""
    picture = cv2.imread(path, cv2.IMREAD_COLOR)
    if picture is None:
        raise SystemExit(f"{path} cannot be read")
    return picture[:, :, ::-1]


def whole(picture, side=SIDE):
    """As the program does it: means of areas where it shrinks, straight lines between pixels where it grows."""
    shrinks = min(picture.shape[:2]) >= side
    return cv2.resize(np.ascontiguousarray(picture), (side, side),
                      interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)


def part(rng, picture):
    """A crop of at least four tenths of the photo, in other proportions."""
    height, width = picture.shape[:2]
    share, ratio = rng.uniform(0.4, 1.0), np.exp(rng.uniform(-0.25, 0.25))
    wide = int(min(width, max(16, width * np.sqrt(share * ratio))))
    high = int(min(height, max(16, height * np.sqrt(share / ratio))))
    left, top = rng.integers(0, width - wide + 1), rng.integers(0, height - high + 1)
    return picture[top:top + high, left:left + wide]


def relit(rng, picture):
    """Other brightness, contrast, saturation and color of the light."""
    pixels = picture.astype(np.float32)
    gray = pixels.mean(2, keepdims=True)
    pixels = gray + (pixels - gray) * rng.uniform(0.6, 1.4)
    pixels = (pixels - 128) * rng.uniform(0.75, 1.25) + 128 + rng.uniform(-25, 25)
    return (pixels * rng.uniform(0.93, 1.07, 3)).clip(0, 255).astype(np.uint8)


def worse(rng, picture):
    """Coarser, and with the marks of JPEG: or both would be signs of the collections that have them."""
    if rng.random() < 0.5:
        side = int(rng.uniform(96, 200))
        picture = cv2.resize(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), picture.shape[1::-1])
    if rng.random() < 0.5:
        _, data = cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(30, 85))])
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)[:, :, ::-1]
    return picture


def drawn(rng, picture, side=SIDE):
    """A view to learn from."""
    view = whole(part(rng, picture), side)
    if rng.random() < 0.5:
        view = view[:, ::-1]
    if rng.random() < 0.8:
        view = relit(rng, view)
    return np.ascontiguousarray(worse(rng, view) if rng.random() < 0.3 else view)
