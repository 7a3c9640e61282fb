"""Which cell has to answer for which object. Plain arrays: it runs in the processes that load the data."""

import numpy as np

from .net import STRIDES

# Side (geometric mean) of the objects that a level answers for, in pixels. Neighboring levels share a band, so that an
# object between two sizes is seen by both.
BANDS = ((0, 64), (44, 128), (88, 1e9))
REACH = 1.5  # Cells this far from the center of an object, in strides, answer for it.


def assign(boxes: np.ndarray, ignored: np.ndarray, size: int):
    """Targets for one square picture.

    boxes, ignored: [N, 4] left, top, right, bottom in pixels. Returns for all cells, level by level, row by row:
    the box [cells, 4] and the kind of cell [cells]: 1 an object's, 0 background, -1 not to be judged.
    """
    kinds, targets = [], []
    for stride, (low, high) in zip(STRIDES, BANDS):
        cells = size // stride
        kind = np.zeros((cells, cells), np.float32)
        target = np.zeros((cells, cells, 4), np.float32)
        for left, top, right, bottom in ignored:
            kind[_slice(top, bottom, stride, cells), _slice(left, right, stride, cells)] = -1
        nearest = np.full((cells, cells), np.inf, np.float32)
        for box in boxes:
            if low <= _side(box) < high:
                _claim(box, stride, cells, kind, target, nearest)
        kinds.append(kind.ravel())
        targets.append(target.reshape(-1, 4))
    return np.concatenate(targets), np.concatenate(kinds)


def _side(box) -> float:
    """Geometric mean of the sides; for long things less, since pencils side by side need the fine cells."""
    width, height = box[2] - box[0], box[3] - box[1]
    return min(np.sqrt(width * height), 2.5 * min(width, height))


def _slice(low: float, high: float, stride: int, cells: int) -> slice:
    return slice(max(int(low / stride), 0), min(int(np.ceil(high / stride)), cells))


def _claim(box, stride: int, cells: int, kind, target, nearest):
    """Gives the object the cells around its center, where no other object's center is nearer."""
    x, y = (box[0] + box[2]) / 2 / stride - 0.5, (box[1] + box[3]) / 2 / stride - 0.5
    # Never beyond the middle half of the object, and always the one cell that holds its center.
    reach_x = min(REACH, max((box[2] - box[0]) / stride / 4, 0.5))
    reach_y = min(REACH, max((box[3] - box[1]) / stride / 4, 0.5))
    for row in range(max(int(np.ceil(y - reach_y)), 0), min(int(np.floor(y + reach_y)), cells - 1) + 1):
        for column in range(max(int(np.ceil(x - reach_x)), 0), min(int(np.floor(x + reach_x)), cells - 1) + 1):
            distance = (row - y) ** 2 + (column - x) ** 2
            if distance < nearest[row, column]:
                nearest[row, column] = distance
                kind[row, column] = 1
                target[row, column] = box
