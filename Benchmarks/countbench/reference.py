"""The reference algorithm: YOLOX, three filters, embeddings, average linkage, merging, the largest group counts.

Rewritten from a description of the script `count_objects_yolox.py`, with its default constants. It differs in two cases
in which the script fails: a single thing counts as 1, and none as 0. The number of boxes can be limited, which the
script cannot do.
"""

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from sklearn.cluster import AgglomerativeClustering

from .networks import Detector, Embedder, suppressed

CONFIDENCE = 0.001
SUPPRESSION = 0.65
SIZE_LIMIT = 3.0
ASPECT_LIMIT = 1.0
AREA_LIMIT = 2.0
SIMILARITY = 0.80
MERGING = 0.5


@dataclass
class Counted:
    """The result for one photo; times are milliseconds of the wall clock by step, named as Espy names its own."""

    count: int = 0
    #: Corners of the counted boxes, [N, 4]: left, top, right, bottom in pixels of the photo.
    main: np.ndarray = field(default_factory=lambda: np.zeros((0, 4)))
    stages: dict[str, float] = field(default_factory=dict)
    #: Boxes beyond the limit, the least sure ones.
    left_out: int = 0


class Reference:
    """The pipeline with its models loaded."""

    def __init__(self, detector: Detector, embedder: Embedder, confidence: float = CONFIDENCE, most: int | None = None):
        self._detector = detector
        self._embedder = embedder
        self._confidence = confidence
        self._most = most

    def count(self, path: Path) -> Counted:
        watch = Watch()
        photo = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if photo is None:
            raise ValueError(f"{path}: not a picture that OpenCV reads")
        watch.stop("decoding")
        boxes, scores = self._detector.boxes(photo, self._confidence)
        watch.stop("detecting")
        kept = suppressed(boxes, scores, SUPPRESSION)
        boxes, crops = filtered(boxes[kept[: self._most]], photo)
        watch.stop("filtering")
        vectors = self._embedder.vectors(crops) if crops else None
        watch.stop("embedding")
        main = merged(boxes, grouped(vectors, len(crops)))
        watch.stop("clustering")
        return Counted(len(main), main, watch.stages, 0 if self._most is None else max(len(kept) - self._most, 0))


class Watch:
    """Measures consecutive steps without gaps."""

    def __init__(self):
        self.stages: dict[str, float] = {}
        self._last = time.perf_counter()

    def stop(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = (now - self._last) * 1000
        self._last = now


def filtered(boxes: np.ndarray, photo: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """Rows 6 to 9: removes boxes of unusual area and shape, crops the others, and checks the areas again."""
    if len(boxes) >= 3:
        boxes = boxes[usual(_areas(boxes), SIZE_LIMIT)]
    if len(boxes) > 2:
        wide, high = (boxes[:, 2:] - boxes[:, :2]).T
        ratios = np.divide(wide, high, out=np.zeros_like(wide), where=high > 0)
        if ratios.std() != 0:
            boxes = boxes[usual(ratios, ASPECT_LIMIT)]
    height, width = photo.shape[:2]
    corners = boxes.astype(int)
    corners[:, 0::2] = corners[:, 0::2].clip(0, width)
    corners[:, 1::2] = corners[:, 1::2].clip(0, height)
    there = np.flatnonzero((corners[:, 2] > corners[:, 0]) & (corners[:, 3] > corners[:, 1]))
    if len(there) > 2:
        there = there[usual(_areas(boxes[there]), AREA_LIMIT)]
    return boxes[there], [photo[top:bottom, left:right] for left, top, right, bottom in corners[there]]


def usual(values: np.ndarray, limit: float) -> np.ndarray:
    """Indices of the values within this many standard deviations (of the population, about the mean) of the median."""
    reach = limit * values.std()
    middle = np.median(values)
    return np.flatnonzero((values >= middle - reach) & (values <= middle + reach))


def _areas(boxes: np.ndarray) -> np.ndarray:
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def grouped(vectors: np.ndarray | None, count: int) -> np.ndarray:
    """Row 11: a label for each vector."""
    if count < 2:
        return np.zeros(count, int)
    return linkage(SIMILARITY).fit_predict(vectors)


def linkage(similarity: float) -> AgglomerativeClustering:
    return AgglomerativeClustering(
        n_clusters=None, metric="cosine", linkage="average", distance_threshold=1 - similarity
    )


def merged(boxes: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Rows 12 to 15: the boxes of the largest group after removing those that overlap too much.

    Boxes of the largest group win over all others. If any box was removed, the largest group is chosen again.
    """
    if not len(boxes):
        return boxes
    main = np.bincount(labels).argmax()
    kept = suppressed(boxes, np.where(labels == main, 1.0, 0.5), MERGING)
    if len(kept) < len(boxes):
        main = Counter(labels[kept].tolist()).most_common(1)[0][0]
    return boxes[kept][labels[kept] == main]
