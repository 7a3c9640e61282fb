"""The command line of `make bench-count`: time and memory of counting, compared with the Python reference."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between, table

from . import extras, starts
from .evaluate import HELD_OUT, ROOT, all_sets, with_held_out
from .photos import Photo
from .reference import CONFIDENCE
from .rivals import Answers, Rival, run
from .thresholds import SELECTIVE

START, END = "<!-- count times: written by Benchmarks/count --write -->", "<!-- end of count times -->"
REMEMBERED = 4  # photos for which Espy caches its detections
PACKAGES = {name: name for name in ("onnxruntime", "numpy", "scikit-learn")} | {"OpenCV": "opencv-python-headless"}
GOALS = """Goals: less than half the time of python; 50 things in less than 2 s, better 0.3 s, and less than 150 MB;
50 vectors clustered in less than 5 ms, 5,000 in less than 2 s; 100 entries listed in less than 50 ms, in less than
20 MB."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/count", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program per photo (default 3)")
    parser.add_argument("--quick", action="store_true", help="one round on every third photo")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="processor cores for all (default 2)")
    parser.add_argument("--only", metavar="TEXT", default="", help="only photos with TEXT in set/file")
    parser.add_argument("--scenes", type=int, default=2, metavar="N", help="how many scenes to draw (default 2)")
    parser.add_argument("--confidence", type=float, default=SELECTIVE, metavar="SCORE",
                        help=f"least score for the reference algorithm (default {SELECTIVE}; the script: {CONFIDENCE})")
    parser.add_argument("--most", type=int, default=400, metavar="N",
                        help="boxes of a photo that Python looks at, best first (default 400; the script: all)")
    parser.add_argument("--models", type=Path, default=ROOT / "models", help="folder with a manifest")
    parser.add_argument("--detector", default="espy-detector", metavar="ID", help="default espy-detector")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/counting-time.md")
    return parser.parse_args()


def rivals(options: argparse.Namespace, cache: Path) -> list[Rival]:
    """All with the same models and the same number of threads."""
    common = ["--models", str(options.models), "--detector", options.detector, "--threads", str(options.threads)]
    espy = [str(ROOT / ".build/release/EspyBench"), "count", *common, "--cache", str(cache)]
    confidence = ["--confidence", str(options.confidence)]
    reference = [*espy, "--reference", *confidence]
    python = [sys.executable, "-m", "countbench.worker", *common, *confidence, "--most", str(options.most)]
    return [
        Rival("espy", "the default pipeline", espy),
        Rival("reference", "Espy running the reference algorithm", reference),
        Rival("f32", "the same with 32 bits everywhere, as python calculates", [*reference, "--f32"]),
        Rival("python", "the reference algorithm in Python, which embeds crop by crop as the script does", python),
        Rival("batched", "the same, with 32 crops embedded at once", [*python, "--batch", "32"]),
    ]


def stage_table(names: list[str], found: dict[tuple[str, Path], Answers]) -> str:
    """Milliseconds by stage, summed over the photos."""
    stages = list(dict.fromkeys(stage for answers in found.values() for stage in answers.stages))
    by_name = {name: [answers for (who, _), answers in found.items() if who == name] for name in names}
    rows = []
    for stage in stages:
        sums = [sum(answers.stage(stage) for answers in by_name[name]) for name in names]
        rows.append([stage, *(f"{ms:.0f}" for ms in sums)])
    totals = [sum(answers.total for answers in by_name[name]) for name in names]
    rows.append(["all", *(f"{total:.0f}" for total in totals)])
    for peer in ("python", "batched"):
        against = totals[names.index(peer)]
        rows.append([f"share of {peer}", *(f"{total / against:.2f}" for total in totals)])
    return table(["stage, ms", *names], rows)


def photo_table(photos: list[Photo], names: list[str], found: dict[tuple[str, Path], Answers]) -> str:
    """Milliseconds and count by photo."""
    rows = []
    for photo in photos:
        answers = [found[name, photo.path] for name in names]
        times = [answer.total for answer in answers]
        ratio = times[names.index("espy")] / times[names.index("batched")]
        rows.append([photo.path.name, str(photo.answer), *(str(answer.count) for answer in answers)])
        rows[-1] += [*(f"{time:.0f}" for time in times), f"{ratio:.2f}"]
    return table(["photo", "truth", *names, *(f"{name} ms" for name in names), "espy/batched"], rows)


