"""The square around a thing that the network looks at."""

from __future__ import annotations

import cv2
import numpy as np

CELLS = 64  # of a window, across and down
CONTEXT = 1.5  # side of a window over the longer side of the box
_FINE = 2  # a cell is the mean of this many samples across and down


def side_of(box: np.ndarray) -> float:
    """The side of the window of a box (x0, y0, x1, y1)."""
    return CONTEXT * float(max(box[2] - box[0], box[3] - box[1]))


def cut(picture: np.ndarray, box: np.ndarray) -> np.ndarray:
    """`[64, 64, …]` float32: means of the picture in the cells of the window of a box; its border goes on outside."""
    side, fine = side_of(box), CELLS * _FINE
    scale = side / fine
    left, top = (box[0] + box[2] - side) / 2, (box[1] + box[3] - side) / 2
    if scale > 1:  # shrinks: each sample is a mean, too
        picture = cv2.blur(picture, (odd(scale), odd(scale)))
    # Sample i lies at left + (i + ½) × scale, and the middle of pixel x at x + ½.
    place = np.float32([[scale, 0, left + scale / 2 - 0.5], [0, scale, top + scale / 2 - 0.5]])
    seen = cv2.warpAffine(picture, place, (fine, fine), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                          borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    return seen.reshape(CELLS, _FINE, CELLS, _FINE, *seen.shape[2:]).mean((1, 3))


def odd(width: float) -> int:
    """The odd number nearest to a width."""
    return 2 * round((width - 1) / 2) + 1


def coverage(box: np.ndarray) -> np.ndarray:
    """`[64, 64]` float32: how much of each cell of its window a box covers."""
    cell, half = side_of(box) / CELLS, CELLS / 2
    edges = np.arange(CELLS) - half
    across, down = ((box[i + 2] - box[i]) / 2 / cell for i in (0, 1))
    rows, columns = (np.clip(np.minimum(edges + 1, reach) - np.maximum(edges, -reach), 0, 1) for reach in (down, across))
    return np.outer(rows, columns).astype(np.float32)
