"""One square, put together from a main view in a corner and others that fill the rest."""

from dataclasses import dataclass

import cv2
import numpy as np

from .crops import View, side
from .net import NORMAL

_GRAY = 114
_LEAST_ROOM = 24


@dataclass(frozen=True)
class Room:
    left: int
    top: int
    width: int
    height: int

    @property
    def area(self) -> tuple[slice, slice]:
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)


class Square:
    """Pixels with all boxes in them, which of them are meant by the kind's label, and how far the blanks are blank."""

    def __init__(self, size: int, corner: int):
        self.size, self.corner = size, corner
        self.pixels = np.full((size, size, 3), _GRAY, np.uint8)
        self.boxes, self.seen = np.zeros((0, 4), np.float32), np.zeros(0)
        self.labels, self.meant = np.zeros(0, object), np.zeros(0, bool)
        self.mate = np.zeros(0, bool)
        self.trust = self.least_trust = 1.0
        self._main = Room(0, 0, size, size)

    def put_main(self, view: View, trust: float) -> None:
        height, width = view.pixels.shape[:2]
        left, top = (self.size - width) * (self.corner & 1), (self.size - height) * (self.corner >> 1)
        self._main = Room(left, top, width, height)
        self._put(self._main, view, trust, meant=True, mate=False)
        self.trust = trust

    def rooms(self) -> list[Room]:
        """What the main view leaves free: a part beside it and a part above or below."""
        main, size = self._main, self.size
        beside = Room(main.width if main.left == 0 else 0, 0, size - main.width, size)
        below = Room(main.left, main.height if main.top == 0 else 0, main.width, size - main.height)
        return [room for room in (beside, below) if min(room.width, room.height) >= _LEAST_ROOM]

    def put_mate(self, room: Room, view: View, trust: float) -> None:
        """Another photo of the same kinds."""
        self._put(room, view, trust, meant=True, mate=True)
        self.trust = min(self.trust, trust)

    def put_others(self, room: Room, view: View, trust: float) -> None:
        """Things that are not meant, whatever they are called."""
        self._put(room, view, trust, meant=False, mate=False)

    def put_surface(self, room: Room, image: np.ndarray, rng: np.random.Generator) -> None:
        """A window of a surface, enlarged where it is too small."""
        scale = max(room.width / image.shape[1], room.height / image.shape[0], float(rng.uniform(0.3, 1.5)))
        image = cv2.resize(image, None, fx=scale * 1.01, fy=scale * 1.01)
        top = int(rng.integers(image.shape[0] - room.height + 1))
        left = int(rng.integers(image.shape[1] - room.width + 1))
        self.pixels[room.area] = image[top : top + room.height, left : left + room.width]

    def _put(self, room: Room, view: View, trust: float, meant: bool, mate: bool) -> None:
        self.pixels[room.area] = view.pixels
        offset = np.array([room.left, room.top] * 2, np.float32)
        count = len(view.boxes)
        self.boxes = np.concatenate([self.boxes, view.boxes + offset])
        self.seen = np.concatenate([self.seen, view.seen])
        self.labels = np.concatenate([self.labels, view.labels])
        self.meant = np.concatenate([self.meant, np.full(count, meant)])
        self.mate = np.concatenate([self.mate, np.full(count, mate)])
        self.least_trust = min(self.least_trust, trust)

    def examples(self, kind: str, from_mate: bool = False) -> np.ndarray:
        """Indices of things of the kind that can be shown as examples, from the mate where there are some."""
        if not len(self.boxes):
            return np.zeros(0, int)
        sides, longest = side(self.boxes), (self.boxes[:, 2:] - self.boxes[:, :2]).max(1)
        fit = (self.seen > 0.95) & (sides >= 0.3 * NORMAL) & (sides <= 3 * NORMAL) & (longest < 0.8 * self.size)
        fit &= self.meant & (self.labels == kind)
        if from_mate and (fit & self.mate).any():
            fit &= self.mate
        return np.nonzero(fit)[0]

    def turn(self, way: int) -> None:
        """One of the eight ways to lay the square."""
        if way & 1:
            self.pixels = self.pixels[:, ::-1]
            self.boxes = self.boxes[:, [2, 1, 0, 3]] * [-1, 1, -1, 1] + [self.size, 0, self.size, 0]
        if way & 2:
            self.pixels = self.pixels[::-1]
            self.boxes = self.boxes[:, [0, 3, 2, 1]] * [1, -1, 1, -1] + [0, self.size, 0, self.size]
        if way & 4:
            self.pixels = self.pixels.transpose(1, 0, 2)
            self.boxes = self.boxes[:, [1, 0, 3, 2]]
        self.pixels = np.ascontiguousarray(self.pixels)
        self.boxes = self.boxes.astype(np.float32)
