"""How well boxes are found in photos of sources that the training never saw."""

from dataclasses import dataclass

import cv2
import numpy as np
import torch

from .losses import corners
from .net import decode, flatten
from .photos import Photo, held_out_photos

SIDE = 640
SUPPRESSION = 0.6  # Of two boxes that overlap more, the better stays.


@dataclass
class Report:
    f1: float  # At the threshold that suits all photos together best.
    threshold: float
    recall: float
    precision: float
    recall_at_two: float  # Share of objects found when two wrong boxes are allowed for each right one.

    def __str__(self):
        return (f"F1 {self.f1:.3f} at {self.threshold:.2f} (recall {self.recall:.3f}, precision {self.precision:.3f}), "
                f"recall at two wrong {self.recall_at_two:.3f}")


def letterbox(image: np.ndarray, side: int = SIDE):
    """The picture in the top left corner of a gray square, as the product does it; and the scale."""
    scale = side / max(image.shape[:2])
    height, width = int(image.shape[0] * scale), int(image.shape[1] * scale)
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    square = np.full((side, side, 3), 114, np.uint8)
    square[:height, :width] = cv2.resize(image, (width, height), interpolation=method)
    return square, scale


def suppress(boxes: np.ndarray, scores: np.ndarray, limit: float = SUPPRESSION) -> np.ndarray:
    """Indices that stay, best first."""
    order = np.argsort(-scores, kind="stable")
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    kept = []
    while len(order):
        best, rest = order[0], order[1:]
        kept.append(best)
        inner = np.minimum(boxes[best, 2:], boxes[rest, 2:]) - np.maximum(boxes[best, :2], boxes[rest, :2])
        inner = inner.clip(0).prod(1)
        order = rest[inner / (area[best] + area[rest] - inner + 1e-6) <= limit]
    return np.array(kept, int)


def match(found: np.ndarray, truth: np.ndarray, limit: float = 0.5) -> np.ndarray:
    """Which of the found boxes, best first, are right: each truth is given to one box only."""
    right = np.zeros(len(found), bool)
    free = np.ones(len(truth), bool)
    area = (truth[:, 2:] - truth[:, :2]).prod(1)
    for index, box in enumerate(found):
        if not free.any():
            break
        inner = (np.minimum(box[2:], truth[:, 2:]) - np.maximum(box[:2], truth[:, :2])).clip(0).prod(1)
        overlap = inner / (area + (box[2:] - box[:2]).prod() - inner + 1e-6) * free
        best = int(overlap.argmax())
        if overlap[best] >= limit:
            right[index], free[best] = True, False
    return right


@torch.no_grad()
def detect(model, image: np.ndarray, device, threshold: float = 0.03):
    """Boxes in pixels of the picture and their scores, best first."""
    square, scale = letterbox(image)
    pixels = torch.from_numpy(square.transpose(2, 0, 1)[None].copy()).to(device).float()
    with torch.autocast(device.type, torch.bfloat16):
        maps = model(pixels.contiguous(memory_format=torch.channels_last))
    rows, grid, strides = flatten([level.float() for level in maps])
    scores = torch.sigmoid(rows[0, :, 4])
    chosen = scores > threshold
    boxes = corners(decode(rows[0, chosen], grid[chosen], strides[chosen])).cpu().numpy() / scale
    return best(boxes, scores[chosen].cpu().numpy())


def best(boxes: np.ndarray, scores: np.ndarray):
    """Of boxes that overlap the better ones, best first, and their scores."""
    kept = suppress(boxes, scores)[:1000]
    return boxes[kept], scores[kept]


def summarize(scores: np.ndarray, right: np.ndarray, truths: int) -> Report:
    """The report of all boxes of all photos, put in one order."""
    order = np.argsort(-scores, kind="stable")
    scores, right = scores[order], right[order]
    hits = np.cumsum(right)
    recall, precision = hits / max(truths, 1), hits / np.arange(1, len(hits) + 1)
    f1 = 2 * recall * precision / np.maximum(recall + precision, 1e-9)
    best = int(f1.argmax()) if len(f1) else 0
    allowed = np.nonzero(precision >= 1 / 3)[0]
    at_two = float(recall[allowed[-1]]) if len(allowed) else 0.0
    if not len(f1):
        return Report(0, 0, 0, 0, 0)
    return Report(float(f1[best]), float(scores[best]), float(recall[best]), float(precision[best]), at_two)


def validation_report(model, photos: list[Photo], device, limit: int | None = None) -> Report:
    chosen = held_out_photos(photos)
    if limit and len(chosen) > limit:
        chosen = [chosen[i] for i in np.linspace(0, len(chosen) - 1, limit).astype(int)]
    model.eval()
    scores, right, truths = [], [], 0
    for photo in chosen:
        boxes, found = detect(model, cv2.imread(str(photo.path)), device)
        scores.append(found)
        right.append(match(boxes, photo.boxes))
        truths += len(photo.boxes)
    return summarize(np.concatenate(scores), np.concatenate(right), truths)
