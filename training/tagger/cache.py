"""Photos decoded once into flat uint8 files, mapped into memory: short side at most 160 pixels, and half of that."""

import json
from pathlib import Path

import cv2
import numpy as np

SIDE, LONGEST = 160, 320


def read_small(path):
    """RGB, the short side at most SIDE, the long one at most LONGEST, never enlarged."""
    pixels = cv2.imread(path, cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"{path} is not a readable picture")
    height, width = pixels.shape[:2]
    factor = min(1, SIDE / min(height, width), LONGEST / max(height, width))
    if factor < 1:
        size = max(1, round(width * factor)), max(1, round(height * factor))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)


class PhotoCache:
    """`cache[i]` is the picture of photo i [H, W, 3]; `cache.half(i)` the same at half the size."""

    def __init__(self, photos, folder, name):
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        file, index = folder / f"{name}.bin", folder / f"{name}.json"
        wanted = [[p.path, Path(p.path).stat().st_size] for p in photos]
        if not (index.exists() and json.loads(index.read_text())["files"] == wanted):
            write(photos, file, index, wanted)
        self.shapes = json.loads(index.read_text())["shapes"]
        sizes = [h * w * 3 for pair in self.shapes for h, w in pair]
        self.starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.bytes = np.memmap(file, np.uint8, "r")

    def __len__(self):
        return len(self.shapes)

    def at(self, index, level):
        height, width = self.shapes[index][level]
        start = self.starts[2 * index + level]
        return np.asarray(self.bytes[start:start + height * width * 3]).reshape(height, width, 3)

    def __getitem__(self, index):
        return self.at(index, 0)

    def half(self, index):
        return self.at(index, 1)


def write(photos, file, index, stamps):
    shapes, partial = [], file.with_suffix(".part")
    with open(partial, "wb") as out:
        for photo in photos:
            pixels = read_small(photo.path)
            half = cv2.resize(pixels, (max(1, pixels.shape[1] // 2), max(1, pixels.shape[0] // 2)),
                              interpolation=cv2.INTER_AREA)
            out.write(pixels.tobytes())
            out.write(half.tobytes())
            shapes.append([list(pixels.shape[:2]), list(half.shape[:2])])
    partial.rename(file)
    index.write_text(json.dumps({"files": stamps, "shapes": shapes}))
