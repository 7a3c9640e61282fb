"""Cutting a box out of a photo into the network's square input, exactly as it is done when counting."""

import cv2
import numpy as np

SIDE = 64
FILL = 114


def content_size(width, height, resize, side=SIDE):
    """Size in pixels that a box takes up in the input: all of it when stretched, its own shape when letterboxed."""
    if resize == "stretch":
        return side, side
    scale = side / max(width, height)
    return max(1, min(side, int(width * scale))), max(1, min(side, int(height * scale)))


def cut(pixels, box, resize="letterbox", side=SIDE):
    """RGB uint8 [side, side, 3]: the box cut off to whole pixels and clamped to the photo, shrunk by area averaging or
    enlarged bilinearly, centered on gray 114 when letterboxed."""
    height, width = pixels.shape[:2]
    x0, y0 = int(np.clip(box[0], 0, width - 1)), int(np.clip(box[1], 0, height - 1))
    x1, y1 = int(np.clip(box[2], x0 + 1, width)), int(np.clip(box[3], y0 + 1, height))
    crop = pixels[y0:y1, x0:x1]
    wide, tall = content_size(x1 - x0, y1 - y0, resize, side)
    shrinks = wide < x1 - x0 or tall < y1 - y0
    crop = cv2.resize(crop, (wide, tall), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    out = np.full((side, side, 3), FILL, np.uint8)
    left, top = (side - wide) // 2, (side - tall) // 2
    out[top:top + tall, left:left + wide] = crop
    return out


def turned_size(width, height, angle, boxiness):
    """Size of the tight box of an object in a `width` x `height` box after a turn by `angle`: an ellipse at boxiness
    0, a full rectangle at 1."""
    c, s = abs(np.cos(angle)), abs(np.sin(angle))
    ellipse = np.array([np.hypot(width * c, height * s), np.hypot(width * s, height * c)])
    rectangle = np.array([width * c + height * s, width * s + height * c])
    return ellipse + boxiness * (rectangle - ellipse)


def random_cut(pixels, box, rng, resize="letterbox", side=SIDE, jitter=0.15, sharp=None):
    """The box as a careless detector would see it with the object turned, mirrored, sheared and shifted:
    (RGB uint8 [side, side, 3], mask bool [side, side] of photo pixels). `sharp` is the side in pixels that the
    object is imagined to have in the photo; smaller than `side` means a coarse crop."""
    angle = random_angle(rng)
    size = box[2:] - box[:2]
    wide, tall = turned_size(*size, angle, rng.random()) * (1 + rng.uniform(-jitter, jitter, 2))
    middle = (box[:2] + box[2:]) / 2 + rng.uniform(-jitter, jitter, 2) * 0.6 * size
    c, s = np.cos(angle), np.sin(angle)
    flip = np.diag([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    shear = np.array([[1, rng.normal(0, 0.06)], [rng.normal(0, 0.06), 1]])
    turn = np.array([[c, -s], [s, c]]) @ shear @ flip
    cols, rows = content_size(wide, tall, resize, side)
    longest = max(wide, tall)
    coarse = 1.0 if sharp is None else min(1.0, sharp / side)
    # Sampling at twice the size and averaging stands in for the area filter when the crop is shrunk.
    over = 2 if longest * coarse > side * coarse * 1.5 or coarse < 0.6 else 1
    grid = (max(2, round(cols * coarse)) * over, max(2, round(rows * coarse)) * over)
    step = turn @ np.diag([wide / grid[0], tall / grid[1]])
    origin = middle - step @ (np.array(grid) - 1) / 2
    matrix = np.column_stack([step, origin])
    crop = cv2.warpAffine(pixels, matrix, grid, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                          borderMode=cv2.BORDER_REFLECT_101)
    crop = fit(crop, (grid[0] // over, grid[1] // over))
    crop = fit(crop, (cols, rows))
    out, mask = np.full((side, side, 3), FILL, np.uint8), np.zeros((side, side), bool)
    left, top = (side - cols) // 2, (side - rows) // 2
    out[top:top + rows, left:left + cols] = crop
    mask[top:top + rows, left:left + cols] = True
    return out, mask


def fit(crop, size):
    if (crop.shape[1], crop.shape[0]) == tuple(size):
        return crop
    return cv2.resize(crop, size, interpolation=cv2.INTER_AREA if crop.shape[1] > size[0] else cv2.INTER_LINEAR)


def random_angle(rng):
    """Quarter turns keep boxes exact, so they are drawn more often than angles that need an estimated box."""
    kind = rng.random()
    quarter = rng.integers(4) * np.pi / 2
    if kind < 0.4:
        return quarter
    return quarter + rng.normal(0, 0.15) if kind < 0.6 else rng.uniform(0, 2 * np.pi)
