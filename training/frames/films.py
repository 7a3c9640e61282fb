"""Films with known books, the books that the program chose in some of their frames, and which of them are right."""

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy
from shelfbench.truth import Truth

#: An outline is right if it shares this much of its width with a book, at half the height of the outline, as
#: `make bench-shelf` counts; what is closer to it than the margin teaches nothing.
RIGHT, MARGIN = 0.5, 0.05


@dataclass(eq=False)
class Film:
    """Chosen books of all frames: features, and how much of the width each shares with the book that fits best."""

    name: str
    features: numpy.ndarray
    shares: numpy.ndarray
    frames: int

    @property
    def right(self) -> numpy.ndarray:
        return self.shares > RIGHT

    @property
    def clear(self) -> numpy.ndarray:
        return numpy.abs(self.shares - RIGHT) > MARGIN


def drawn(seeds: Iterable[int], conditions: str) -> dict[str, tuple[list[str], list[int]]]:
    """Drawn films by name: the options of `EspyBench frames`, and which frames are looked at."""
    harsh = ["--harsh"] if conditions == "harsh" else []
    return {
        f"{conditions}-{seed}": (["--seed", str(seed), *harsh], [seed * 7 % 60 + place * 75 for place in range(12)])
        for seed in seeds}


def panned(truths: list[Truth], conditions: str, kind: str = "") -> dict[str, tuple[list[str], list[int]]]:
    """The same for films over photos with outlines, or other pictures of some kind."""
    harsh = ["--harsh"] if conditions == "harsh" else []
    return {
        f"{kind}{conditions}-{truth.path.stem}": (
            ["--seed", str(number), "--photo", str(truth.path), "--quads", json.dumps(quads(truth)), *harsh],
            [7 + place * 37 for place in range(5)])
        for number, truth in enumerate(truths, 1000)}


def quads(truth: Truth) -> list:
    """The outlined books of a photo, in shares of its width and height."""
    height, width = cv2.imread(str(truth.path)).shape[:2]
    factor = width / truth.width
    return [[[x * factor / width, y * factor / height] for x, y in quad] for quad in truth.quads]


def dump(bench: Path, films: dict[str, tuple[list[str], list[int]]], folder: Path) -> list[Film]:
    """The films, of which those that are not in the folder yet are made first."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (options, numbers) in films.items():
        if not (folder / f"{name}.npz").exists():
            done = subprocess.run([bench, "frames", "--chosen", *options], text=True, check=True,
                                  input="".join(f"{number}\n" for number in numbers), stdout=subprocess.PIPE)
            features, shares = described(map(json.loads, done.stdout.splitlines()))
            numpy.savez_compressed(folder / f"{name}.npz", features=features, shares=shares)
    kept = [(name, len(numbers), numpy.load(folder / f"{name}.npz")) for name, (_, numbers) in films.items()]
    return [Film(name, film["features"], film["shares"], frames) for name, frames, film in kept if len(film["shares"])]


def described(lines: Iterable[dict]) -> tuple[numpy.ndarray, numpy.ndarray]:
    features, shares = [], []
    for line in lines:
        books = numpy.array(line["books"], float).reshape(-1, 4, 2)
        for row in line["chosen"]:
            features.append(row[8:])
            shares.append(share(numpy.array(row[:8]).reshape(4, 2), books))
    return numpy.array(features, numpy.float32), numpy.array(shares)


def share(quad: numpy.ndarray, books: numpy.ndarray) -> float:
    """How much of their width an outline `[4, 2]` and the book `[n, 4, 2]` that fits it best share, at half the
    height of the outline: intersection over union."""
    middle = (quad[:, 1].min() + quad[:, 1].max()) / 2
    near = books[(books[:, :, 1].min(axis=1) < middle) & (books[:, :, 1].max(axis=1) > middle)]
    left, right = sides(quad, middle)
    low, high = sides(near, middle)
    shared = numpy.minimum(right, high) - numpy.maximum(left, low)
    return float((shared / numpy.maximum(numpy.maximum(right, high) - numpy.minimum(left, low), 1)).max(initial=0))


def sides(quad: numpy.ndarray, y: float) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Where a row of pixels crosses the left and right sides of quads `[..., 4, 2]`."""
    def crossing(top: numpy.ndarray, bottom: numpy.ndarray) -> numpy.ndarray:
        height = numpy.maximum(bottom[..., 1] - top[..., 1], 1)
        return top[..., 0] + (bottom[..., 0] - top[..., 0]) * (y - top[..., 1]) / height

    return crossing(quad[..., 0, :], quad[..., 3, :]), crossing(quad[..., 1, :], quad[..., 2, :])
