"""The accuracy of a count after one tap, and the gain from moving the threshold.

`python -m countbench.border` uses one thing of each kind in each photo as the example. For each set of photos, it
prints how often the count is within 5% and 10%: as the program counts, with each of several fixed scores as the
threshold, and with the best threshold. *Order* is the fraction of right finds among the most certain n, where n is the
true number.
"""

import argparse
import json
import math
import os
import random
import statistics
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .lessons import OVERLAP, overlap
from .photos import Photo, from_truth_file
from .recipes import few_of_each, kinds, load
from .taps import drawn

ROOT = Path(__file__).resolve().parents[2]
FIXED = [0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65]


@dataclass(frozen=True)
class Tap:
    """One example, and all things like it."""

    path: Path
    source: str
    box: list[float]
    #: Boxes of all; empty if only the number is known.
    true: list[list[float]]
    number: int


@dataclass
class Outcome:
    """The result of one tap."""

    tap: Tap
    count: int
    low: int
    high: int
    #: The finds, most certain first: left, top, width, height, score.
    finds: list[list[float]]

    def counted(self, score: float) -> int:
        """The count with this score as the threshold."""
        return sum(find[4] > score for find in self.finds)

    @property
    def best(self) -> int:
        """The count with the best threshold: the true number, or as close as the finds allow."""
        return min(self.tap.number, len(self.finds))

    @cached_property
    def right(self) -> list[bool]:
        """Which finds are right. Each thing is matched once, with the most certain find."""
        left, found = list(self.tap.true), []
        for find in self.finds:
            best = max(left, key=lambda box: overlap(find, box), default=None)
            found.append(best is not None and overlap(find, best) >= OVERLAP)
            if found[-1]:
                left.remove(best)
        return found

    @property
    def order(self) -> float | None:
        """The fraction of right finds among the most certain n."""
        return sum(self.right[: self.tap.number]) / self.tap.number if self.tap.true else None


def shown(photos: list[Photo], name: str) -> list[Tap]:
    """The taps of `eval-count`, one by one."""
    found = []
    for photo in photos:
        boxes = [[it.x - it.width / 2, it.y - it.height / 2, it.width, it.height]
                 for it in photo.things or [] if it.width and it.height]
        # If all sizes are equal, the boxes were not drawn by hand.
        exact = boxes if len({tuple(box[2:]) for box in boxes}) > 1 else []
        found += [Tap(photo.path, name, box, exact, photo.answer) for box in drawn(photo)]
    return found


def of_sources(data: Path, use: str, most: int) -> list[Tap]:
    """One thing of each kind in each photo with boxes, up to a maximum number per source."""
    found: dict[str, list[Tap]] = {}
    for (source, label), photos in sorted(kinds(load(data), use, least=4).items()):
        for photo in photos:
            boxes = photo.boxes[label]
            large = [box for box in boxes if min(box[2:]) >= 8]
            if large:
                box = random.Random(f"{photo.path.name} {label}").choice(large)
                found.setdefault(source, []).append(Tap(photo.path, source, box, boxes, len(boxes)))
    return few_of_each(found, most, seed=1)


def ask(taps: list[Tap], bench: Path, models: Path) -> list[Outcome]:
    """Runs the program with each tap. Raises SystemExit if an answer is missing."""
    lines = "".join(json.dumps({"file": str(tap.path), "taps": [tap.box], "only": True}) + "\n" for tap in taps)
    command = [str(bench), "taps", "--models", str(models), "--pipeline", "auto"]
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, env=os.environ, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(taps):
        raise SystemExit(f"{len(answers)} answers for {len(taps)} taps (exit code {done.returncode})")
    found = []
    for tap, answer in zip(taps, answers):
        if answer.get("error"):
            raise SystemExit(f"{tap.path}: {answer['error']}")
        count = answer["counts"][0]
        found.append(Outcome(tap, count["count"], count["low"], count["high"], count["finds"]))
    return found


