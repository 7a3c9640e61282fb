"""Learns when to believe what the detector counted: `python -m training.seeker.soundness --data DATA --trays FOLDER
--out models/espy-count-soundness.json`.

Lets the program (`make build`) count photos for calibration, surfaces with nothing to count, and trays, which are drawn
into FOLDER, in both ways, and writes the numbers that Sources/EspyCount/Models/Soundness.swift reads. What is printed of
photos comes from folds over their sources. Then the program counts with the numbers in models/, and what is right and
in range of photos of one kind is printed.
"""

import json
import random
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from Benchmarks.countbench.boxes import LEAST, SHARE

from ..common import command
from ..common.photos import entries
from .photos import SCENE, load_photos, use_of

NAMES = ("low score", "doubt", "share", "spread")
# Of drawn trays: far from those of the repository, and from those that measure.
_SEEDS = range(5001, 5061)
_EACH = 12  # photos of one source: no source may drown the others
_CLOSE = 0.1
_FOLDS = 8
_PULL = 3.0  # towards 0, on weights of inputs that are about 1


@dataclass
class Trial:
    """A photo, its truth, and the results of both ways of counting."""

    path: Path
    source: str
    truth: list[int]  # of each kind; nothing: there is nothing to count
    adaptive: dict | None = None
    seeker: dict | None = None
    auto: dict | None = None

    @property
    def meant(self) -> int | None:
        """How many there are of the kind that makes up the photo, if one does."""
        most = max(self.truth, default=0)
        return most if most >= max(LEAST, SHARE * sum(self.truth)) else None

    def is_right(self, result: dict) -> bool:
        if not self.truth:
            return result["count"] == 0
        return any(abs(result["count"] - number) <= _CLOSE * number for number in self.truth)


