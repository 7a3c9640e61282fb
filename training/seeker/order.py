"""Are the right ones first? `python -m training.seeker.order --data DATA --graphs NAME=PATTERN…`.

Uses one thing of a kind as the example. *Order* is the fraction of right finds (overlap of at least a half) among the
best n, where n is the true number. It is printed by how much the kind's sizes differ in the photo, and as the fraction
of things found among the best n by their size relative to the example's. `--use train` uses photos that were trained
on, to measure the fit.
"""

from dataclasses import dataclass, replace
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from ..common import command
from ..labels.verdicts import Verdicts
from .boxes import match, overlaps
from .collect import spread_over_sources
from .engine import Engine
from .evaluate import jittered
from .match import Finds, Picture
from .plans import side
from .photos import CALIBRATION, LOOSELY_BOXED, MIXED, Photo, load_photos, read

RIGHT = 0.5
LEAST_THINGS = 4
SPREADS = (1.0, 1.2, 1.5, 2.0, 3.0, np.inf)
_worker: dict = {}


@dataclass
class Asked:
    """The result of one example."""

    source: str
    order: float
    spread: float  # 90th over 10th percentile of the sizes
    ratios: np.ndarray  # size of each thing over the example's
    found: np.ndarray  # which were among the best n
    scores: np.ndarray  # scores of all finds
    truth: int


def asked(picture: Picture, photo: Photo, kind: str, index: int, doubts: np.ndarray, rng) -> Asked:
    own = photo.boxes[photo.labels == kind]
    finds = picture.seek(jittered(own[index], rng)[None], _worker["looks"])
    known = overlaps(finds.boxes, doubts).max(1, initial=0) < RIGHT  # uncertain places are neither right nor wrong
    finds = Finds(finds.boxes[known], finds.scores[known])
    best = finds.boxes[: len(own)]
    right = match(best, own, RIGHT)
    found = match(own, best, RIGHT) if len(best) else np.zeros(len(own), bool)
    sides = side(own)
    spread = float(np.percentile(sides, 90) / np.percentile(sides, 10))
    return Asked(photo.source, right.sum() / len(own), spread, sides / sides[index], found, finds.scores, len(own))


def _begin(pattern: str, looks: tuple[float, ...], taps: int) -> None:
    cv2.setNumThreads(1)
    _worker.update(engine=Engine(pattern), looks=looks, taps=taps)


def _ask(job: tuple[int, Photo, np.ndarray]) -> list[Asked]:
    number, photo, doubts = job
    rng = np.random.default_rng((1, number))
    picture, rows = Picture(_worker["engine"], read(photo)), []
    names = [kind for kind in photo.kinds if kind not in MIXED and (photo.labels == kind).sum() >= LEAST_THINGS]
    for kind in rng.permutation(names)[:1]:
        count = int((photo.labels == kind).sum())
        for index in rng.choice(count, min(_worker["taps"], count), replace=False):
            rows.append(asked(picture, photo, kind, int(index), doubts, rng))
    return rows


def mean(values) -> str:
    values = list(values)
    return f"{np.mean(values):.3f}" if values else "–"


def show(name: str, rows: list[Asked], by_source: bool) -> None:
    apart = [row.order for row in rows if row.source in CALIBRATION]
    print(f"{name}: order {mean(row.order for row in rows)} of {len(rows)} examples (sources that nothing was trained on "
          f"{mean(apart)}, others {mean(row.order for row in rows if row.source not in CALIBRATION)})")
    for low, high in zip(SPREADS, SPREADS[1:]):
        own = [row.order for row in rows if low <= row.spread < high]
        print(f"  sizes differ by {low} to {high}: {mean(own)} ({len(own)})")
    ratios, found = (np.concatenate([getattr(row, part) for row in rows]) for part in ("ratios", "found"))
    for text, these in (("below .6", ratios < 0.6), (".6 to 1.6", (ratios >= 0.6) & (ratios < 1.6)),
                        ("above 1.6", ratios >= 1.6)):
        print(f"  found of things {text} times the example's size: {mean(found[these])} ({these.sum()})")
    cuts = {cut: np.array([min(3, abs((row.scores > cut).sum() - row.truth) / row.truth) for row in rows])
            for cut in np.arange(0.2, 0.75, 0.05)}
    best = min(cuts, key=lambda cut: -np.mean(cuts[cut] <= 0.1))
    print(f"  counts by one score, {best:.2f}: within 5% {100 * np.mean(cuts[best] <= 0.05):.0f}, within 10% "
          f"{100 * np.mean(cuts[best] <= 0.1):.0f}%, mean error {100 * cuts[best].mean():.0f}%")
    if by_source:
        for source in sorted({row.source for row in rows}):
            print(f"    {source:24} {mean(row.order for row in rows if row.source == source)}")


def main() -> None:
    parser = command.parser(__doc__, data="folder with detect/ and detect2/", workers=1)
    parser.add_argument("--graphs", nargs="+", default=["shipped=models/espy-seeker-{}.onnx"])
    parser.add_argument("--use", choices=("calibrate", "train", "measure"), default="calibrate")
    parser.add_argument("--each", type=int, default=4, help="photos of each source at most")
    parser.add_argument("--taps", type=int, default=2)
    parser.add_argument("--looks", type=float, nargs="+", default=[1.0])
    parser.add_argument("--verdicts", type=Path, nargs="*", default=[], help="labels put right: see training.labels")
    parser.add_argument("--sources", action="store_true", help="a line for each source")
    options = parser.parse_args()
    photos = [photo for photo in load_photos(options.data, options.use) if photo.source not in LOOSELY_BOXED]
    photos = spread_over_sources(photos, options.each, np.random.default_rng(1))
    verdicts, jobs = Verdicts.load(options.verdicts), []
    for number, photo in enumerate(photos):
        boxes, labels, doubts, _ = verdicts.applied(photo)
        jobs.append((number, replace(photo, boxes=boxes, labels=labels), doubts))
    for name, pattern in (pair.split("=", 1) for pair in options.graphs):
        with Pool(options.workers, _begin, (pattern, tuple(options.looks), options.taps)) as pool:
            rows = [row for rows in pool.imap(_ask, jobs) for row in rows]
        show(name, rows, options.sources)


if __name__ == "__main__":
    main()
