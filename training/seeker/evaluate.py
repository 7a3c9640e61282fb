"""How well photos are counted at once and after one tap: `python -m training.seeker.evaluate --data DATA …`.

Prints, for each set of graphs (`--graphs NAME=PATTERN`, with the small nets of `--nets NAME=FOLDER` if there are any):
photos with known middles (`--count FOLDER` with truth.json), and the held-out sources of DATA. Counts within 5% and
10% and the mean error; at once by the first explanation and by the best of four; after one tap by three true things
drawn with a fixed seed, each by itself.
"""

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from ..common import command
from .collect import spread_over_sources
from .engine import Engine
from .hypotheses import explain, look_through, rank
from .match import Picture
from .photos import Photo, load_photos, read
from .smallnet import SmallNet
from .thresholds import cut

TAPS = 3
LARGEST_ERROR = 3.0


@dataclass
class Tally:
    """Errors of one way of counting, photo by photo."""

    errors: list[float] = field(default_factory=list)

    def add(self, count: int, truth: int) -> None:
        self.errors.append(min(LARGEST_ERROR, abs(count - truth) / truth))

    def __str__(self) -> str:
        e = np.array(self.errors)
        if not len(e):
            return "–"
        return f"{100 * np.mean(e <= 0.05):.0f} / {100 * np.mean(e <= 0.1):.0f}%, {100 * e.mean():.0f}% ({len(e)})"


@dataclass
class Case:
    """A photo, how many of a kind are in it, and boxes of true things to tap."""

    name: str
    source: str
    photo: Photo
    truths: list[int]  # any of these numbers is a right answer without a tap; the first is meant with one
    things: np.ndarray  # [N, 4]


def held_out_cases(data: Path, each: int, seed: int) -> list[Case]:
    """The most frequent kind of each photo, of at most `each` photos of a source."""
    photos = spread_over_sources(load_photos(data, "measure"), each, np.random.default_rng(seed))
    cases = []
    for photo in photos:
        counts = sorted(((int((photo.labels == kind).sum()), kind) for kind in photo.kinds), reverse=True)
        kind = counts[0][1]
        things = photo.boxes[photo.labels == kind]
        cases.append(Case(photo.path.name, photo.source, photo, [n for n, _ in counts], things))
    return cases


def pointed_cases(folder: Path) -> list[Case]:
    """Photos with middles and an approximate size; those without a size cannot be tapped."""
    cases = []
    for name, entry in json.loads((folder / "truth.json").read_text(encoding="utf-8")).items():
        middles, cut = np.array(entry["centres"], np.float32), set(entry.get("cut", []))
        whole = np.array([m for i, m in enumerate(middles) if i not in cut], np.float32).reshape(-1, 2)
        size = entry.get("approx_size")
        half = np.array(size if isinstance(size, list) else [size] * 2, np.float32) / 2 if size else None
        things = np.zeros((0, 4), np.float32) if half is None else np.concatenate([whole - half, whole + half], 1)
        truths = [entry.get("main_class_count", entry["count"]), entry["count"]]
        photo = Photo(folder / name, things, np.full(len(things), "thing", object), name, "measure", "unclear")
        cases.append(Case(name, name, photo, truths[:1], things))
    return cases


class Counter:
    """A seeker with its ranker; without one its answers are in the order of their groups."""

    def __init__(self, pattern: str, nets: str | None, threads: int):
        self.engine = Engine(pattern, threads)
        self.ranker = None
        if nets:
            ranker = Path(nets.format("ranker"))
            if ranker.exists():
                self.ranker = SmallNet.from_numbers(json.loads(ranker.read_text(encoding="utf-8")))


def jittered(box: np.ndarray, rng: np.random.Generator, by: float = 0.04) -> np.ndarray:
    extent = np.tile(box[2:] - box[:2], 2)
    return box + rng.normal(0, by, 4) * extent