def evidence(result: dict) -> list[float] | None:
    """As Soundness.swift has it; nothing where nothing was counted."""
    counted = [one for one in result["detections"] if one["main"]]
    if not counted:
        return None
    scores = sorted(one["confidence"] for one in counted)
    sides = np.array([np.log(max(one["width"] * one["height"], 1)) / 2 for one in counted])
    return [
        scores[len(counted) // 10], float(np.mean([one["doubt"] for one in counted])),
        len(counted) / len(result["detections"]), float(sides.std())]


def draw(renderer: Path, folder: Path) -> list[Path]:
    """Trays with the files of truth beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = [folder / f"tray-{seed}.jpg" for seed in _SEEDS]
    for seed, picture in zip(_SEEDS, pictures):
        if not picture.with_suffix(".json").exists():
            subprocess.run([renderer, "tray", str(seed), picture], check=True)
    return pictures


def trials(data: Path, trays: list[Path], open_data_only: bool) -> list[Trial]:
    drawn = random.Random(3)
    by_source: dict[str, list[Trial]] = {}
    for photo in load_photos(data, "calibrate", open_data_only):
        truth = list(Counter(photo.labels.tolist()).values())
        by_source.setdefault(photo.source, []).append(Trial(photo.path, photo.source, truth))
    found = [one for source in sorted(by_source) for one in drawn.sample(by_source[source], min(_EACH, len(by_source[source])))]
    # A single thing is a count, too; the networks of calibration photos are to have two of a kind at least.
    found += [
        Trial(data / "detect" / entry["file"], entry["source_key"], [1])
        for entry in entries(data / "detect" / "detect.jsonl", open_data_only)
        if len(entry["boxes"]) == 1 and use_of(entry) != "measure"]
    surfaces = entries(data / "textures" / "textures.jsonl", open_data_only)
    found += [Trial(data / "textures" / entry["file"], entry["source"], []) for entry in surfaces if entry["split"] != "train"]
    for picture in trays:
        things = json.loads(picture.with_suffix(".json").read_text())["things"]
        found.append(Trial(picture, SCENE, list(Counter(thing["kind"] for thing in things).values())))
    return found


def count(espy: Path, pipeline: str, found: list[Trial]) -> None:
    """Lets the program count, with models that are loaded once."""
    by_path = {str(one.path): one for one in found}
    command = [espy, "count", "--json", "--no-history", "--quiet", "--pipeline", pipeline, *by_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as counting:
        for line in counting.stdout:
            result = json.loads(line)
            if result.get("file") in by_path:
                setattr(by_path[result["file"]], pipeline, result)


def learn(inputs: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Weights and, last, the bias of the chance to be right, by Newton's steps."""
    center, scale = inputs.mean(0), inputs.std(0) + 1e-9
    scaled = np.c_[(inputs - center) / scale, np.ones(len(inputs))]
    pull = np.diag([_PULL] * inputs.shape[1] + [0.0])
    found = np.zeros(scaled.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (right - chance) - pull @ found
        found += np.linalg.solve((scaled * (chance * (1 - chance))[:, None]).T @ scaled + pull, slope)
    weights = found[:-1] / scale
    return np.r_[weights, found[-1] - weights @ center]


def save(path: Path, numbers: np.ndarray) -> None:
    *weights, bias = numbers.round(2).tolist()
    content = {"version": 1, "features": NAMES, "weights": weights, "bias": bias}
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


def load(path: Path) -> np.ndarray:
    """Weights and, last, the bias."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return np.array([*content["weights"], content["bias"]])


def chance(numbers: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-(inputs @ numbers[:-1] + numbers[-1])))


def in_folds(inputs: np.ndarray, right: np.ndarray, sources: list[str]) -> np.ndarray:
    """The chance of each by numbers that were learned from other sources."""
    order = {source: place % _FOLDS for place, source in enumerate(sorted(set(sources)))}
    # Drawn trays are of one source and of as many seeds.
    fold = np.array([place % _FOLDS if source == SCENE else order[source] for place, source in enumerate(sources)])
    chances = np.zeros(len(right))
    for number in range(_FOLDS):
        chances[fold == number] = chance(learn(inputs[fold != number], right[fold != number]), inputs[fold == number])
    return chances


def report(found: list[Trial], chances: np.ndarray) -> None:
    """Prints the effect of each minimum chance: how many counts stay, and how many of those and of all are right."""
    groups = {"photos": lambda one: one.truth and one.source != SCENE, "nothing": lambda one: not one.truth,
              "trays": lambda one: one.source == SCENE}
    for name, belongs in groups.items():
        those = np.array([bool(belongs(one)) for one in found])
        if not those.any():
            continue
        own = np.array([one.is_right(one.adaptive) for one in found])[those]
        other = np.array([one.is_right(one.seeker) for one in found])[those]
        print(f"{name}: {those.sum()}, right by the detector {own.mean():.0%}, by the seeker {other.mean():.0%}")
        for least in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
            kept = chances[those] >= least
            print(f"  from {least}: kept {kept.mean():.0%}, right of these {own[kept].mean() if kept.any() else 0:.0%}, "
                  f"all {np.where(kept, own, other).mean():.0%}")


def report_as_shipped(found: list[Trial]) -> None:
    """The program's results for photos of one kind, with the numbers in models/."""
    for name, belongs in {"photos": lambda one: one.source != SCENE, "trays": lambda one: one.source == SCENE}.items():
        those = [one for one in found if one.auto and one.meant and belongs(one)]
        if not those:
            continue
        right = np.mean([abs(one.auto["count"] - one.meant) <= _CLOSE * one.meant for one in those])
        held = np.mean([one.auto["range"]["low"] <= one.meant <= one.auto["range"]["high"] for one in those])
        print(f"as shipped, {len(those)} {name} of one kind: right {right:.0%}, in range {held:.1%}")


def main() -> None:
    parser = command.parser(
        __doc__, data="folder with detect/, detect2/ and textures/", out="file of the numbers", open_data_only=True)
    parser.add_argument("--trays", type=Path, required=True)
    parser.add_argument("--build", type=Path, default=Path(".build/release"), help="where espy and RenderSamples are")
    arguments = parser.parse_args()
    trays = draw(arguments.build / "RenderSamples", arguments.trays)
    found = trials(arguments.data, trays, arguments.open_data_only)
    for pipeline in ("adaptive", "seeker"):
        count(arguments.build / "espy", pipeline, found)
    found = [one for one in found if one.adaptive and one.seeker]
    # That there is nothing is believed anyway.
    doubted = [one for one in found if evidence(one.adaptive)]
    inputs = np.array([evidence(one.adaptive) for one in doubted])
    right = np.array([one.is_right(one.adaptive) for one in doubted], float)
    report(doubted, in_folds(inputs, right, [one.source for one in doubted]))
    save(arguments.out, learn(inputs, right))
    count(arguments.build / "espy", "auto", found)
    report_as_shipped(found)


if __name__ == "__main__":
    main()
