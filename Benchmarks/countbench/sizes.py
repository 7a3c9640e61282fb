"""The command line of `make eval-sizes`: the accuracy of Espy's measurements on rendered trays."""

import argparse
import json
import math
import statistics
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between

from .scenes import render

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- sizes: written by Benchmarks/eval-sizes --write -->", "<!-- end of sizes -->"
CARD = ROOT / "models" / "espy-outliner.md"

#: A found box is of a thing where they share more of both than this.
SAME = 0.5
#: Less of a thing is seen: it is hidden, and what is measured is another thing than its size.
WHOLE = 0.98
#: Flat things under a camera that looks nearly straight down are as large in the picture as a ruler beside them says.
FLAT, STRAIGHT = {"coin", "button"}, 0.06


@dataclass
class Measured:
    kind: str
    #: Parts of the true value.
    area: float
    diameter: float
    length: float


def share(a: dict, b: dict) -> float:
    """Intersection over union of two boxes."""
    width = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    height = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    if width <= 0 or height <= 0:
        return 0
    both = width * height
    return both / (a["width"] * a["height"] + b["width"] * b["height"] - both)


def ask(espy: Path, pictures: list[Path]) -> dict[str, dict]:
    """The program's answer for each picture, by path."""
    told = subprocess.run(
        [espy, "count", "--json", "--measure", "--no-history", "--quiet", *pictures], capture_output=True, text=True
    ).stdout
    answers = [json.loads(line) for line in told.splitlines()]
    return {answer["file"]: answer for answer in answers if "file" in answer}


def pairs(answer: dict, truth: dict) -> Iterator[tuple[dict, dict]]:
    """The completely visible things that were found, each with its detection."""
    for thing in truth["things"]:
        if thing["cut"] or thing["visible"] < WHOLE:
            continue
        best = max(answer["detections"], key=lambda one: share(one, thing["box"]), default=None)
        if best and share(best, thing["box"]) >= SAME:
            yield thing, best


def compare(answer: dict, truth: dict) -> tuple[list[Measured], int]:
    """The whole things that were found and measured, and the number found but not measured."""
    found, unmeasured = [], 0
    for thing, best in pairs(answer, truth):
        if "size" not in best:
            unmeasured += 1
            continue
        area = best["size"]["area"] / thing["area"]
        length = best["size"]["length"] / thing["length"]
        found.append(Measured(truth["kinds"][thing["kind"]], area, math.sqrt(area), length))
    return found, unmeasured


def by_ruler(answer: dict, truth: dict) -> list[float]:
    """Diameters of flat things by the ruler on the table, as fractions of the true ones."""
    if abs(truth["tilt"]) > STRAIGHT:
        return []
    ruler = truth["ruler"]
    pixels = math.dist(*((ruler[end]["x"], ruler[end]["y"]) for end in ("from", "to"))) / ruler["length"]
    return [
        best["size"]["diameter"] / pixels / thing["diameter"]
        for thing, best in pairs(answer, truth)
        if truth["kinds"][thing["kind"]] in FLAT and "size" in best
    ]


def error(ratios: list[float]) -> str:
    return f"{100 * statistics.median(abs(one - 1) for one in ratios):.1f}%"


def table(found: list[Measured]) -> list[str]:
    kinds = defaultdict(list)
    for one in found:
        kinds[one.kind].append(one)
        kinds["all"].append(one)
    lines = ["| kind | things | area | diameter | length | mean of areas |", "|---|---:|---:|---:|---:|---:|"]
    for kind in sorted(kinds, key=lambda name: (name == "all", name)):
        ones = kinds[kind]
        mean = 100 * (statistics.mean(one.area for one in ones) - 1)
        lines.append(
            f"| {kind} | {len(ones)} | {error([one.area for one in ones])} | {error([one.diameter for one in ones])} "
            f"| {error([one.length for one in ones])} | {mean:+.1f}% |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-sizes", description=__doc__)
    parser.add_argument("--scenes", type=int, default=48, metavar="N", help="how many trays to draw (default 48)")
    parser.add_argument("--espy", type=Path, default=ROOT / ".build/release/espy", help="the program to measure")
    parser.add_argument("--write", action="store_true", help="put the results into the model card")
    options = parser.parse_args()
    folder = render(ROOT, options.scenes)
    pictures = sorted(folder.glob("*.jpg"))
    answers = ask(options.espy, pictures)
    found, unmeasured, rulers = [], 0, []
    for picture in pictures:
        truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
        measured, missing = compare(answers[str(picture)], truth)
        found += measured
        unmeasured += missing
        rulers += by_ruler(answers[str(picture)], truth)
    lines = [
        f"{len(pictures)} drawn trays; medians of the errors, things that are seen whole:", "", *table(found), "",
        f"{unmeasured} things that were found have no outline."
    ]
    if rulers:
        mean = 100 * (statistics.mean(rulers) - 1)
        lines.append(
            f"{len(rulers)} coins and buttons seen from straight above, their diameters by a ruler on the table: "
            f"median error {error(rulers)}, mean {mean:+.1f}%."
        )
    print(machine.facts(ROOT, {}), "", *lines, sep="\n")
    if options.write:
        replace_between(CARD, START, END, "\n".join(lines))


if __name__ == "__main__":
    main()
