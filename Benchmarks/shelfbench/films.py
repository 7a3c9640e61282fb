"""The command line of `make eval-frames`: outlines on books and beside them in films of shelves.

Films are drawn from seeds that nothing was chosen with, calm ones and harsh ones, or made by moving a virtual camera over
drawn close-ups of a few wide books, and over photos with outlines that nothing was learned from. Each is followed twice:
with the judge of frames, and without it.
"""

import argparse
import json
import random
import statistics
import subprocess
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between, table

from .identities import Identities
from .truth import Truth, outlined
from .truth import drawn as pictures

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- films: written by Benchmarks/eval-frames --write -->", "<!-- end of films -->"
#: The first seed of drawn films for measuring, and the frames a second.
FIRST, RATE = 900_001, 30
#: With up to this many films all ways to swap their results are tried, else that many by chance.
EVERY, SWAPS = 14, 20_000


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-frames", description=__doc__)
    parser.add_argument("--films", type=int, default=12, help="drawn films of each kind (default 12)")
    parser.add_argument("--seconds", type=int, default=4, help="length of what is looked at in each (default 4)")
    parser.add_argument("--photos", type=Path, default=ROOT.parent / "shared/data/train/detect2",
                        help="folder with spines_polygons.jsonl; without it there are no films over photos")
    parser.add_argument("--bench", type=Path, default=ROOT / ".build/release/EspyBench")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/video.md")
    return parser.parse_args()


@dataclass
class Followed:
    """What was shown in a film."""

    name: str
    frames: int = 0
    shown: int = 0
    identities: Identities = field(default_factory=Identities)
    times: list[float] = field(default_factory=list)
    #: Seconds from the first frame in which a book is in sight to the first outline on it, for each book.
    waits: list[float] = field(default_factory=list)
    _first: dict[int, int] = field(default_factory=dict)

    def add(self, answer: dict) -> None:
        self.identities.add(answer["shown"], answer["visible"])
        self.shown += len(answer["shown"])
        self.times.append(answer["ms"])
        for book in answer["visible"]:
            # Books that are in sight in the first frame wait for the program's start, too.
            self._first.setdefault(book, self.frames)
        for _, book in answer["shown"]:
            if (first := self._first.get(book, -1)) >= 0:
                self.waits.append((self.frames - first) / RATE)
                self._first[book] = -1
        self.frames += 1

    @property
    def precision(self) -> float:
        return 1 - self.identities.stray / max(self.shown, 1)

    @property
    def recall(self) -> float:
        return self.identities.hits / max(self.identities.chances, 1)


def drawn(kind: str, options: argparse.Namespace) -> dict[str, list[str]]:
    harsh = ["--harsh"] if kind == "harsh" else []
    return {f"{kind} {FIRST + n}": ["--seed", str(FIRST + n), *harsh] for n in range(options.films)}


def close(options: argparse.Namespace) -> dict[str, list[str]]:
    # The tests do without what it needs.
    from . import evaluate

    return panned(pictures(evaluate.close(options.films))[: options.films])


def panned(truths: list[Truth]) -> dict[str, list[str]]:
    # The tests do without it.
    import cv2

    films = {}
    for number, truth in enumerate(truths):
        height, width = cv2.imread(str(truth.path)).shape[:2]
        factor = width / truth.width
        quads = [[[x * factor / width, y * factor / height] for x, y in quad]
                 for quad in truth.quads + truth.optional_quads]
        films[truth.name] = ["--seed", str(FIRST + number), "--photo", str(truth.path), "--quads", json.dumps(quads),
                             "--harsh"]
    return films


def follow(name: str, film: list[str], extra: list[str], options: argparse.Namespace) -> Followed:
    # From the middle of the way, where a shelf moves fastest.
    start = 6 * RATE if "--photo" not in film else 0
    numbers = "".join(f"{start + frame}\n" for frame in range(options.seconds * RATE))
    done = subprocess.run([options.bench, "frames", *film, *extra], input=numbers, text=True, stdout=subprocess.PIPE,
                          check=True)
    followed = Followed(name)
    for line in done.stdout.splitlines():
        followed.add(json.loads(line))
    return followed


def chance(differences: list[float]) -> float:
    """How likely a mean as far from 0 is if the two results of each film could be swapped (a permutation test)."""
    if len(differences) <= EVERY:
        swaps = product((-1, 1), repeat=len(differences))
    else:
        chosen = random.Random(1)
        swaps = ([chosen.choice((-1, 1)) for _ in differences] for _ in range(SWAPS))
    sums = [abs(sum(sign * value for sign, value in zip(signs, differences))) for signs in swaps]
    return sum(each >= abs(sum(differences)) - 1e-12 for each in sums) / len(sums)


def row(kind: str, title: str, films: list[Followed]) -> list[str]:
    frames = sum(film.frames for film in films)
    found = [film.identities for film in films]
    stray, hits = sum(one.stray for one in found), sum(one.hits for one in found)
    times = sorted(time for film in films for time in film.times)
    waits = sorted(wait for film in films for wait in film.waits)
    return [
        kind, title, f"{1 - stray / max(sum(film.shown for film in films), 1):.3f}",
        f"{hits / max(sum(one.chances for one in found), 1):.3f}", f"{stray / frames:.2f}",
        f"{sum(one.switches for one in found)}", f"{100 * sum(one.gaps for one in found) / max(hits, 1):.2f}",
        f"{statistics.median(waits):.2f} / {waits[int(0.9 * len(waits))]:.2f}",
        f"{times[len(times) // 2]:.1f} / {times[int(0.99 * len(times))]:.1f}"]


def main() -> None:
    options = arguments()
    kinds = {kind: drawn(kind, options) for kind in ("calm", "harsh")} | {"close": close(options)}
    if (options.photos / "spines_polygons.jsonl").exists():
        kinds["photos"] = panned([truth for truth in outlined(options.photos, "test") if truth.quads])
    rows, lines = [], []
    for kind, films in kinds.items():
        before = [follow(name, film, ["--classical"], options) for name, film in films.items()]
        after = [follow(name, film, [], options) for name, film in films.items()]
        rows += [row(kind, "without", before), row(kind, "with the judge", after)]
        for title in ("precision", "recall"):
            changes = [getattr(new, title) - getattr(old, title) for old, new in zip(before, after)]
            lines.append(f"- {kind}, {title}: {statistics.mean(changes):+.3f} in the mean of {len(changes)} films, "
                         f"p = {chance(changes):.4f}")
        print(table(HEAD, rows[-2:]), *lines[-2:], sep="\n", flush=True)
    text = "\n\n".join([machine.facts(ROOT, {}), table(HEAD, rows), "\n".join(lines)])
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "video.md", START, END, text)


HEAD = ["films", "judge", "precision", "recall", "wrong a frame", "changes of number", "gaps per 100",
        "first outline, s: median / 90%", "frame, ms: median / p99"]


if __name__ == "__main__":
    main()
