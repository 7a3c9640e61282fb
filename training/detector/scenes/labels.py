"""The visible part of each object in the finished picture."""

from __future__ import annotations

import cv2
import numpy as np
from scipy import ndimage

from .paint import Board
from .view import View

VISIBLE = 0.35  # least visible fraction of an object for it to be labeled
FAINT = 8.0  # an object that changes the picture by less cannot be distinguished from its background
_SMALLEST = 5


def finish(board: Board, view: View, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The visible picture, the boxes (x0, y0, x1, y1, kind) of the visible extents, and for every pixel the number of
    the box whose thing is visible there: -1 is the ground, -2 a thing without a label."""
    ids, image, count = board.ids, board.image, len(board.areas)
    inside = ids >= 0
    if view.warp is not None:
        inside &= _frame(view.warp, ids.shape, size)
        ids = cv2.warpPerspective(ids, view.warp, (size, size), flags=cv2.INTER_NEAREST, borderValue=-1)
        image = cv2.warpPerspective(image, view.warp, (size, size), flags=cv2.INTER_LINEAR)
    seen = np.bincount(board.ids[inside], minlength=count)
    least = max(FAINT, min(1.1 * board.roughness, 18.0))
    boxes, names = [], np.full(count + 1, -2, np.int16)
    names[-1] = -1
    for number, found in enumerate(ndimage.find_objects(ids.astype(np.int32) + 1, count)):
        if found is None or seen[number] < VISIBLE * board.areas[number] or board.contrast[number] < least:
            continue
        rows, cols = found
        if min(rows.stop - rows.start, cols.stop - cols.start) >= _SMALLEST:
            names[number] = len(boxes)
            boxes.append((cols.start, rows.start, cols.stop, rows.stop, board.kinds[number]))
    return image, np.array(boxes, np.float32).reshape(-1, 5), names[ids]


def _frame(warp: np.ndarray, shape: tuple[int, int], size: int) -> np.ndarray:
    """The part of the canvas that the warped picture shows."""
    mask = np.zeros(shape, np.uint8)
    corners = np.float32([[[0, 0], [size, 0], [size, size], [0, size]]])
    quad = cv2.perspectiveTransform(corners, np.linalg.inv(warp))[0]
    cv2.fillConvexPoly(mask, quad.astype(np.int32), 1)
    return mask > 0