def chances(outcomes: list[Outcome]) -> tuple[float, float]:
    """Slope and offset of a logistic function from a find's logit to the probability that it is right (Platt, 1999).

    Each photo has the same weight, except those with fewer than five finds.
    """
    rows = [(logit(find[4]), right, 1 / max(5, len(one.finds)))
            for one in outcomes if one.tap.true for find, right in zip(one.finds, one.right)]
    slope, offset = 1.0, 0.0
    for _ in range(30):  # Newton's method
        sums = [1e-6, 0.0, 1e-6, 0.0, 0.0]
        for x, right, weight in rows:
            chance = 1 / (1 + math.exp(-(slope * x + offset)))
            curve, slant = weight * chance * (1 - chance), weight * (chance - right)
            for place, value in enumerate((curve * x * x, curve * x, curve, slant * x, slant)):
                sums[place] += value
        xx, x1, one, first, second = sums
        whole = xx * one - x1 * x1
        slope -= (one * first - x1 * second) / whole
        offset -= (xx * second - x1 * first) / whole
    return slope, offset


def logit(score: float) -> float:
    held = min(max(score, 1e-4), 1 - 1e-4)
    return math.log(held / (1 - held))


def row(name: str, outcomes: list[Outcome], count) -> str:
    """How often one way of counting is right, and its mean error, capped at 300%."""
    errors = [abs(count(one) - one.tap.number) / one.tap.number for one in outcomes]
    near = [statistics.fmean(error <= share for error in errors) for share in (0.05, 0.1)]
    mean = statistics.fmean(min(error, 3) for error in errors)
    return f"| {name} | {near[0]:.0%} | {near[1]:.0%} | {mean:.0%} |"


def report(name: str, outcomes: list[Outcome]) -> str:
    lines = [f"### {name}: {len(outcomes)} taps on {len({one.tap.path for one in outcomes})} photos", "",
             "| threshold | within 5% | within 10% | mean error |", "|---|---:|---:|---:|",
             row("the program", outcomes, lambda one: one.count)]
    lines += [row(f"{score:.2f}", outcomes, lambda one, score=score: one.counted(score)) for score in FIXED]
    lines += [row("border moved", outcomes, lambda one: one.best), ""]
    held = statistics.fmean(one.low <= one.tap.number <= one.high for one in outcomes)
    width = statistics.median((one.high - one.low) / max(one.count, 1) for one in outcomes)
    lines.append(f"Range holds the truth: {held:.0%}; half of the ranges are wider than {width:.0%} of the count.")
    orders = [one.order for one in outcomes if one.order is not None]
    if orders:
        high = [statistics.fmean(order >= share for order in orders) for share in (0.95, 0.9)]
        lines.append(f"Order: {statistics.fmean(orders):.3f}; at least .95 in {high[0]:.0%}, .9 in {high[1]:.0%}.")
        slope, offset = chances(outcomes)
        lines.append(f"A find is right with 1 / (1 + exp(-({slope:.2f} logit {offset:+.2f}))).")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--data", type=Path, default=shared / "data", help="folder with count/ and train/")
    parser.add_argument("--bench", type=Path, default=ROOT / ".build/release/EspyBench")
    parser.add_argument("--models", type=Path, default=ROOT / "models")
    parser.add_argument("--sets", nargs="+", default=["photos", "measure"], choices=["photos", "measure", "calibrate"],
                        help="to choose by: calibrate alone")
    parser.add_argument("--most", type=int, default=8, help="taps of a source (default 8)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write each outcome")
    options = parser.parse_args()
    told = []
    for name in options.sets:
        taps = (shown(from_truth_file("photos", options.data / "count"), "photos") if name == "photos"
                else of_sources(options.data / "train", name, options.most))
        outcomes = ask(taps, options.bench, options.models)
        print(report(name, outcomes), flush=True)
        told += [{"set": name, "file": str(one.tap.path), "source": one.tap.source, "truth": one.tap.number,
                  "count": one.count, "low": one.low, "high": one.high, "order": one.order,
                  "scores": [find[4] for find in one.finds]} for one in outcomes]
    if options.json:
        options.json.write_text("".join(json.dumps(line) + "\n" for line in told))


if __name__ == "__main__":
    main()
