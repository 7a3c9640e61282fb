"""Changes that a phone, its lens and its owner make to a picture."""

import cv2
import numpy as np


def change_colors(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Exposure, contrast, white balance, saturation, gamma."""
    table = np.arange(256, dtype=np.float32) / 255
    gamma = np.exp(rng.normal(0, 0.25))
    gain, offset = np.exp(rng.normal(0, 0.18)), rng.normal(0, 0.06)
    balance = np.exp(rng.normal(0, 0.09, 3))
    tables = np.stack([np.clip(table**gamma * gain * b + offset, 0, 1) * 255 for b in balance], 1)
    image = cv2.LUT(image, tables.astype(np.uint8).reshape(256, 1, 3))
    if rng.random() < 0.5:
        gray = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = 0.0 if rng.random() < 0.12 else rng.uniform(0.3, 1.5)
        image = cv2.addWeighted(image, share, gray, 1 - share, 0)
    if rng.random() < 0.06:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.03:
        image = 255 - image
    return np.ascontiguousarray(image)


def blur_and_noise(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    chance = rng.random()
    if chance < 0.12:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.6))
    elif chance < 0.2:
        side = image.shape[0]
        small = int(side / rng.uniform(1.2, 2.5))
        image = cv2.resize(cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA), (side, side))
    if rng.random() < 0.15:
        noise = np.empty(image.shape, np.int16)
        cv2.setRNGSeed(int(rng.integers(1 << 31)))
        cv2.randn(noise, 0, rng.uniform(2, 14))
        image = cv2.add(image, noise, dtype=cv2.CV_8U)
    if rng.random() < 0.15:
        _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))])
        image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return image


def view(image: np.ndarray, boxes: np.ndarray, size: int, scale: float, rng: np.random.Generator):
    """A square of `size` pixels out of the scaled, turned and mirrored picture.

    Returns the square, the boxes in it and those of which too little is left to ask for (to be ignored).
    """
    height, width = image.shape[:2]
    matrix = _pose(width, height, size, scale, rng)
    shrink = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
    if shrink == cv2.INTER_AREA:
        # Warping has no averaging: shrink by whole steps first, or fine patterns turn to noise.
        factor = max(scale, 0.1) / 0.75
        small = (max(round(width * factor), 8), max(round(height * factor), 8))
        image = cv2.resize(image, small, interpolation=cv2.INTER_AREA)
        matrix = matrix @ np.diag([width / small[0], height / small[1], 1.0])
        whole = np.diag([small[0] / width, small[1] / height, 1.0])
    else:
        whole = np.eye(3)
    # Boxes count from the edge of the first pixel, warping from its center: half a pixel there and back.
    centers = _shift(-0.5) @ matrix @ _shift(0.5)
    square = cv2.warpAffine(image, centers[:2], (size, size), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114))
    return square, *_clip(_move(boxes, matrix @ whole), size)


def _pose(width: int, height: int, size: int, scale: float, rng: np.random.Generator) -> np.ndarray:
    """Scale, one of the eight ways to lay the picture, and a place such that the square is filled where possible."""
    quarter = np.linalg.matrix_power(np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]), int(rng.integers(4)))
    turn = np.diag([scale * rng.uniform(0.9, 1.1), scale * rng.uniform(0.9, 1.1), 1]) @ quarter
    if rng.random() < 0.5:
        turn = np.diag([-1.0, 1, 1]) @ turn
    corners = (turn @ np.array([[0, width, 0, width], [0, 0, height, height], [1, 1, 1, 1.0]]))[:2]
    low, high = corners.min(1), corners.max(1)
    place = np.eye(3)
    for axis in range(2):
        room = size - (high[axis] - low[axis])
        # If the picture is smaller than the square, its place varies, too; gray fills the rest as in the product.
        place[axis, 2] = -low[axis] + rng.uniform(min(room, 0), max(room, 0))
    return place @ turn


def _shift(by: float) -> np.ndarray:
    return np.array([[1, 0, by], [0, 1, by], [0, 0, 1]])


def _move(boxes: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    if not len(boxes):
        return np.zeros((0, 4), np.float32)
    a = boxes[:, :2] @ matrix[:2, :2].T + matrix[:2, 2]
    b = boxes[:, 2:4] @ matrix[:2, :2].T + matrix[:2, 2]
    return np.concatenate([np.minimum(a, b), np.maximum(a, b)], 1).astype(np.float32)


def _clip(boxes: np.ndarray, size: int):
    """Boxes cut at the border: kept from 40% visible on, ignored below; specks too small to see are ignored too."""
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    cut = boxes.clip(0, size)
    sides = cut[:, 2:] - cut[:, :2]
    visible = sides.prod(1) / np.maximum(area, 1e-3)
    inside = (sides > 1).all(1)
    kept = inside & (visible >= 0.4) & (sides.min(1) >= 4) & (sides.max(1) >= 7)
    return cut[kept], cut[inside & ~kept]
