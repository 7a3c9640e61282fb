"""Real material for the renderer: textures and cut-outs of boxed objects.

Nothing is kept decoded: textures stay as compressed bytes, photos are read when one of their crops is wanted, so a
process holds a few tens of megabytes however large the data folder is.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from ...common.photos import HELD_OUT, boxes_of, entries
from .cutout import cut_out

_ROUND = frozenset({"blood cell", "washer", "tomato", "grape", "peach", "apple", "mandarin", "orange", "lemon", "coin",
                    "cherry", "capacitor", "coffee bean", "bean", "bubble", "sports ball", "donut", "pill"})
_MIN_CROP = 26.0
_NOISE = 1024


@dataclass(frozen=True)
class CropRef:
    """One boxed object of a photo that no other box overlaps."""

    path: Path
    box: tuple[float, float, float, float]
    seed: int
    round: bool  # an ellipse is a fair outline where none is found


@dataclass
class Assets:
    """Textures (compressed), references to crops grouped by photo and label, and a tile of Gaussian noise."""

    textures: list[bytes] = field(default_factory=list)
    crops: list[list[CropRef]] = field(default_factory=list)
    noise: np.ndarray = field(default_factory=lambda: _noise_tile())

    @staticmethod
    def load(data_dir: str | Path | None, open_data_only: bool = False) -> "Assets":
        """Reads the lists under `data_dir`; without a folder the scenes are purely procedural."""
        assets = Assets()
        if data_dir is None:
            return assets
        root = Path(data_dir)
        assets.textures = _load_textures(root / "textures", open_data_only)
        assets.crops = _load_crops(root / "detect", open_data_only)
        return assets

    def texture(self, rng: np.random.Generator, width: int, height: int) -> np.ndarray | None:
        """A random window of a random real texture, scaled to the given size; None if there are none."""
        if not self.textures:
            return None
        packed = self.textures[rng.integers(len(self.textures))]
        image = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        rows, cols = image.shape[:2]
        part = rng.uniform(0.35, 1.0)
        w = max(8, int(min(cols, rows * width / height) * part))
        h = max(8, int(w * height / width))
        h = min(h, rows)
        x, y = int(rng.integers(cols - w + 1)), int(rng.integers(rows - h + 1))
        window = image[y : y + h, x : x + w]
        if rng.random() < 0.5:
            window = window[:, ::-1]
        return cv2.resize(window, (width, height), interpolation=cv2.INTER_LINEAR)

    def cutouts(self, rng: np.random.Generator, most: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Up to `most` objects of one label in one photo: pairs of BGR crop and 8-bit mask of equal size."""
        if not self.crops:
            return []
        for _ in range(3):
            group = self.crops[rng.integers(len(self.crops))]
            chosen = rng.permutation(len(group))[:most]
            image = cv2.imread(str(group[0].path), cv2.IMREAD_COLOR)
            if image is None:
                continue
            pairs = [cut_out(image, group[i].box, group[i].seed, group[i].round) for i in chosen]
            found = [pair for pair in pairs if pair is not None]
            if found:
                return found
        return []


def _noise_tile() -> np.ndarray:
    """Unit-variance Gaussian noise scaled by 32, drawn once: drawing it per scene would dominate the cost."""
    rng = np.random.default_rng(20240229)
    return np.clip(rng.standard_normal((_NOISE, _NOISE)) * 32, -127, 127).astype(np.int8)


def _rows(path: Path, open_data_only: bool) -> list[dict]:
    """No pixel of sources that measure the detector may reach training."""
    return [row for row in entries(path, open_data_only)
            if row["split"] == "train" and row.get("source_key") not in HELD_OUT]


def _load_textures(folder: Path, open_data_only: bool) -> list[bytes]:
    files = [folder / row["file"] for row in _rows(folder / "textures.jsonl", open_data_only)]
    return [file.read_bytes() for file in files if file.exists()]


def _load_crops(folder: Path, open_data_only: bool) -> list[list[CropRef]]:
    groups: dict[tuple[str, str], list[CropRef]] = defaultdict(list)
    seed = 0
    for row in _rows(folder / "detect.jsonl", open_data_only):
        boxes = boxes_of(row)
        for i in _clear_boxes(boxes, row["width"], row["height"]):
            seed += 1
            box = tuple(float(v) for v in boxes[i])
            label = row["boxes"][i][4]
            groups[row["file"], label].append(CropRef(folder / row["file"], box, seed, label in _ROUND))
    return list(groups.values())


def _clear_boxes(boxes: np.ndarray, width: int, height: int) -> list[int]:
    """Boxes large enough, inside the photo and hardly touched by others."""
    clear = []
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        inside = x0 > 2 and y0 > 2 and x1 < width - 3 and y1 < height - 3
        if not inside or min(x1 - x0, y1 - y0) < _MIN_CROP or (x1 - x0) * (y1 - y0) > 0.6 * width * height:
            continue
        w = np.minimum(x1, boxes[:, 2]) - np.maximum(x0, boxes[:, 0])
        h = np.minimum(y1, boxes[:, 3]) - np.maximum(y0, boxes[:, 1])
        shared = np.maximum(w, 0) * np.maximum(h, 0)
        shared[i] = 0
        if shared.sum() < 0.06 * (x1 - x0) * (y1 - y0):
            clear.append(i)
    return clear
