"""Which cell has to answer for which thing. Plain arrays: it runs in the processes that load the data."""

import math

import numpy as np

from .net import STRIDE

EMPTY, THING, HARD, UNJUDGED = 0, 1, 2, -1
_REACH = 1.5  # cells this far from the middle of a thing, in strides, answer for it


class Targets:
    """Targets for one square: the box and the state of each cell."""

    def __init__(self, size: int):
        self.cells = size // STRIDE
        self.states = np.zeros((self.cells, self.cells), np.float32)
        self.boxes = np.zeros((self.cells, self.cells, 4), np.float32)
        self._nearest = np.full((self.cells, self.cells), np.inf, np.float32)

    def leave_out(self, boxes: np.ndarray) -> None:
        """Cells under these boxes are not judged."""
        for left, top, right, bottom in boxes / STRIDE:
            rows = slice(max(0, int(top)), int(math.ceil(bottom)))
            self.states[rows, max(0, int(left)) : int(math.ceil(right))] = UNJUDGED

    def hold(self, boxes: np.ndarray) -> None:
        """Cells around the middle of each box have to say so; of two things the nearer one's."""
        for box in boxes:
            for row, column, distance in self._around(box):
                if distance < self._nearest[row, column]:
                    self._nearest[row, column] = distance
                    self.states[row, column] = THING
                    self.boxes[row, column] = box

    def avoid(self, boxes: np.ndarray) -> None:
        """Cells in the middle of these boxes must stay silent more than others: they are easily mistaken."""
        for box in boxes:
            for row, column, _ in self._around(box):
                if self.states[row, column] == EMPTY:
                    self.states[row, column] = HARD

    def _around(self, box: np.ndarray):
        x, y = (box[0] + box[2]) / 2 / STRIDE - 0.5, (box[1] + box[3]) / 2 / STRIDE - 0.5
        # Never beyond the middle half of the thing, and always the one cell that holds its center.
        reach_x = min(_REACH, max((box[2] - box[0]) / STRIDE / 4, 0.5))
        reach_y = min(_REACH, max((box[3] - box[1]) / STRIDE / 4, 0.5))
        for row in range(max(math.ceil(y - reach_y), 0), min(math.floor(y + reach_y), self.cells - 1) + 1):
            for column in range(max(math.ceil(x - reach_x), 0), min(math.floor(x + reach_x), self.cells - 1) + 1):
                yield row, column, (row - y) ** 2 + (column - x) ** 2


def gaps(boxes: np.ndarray) -> np.ndarray:
    """Boxes half way between each thing and its two nearest: the blanks in rows, which look like things at times."""
    if len(boxes) < 3:
        return np.zeros((0, 4), np.float32)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    apart = ((middles[:, None] - middles[None]) ** 2).sum(2)
    np.fill_diagonal(apart, np.inf)
    nearest = np.argsort(apart, 1)[:, :2]
    between = (boxes[:, None] + boxes[nearest]) / 2
    return between.reshape(-1, 4).astype(np.float32)
