"""Examples in, everything like them out: the photo at its normal size, two passes."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from .boxes import suppress
from .crops import side
from .engine import Engine
from .net import NORMAL

LEAST_SCORE = 0.05
LONGEST = 2600  # long side of the scaled picture
MOST_ROWS, MOST = 4000, 1600  # before and after suppression
SURE, MORE_EXAMPLES = 0.5, 5
_STEP = 32


@dataclass
class Finds:
    """What was found, best first; boxes in pixels of the photo."""

    boxes: np.ndarray  # [N, 4]
    scores: np.ndarray  # [N]
    likes: np.ndarray  # [N]: likeness to the examples, -1…1


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

    def vectors(self, boxes: np.ndarray) -> np.ndarray:
        """What each of the boxes, in pixels of the photo, looks like."""
        return self.engine.describe(self.maps, boxes * self.scale)

    def find(self, boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Boxes and scores of everything like the examples in `boxes`."""
        example = self.engine.example(self.maps, boxes * self.scale)
        rows = self.inside(self.engine.find(self.maps, example), LEAST_SCORE)
        kept = suppress(rows[:, :4], rows[:, 4])[:MOST]
        return rows[kept, :4] / self.scale, rows[kept, 4]


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

    def seek(self, examples: np.ndarray) -> Finds:
        """Everything like the examples [N, 4], which lie in this photo. The surest finds of a first pass help."""
        look = self.look(NORMAL / float(np.median(side(examples))))
        boxes, scores = look.find(examples)
        sure = boxes[:MORE_EXAMPLES][scores[:MORE_EXAMPLES] > SURE]
        if len(sure):
            examples = np.concatenate([examples, sure])
            boxes, scores = look.find(examples)
        if not len(boxes):
            return Finds(boxes, scores, np.zeros(0))
        wanted = look.vectors(examples).mean(0)
        likes = look.vectors(boxes) @ (wanted / np.linalg.norm(wanted))
        return Finds(boxes, scores, likes)
