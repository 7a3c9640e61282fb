"""The detector's training data: annotated photos, rendered scenes and empty surfaces, never twice the same way."""

from pathlib import Path

import cv2
import numpy as np
import torch

from .augment import blur_and_noise, change_colors, view
from .photos import Photo
from .targets import assign

# Sides of things in the square, in pixels, that the detector should be good at.
SMALLEST, LARGEST = 11, 260


class Views(torch.utils.data.Dataset):
    """Sample i is the same in every run with the same seed and files: (pixels, targets, kinds, background weight)."""

    def __init__(self, photos: list[Photo], scenes: list[Path], empties: list[Path], size: int, seed: int,
                 length: int, start: int = 0, photo_share: float = 0.45):
        self.photos, self.scenes, self.empties = photos, scenes, empties
        self.size, self.seed, self.length, self.start = size, seed, length, start
        self.photo_share = photo_share if scenes else 0.95
        # Every source counts, but a source of a hundred photos of one table not a hundred times as much.
        counts = {}
        for photo in photos:
            counts[photo.source] = counts.get(photo.source, 0) + 1
        weights = np.array([counts[photo.source] ** -0.4 for photo in photos])
        self.weights = np.cumsum(weights / weights.sum())

    def __len__(self) -> int:
        return self.length - self.start

    def __getitem__(self, index: int):
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, index + self.start))
        if rng.random() < 0.12:
            image, boxes, ignored, weight = self._mosaic(rng)
        else:
            image, boxes, ignored, weight = self._one(rng, self.size)
        image = blur_and_noise(change_colors(image, rng), rng)
        targets, kinds = assign(boxes, ignored, self.size)
        pixels = torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1)))
        return pixels, torch.from_numpy(targets), torch.from_numpy(kinds), np.float32(weight)

    def _mosaic(self, rng: np.random.Generator):
        """Four views in one: many backgrounds and sizes in each step."""
        half = self.size // 2
        image = np.empty((self.size, self.size, 3), np.uint8)
        boxes, ignored, weights = [], [], []
        for quarter in range(4):
            x, y = quarter % 2 * half, quarter // 2 * half
            part, found, left_out, weight = self._one(rng, half)
            image[y : y + half, x : x + half] = part
            offset = np.array([x, y, x, y], np.float32)
            boxes.append(found + offset)
            ignored.append(left_out + offset)
            weights.append(weight)
        return image, np.concatenate(boxes), np.concatenate(ignored), min(weights)

    def _one(self, rng: np.random.Generator, size: int):
        image, boxes, weight = self._pick(rng)
        scale = _scale(image, boxes, size, rng)
        return *view(image, boxes, size, scale, rng), weight

    def _pick(self, rng: np.random.Generator):
        none = np.zeros((0, 4), np.float32)
        chance = rng.random()
        if chance < 0.05 and self.empties:
            return cv2.imread(str(self.empties[rng.integers(len(self.empties))])), none, 1.0
        if chance < 0.05 + self.photo_share or not self.scenes:
            photo = self.photos[min(np.searchsorted(self.weights, rng.random()), len(self.photos) - 1)]
            return cv2.imread(str(photo.path)), photo.boxes, photo.background_weight
        path = self.scenes[rng.integers(len(self.scenes))]
        return cv2.imread(str(path)), np.load(path.with_suffix(".npy"))[:, :4], 1.0


def _scale(image: np.ndarray, boxes: np.ndarray, size: int, rng: np.random.Generator) -> float:
    """A scale at which the things have sides that the detector is to be good at, small and large alike."""
    whole = size / max(image.shape[:2])
    if not len(boxes):
        return whole * np.exp(rng.uniform(-0.2, 1.0))
    side = float(np.median(np.sqrt((boxes[:, 2:4] - boxes[:, :2]).prod(1).clip(1))))
    wanted = np.exp(rng.uniform(np.log(SMALLEST * 1.15), np.log(LARGEST * size / 640)))
    # Half of the time near to what the whole picture would be, as in the product's first look; never blown up so far
    # that the picture is all blur.
    if rng.random() < 0.5:
        wanted = side * whole * np.exp(rng.normal(0.1, 0.35))
    return float(np.clip(wanted / side, whole * 0.62, max(2.5, whole * 1.2)))
