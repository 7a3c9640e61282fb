"""How well a network does on photos: scores of plain views, and a quick figure while it trains."""

import cv2
import numpy as np
import torch

from .losses import rivals_of
from .tags import relations


def plain(pixels, size, resize="stretch"):
    """The picture as the program hands it over: [size, size, 3] uint8."""
    if resize == "centerCropShortest":
        height, width = pixels.shape[:2]
        side = min(height, width)
        top, left = (height - side) // 2, (width - side) // 2
        pixels = pixels[top:top + side, left:left + side]
    shrinks = pixels.shape[0] > size or pixels.shape[1] > size
    return cv2.resize(pixels, (size, size), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)


def pictures_of(cache, places, size, resize="stretch"):
    return np.stack([plain(cache[place], size, resize) for place in places])


@torch.no_grad()
def answers(model, pictures, batch=128, flip=False):
    """Embeddings [N, 256] and scores [N, K + 1] of uint8 pictures [N, S, S, 3]; with `flip` also of their mirror
    images, as means."""
    model.eval()
    device = next(model.parameters()).device
    found = []
    for start in range(0, len(pictures), batch):
        part = torch.from_numpy(pictures[start:start + batch]).to(device).permute(0, 3, 1, 2).float()
        part = part.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16):
            embedding, scores = model(part)
            if flip:
                other = model(part.flip(3))
                embedding, scores = (embedding + other[0]) / 2, (scores + other[1]) / 2
        found.append((embedding.float().cpu(), scores.float().cpu()))
    return torch.cat([f[0] for f in found]), torch.cat([f[1] for f in found])


def quick(scores, photos):
    """Share of tagged photos where a label beats all tags that it excludes, mean over tags; and how many photos of
    none have "none" on top."""
    table = relations()
    right, none = {}, []
    for row, photo in zip(scores, photos):
        if not photo.tags:
            none.append(float(row.argmax() == len(row) - 1))
            continue
        rivals = rivals_of(photo, table, []) == 1
        for tag in photo.tags:
            right.setdefault(tag, []).append(float(row[tag] > row[rivals].max()))
    return {"right": round(float(np.mean([np.mean(v) for v in right.values()])), 4),
            "none": round(float(np.mean(none)), 4) if none else None}