def tap_boxes(case: Case, seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng((seed, len(case.things)))
    chosen = rng.choice(len(case.things), min(TAPS, len(case.things)), replace=False) if len(case.things) else []
    return [jittered(case.things[index], rng)[None] for index in chosen]


@dataclass
class Results:
    tapped: Tally = field(default_factory=Tally)
    two: Tally = field(default_factory=Tally)  # the better of the two likeliest thresholds
    first: Tally = field(default_factory=Tally)
    four: Tally = field(default_factory=Tally)
    held: list[bool] = field(default_factory=list)
    seconds: float = 0.0


def closest(counts: list[int], truths: list[int]) -> tuple[int, int]:
    """The count and the true number that are nearest to each other."""
    return min(((n, truth) for n in counts for truth in truths), key=lambda pair: abs(pair[0] - pair[1]) / pair[1])


def measure(counter: Counter, case: Case, results: list[Results], explained: bool, seed: int) -> str:
    """Adds one photo to all of `results`, and returns a line about its counts."""
    image, began = read(case.photo), time.process_time()
    picture, line = Picture(counter.engine, image), [f"{case.name}: {case.truths[0]}; taps"]
    for box in tap_boxes(case, seed):
        finds, truth = picture.seek(box), case.truths[0]
        counted = cut(finds.scores)
        for result in results:
            result.tapped.add(counted.count, truth)
            result.two.add(*closest(counted.alternatives()[:2], [truth]))
            result.held.append(counted.low <= truth <= counted.high)
        line.append(f"{counted.count} [{counted.low}, {counted.high}]")
    if explained:
        found = explain(look_through(picture))
        ranked = [e for _, e in rank(found, counter.ranker)] if counter.ranker else found[:4]
        counts = [e.cut.count for e in ranked] or [0]
        for result in results:
            result.first.add(*closest(counts[:1], case.truths))
            result.four.add(*closest(counts, case.truths))
        line.append(f"; at once {counts}")
    for result in results:
        result.seconds += time.process_time() - began
    return " ".join(line)


def show(name: str, result: Results, photos: int) -> None:
    print(f"{name}: {photos} photos; within 5 / 10%, mean error (cases)")
    rows = [("one tap", result.tapped), ("one tap, better of two", result.two),
            ("at once, first explanation", result.first), ("at once, best of four", result.four)]
    for label, tally in rows:
        print(f"  {label:28} {tally}")
    if result.held:
        print(f"  in range {100 * np.mean(result.held):.0f}%, {result.seconds / max(1, photos):.2f} CPU s a photo")


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = command.parser(__doc__, data="folder with detect/ and detect2/", threads=1, seed=3)
    parser.add_argument("--count", type=Path)
    parser.add_argument("--graphs", nargs="+", default=["ours=models/espy-seeker-{}.onnx"])
    parser.add_argument("--nets", nargs="*", default=["ours=models/espy-seeker-{}.json"])
    parser.add_argument("--each", type=int, default=10, help="photos of each held-out source at most")
    parser.add_argument("--no-explanations", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="a line for each photo")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    cv2.setNumThreads(1)
    sets = {"held-out sources": held_out_cases(options.data, options.each, options.seed)}
    if options.count:
        sets = {"photos of count": pointed_cases(options.count), **sets}
    nets = dict(pair.split("=", 1) for pair in options.nets)
    for name, pattern in (pair.split("=", 1) for pair in options.graphs):
        counter = Counter(pattern, nets.get(name), options.threads)
        for title, cases in sets.items():
            total, sources = Results(), {case.source: Results() for case in cases}
            for case in cases:
                line = measure(counter, case, [total, sources[case.source]], not options.no_explanations, options.seed)
                if options.verbose:
                    print(line, flush=True)
            show(f"{name}, {title}", total, len(cases))
            if len(sources) < len(cases):
                for source, result in sources.items():
                    print(f"    {source:20} tap {result.tapped}; first {result.first}; of four {result.four}")


if __name__ == "__main__":
    main()
