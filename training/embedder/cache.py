"""Photos decoded once into one flat uint8 file, mapped into memory, so that no step of training waits for JPEG."""

import json
from pathlib import Path

import numpy as np

from .photos import read_picture


class PictureCache:
    """Pixels of `photos` in their order; `factors[i]` is how much photo i was shrunk."""

    def __init__(self, photos, folder, name):
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.file, index = folder / f"{name}.bin", folder / f"{name}.json"
        wanted = [stamp(p.path) for p in photos]
        if not (index.exists() and json.loads(index.read_text()).get("files") == wanted):
            write(photos, self.file, index, wanted)
        stored = json.loads(index.read_text())
        self.shapes, self.factors = stored["shapes"], stored["factors"]
        sizes = [h * w * 3 for h, w in self.shapes]
        self.starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.bytes = np.memmap(self.file, np.uint8, "r") if sizes else np.zeros(0, np.uint8)

    def __getitem__(self, index):
        """RGB pixels [H, W, 3] of photo `index`, read-only."""
        height, width = self.shapes[index]
        return np.asarray(self.bytes[self.starts[index]:self.starts[index + 1]]).reshape(height, width, 3)


def stamp(path):
    """The key that distinguishes a file from others, and from a newer one with the same name."""
    found = Path(path).stat()
    return [path, found.st_size, found.st_mtime_ns]


def write(photos, file, index, stamps):
    shapes, factors = [], []
    partial = file.with_suffix(".part")
    with open(partial, "wb") as out:
        for photo in photos:
            pixels, factor = read_picture(photo.path, photo.boxes)
            out.write(pixels.tobytes())
            shapes.append(pixels.shape[:2])
            factors.append(factor)
    partial.rename(file)
    index.write_text(json.dumps({"files": stamps, "shapes": shapes, "factors": factors}))
