"""Endless random batches for training, made ahead by another thread or in a process of their own."""

import queue
import threading

import numpy as np
import torch

from .augment import colored, view
from .losses import rivals_of
from .tags import INDEX, relations

COCO_TAGS = [INDEX[name] for name in (
    "airplane, bear, bicycle, bird, boat, book, bottle, bus, car, cat, chair, computer, cow, cup, dog, elephant, "
    "horse, motorcycle, person, phone, pizza, sheep, train, truck, umbrella").split(", ")]
NEGATIVE_SHARE, EXTRA_WEIGHT = 0.1, 0.6


class Labels:
    """What each photo is trained towards: labels and rivals, both [photos, K + 1], and how often it is drawn."""

    def __init__(self, photos):
        table = relations()
        count = len(table)
        self.targets = torch.zeros(len(photos), count + 1)
        for row, photo in enumerate(photos):
            self.targets[row, list(photo.tags) or [count]] = 1
        self.rivals = torch.stack([rivals_of(photo, table, COCO_TAGS) for photo in photos])
        self.chances = chances(photos, self.targets.numpy())


def chances(photos, targets):
    """Thin tags more often than their photos are many, though not evenly; photos of none a fixed share."""
    often = 1 / np.sqrt(targets[:, :-1].sum(0).clip(1))
    weights = np.array([max(often[list(p.tags)]) * (EXTRA_WEIGHT if p.kind == "extra" else 1) if p.tags else 0
                        for p in photos])
    none = np.array([not p.tags for p in photos], float)
    weights /= weights.sum()
    if none.sum():
        weights = weights * (1 - NEGATIVE_SHARE) + none / none.sum() * NEGATIVE_SHARE
    return weights / weights.sum()


class Batches:
    """Draws photos and makes views; `ahead` batches wait while the network computes."""

    def __init__(self, cache, places, photos, batch, seed, ahead=6):
        self.cache, self.places, self.photos, self.batch = cache, places, photos, batch
        self.labels = Labels(photos)
        self.cumulative = np.cumsum(self.labels.chances)
        self.random = np.random.default_rng(seed)
        self.size, self.queue = 64, queue.Queue(ahead)
        self.thread = None

    def start(self, size):
        """From the next batch not yet made, pictures have this side."""
        self.size = size
        if self.thread is None:
            self.thread = threading.Thread(target=self.run, daemon=True)
            self.thread.start()

    def run(self):
        while True:
            self.queue.put(self.make(self.size))

    def make(self, size):
        rng = self.random
        # Spread evenly over the chances, so that a batch has few photos twice.
        marks = (np.arange(self.batch) + rng.random()) / self.batch * self.cumulative[-1]
        drawn = rng.permutation(np.searchsorted(self.cumulative, marks).clip(0, len(self.photos) - 1))
        pictures = np.stack([view(rng, self.cache[self.places[i]], self.cache.half(self.places[i]), size,
                                  self.photos[i].coarse) for i in drawn])
        matrix, offset = colored(rng, pictures)
        return torch.from_numpy(pictures), torch.from_numpy(matrix), torch.from_numpy(offset), torch.from_numpy(drawn)

    def next(self, device="cpu"):
        """Pictures float32 [N, 3, S, S] 0…255, targets and rivals [N, K + 1]."""
        pictures, matrix, offset, drawn = self.queue.get()
        pictures = pictures.to(device).float()
        pictures = torch.einsum("nhwc,ndc->ndhw", pictures, matrix.to(device)) + offset.to(device)[:, None, None, None]
        return (pictures.clamp_(0, 255).contiguous(memory_format=torch.channels_last),
                self.labels.targets[drawn].to(device), self.labels.rivals[drawn].to(device))


def mixed(rng, pictures, chance=0.5):
    """Half of the batches: a rectangle of another photo pasted in, or two photos blended. Returns the pictures, the
    order of the second photos and the share of the first."""
    order = torch.randperm(len(pictures), generator=rng)
    draw = torch.rand(4, generator=rng).tolist()
    if draw[0] > chance:
        return pictures, order, 1.0
    if draw[0] < chance * 0.3:
        share = 0.7 + 0.3 * draw[1]
        return pictures * share + pictures[order] * (1 - share), order, share
    size = pictures.shape[-1]
    side = int(size * (0.3 + 0.4 * draw[1]))
    left, top = int(draw[2] * (size - side)), int(draw[3] * (size - side))
    pictures = pictures.clone()
    pictures[:, :, top:top + side, left:left + side] = pictures[order][:, :, top:top + side, left:left + side]
    return pictures, order, 1 - (side / size) ** 2
