"""What is known about each photo, and how many tags are right and wrong."""

from dataclasses import dataclass

import numpy as np

from .tags import COCO, relations


def truth(photos):
    """[photos, K] int8: 1 if the tag is there, 0 if it is not, -1 if unknown (it may be there without a label)."""
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
    """[photos, K] float32: the weight of a tag's absence from the labels; 1 for the labels themselves."""
    table = relations()
    found = np.ones((len(photos), len(table)), np.float32)
    for row, photo in enumerate(photos):
        found[row] = excluded_by(photo, table)
        found[row, list(photo.unsure)] = 0
        found[row, [*photo.tags, *photo.there, *photo.absent, *(COCO if photo.exhaustive else [])]] = 1
    return found


def excluded_by(photo, table):
    """[K]: how reliably a photo's labels imply that each tag is absent; a photo without tags has none of them."""
    return table[list(photo.tags)].max(0) if photo.tags else np.ones(len(table), np.float32)


@dataclass
class Counts:
    """`right`, `wrong` and `missed` photos of each tag [K]; unknown tags count as neither."""

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
    """With `strict`, an unknown tag counts as wrong."""
    said = chances >= thresholds
    wrong = said & ((known != 1) if strict else (known == 0))
    return Counts((said & (known == 1)).sum(0), wrong.sum(0), (~said & (known == 1)).sum(0))
