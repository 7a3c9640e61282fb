"""The command line of `make eval-shelf`: how well both detectors outline spines, compared with OpenCV's lines."""

import argparse
import json
import os
import subprocess
from dataclasses import asdict
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between, table

from . import rivals
from .answers import ask, quads
from .scores import Score, pooled, score
from .truth import Truth, drawn, outlined, photos

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ROOT / "Tests" / "Samples" / "shelf-floors.json"
PAGE = ROOT / "Benchmarks" / "docs" / "shelves.md"
START, END = "<!-- shelf: written by Benchmarks/eval-shelf --write -->", "<!-- end of shelf -->"
#: The two detectors, with where the network of the second one is.
DETECTORS = {"classical": None, "trained": ROOT / "models"}
#: Seeds below this are for training.
FIRST_SEED = 900_000


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-shelf", description=__doc__)
    parser.add_argument("--only", metavar="TEXT", default="", help="only photos with TEXT in the name")
    parser.add_argument("--scenes", type=int, default=24, metavar="N", help="how many shelves to draw (default 24)")
    parser.add_argument("--espy-only", action="store_true", help="leave OpenCV out")
    parser.add_argument("--least", type=float, default=0.3, metavar="SHARE", help="leave out what is less sure")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="times to look at each photo (default 3)")
    parser.add_argument("--json", type=Path, metavar="FILE", default=ROOT / ".build/bench/shelf.json")
    parser.add_argument("--models", type=Path, metavar="FOLDER", help="where the network of the trained detector is")
    parser.add_argument("--text", action="store_true", help="heed what is printed on the spines, too")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/shelves.md")
    parser.add_argument("--check", action="store_true", help="fail when a set falls behind shelf-floors.json")
    return parser.parse_args()


def scenes(count: int) -> Path:
    """Renders shelves that were not used in training."""
    folder = ROOT / ".build" / "bench" / "shelves"
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        path = folder / f"{seed}.jpg"
        if not path.exists():
            subprocess.run([ROOT / ".build/release/RenderSamples", "shelf", str(seed), path], check=True)
    return folder


def close(count: int) -> Path:
    """Renders a few wide books seen up close, with other things and bare walls beside them."""
    folder = ROOT / ".build" / "bench" / "close-shelves"
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        path = folder / f"{seed}.jpg"
        if not path.exists():
            subprocess.run([ROOT / ".build/release/RenderSamples", "close", str(seed), path], check=True)
    return folder


def all_sets(options: argparse.Namespace) -> dict[str, list[Truth]]:
    shared = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data"
    sets = {"samples": drawn(ROOT / "Tests" / "Samples" / "shelf")}
    if (shared / "shelf" / "truth.json").exists():
        sets["photos"] = photos(shared / "shelf")
    else:
        print(f"(no photos in {shared}: measuring drawn pictures only)")
    if (shared / "train" / "detect2" / "spines_polygons.jsonl").exists():
        sets["outlined"] = outlined(shared / "train" / "detect2", "test")
    if options.scenes:
        sets["scenes"] = drawn(scenes(options.scenes))[: options.scenes]
        sets["close"] = drawn(close(options.scenes))[: options.scenes]
    return {name: kept for name, found in sets.items() if (kept := [t for t in found if options.only in t.name])}


def espy(truths: list[Truth], models: Path | None, options: argparse.Namespace) -> list[Score]:
    text = ROOT / "models" if options.text else None
    answers = ask(ROOT / ".build/release/EspyBench", [truth.path for truth in truths], options.repeat, models, text)
    return [
        score(truth, quads(answer, options.least), answer["width"], answer["ms"]["min"])
        for truth, answer in zip(truths, answers)
    ]


def lines(truths: list[Truth]) -> list[Score]:
    return [score(truth, *rivals.adjacent_lines(truth.path)) for truth in truths]


def report(by_way: dict[str, list[Score]]) -> str:
    head = ["photo", "spines"]
    for way in by_way:
        head += [way, "wrong", "recall", "precision", "F1", "ms"]
    rows = []
    columns = [[*scores, pooled("all", scores)] for scores in by_way.values()]
    for scores in zip(*columns):
        first = scores[0]
        rows.append([first.name, str(first.spines or first.count or 0)])
        for one in scores:
            marks = [f"{one.recall:.2f}", f"{one.precision:.2f}", f"{one.f1:.2f}"]
            known = one.spines or one.count is None
            rows[-1] += [str(one.hits), str(one.wrong), *marks] if known else [str(one.found), "", "", "", ""]
            rows[-1].append(f"{one.ms:.0f}" if one.name != "all" else "")
    return table(head, rows)


def behind(outcomes: dict[str, dict[str, list[Score]]]) -> list[str]:
    """Everything that is worse than the floors."""
    floors = json.loads(FLOORS.read_text(encoding="utf-8"))
    found = []
    for name, floor in floors.items():
        if name not in outcomes:
            continue
        for way, least in floor.items():
            if way not in DETECTORS:
                continue
            total = pooled(name, outcomes[name][way])
            if total.hits < least["hits"] or total.wrong > least["wrong"]:
                what = f"{total.hits} hits and {total.wrong} wrong, {least['hits']} and {least['wrong']} asked"
                found.append(f"{name}, {way}: {what}")
    return found


def main() -> None:
    options = arguments()
    sets = all_sets(options)
    if not sets:
        raise SystemExit("no photo to look at")
    outcomes = {
        name: {way: espy(truths, options.models if models and options.models else models, options)
               for way, models in DETECTORS.items()}
        for name, truths in sets.items()
    }
    if not options.espy_only:
        for name, truths in sets.items():
            outcomes[name]["LSD, adjacent"] = lines(truths)
    facts = machine.facts(ROOT, {})
    tables = [f"Set {name} ({len(sets[name])} pictures):\n\n{report(by_way)}" for name, by_way in outcomes.items()]
    print("\n\n".join([facts, *tables]))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    plain = {name: {way: [asdict(s) for s in scores] for way, scores in by.items()} for name, by in outcomes.items()}
    options.json.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    if options.write:
        if options.only or options.espy_only:
            raise SystemExit("--write wants all photos and all ways")
        replace_between(PAGE, START, END, "\n\n".join([facts, *tables]))
    if options.check and not options.only and (worse := behind(outcomes)):
        raise SystemExit("\n".join(worse))


if __name__ == "__main__":
    main()
