"""The command line of `make eval-count`: the accuracy of each way of counting."""

import argparse
import json
import os
import tempfile
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between

from . import compare, floors, pictures, report, taps
from .answers import Way, ask
from .boxes import held_out
from .models import has_nano, home
from .photos import Photo, from_sidecars, from_truth_file
from .scenes import render
from .scores import Score
from .taps import Tapped
from .thresholds import SELECTIVE

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- counts: written by Benchmarks/eval-count --write -->", "<!-- end of counts -->"
DOCUMENTS = [ROOT / "models" / "espy-detector.md", ROOT / "Benchmarks" / "docs" / "counting.md"]
HELD_OUT, PAGE = "held out", "page"
FLOORS = ROOT / "Tests" / "Samples" / "count-floors.json"

ESPY = Way("espy", "Espy's models, default pipeline")
# With the script's own threshold, half of all places would pass: see SELECTIVE.
REFERENCE = Way(
    "reference", f"Espy's models from {SELECTIVE} on, the reference algorithm",
    ("--reference", "--confidence", str(SELECTIVE))
)
NANO = Way(
    "nano", "YOLOX-Nano, Espy's embedder, the reference algorithm", ("--reference", "--detector", "yolox-nano")
)

Outcomes = dict[str, dict[str, list[Score]]]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-count", description=__doc__)
    parser.add_argument("--only", metavar="TEXT", default="", help="only photos with TEXT in set/file")
    parser.add_argument("--scenes", type=int, default=24, metavar="N", help="how many scenes to draw (default 24)")
    parser.add_argument("--espy-only", action="store_true", help="leave the reference algorithm out")
    parser.add_argument("--no-taps", action="store_true", help="leave out what one tap is worth")
    parser.add_argument("--bench", type=Path, default=ROOT / ".build/release/EspyBench", help="the program for taps")
    parser.add_argument("--models", type=Path, default=ROOT / "models", help="the folder of models for taps")
    parser.add_argument("--espy", type=Path, default=ROOT / ".build/release/espy", help="the program to measure")
    parser.add_argument("--json", type=Path, metavar="FILE", default=ROOT / ".build/bench/counts.json")
    parser.add_argument("--compare", type=Path, metavar="OLD", help="list what changed since another run's JSON")
    parser.add_argument("--check", action="store_true", help="fail when a set falls behind count-floors.json")
    parser.add_argument("--tighten", action="store_true", help="put what got better into count-floors.json")
    parser.add_argument("--write", action="store_true", help="put the results into the model card and Benchmarks/docs/counting.md")
    return parser.parse_args()


def all_sets(options: argparse.Namespace) -> dict[str, list[Photo]]:
    """The sets that have photos to count, by name."""
    shared = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data" / "count"
    if (shared / "truth.json").exists():
        found = from_truth_file("photos", shared)
    else:
        print(f"(no photos in {shared}: measuring drawn pictures only)")
        found = []
    found += from_sidecars("samples", ROOT / "Tests" / "Samples" / "count")
    if options.scenes:
        found += from_sidecars("scenes", render(ROOT, options.scenes))
    sets: dict[str, list[Photo]] = {}
    for photo in found:
        if options.only in photo.name:
            sets.setdefault(photo.set_name, []).append(photo)
    return sets


def with_held_out(sets: dict[str, list[Photo]], options: argparse.Namespace) -> dict[str, list[Photo]]:
    """The sets, and held-out sources."""
    folder = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data" / "train"
    held = [photo for photo in held_out(folder) if options.only in photo.name]
    return {**sets, HELD_OUT: held} if held else sets


def measure_taps(sets: dict[str, list[Photo]], options: argparse.Namespace) -> dict[str, dict[str, list[Tapped]]]:
    """For each set, both pipelines with and without a tap, and the page."""
    measured = {}
    for name, photos in sets.items():
        ways = {way: taps.ask(options.bench, options.models, photos, way) for way in ("adaptive", "seeker")}
        chosen = taps.ask(options.bench, options.models, photos, "auto", taps=False)
        pages = zip(chosen, *ways.values(), strict=True)
        measured[name] = {**ways, PAGE: [taps.on_the_page(first, others) for first, *others in pages]}
    return measured


def measure(sets: dict[str, list[Photo]], options: argparse.Namespace) -> Outcomes:
    """Scores for each set and way of counting."""
    with tempfile.TemporaryDirectory() as folder:
        environment = home(Path(folder))
        ways = [ESPY] if options.espy_only else [ESPY, REFERENCE]
        if not options.espy_only and has_nano(options.espy, ROOT, environment):
            ways.append(NANO)
        return {
            set_name: {way.name: ask(options.espy, way, photos, environment) for way in ways}
            for set_name, photos in sets.items()
        }


def main() -> None:
    options = arguments()
    sets = all_sets(options)
    if not sets:
        raise SystemExit("no photo to count")
    outcomes = measure(sets, options)
    text = "\n\n".join([machine.facts(ROOT, {}), report.ways([ESPY, REFERENCE, NANO], outcomes), report.all(outcomes)])
    seen = {name: by_way[ESPY.name] for name, by_way in outcomes.items()}
    if not options.no_taps:
        sets = with_held_out(sets, options)
        tapped = measure_taps(sets, options)
        seen = {name: [one.at_once for one in by_way[PAGE]] for name, by_way in tapped.items()}
        text += "\n\nAt once, and after one tap (an explanation chosen, or one of three true things shown):\n\n"
        text += report.taps(tapped)
    print(text)
    if options.compare:
        print("\n" + compare.changes(json.loads(options.compare.read_text(encoding="utf-8")), outcomes))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    page = options.json.with_suffix(".html")
    pictures.write(page, {name: list(zip(sets[name], scores, strict=True)) for name, scores in seen.items()})
    print(f"\nWhat is off, to look at: {page}")
    options.json.write_text(json.dumps(report.plain(outcomes), indent=1) + "\n", encoding="utf-8")
    if options.write:
        for document in DOCUMENTS:
            replace_between(document, START, END, text)
    if options.tighten and not options.only:
        floors.tighten(FLOORS, outcomes, ESPY.name)
    if options.check and (behind := floors.behind(FLOORS, outcomes, ESPY.name)):
        raise SystemExit("\n".join(behind))


if __name__ == "__main__":
    main()