def limits(options: argparse.Namespace, found: dict[tuple[str, Path], Answers]) -> str:
    """The work that the reference algorithm was spared, in words."""
    cut = sorted({path.name for (_, path), answers in found.items() if answers.left_out})
    where = f"that left boxes out of {', '.join(cut)}" if cut else "which no photo reached"
    return (
        f"The reference algorithm takes what scores {options.confidence} and more; {SELECTIVE} lets Espy's detector pass\n"
        f"about as many boxes as the script's {CONFIDENCE} lets YOLOX pass. In Python it looks at the best {options.most}\n"
        f"boxes of a photo at most, {where}. Espy has no such limit."
    )


def fifty(options: argparse.Namespace) -> list[Photo]:
    """The photos of all sets, filled up to fifty with held-out sources, evenly."""
    photos = [photo for members in all_sets(options).values() for photo in members]
    held = with_held_out({}, options).get(HELD_OUT, [])
    missing = min(max(50 - len(photos), 0), len(held))
    return photos + [held[place * len(held) // missing] for place in range(missing)]


def agreement(photos: list[Photo], found: dict[tuple[str, Path], Answers]) -> str:
    """The number of photos on which the reference algorithm in Swift counts as in Python."""
    def within(name: str, most: int) -> int:
        return sum(abs(found[name, photo.path].count - found["python", photo.path].count) <= most for photo in photos)

    parts = [f"{name} equal on {within(name, 0)}, within 1 on {within(name, 1)}" for name in ("reference", "f32")]
    return f"Counts beside python's, of {len(photos)} photos: {'; '.join(parts)}."


def results(options: argparse.Namespace, scratch: Path) -> str:
    rounds = 1 if options.quick else options.rounds
    photos = fifty(options)
    if options.quick:
        photos = photos[::3]
    if len(photos) <= REMEMBERED:
        raise SystemExit(f"{len(photos)} photos: Espy would remember them from round to round, so it takes more")
    programs = rivals(options, scratch / "cache")
    names = [rival.name for rival in programs]
    found = run(programs, [photo.path for photo in photos], rounds)
    peaks = ", ".join(f"{rival.name} {rival.peak():.0f}" for rival in programs)
    about = "\n".join(f"- **{rival.name}**: {rival.about}" for rival in programs)
    for rival in programs:
        rival.close()
    usual = min(photos, key=lambda photo: abs(photo.answer - 50))
    return "\n\n".join([
        machine.facts(ROOT, PACKAGES) + f"\n- {options.threads} cores used", GOALS, about,
        limits(options, found),
        f"From the file to the count with the models loaded, median of {rounds}, summed over {len(photos)} photos:",
        stage_table(names, found),
        f"Most memory in MB after all photos: {peaks}.",
        agreement(photos, found),
        "Photo by photo, the counts and then the times:", photo_table(photos, names, found),
        f"The program from start to end on `{usual.path.name}` ({usual.answer} things):",
        starts.measure(ROOT, usual.path, options, max(rounds, 3), scratch),
        "Clustering by average linkage, 256 dimensions, median:", extras.clustering(ROOT, max(rounds, 3), scratch),
        "History of 100 counts with pictures:", extras.history(ROOT, usual.path, scratch),
    ])  # fmt: skip


def main() -> None:
    options = arguments()
    start = time.monotonic()
    # All child processes inherit this, so that no program uses more cores than another.
    cores = sorted(os.sched_getaffinity(0))[: options.threads]
    os.sched_setaffinity(0, cores)
    os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), str(len(cores)))
    with tempfile.TemporaryDirectory() as scratch:
        text = results(options, Path(scratch))
    print(text)
    print(f"(measured in {time.monotonic() - start:.0f} s)", file=sys.stderr)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "counting-time.md", START, END, text)


if __name__ == "__main__":
    main()
