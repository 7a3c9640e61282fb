"""Windows as the network sees them in use: boxes a little off, any turn and mirror."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .window import coverage, cut

#: How far a side of a found box is from where it should be, of the box's side: usual, and one in five.
USUAL, WIDE = 0.02, 0.06
#: One box in four takes in the shadow of its thing, which lies at one side or corner: how far at most.
SHADED, SHADOW = 0.25, 0.4


class Windows:
    """All windows of a folder in memory; looks for new files when asked."""

    def __init__(self, folder: Path, keep):
        self.folder, self.keep, self.known = folder, keep, set()
        self.pictures: list[np.ndarray] = []
        self.masks: list[np.ndarray] = []
        self.boxes: list[np.ndarray] = []
        self.look()

    def look(self) -> None:
        for path in sorted(self.folder.glob("[0-9]*.npz")):
            if path.name in self.known or not self.keep(int(path.stem)):
                continue
            self.known.add(path.name)
            with np.load(path) as file:
                self.pictures += list(file["pictures"])
                self.masks += list(file["masks"])
                self.boxes += list(file["boxes"])

    def __len__(self) -> int:
        return len(self.boxes)

    def sample(self, index: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """The four channels `[4, 64, 64]` and the part of each cell that the thing fills `[64, 64]`."""
        box = moved(self.boxes[index], rng)
        window, mask = cut(self.pictures[index], box), cut(self.masks[index], box) / 255
        planes = np.concatenate([window, coverage(box)[..., None], mask[..., None]], 2)
        planes = np.rot90(planes, rng.integers(4))
        if rng.random() < 0.5:
            planes = planes[:, ::-1]
        planes = np.ascontiguousarray(planes.transpose(2, 0, 1), np.float32)
        return planes[:4], planes[4]

    def batch(self, size: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        made = [self.sample(index, rng) for index in rng.integers(len(self), size=size)]
        return np.stack([x for x, _ in made]), np.stack([y for _, y in made])


def moved(box: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    spread = WIDE if rng.random() < 0.2 else USUAL
    away = np.clip(rng.normal(0, spread, 4), -0.15, 0.15)
    if rng.random() < SHADED:
        reach = rng.uniform(0, SHADOW, 2) * (rng.random(2) < 0.75)
        side = rng.integers(2, size=2) * 2  # left or right, above or below
        away[side + (0, 1)] += reach * np.where(side == 0, -1, 1)
    return box + away * np.tile(box[2:] - box[:2], 2)
