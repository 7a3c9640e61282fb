"""Learns which size to believe of things that a recipe shows, and whether there are any:
`python -m training.seeker.recipes LINES --out models/espy-recipe-judgment.json`.

Reads the lines that `python3 -m countbench.recipes --use calibrate` writes, and writes the numbers that
Sources/EspyCount/Seeker/RecipeJudgment.swift reads.
"""

import json
import math
import random
from pathlib import Path

import numpy as np

from ..common import command

#: What speaks for a size, in the order of SizeEvidence in Swift.
NAMES = ("sum", "top", "likeness", "spread", "off", "far", "seen")
#: A size this close to the truth (in logarithms) is right; what is no closer anywhere teaches nothing.
CLOSE = 0.25
SPREAD = 0.15
FOLDS = 5


def off(row: dict, place: int) -> float:
    return abs(math.log(row["sides"][place] / row["side"]))


def sizes(rows: list[dict]) -> np.ndarray:
    """Weights of a softmax over the sizes of a photo."""
    evidence = [np.array(row["evidence"]) for row in rows]
    everything = np.concatenate(evidence)
    center, scale = everything.mean(0), everything.std(0) + 1e-9
    wanted = []
    for row in rows:
        near = np.exp(-((np.array([off(row, place) for place in range(len(row["sides"]))]) / SPREAD) ** 2) / 2) + 1e-9
        wanted.append(near / near.sum())
    weights = np.zeros(everything.shape[1])
    for _ in range(600):
        slope = np.zeros_like(weights)
        for numbers, goal in zip(evidence, wanted):
            scaled = (numbers - center) / scale
            worth = scaled @ weights
            chance = np.exp(worth - worth.max())
            slope += scaled.T @ (goal - chance / chance.sum())
        weights += 0.5 * (slope / len(rows) - 0.01 * weights)
    return weights / scale


def best(row: dict, weights: np.ndarray) -> int:
    return int(np.argmax(np.array(row["evidence"]) @ weights))


def presence(rows: list[dict], weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights and bias of a chance; photos with and without the kind count the same."""
    numbers = np.array([row["evidence"][best(row, weights)] for row in rows])
    truth = np.array([1.0 if row["truth"] else 0.0 for row in rows])
    center, scale = numbers.mean(0), numbers.std(0) + 1e-9
    scaled = np.c_[(numbers - center) / scale, np.ones(len(numbers))]
    share = np.where(truth > 0, 0.5 / truth.mean(), 0.5 / (1 - truth.mean()))
    found = np.zeros(scaled.shape[1])
    for _ in range(3000):
        chance = 1 / (1 + np.exp(-scaled @ found))
        found += 0.3 * (scaled.T @ ((truth - chance) * share) / len(truth) - 0.01 * np.r_[found[:-1], 0])
    own = found[:-1] / scale
    return own, float(found[-1] - own @ center)


def save(path: Path, size: np.ndarray, presence: np.ndarray, bias: float) -> None:
    content = {"version": 1, "features": NAMES, "size": size.round(2).tolist(), "presence": presence.round(2).tolist(),
               "bias": round(bias, 1)}
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    parser = command.parser(__doc__, out="file of the numbers")
    parser.add_argument("lines", type=Path)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.lines.read_text().splitlines()]
    rows = [row for row in rows if row.get("sides")]
    there = [row for row in rows if row["truth"]]
    taught = [row for row in there if min(off(row, place) for place in range(len(row["sides"]))) < CLOSE]
    sources = sorted({row["source"] for row in rows})
    random.Random(0).shuffle(sources)
    right = 0
    for fold in range(FOLDS):
        held = set(sources[fold::FOLDS])
        weights = sizes([row for row in taught if row["source"] not in held])
        right += sum(off(row, best(row, weights)) < CLOSE for row in taught if row["source"] in held)
    weights = sizes(taught)
    own, bias = presence(rows, weights)
    print("right size in sources left out:", round(right / len(taught), 3))
    save(options.out, weights, own, bias)


if __name__ == "__main__":
    main()
