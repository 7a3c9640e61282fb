"""What is known of each photo, and how many tags are right and wrong."""

from dataclasses import dataclass

import numpy as np

from .tags import COCO, relations


def truth(photos):
    """[photos, K] int8: 1 the tag is there, 0 it is not, -1 nobody knows (it may be there, unlabelled)."""
    table = relations()
    found = np.full((len(photos), len(table)), -1, np.int8)
    for row, photo in enumerate(photos):
        if not photo.tags:
            found[row] = 0
            continue
        found[row, table[list(photo.tags)].max(0) == 1] = 0
        if photo.exhaustive:
            found[row, COCO] = 0
        found[row, list(photo.absent)] = 0
        found[row, [*photo.tags, *photo.there]] = 1
    return found


def weights_of(photos):
    """[photos, K] float32: how much it counts that a tag is not among the labels; for the labels 1."""
    table = relations()
    found = np.ones((len(photos), len(table)), np.float32)
    for row, photo in enumerate(photos):
        if photo.tags:
            found[row] = table[list(photo.tags)].max(0)
            found[row, list(photo.unsure)] = 0
            found[row, [*photo.tags, *photo.there, *photo.absent, *(COCO if photo.exhaustive else [])]] = 1
    return found


@dataclass
class Counts:
    """`right`, `wrong` and `missed` photos of each tag [K]; what nobody knows counts as neither."""

    right: np.ndarray
    wrong: np.ndarray
    missed: np.ndarray

    @property
    def precision(self):
        return self.right / np.maximum(1, self.right + self.wrong)

    @property
    def recall(self):
        return self.right / np.maximum(1, self.right + self.missed)

    @property
    def f1(self):
        return 2 * self.right / np.maximum(1, 2 * self.right + self.wrong + self.missed)


def count(chances, known, thresholds, strict=False):
    """With `strict` a tag that nobody knows of counts as wrong."""
    said = chances >= thresholds
    wrong = said & ((known != 1) if strict else (known == 0))
    return Counts((said & (known == 1)).sum(0), wrong.sum(0), (~said & (known == 1)).sum(0))
