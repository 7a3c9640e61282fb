"""Wholes with many like parts: decorated cakes, dominoes, printed cartons, crates with bottles, coded caps."""

import cv2
import numpy as np

from ...detector.scenes import color
from ...detector.scenes.kinds import FILL, Kind, canvas
from ...detector.scenes.materials import Finish, Flat


class Topped(Kind):
    """A whole with parts of one kind on it, at the same places of each: only the whole is a thing."""

    def __init__(self, rng: np.random.Generator, whole: Kind, part: Kind, places: np.ndarray, size: float):
        self.whole, self.part, self.places, self.size = whole, part, places, size
        self.finish, self.free, self.turn = whole.finish, whole.free, whole.turn
        self.jitter = rng.choice([0.0, 0.02, 0.06])
        self.missing = rng.uniform(0, 0.3) if rng.random() < 0.25 else 0.0

    def draw(self, rng: np.random.Generator, side: int) -> Flat:
        flat = self.whole.draw(rng, side)
        part_side = max(6, int(side * self.size / FILL))
        middle, reach = _extent(flat.cover)
        part = self.part.draw(rng, part_side)
        for number, place in enumerate(self.places):
            if rng.random() < self.missing:
                continue
            if number % 3 == 2:  # individuals differ
                part = self.part.draw(rng, part_side)
            at = middle + (place + rng.normal(0, self.jitter, 2)) * reach
            _lay(flat, part, at)
        return flat


def _extent(cover: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Middle and half size (x, y) of what is covered."""
    rows, columns = np.flatnonzero(cover.max(1) > 127), np.flatnonzero(cover.max(0) > 127)
    if not len(rows):
        return np.full(2, cover.shape[0] / 2), np.full(2, 1.0)
    low, high = np.array([columns[0], rows[0]], float), np.array([columns[-1], rows[-1]], float)
    return (low + high) / 2, (high - low) / 2


def _lay(flat: Flat, part: Flat, at: np.ndarray) -> None:
    """Paints a part onto the whole, no further than the whole reaches."""
    side, own = flat.cover.shape[0], part.cover.shape[0]
    left, top = (int(round(v - own / 2)) for v in at)
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + own, side), min(top + own, side)
    if x1 <= x0 or y1 <= y0:
        return
    there, here = (slice(y0, y1), slice(x0, x1)), (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    weight = cv2.min(part.cover[here], flat.cover[there]) * np.float32(1 / 255)
    flat.bgr[there] += weight[..., None] * (part.bgr[here] - flat.bgr[there])
    flat.height[there] += weight * part.height[here]


class Code(Kind):
    """A square of random black and white cells, as printed on caps and labels."""

    def __init__(self, rng: np.random.Generator, assets):
        self.cells = int(rng.choice([8, 10, 12, 14]))
        self.finish, self.dark = Finish(0.9, 0, 10, 0, 2, 0), color.hsv(0, 0, rng.uniform(0, 0.3))
        self.light = color.hsv(rng.uniform(0, 60), rng.uniform(0, 0.1), rng.uniform(0.7, 1))

    def draw(self, rng: np.random.Generator, side: int) -> Flat:
        bits = rng.integers(0, 2, (self.cells, self.cells)).astype(np.float32)
        bits[:, 0], bits[-1], bits[0], bits[:, -1] = 1, 1, np.arange(self.cells) % 2, np.arange(self.cells) % 2
        grid = cv2.resize(bits, (side, side), interpolation=cv2.INTER_NEAREST)[..., None]
        cover = canvas(side)
        margin = int(side * (1 - FILL * 0.7) / 2)
        cover[margin : side - margin, margin : side - margin] = 255
        bgr = (self.light + grid * (self.dark - self.light)).astype(np.float32)
        return Flat(bgr, cover, np.zeros((side, side), np.float32))


def grid_places(columns: int, rows: int, reach: float = 0.8) -> np.ndarray:
    """Places of a lattice, from -reach to reach of the whole's half size."""
    x = np.linspace(-1, 1, 2 * columns + 1)[1::2] * reach
    y = np.linspace(-1, 1, 2 * rows + 1)[1::2] * reach
    return np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)


def ring_places(count: int, reach: float, middle: bool) -> np.ndarray:
    angle = np.arange(count) * 2 * np.pi / count
    ring = np.stack([np.cos(angle), np.sin(angle)], 1) * reach
    return np.concatenate([np.zeros((1, 2)), ring]) if middle else ring


def strewn_places(rng: np.random.Generator, count: int, reach: float = 0.7) -> np.ndarray:
    return rng.uniform(-reach, reach, (count, 2))
