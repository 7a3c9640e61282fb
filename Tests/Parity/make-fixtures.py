"""Writes fixtures/*.txt: one digest per line for each of 1,000 cases of each step.

    pip install -r requirements.txt
    python make-fixtures.py
"""

import pathlib

import numpy as np

import reference
from cases import SplitMix64, boxes, digest, scores, vectors

COUNT = 1000
LIMITS = [0.5, 1.0, 2.0, 3.0]
THRESHOLDS = [0.3, 0.45, 0.5, 0.65]
SIMILARITIES = [0.5, 0.75, 0.8, 0.9]


def nms(random, index):
    count = random.below(60)
    found = boxes(random, count, index % 3 == 0)
    return reference.nms(found, scores(random, count, index % 3 == 0), THRESHOLDS[random.below(4)])


def filtered(step):
    def case(random, index):
        count = random.below(40)
        found = boxes(random, count, index % 3 == 0)
        if index % 10 == 9 and count > 0:
            found = [found[0]] * count
        limit = LIMITS[random.below(4)]
        return step(found, limit)

    return case


def areas(found, limit):
    return reference.area_filter([box[2] * box[3] for box in found], limit)


def crops(random, index):
    count = random.below(12)
    found = boxes(random, count, index % 3 == 0)
    width, height = 1 + random.below(420), 1 + random.below(420)
    moved = [[box[0] - 40, box[1] - 40, box[2], box[3]] for box in found]
    return [value for box in moved for value in reference.crop(box, width, height) + [-1]]


def clusters(random, index):
    found = vectors(random, 2 + random.below(39), index % 3)
    return reference.labels(found, SIMILARITIES[random.below(4)])


def groups(random, index):
    count = 1 + random.below(40)
    found = boxes(random, count, index % 2 == 0)
    kinds = 1 + random.below(4)
    return reference.groups(found, [random.below(kinds) for _ in range(count)])


def resizes(random, index):
    width, height = 1 + random.below(40), 1 + random.below(40)
    pixels = np.array([random.below(256) for _ in range(width * height * 3)], dtype=np.uint8)
    size = (1 + random.below(40), 1 + random.below(40))
    if index % 10 == 0:
        pixels = np.array([random.below(256) for _ in range(size[0] * size[1] * 12)], dtype=np.uint8)
        width, height = 2 * size[0], 2 * size[1]
    return reference.resized(pixels.reshape(height, width, 3), *size).ravel()


STEPS = {
    "nms": nms,
    "size": filtered(reference.size_filter),
    "aspect": filtered(reference.aspect_filter),
    "area": filtered(areas),
    "crop": crops,
    "cluster": clusters,
    "group": groups,
    "resize": resizes,
}


def main():
    folder = pathlib.Path(__file__).parent / "fixtures"
    folder.mkdir(exist_ok=True)
    for number, (name, step) in enumerate(STEPS.items()):
        lines = [digest(step(SplitMix64(number * 1_000_000 + index), index)) for index in range(COUNT)]
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
