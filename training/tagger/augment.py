"""Random views of a photo. Borders, sharpness, proportions, light and JPEG are drawn anew each time, because each
tag comes from few sources, and whatever is the same in all photos of a source would be learned as the tag."""

import cv2
import numpy as np

cv2.setNumThreads(1)
WHOLE, ZOOMED_OUT, COARSE, JPEG, ERASED, GRAY = 0.15, 0.12, 0.35, 0.2, 0.25, 0.04


def view(rng, pixels, half, size, coarse=False):
    """A view [size, size, 3] uint8 of a photo that is given at full and at half size."""
    height, width = pixels.shape[:2]
    target = size if coarse or rng.random() > COARSE else int(rng.integers(min(28, size), min(72, size) + 1))
    corners = region(rng, width, height)
    covered = max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[0]))
    if covered > 1.6 * target:
        pixels, corners = half, corners * (half.shape[1] / width, half.shape[0] / height)
    goal = np.float32([[0, 0], [target, 0], [0, target]])
    if rng.random() < 0.5:
        goal = np.float32([[target, 0], [0, 0], [target, target]])
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    cut = cv2.warpAffine(pixels, cv2.getAffineTransform(corners.astype(np.float32), goal), (target, target),
                         flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill(rng))
    if target != size:
        cut = cv2.resize(cut, (size, size), interpolation=cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC)
    return spoiled(rng, cut)


def region(rng, width, height):
    """Three corners (top left, top right, bottom left) of what is shown of the photo, float64 [3, 2]."""
    draw = rng.random()
    if draw < WHOLE:
        share, aspect = 1.0, 0.0
    else:
        low, high = (1.0, 1.7) if draw < WHOLE + ZOOMED_OUT else (0.2, 1.0)
        share, aspect = rng.uniform(low, high), rng.uniform(-0.35, 0.35)
    # From the proportions of the photo (stretched into the square) to true ones.
    square = rng.uniform(0, 1) * 0.5 * np.log(width / height)
    across = width * np.sqrt(share) * np.exp(0.5 * aspect - square)
    down = height * np.sqrt(share) * np.exp(-0.5 * aspect + square)
    if share <= 1:
        across, down = min(across, width), min(down, height)
    left = rng.uniform(min(0, width - across), max(0, width - across))
    top = rng.uniform(min(0, height - down), max(0, height - down))
    corners = np.array([[left, top], [left + across, top], [left, top + down]])
    if rng.random() < 0.35:
        angle = rng.normal() * 0.12
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = np.array([left + across / 2, top + down / 2])
        corners = (corners - middle) @ turn.T + middle
    return corners


def fill(rng):
    if rng.random() < 0.5:
        return tuple([float(rng.choice((0, 114, 255)))] * 3)
    return tuple(rng.uniform(0, 255, 3))


def spoiled(rng, cut):
    if rng.random() < JPEG:
        _, stream = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))])
        cut = cv2.imdecode(stream, cv2.IMREAD_COLOR)
    if rng.random() < ERASED:
        size = len(cut)
        across, down = (rng.uniform(0.1, 0.45, 2) * size).astype(int) + 1
        left, top = rng.integers(0, size - across), rng.integers(0, size - down)
        if cut.base is not None or not cut.flags.writeable:
            cut = cut.copy()
        cut[top:top + down, left:left + across] = np.uint8(fill(rng))
    return cut


def colored(rng, batch):
    """Light, contrast, saturation, white balance and tone of a float32 batch [N, 3, S, S] of 0…255, per photo."""
    count = len(batch)
    strength = rng.normal(0, 1, (count, 6)).clip(-2, 2)
    saturation = np.exp(0.25 * strength[:, 0])
    saturation[rng.random(count) < GRAY] = 0
    weights = np.array([0.299, 0.587, 0.114])
    mix = saturation[:, None, None] * np.eye(3) + (1 - saturation)[:, None, None] * weights
    gains = np.exp(0.12 * strength[:, 1, None] + 0.06 * strength[:, 2:5])
    matrix = (mix * gains[:, :, None] * np.exp(0.1 * strength[:, 5])[:, None, None]).astype(np.float32)
    offset = (-12 * strength[:, 5]).astype(np.float32)
    return matrix, offset
