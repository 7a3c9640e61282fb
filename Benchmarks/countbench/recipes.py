"""The value of a recipe: examples from one photo, counted in others of the same kind, and in photos without it."""

import argparse
import json
import os
import random
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HELD_OUT = {"eggs", "mush", "coinsjd", "retail2", "comvis", "pills2", "parking", "nuts"}
CALIBRATION = {
    "aquarium_penguins", "blister_pills", "botcap", "cargobox", "cherry_ripening", "coconut", "dice", "hbinh", "iotech",
    "jenga", "lipst", "nails", "onions", "pools", "retail",
}
#: Labels under which things lie that look different.
MIXED = {"chess piece", "playing card", "coin", "packaged food", "scrabble tile", "cube sticker"}
EXAMPLES = 3


@dataclass
class Photo:
    path: Path
    source: str
    use: str
    #: Boxes (left, top, width, height) by label.
    boxes: dict[str, list[list[float]]] = field(default_factory=dict)


@dataclass
class Pair:
    """A recipe made from one photo, and another photo; `truth` is 0 if the kind is not in it."""

    label: str
    source: str
    origin: Photo
    target: Photo
    examples: list[list[float]]
    truth: int

    @property
    def ask(self) -> dict:
        return {"from": str(self.origin.path), "examples": self.examples, "file": str(self.target.path)}

    @property
    def ask_with_size(self) -> dict:
        """The request for a camera at the distance that the recipe states."""
        return {**self.ask, "side": self.side} if self.truth else {**self.ask, "distance": "same"}

    @property
    def side(self) -> float:
        """The median side of the true things."""
        sides = sorted(side(box) for box in self.target.boxes.get(self.label, [])) or [0.0]
        return sides[len(sides) // 2]


def side(box: list[float]) -> float:
    """The size as the networks define it."""
    return max(2.0, min((box[2] * box[3]) ** 0.5, 2.5 * min(box[2], box[3])))


def load(data: Path) -> list[Photo]:
    photos = []
    for folder in ("detect", "detect2"):
        for line in (data / folder / f"{folder}.jsonl").read_text().splitlines():
            entry = json.loads(line)
            source = entry["source_key"]
            is_held_out = source in HELD_OUT or entry.get("heldout_source")
            is_calibration = source in CALIBRATION or entry["split"] != "train"
            use = "measure" if is_held_out else "calibrate" if is_calibration else "train"
            photo = Photo(data / folder / entry["file"], source, use)
            for left, top, right, bottom, label in entry["boxes"]:
                if right > left and bottom > top:
                    photo.boxes.setdefault(label, []).append([left, top, right - left, bottom - top])
            photos.append(photo)
    return photos


def pairs(photos: list[Photo], use: str, most: int, seed: int = 1) -> list[Pair]:
    """Up to a maximum number of pairs per source, the same ones in each run."""
    found: dict[str, list[Pair]] = {}
    for (source, label), group in sorted(kinds(photos, use, least=2).items()):
        draw = random.Random(f"{seed} {source} {label}")
        order = draw.sample(group, len(group))
        for origin, target in zip(order, order[1:] + order[:1]):
            if origin is target:
                continue
            examples = shown(origin, label, draw)
            if examples:
                found.setdefault(source, []).append(
                    Pair(label, source, origin, target, examples, len(target.boxes[label]))
                )
    return few_of_each(found, most, seed)


def kinds(photos: list[Photo], use: str, least: int) -> dict[tuple[str, str], list[Photo]]:
    """Photos by source and label that show enough similar things of the label."""
    found: dict[tuple[str, str], list[Photo]] = {}
    for photo in photos:
        if photo.use != use:
            continue
        for label, boxes in photo.boxes.items():
            if label not in MIXED and least <= len(boxes) <= 400:
                found.setdefault((photo.source, label), []).append(photo)
    return found


def shown(photo: Photo, label: str, draw: random.Random) -> list[list[float]]:
    """Things that a user may choose as examples; empty if all are too small."""
    boxes = [box for box in photo.boxes[label] if min(box[2:]) >= 6]
    return draw.sample(boxes, min(EXAMPLES, len(boxes)))


def few_of_each(found: dict[str, list], most: int, seed: int) -> list:
    """Up to a maximum number of pairs per source, the same ones in each run."""
    return [
        one
        for source, every in sorted(found.items())
        for one in random.Random(f"{seed} {source}").sample(every, min(most, len(every)))
    ]


def series(folder: Path, renderer: Path, first: int = 0) -> list[Pair]:
    """Rendered kinds from this number on: a recipe of three whole things in the first photo, and all other photos."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([str(renderer), "series", str(folder), str(first)], check=True)
    photos: dict[str, list[Photo]] = {}
    for file in sorted(folder.glob("kind-*.json")):
        truth = json.loads(file.read_text())
        kind = file.stem.rsplit("-", 1)[0]
        photo = Photo(file.with_suffix(".jpg"), kind, "measure", {"wanted": [], "whole": []})
        for thing in truth["things"]:
            box = [thing["box"][key] for key in ("x", "y", "width", "height")]
            if thing["kind"] == 0:
                photo.boxes["wanted"].append(box)
                if thing["visible"] > 0.95 and not thing["cut"]:
                    photo.boxes["whole"].append(box)
        photos.setdefault(kind, []).append(photo)
    found = []
    for kind, group in sorted(photos.items()):
        origin = group[0]
        boxes = origin.boxes["whole"] or origin.boxes["wanted"]
        examples = random.Random(kind).sample(boxes, min(EXAMPLES, len(boxes)))
        for target in group[1:]:
            found.append(Pair("wanted", kind, origin, target, examples, len(target.boxes["wanted"])))
    return found


def at_once(bench: Path, models: Path, files: list[Path]) -> list[int]:
    """The same photos counted without a recipe."""
    command = [str(bench), "count", "--models", str(models), "--threads", "2"]
    text = "".join(f"{file}\n" for file in files)
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, env=os.environ, check=True)
    return [json.loads(line).get("count", 0) for line in done.stdout.splitlines()]


def within(rows: list[dict], share: float, key: str = "count") -> int:
    return sum(abs(row.get(key, 0) - row["truth"]) <= share * row["truth"] for row in rows)


def report(rows: list[dict]) -> None:
    there = [row for row in rows if row["truth"]]
    without = [row for row in rows if not row["truth"]]
    print(f"{len(there)} photos with the kind: {within(there, 0.05)} within 5%, {within(there, 0.1)} within 10%")
    print(f"  in the range: {sum(row.get('low', 0) <= row['truth'] <= row.get('high', 0) for row in there)}")
    print(f"  told to be 0: {sum(row.get('count', 0) == 0 for row in there)}")
    if there and "at_once" in there[0]:
        print(f"  without a recipe: {within(there, 0.05, 'at_once')} and {within(there, 0.1, 'at_once')}")
    if without:
        unsure = sum(row.get("count", 0) > 0 and "unlikeRecipe" in row["warnings"] for row in without)
        zero = sum(row.get("count", 0) == 0 for row in without)
        print(f"{len(without)} photos without it: {zero} told to be 0, {unsure} told to be unsure")


def strangers(chosen: list[Pair], photos: list[Photo], use: str, seed: int = 1) -> list[Pair]:
    """The same recipes on photos of other sources without anything of that label."""
    draw = random.Random(seed)
    others = [photo for photo in photos if photo.use == use]
    result = []
    for pair in chosen:
        far = [photo for photo in others if photo.source != pair.source and pair.label not in photo.boxes]
        if far:
            result.append(Pair(pair.label, pair.source, pair.origin, draw.choice(far), pair.examples, 0))
    return result


def answers(bench: Path, models: Path, asks: list[dict]) -> list[dict]:
    """Runs all pairs. Raises SystemExit if an answer is missing."""
    command = [str(bench), "recipes", "--models", str(models), "--threads", "2"]
    text = "".join(json.dumps(ask) + "\n" for ask in asks)
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, env=os.environ, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if len(lines) != len(asks):
        raise SystemExit(f"{len(lines)} answers for {len(asks)} questions (exit code {done.returncode})")
    return lines


def collect(bench: Path, models: Path, data: Path, use: str, most: int, out: Path, sized: bool) -> None:
    """Writes a line for each pair: the request, the truth, and the answer."""
    photos = load(data)
    chosen = pairs(photos, use, most)
    measure(bench, models, chosen + strangers(chosen[::2], photos, use), out, sized)


def measure(
    bench: Path, models: Path, everything: list[Pair], out: Path, sized: bool, counts: list[int] | None = None
) -> None:
    asks = [pair.ask_with_size if sized else pair.ask for pair in everything]
    rows = []
    for place, (pair, answer) in enumerate(zip(everything, answers(bench, models, asks))):
        row = {"source": pair.source, "label": pair.label, "truth": pair.truth, "side": pair.side, **answer}
        rows.append({**row, "at_once": counts[place]} if counts else row)
    out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with detect/ and detect2/; without it, drawn photos")
    parser.add_argument("--renderer", type=Path, default=Path(".build/release/RenderSamples"))
    parser.add_argument("--first", type=int, default=0, help="first drawn kind; 12 and later ones are to choose by")
    parser.add_argument("--bench", type=Path, default=Path(".build/release/EspyBench"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--use", choices=["calibrate", "measure"], default="measure")
    parser.add_argument("--most", type=int, default=12, help="pairs of each source")
    parser.add_argument("--size-known", action="store_true", help="things have the size that the recipe says")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    if options.data is None:
        folder = options.out.parent / f"series-{options.first}"
        chosen = series(folder, options.renderer, options.first)
        counts = at_once(options.bench, options.models, [pair.target.path for pair in chosen])
        measure(options.bench, options.models, chosen, options.out, options.size_known, counts)
        return
    collect(options.bench, options.models, options.data, options.use, options.most, options.out, options.size_known)


if __name__ == "__main__":
    main()
