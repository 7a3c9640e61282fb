"""Pictures of shelves with outlines of their books: rendered ones, marked photos, and outlined photos."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy
from shelfbench.scores import overlap
from shelfbench.truth import Quad, Row, Truth, crossing

#: Pictures are kept no larger than this while training.
LONG_SIDE = 1600
#: An outline of the detector fits a mark from this overlap on.
FITS = 0.8
#: This fraction of an outlined photo, on its left and on its right, is unknown.
CUT = 0.03


@dataclass
class Shelf:
    """One shelf of a picture: quads, and the known part of the picture, in its pixels."""

    name: str
    path: Path
    width: float
    top: float
    bottom: float
    quads: numpy.ndarray
    #: Whether all outlines are known; else what lies between these rows. What lies in these stripes never is.
    is_outlined: bool
    unknown: numpy.ndarray
    #: Kept once it was opened: all of them take half a gigabyte.
    image: numpy.ndarray | None = None

    def picture(self) -> tuple[numpy.ndarray, float]:
        """The picture in RGB, and the number of its pixels for one pixel of the quads."""
        if self.image is not None:
            return self.image, self.image.shape[1] / self.width
        image = cv2.cvtColor(cv2.imread(str(self.path)), cv2.COLOR_BGR2RGB)
        factor = min(1, LONG_SIDE / max(image.shape))
        if factor < 1:
            image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        self.image = image
        return image, image.shape[1] / self.width


def drawn(folder: Path, seeds: range) -> list[Shelf]:
    """Every row of the rendered shelves with these seeds, without books lying flat."""
    shelves = []
    for path in (folder / f"{seed}.json" for seed in seeds):
        if not path.exists() or not path.with_suffix(".jpg").exists():
            continue
        plain = json.loads(path.read_text(encoding="utf-8"))
        standing = [spine for spine in plain["spines"] if not spine["lying"]]
        every = numpy.array([spine["quad"] for spine in standing], float).reshape(-1, 4, 2)
        for row in sorted({spine["row"] for spine in standing}):
            of_row = numpy.array([spine["quad"] for spine in standing if spine["row"] == row], float)
            top, bottom = numpy.median(of_row[:, :2, 1]), numpy.median(of_row[:, 2:, 1])
            name, jpeg = f"{path.stem}/{row}", path.with_suffix(".jpg")
            shelf = Shelf(name, jpeg, plain["width"], top, bottom, every, True, numpy.zeros((0, 4, 2)))
            shelves.append(shelf)
    return shelves


def outlined(truths: list[Truth]) -> list[Shelf]:
    """Photos of one shelf with hand-drawn outlines and at least one standing book. It is uncertain whether a book cut
    by a side of the photo was outlined."""
    shelves = []
    for truth in truths:
        if not truth.quads:
            continue
        quads = numpy.array(truth.quads, float)
        top, bottom = numpy.median(quads[:, :2, 1]), numpy.median(quads[:, 2:, 1])
        edges = [(-1.0, CUT * truth.width), ((1 - CUT) * truth.width, truth.width + 1.0)]
        unknown = [[[low, -1e4], [high, -1e4], [high, 1e4], [low, 1e4]] for low, high in edges]
        shelves.append(Shelf(truth.name, truth.path, truth.width, top, bottom, quads, True, numpy.array(unknown)))
    return shelves


def marked(truths: list[Truth], bench: Path, work: Path) -> list[Shelf]:
    """The marked rows of photos. Marks give the positions of books at one height only; how they lean, and where they
    begin and end, comes from the outlines of `espy shelf` at the same place or next to it."""
    found = outlines(truths, bench, work)
    shelves = []
    for truth in truths:
        for index, row in enumerate(truth.rows):
            shelf = along(truth, row, found[truth.path.name])
            if shelf:
                shelf.name = f"{truth.name}/{index}"
                shelves.append(shelf)
    return shelves


def outlines(truths: list[Truth], bench: Path, work: Path) -> dict[str, list[Quad]]:
    """The outlines of the current detector, in the pixels of the truths."""
    kept = work / "outlines.json"
    if not kept.exists():
        names = "".join(f"{truth.path}\n" for truth in truths)
        done = subprocess.run([bench, "shelf"], input=names, capture_output=True, text=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        corners = ("topLeft", "topRight", "bottomRight", "bottomLeft")
        quads = {}
        for truth, answer in zip(truths, answers):
            factor = truth.width / answer["width"]
            quads[truth.path.name] = [
                [[spine["quad"][c]["x"] * factor, spine["quad"][c]["y"] * factor] for c in corners]
                for spine in answer["spines"]
            ]
        work.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(quads), encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))


def along(truth: Truth, row: Row, found: list[Quad]) -> Shelf | None:
    near = [(cut, quad) for quad in found if (cut := crossing(quad, row.y))]
    fits = {}
    for index, spine in enumerate(row.spines):
        best = max(near, key=lambda pair: overlap(spine, pair[0]), default=None)
        if best and overlap(spine, best[0]) >= FITS:
            fits[index] = numpy.array(best[1], float)
    if not fits:
        return None
    tops = {index: quad[:2, 1].mean() for index, quad in fits.items()}
    bottoms = {index: quad[2:, 1].mean() for index, quad in fits.items()}
    top, bottom = float(numpy.median(list(tops.values()))), float(numpy.median(list(bottoms.values())))
    quads = []
    for index, spine in enumerate(row.spines):
        nearest = min(fits, key=lambda other: abs(other - index))
        head, foot = tops.get(index, top), bottoms.get(index, bottom)
        quads.append(moved(fits[nearest], spine, row.y, head, foot))
    lean = slope(numpy.array(quads)[:, [0, 3]]).mean()
    unknown = [stripe(pair, row.y, lean, top, bottom) for pair in row.optional]
    return Shelf(
        truth.name, truth.path, truth.width, top, bottom, numpy.array(quads), False,
        numpy.array(unknown).reshape(-1, 4, 2),
    )


def slope(sides: numpy.ndarray) -> numpy.ndarray:
    """Slope of sides `[..., 2, 2]`, from the top to the bottom, in columns to the right per row down."""
    span = sides[..., 1, :] - sides[..., 0, :]
    return span[..., 0] / numpy.maximum(span[..., 1], 1)


def moved(quad: numpy.ndarray, spine: tuple[float, float], y: float, top: float, bottom: float) -> numpy.ndarray:
    """The quad with its sides through the marks, and with these ends."""
    left, right = slope(quad[[0, 3]]), slope(quad[[1, 2]])
    return numpy.array([
        [spine[0] + left * (top - y), top], [spine[1] + right * (top - y), top],
        [spine[1] + right * (bottom - y), bottom], [spine[0] + left * (bottom - y), bottom],
    ])


def stripe(pair: tuple[float, float], y: float, lean: float, top: float, bottom: float) -> numpy.ndarray:
    height = bottom - top
    flat = numpy.array([[0.0, top], [0, top], [0, bottom], [0, bottom]])
    return moved(flat + [[0, 0], [0, 0], [lean * height, 0], [lean * height, 0]], pair, y, top, bottom)
