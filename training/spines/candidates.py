"""The candidates for spines of a picture, as `EspyBench shelf --candidates` writes them, and which of them are right."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy
from shelfbench.truth import Truth, crossing

#: Overlap along the row from which a candidate is right, and below which it is wrong; between, it teaches nothing.
RIGHT, WRONG = 0.8, 0.7
#: Books stand on the board: so far down a shelf every one of them is crossed.
DEPTH = 0.6


@dataclass
class Band:
    """One shelf: lines from left to right, pairs of them with features, and the truth along one row."""

    photo: str
    x: numpy.ndarray
    left: numpy.ndarray
    right: numpy.ndarray
    features: numpy.ndarray
    low: numpy.ndarray
    high: numpy.ndarray
    spines: numpy.ndarray
    optional: numpy.ndarray

    def fit(self) -> numpy.ndarray:
        """The best overlap of each candidate with any spine."""
        return overlaps(self.low, self.high, self.spines).max(axis=1, initial=0)

    def excused(self) -> numpy.ndarray:
        """Candidates that lie more than half in what is neither asked for nor wrong."""
        shared = numpy.minimum(self.high[:, None], self.optional[:, 1]) - numpy.maximum(
            self.low[:, None], self.optional[:, 0]
        )
        return (shared > (self.high - self.low)[:, None] / 2).any(axis=1)


def overlaps(low: numpy.ndarray, high: numpy.ndarray, spines: numpy.ndarray) -> numpy.ndarray:
    """Intersection over union of each candidate with each spine."""
    shared = numpy.minimum(high[:, None], spines[:, 1]) - numpy.maximum(low[:, None], spines[:, 0])
    union = numpy.maximum(high[:, None], spines[:, 1]) - numpy.minimum(low[:, None], spines[:, 0])
    return numpy.maximum(shared, 0) / numpy.maximum(union, 1e-9)


def dump(bench: Path, truths: list[Truth], folder: Path, models: Path | None = None) -> None:
    """Writes the candidates of those pictures that have none yet.

    - models: a folder with a network whose maps are part of the features; None: edges alone
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [truth.path for truth in truths if not (folder / f"{truth.path.stem}.f32").exists()]
    if missing:
        names = "".join(f"{path}\n" for path in missing)
        command = [bench, "shelf", "--candidates", folder, *(["--models", models] if models else [])]
        subprocess.run(command, input=names, text=True, check=True, stdout=subprocess.DEVNULL)


def load(truth: Truth, folder: Path) -> list[Band]:
    """The shelves of one picture; one on which nothing was marked is left out."""
    head = json.loads((folder / f"{truth.path.stem}.json").read_text(encoding="utf-8"))
    columns = len(head["names"]) + 3
    table = numpy.fromfile(folder / f"{truth.path.stem}.f32", numpy.float32).reshape(-1, columns)
    bands = []
    for index, band in enumerate(head["bands"]):
        rows = table[table[:, 0] == index]
        if known := _row(truth, band, head["width"]):
            bands.append(_band(truth.name, band, rows, *known))
    return bands


def names(folder: Path) -> list[str]:
    """The names of the features."""
    return json.loads(next(folder.glob("*.json")).read_text(encoding="utf-8"))["names"]


def _row(truth: Truth, band: dict, width: int) -> tuple[float, numpy.ndarray, numpy.ndarray] | None:
    """The positions of the truth along the shelf, in pixels of the band."""
    factor = width / truth.width

    def inside(values: list[tuple[float, float]]) -> numpy.ndarray:
        return numpy.array(sorted(values), float).reshape(-1, 2) * factor / band["scale"]

    def level(y: float) -> float:
        return (y * factor - band["origin"]) / band["scale"]

    for row in truth.rows:
        if band["top"] <= level(row.y) < band["bottom"]:
            return level(row.y), inside(row.spines), inside(row.optional)
    if not truth.rows:
        y = band["top"] + DEPTH * (band["bottom"] - band["top"])
        whole = (y * band["scale"] + band["origin"]) / factor
        spines = [pair for quad in truth.quads if (pair := crossing(quad, whole))]
        optional = [pair for quad in truth.optional_quads if (pair := crossing(quad, whole))]
        return y, inside(spines), inside(optional)
    return None


def _band(
    name: str, band: dict, rows: numpy.ndarray, y: float, spines: numpy.ndarray, optional: numpy.ndarray
) -> Band:
    lines = numpy.array(band["lines"], float).reshape(-1, 2)
    left, right = rows[:, 1].astype(int), rows[:, 2].astype(int)
    x = lines[:, 0] + lines[:, 1] * (y - (band["top"] + band["bottom"]) / 2)
    return Band(name, lines[:, 0], left, right, rows[:, 3:], x[left], x[right], spines, optional)
