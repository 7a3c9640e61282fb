"""What is known of each photo, and how many tags are right and wrong."""

from dataclasses import dataclass

import numpy as np

from .tags import COCO, relations


def truth(photos):
    """[photos, K] int8: 1 the tag is there, 0 it is not, -1 nobody knows (it may be there, unlabelled)."""
    table = relations()
    found = np.full((len(photos), len(table)), -1, np.int8)
    for row, photo in enumerate(photos):
        found[row, excluded_by(photo, table) == 1] = 0
        found[row, list(photo.unsure)] = -1
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
        found[row] = excluded_by(photo, table)
        found[row, list(photo.unsure)] = 0
        found[row, [*photo.tags, *photo.there, *photo.absent, *(COCO if photo.exhaustive else [])]] = 1
    return found


def excluded_by(photo, table):
    """[K]: how far the labels of a photo tell that each tag is absent; a photo of none has none of them."""
    return table[list(photo.tags)].max(0) if photo.tags else np.ones(len(table), np.float32)


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
