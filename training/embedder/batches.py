"""Batches of crops: some photos, from each some objects of its kinds, and parts, doubles and background."""

from dataclasses import dataclass

import numpy as np
import torch

from .augment import Light, intrude, squeeze
from .candidates import BACKGROUND, DOUBLE, OBJECT, PART, background_box, double_of, neighbor_pairs, part_of
from .crops import SIDE, random_cut


@dataclass
class Recipe:
    """How many crops of one photo go into a batch."""

    photos: int = 16
    main: int = 5
    other: int = 3
    junk: int = 3


@dataclass
class Pick:
    """One crop to be cut: box in cached pixels, its role, and the object's index (-1 for junk)."""

    box: np.ndarray
    role: int
    index: int = -1


class Sampler:
    """Draws crops from `photos` with their pixels in `cache`; the same generator state gives the same batch."""

    def __init__(self, photos, cache, resize="letterbox", recipe=None):
        self.photos, self.cache, self.resize = photos, cache, resize
        self.recipe = recipe or Recipe()
        names = sorted({label for p in photos for label in p.labels})
        self.label_ids = {name: i for i, name in enumerate(names)}
        self.pairs = {}
        sources = {}
        for p in photos:
            sources[p.source] = sources.get(p.source, 0) + 1
        # Between one vote per photo and one per source; scenes, all one source, get half of the batch.
        weight = np.array([sources[p.source] ** -0.5 * min(3.0, len(p.boxes)) ** 0.5 for p in photos])
        drawn = np.array([p.source == "scenes" for p in photos])
        if drawn.any() and not drawn.all():
            weight[drawn] *= 0.5 / weight[drawn].sum()
            weight[~drawn] *= 0.5 / weight[~drawn].sum()
        self.weight = weight / weight.sum()

    def boxes(self, number):
        return self.photos[number].boxes * self.cache.factors[number]

    def doubles(self, number):
        if number not in self.pairs:
            self.pairs[number] = neighbor_pairs(self.photos[number].boxes)
        return self.pairs[number]

    def picks(self, number, rng):
        photo, boxes, recipe = self.photos[number], self.boxes(number), self.recipe
        kinds, counts = np.unique(photo.kinds, return_counts=True)
        main = rng.choice(kinds, p=counts / counts.sum())
        chosen = list(draw(np.flatnonzero(photo.kinds == main), recipe.main, rng))
        if len(kinds) > 1:
            # Other kinds two at a time, so that they too have something alike.
            for kind in rng.permutation(kinds[kinds != main])[:(recipe.other + 1) // 2]:
                chosen += list(draw(np.flatnonzero(photo.kinds == kind), 2, rng))
        chosen = chosen[:recipe.main + recipe.other]
        found = [Pick(boxes[i], OBJECT, int(i)) for i in chosen]
        for _ in range(recipe.junk + (recipe.main + recipe.other - len(chosen)) // 2):
            pick = self.junk(number, boxes, chosen, rng)
            if pick is not None:
                found.append(pick)
        return found

    def junk(self, number, boxes, chosen, rng):
        photo = self.photos[number]
        role = rng.choice([PART, DOUBLE, BACKGROUND], p=[0.4, 0.3, 0.3])
        if role == DOUBLE and len(self.doubles(number)):
            pairs = self.doubles(number)
            return Pick(double_of(boxes, pairs[rng.integers(len(pairs))]), DOUBLE)
        if role == BACKGROUND and photo.complete:
            height, width = self.cache.shapes[number]
            box = background_box(boxes, width, height, rng)
            return None if box is None else Pick(box, BACKGROUND)
        box = part_of(boxes[rng.choice(chosen)], rng)
        return None if box is None else Pick(box, PART)

    def batch(self, rng):
        """(crops float [N, 3, 64, 64] RGB 0..255, columns: dict of tensors [N] for `losses.relations`)."""
        numbers = rng.choice(len(self.photos), self.recipe.photos, replace=False, p=self.weight)
        crops, rows = [], []
        for slot, number in enumerate(numbers):
            picks = self.picks(number, rng)
            crops += self.cut(number, picks, rng)
            rows += [self.row(slot, number, pick, len(rows) + i) for i, pick in enumerate(picks)]
        names = ("photo", "kind", "label", "instance", "mixed", "junk")
        columns = {name: torch.tensor(values) for name, values in zip(names, zip(*rows))}
        return torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float(), columns

    def row(self, slot, number, pick, serial):
        photo = self.photos[number]
        if pick.role != OBJECT:
            return slot, -1 - serial, -1 - serial, -1 - serial, False, True
        kind = int(photo.kinds[pick.index])
        return (slot, slot * 100_000 + kind, self.label_ids[photo.labels[kind]], slot * 100_000 + pick.index,
                bool(photo.mixed[pick.index]), False)

    def cut(self, number, picks, rng):
        pixels = self.cache[number]
        # How coarse the photo is, alike for all its crops.
        coarse = np.exp(rng.uniform(np.log(14), np.log(200)))
        sides = [max(p.box[2:] - p.box[:2]) for p in picks]
        usual = np.median(sides)
        pairs = [random_cut(pixels, p.box, rng, self.resize, sharp=max(6.0, coarse * s / usual))
                 for p, s in zip(picks, sides)]
        light, jpeg = Light(rng), rng.random() < 0.3
        done = []
        for crop, mask in pairs:
            if rng.random() < 0.25:
                crop = intrude(crop, mask, pairs[rng.integers(len(pairs))][0], rng)
            done.append(light.apply(squeeze(crop, rng) if jpeg else crop, mask, rng))
        return done


def draw(indices, count, rng):
    """`count` of `indices`, each once where there are enough; else all of them and then second views."""
    if len(indices) >= count:
        return rng.choice(indices, count, replace=False)
    return np.concatenate([indices, rng.choice(indices, min(count - len(indices), 2))])
