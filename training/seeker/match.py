"""Examples in, everything like them out: several looks at the photo, so that things of any size are normal at one of them;
two passes."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from .boxes import suppress
from .engine import Engine
from .net import NORMAL, Example
from .plans import HIGH, LOW, side

LEAST_SCORE = 0.05
LONGEST = 2600  # long side of the scaled picture
MOST_ROWS, MOST = 4000, 1600  # before and after suppression
SURE, MORE_EXAMPLES = 0.5, 5
LOOKS = (1.0,)
_BEYOND = 1.25  # a look ignores sizes this far beyond those that it was trained on
_STEP = 32


@dataclass
class Finds:
    """The finds, best first; boxes in pixels of the photo."""

    boxes: np.ndarray  # [N, 4]
    scores: np.ndarray  # [N]


class Look:
    """Maps of a photo at one scale."""

    def __init__(self, engine: Engine, image: np.ndarray, scale: float):
        self.engine = engine
        self.scale = min(scale, LONGEST / max(image.shape[:2]))
        self.width, self.height = (max(_STEP, round(n * self.scale)) for n in (image.shape[1], image.shape[0]))
        method = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(image, (self.width, self.height), interpolation=method)
        padded = [math.ceil(n / _STEP) * _STEP for n in (self.height, self.width)]
        pixels = np.empty((*padded, 3), np.uint8)
        pixels[:] = small.reshape(-1, 3).mean(0)
        pixels[: self.height, : self.width] = small
        self.maps = engine.maps(pixels)

    def inside(self, rows: np.ndarray, least: float) -> np.ndarray:
        """Rows that are sure enough and whose middle lies in the picture, not in what fills it up; best first."""
        x, y = (rows[:, 0] + rows[:, 2]) / 2, (rows[:, 1] + rows[:, 3]) / 2
        rows = rows[(rows[:, 4] > least) & (x > 0) & (y > 0) & (x < self.width) & (y < self.height)]
        return rows[np.argsort(-rows[:, 4], kind="stable")[:MOST_ROWS]]

    def example(self, boxes: np.ndarray) -> Example:
        """The combined look of the things in `boxes`."""
        return self.engine.example(self.maps, boxes * self.scale)

    def find(self, example: Example, is_only: bool) -> tuple[np.ndarray, np.ndarray]:
        """Boxes and scores of everything like the example; what belongs to other looks only where there are none."""
        rows = self.inside(self.engine.find(self.maps, example), LEAST_SCORE)
        if not is_only:
            sides = side(rows[:, :4])
            rows = rows[(sides > LOW / _BEYOND) & (sides < HIGH * _BEYOND)]
        return rows[:, :4] / self.scale, rows[:, 4]


def together(parts: list[tuple[Example, int]]) -> Example:
    """Examples of several things each, as one."""
    total = sum(count for _, count in parts)
    mean, keys, size = (sum(getattr(example, name) * (count / total) for example, count in parts)
                        for name in Example._fields)
    return Example(mean, keys / np.linalg.norm(keys, axis=1, keepdims=True).clip(1e-9), size)


class Picture:
    """A photo and the looks at it, each computed once."""

    def __init__(self, engine: Engine, image: np.ndarray):
        self.engine, self.image = engine, image
        self.looks: dict[float, Look] = {}

    def look(self, scale: float) -> Look:
        key = round(math.log(scale), 3)
        if key not in self.looks:
            self.looks[key] = Look(self.engine, self.image, scale)
        return self.looks[key]

    def described(self, boxes: np.ndarray, scales: list[float]) -> Example:
        """Things, each at the look at which it is nearest to normal, as one example."""
        looks: dict[float, list[np.ndarray]] = {}
        for box in boxes:
            wanted = math.log(NORMAL / float(side(box)))
            looks.setdefault(min(scales, key=lambda scale: abs(math.log(scale) - wanted)), []).append(box)
        return together([(self.look(scale).example(np.array(own)), len(own)) for scale, own in looks.items()])

    def seek(self, examples: np.ndarray, looks: tuple[float, ...] = LOOKS) -> Finds:
        """Finds everything like the examples [N, 4] in this photo, helped by the most certain finds of a first pass."""
        normal = NORMAL / float(np.median(side(examples)))
        scales = [normal * factor for factor in looks]
        boxes, scores = self._found(examples, scales)
        sure = boxes[:MORE_EXAMPLES][scores[:MORE_EXAMPLES] > SURE]
        if len(sure):
            examples = np.concatenate([examples, sure])
            boxes, scores = self._found(examples, scales)
        return Finds(boxes, scores)

    def _found(self, examples: np.ndarray, scales: list[float]) -> tuple[np.ndarray, np.ndarray]:
        example = self.described(examples, scales)
        found = [self.look(scale).find(example, len(scales) == 1) for scale in scales]
        boxes, scores = (np.concatenate(part) for part in zip(*found))
        kept = suppress(boxes, scores)[:MOST]
        return boxes[kept], scores[kept]
