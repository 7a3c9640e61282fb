"""How bad light, movement and compression affect counts, racks and shelves, and whether Espy warns.

Each photo is degraded in seven ways, with ten steps each, and given to a worker. The report says how accurate the
answers are, and how many of them are wrong without a warning.
"""

import argparse
import json
import os
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchkit.machine import facts
from benchkit.tables import replace_between, table
from countbench.photos import from_sidecars, from_truth_file

from . import judge
from .disturb import DISTURBANCES, STEPS
from .judge import Verdict

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "Tests" / "Samples"
SHARED = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data"
DOCUMENT = ROOT / "Benchmarks" / "docs" / "light.md"
MARKS = ("<!-- light: written by Benchmarks/eval-light --write -->", "<!-- end of light -->")
#: Larger pictures take long and show nothing else.
LONGEST = 2048


@dataclass(frozen=True)
class Case:
    """A photo, and the judge of its answers."""

    name: str
    image: np.ndarray
    verdict: Callable[[dict], Verdict]


class Worker:
    """`espy worker`: a picture in, an answer out."""

    def __init__(self, binary: Path, verb: str, folder: Path):
        self.picture = folder / "picture.png"
        self.process = subprocess.Popen([str(binary), "worker", verb], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.process.stdout.readline()

    def answer(self, image: np.ndarray) -> dict:
        cv2.imwrite(str(self.picture), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        self.process.stdin.write(json.dumps({"id": "picture", "path": str(self.picture)}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise SystemExit(f"the worker could not answer: {answer['error']}")
        return answer["result"]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def shrunk(path: Path) -> np.ndarray:
    image = cv2.imread(str(path))
    scale = LONGEST / max(image.shape[:2])
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image


def counts(folder: Path | None) -> list[tuple[Path, int]]:
    """Photos with their number of things: those of a folder, or the default ones."""
    found = from_truth_file("folder", folder) if folder else \
        [*from_sidecars("samples", SAMPLES / "count"),
         *(from_truth_file("photos", SHARED / "count") if (SHARED / "count").exists() else [])]
    return [(photo.path, photo.answer) for photo in found if photo.answer > 0]


def cases(verb: str, worker: Worker, folder: Path | None) -> Iterator[Case]:
    """The photos that are answered well without degradation."""
    if verb == "count":
        for path, truth in counts(folder):
            image = shrunk(path)
            if judge.count(worker.answer(image), truth).right:
                yield Case(path.name, image, lambda answer, truth=truth: judge.count(answer, truth))
        return
    folders = [folder] if folder else [SAMPLES / verb, SHARED / verb]
    for path in sorted(path for folder in folders for path in folder.glob("*.[jp][pn]g")):
        image = shrunk(path)
        before = worker.answer(image)
        parts, judged = (before["vials"], judge.rack) if verb == "rack" else (judge.words(before), judge.shelf)
        if len(parts) >= 3:
            yield Case(path.name, image, lambda answer, before=before, judged=judged: judged(answer, before))


def measured(case: Case, worker: Worker, steps: list[int]) -> Iterator[tuple[str, int, Verdict]]:
    for name, worse in DISTURBANCES.items():
        for step in steps:
            yield name, step, case.verdict(worker.answer(worse(case.image, step, step)))


def lines(verdicts: dict[tuple[str, int], list[Verdict]], steps: list[int]) -> list[list[str]]:
    """For each way and step: accuracy, how many answers had a warning, and how many were wrong without one."""
    def cell(found: list[Verdict]) -> str:
        share = [sum(value) * 100 / len(found) for value in
                 ([verdict.right for verdict in found], [verdict.warned for verdict in found],
                  [verdict.silent for verdict in found])]
        return "/".join(f"{value:.0f}" for value in share)

    return [[name, *(cell(verdicts[name, step]) for step in steps)] for name in DISTURBANCES]


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-light", description=__doc__)
    parser.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "espy")
    parser.add_argument("--verbs", nargs="+", default=["count", "rack", "shelf"], choices=["count", "rack", "shelf"])
    parser.add_argument("--steps", nargs="+", type=int, default=list(STEPS), metavar="N", help="1 to 10 (all)")
    parser.add_argument("--photos", type=Path, metavar="FOLDER", help="others; for counts with a truth.json")
    parser.add_argument("--most", type=int, metavar="N", help="so many photos of each verb")
    parser.add_argument("--details", type=Path, metavar="FILE", help="write every verdict as a line of JSON")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {DOCUMENT.relative_to(ROOT)}")
    options = parser.parse_args()
    texts = []
    with (tempfile.TemporaryDirectory(prefix="espy-light-") as name,
          open(options.details or os.devnull, "w", encoding="utf-8", buffering=1) as details):
        for verb in options.verbs:
            worker, verdicts, photos = Worker(options.binary, verb, Path(name)), defaultdict(list), 0
            for case in cases(verb, worker, options.photos):
                if photos == options.most:
                    break
                photos += 1
                for way, step, verdict in measured(case, worker, options.steps):
                    verdicts[way, step].append(verdict)
                    line = {"verb": verb, "photo": case.name, "way": way, "step": step, **vars(verdict)}
                    print(json.dumps(line), file=details)
            worker.close()
            text = table([f"{verb}: {photos} photos", *map(str, options.steps)], lines(verdicts, options.steps))
            texts.append(text)
            print(text, flush=True)
    if options.write:
        replace_between(DOCUMENT, *MARKS, "\n\n".join([facts(ROOT, {}), *texts]))


if __name__ == "__main__":
    main()
