"""All pictures of a training in one block of memory, each also at half, a quarter, … of its size.

Squares are painted from it (`paint.py`) for a whole batch at once, on a processor as on a GPU.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np
import torch

LEVELS = 5  # the whole size and four halvings


@dataclass
class Album:
    """`pixels` holds rows of three bytes; level L of picture i begins at row `starts[i, L]`."""

    pixels: torch.Tensor  # uint8 [total, 3]: blue, green, red
    starts: torch.Tensor  # int64 [pictures, LEVELS]
    sizes: torch.Tensor  # int64 [pictures, LEVELS, 2]: width and height
    means: torch.Tensor  # float32 [pictures, 3]

    def to(self, device: torch.device) -> "Album":
        return Album(*(part.to(device) for part in (self.pixels, self.starts, self.sizes, self.means)))


def halved(image: np.ndarray) -> np.ndarray:
    """Half the size, rounded up, each pixel the mean of four; the last row and column repeat where one is missing."""
    height, width = image.shape[:2]
    even = np.pad(image, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge").astype(np.uint16)
    added = even[0::2, 0::2] + even[0::2, 1::2] + even[1::2, 0::2] + even[1::2, 1::2]
    return ((added + 2) // 4).astype(np.uint8)


def album(encoded: list[bytes]) -> Album:
    """Decodes all pictures. Raises ValueError for one that is none."""
    with ThreadPoolExecutor() as pool:
        pictures = list(pool.map(_levels, encoded))
    flat = [level.reshape(-1, 3) for levels in pictures for level in levels]
    ends = np.cumsum([len(level) for level in flat])
    starts = np.concatenate([[0], ends[:-1]]).reshape(-1, LEVELS)
    sizes = [[(level.shape[1], level.shape[0]) for level in levels] for levels in pictures]
    means = np.array([levels[0][::8, ::8].reshape(-1, 3).mean(0) for levels in pictures], np.float32)
    return Album(torch.from_numpy(np.concatenate(flat)), torch.from_numpy(starts), torch.tensor(sizes),
                 torch.from_numpy(means))


def _levels(data: bytes) -> list[np.ndarray]:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("a picture of the pack cannot be decoded")
    levels = [image]
    while len(levels) < LEVELS:
        levels.append(halved(levels[-1]))
    return levels
