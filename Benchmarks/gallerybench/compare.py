"""Indexes one library of photos with Espy and with a Python program, in turn, and prints both side by side."""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchkit import machine
from benchkit.cost import cost
from benchkit.tables import replace_between, table

ROOT = Path(__file__).resolve().parents[2]
STAGES = ["reading", "digest", "decoding", "metadata", "thumbnail", "analysis", "text", "saving"]
#: What is left out of the first table, and how that is said to Espy.
PLAIN = ["--faces", "none", "--language", "none"]
START, END = "<!-- indexing: written by Benchmarks/gallery --write -->", "<!-- end of indexing -->"


def espy(photos: Path, scratch: Path, jobs: int, is_plain: bool) -> dict:
    """`espy gallery add`, as users run it, with its own data folder."""
    data, answer = scratch / "data", scratch / "answer"
    spent = cost(["env", f"XDG_DATA_HOME={data}", str(ROOT / ".build/release/espy"), "gallery", "add", str(photos),
                  "--json", "--quiet", "--detector", "none", "--classifier", "none", "--jobs", str(jobs),
                  *(PLAIN if is_plain else [])], answer)
    if spent.code != 0:
        raise SystemExit(f"espy gallery add ended with {spent.code}")
    summary = json.loads(answer.read_text(encoding="utf-8"))
    return {"photos": summary["added"] + summary["linked"], "seconds": spent.seconds, "times": summary["times"],
            "peak": round(spent.megabytes)}


def python(photos: Path, scratch: Path, jobs: int, is_plain: bool) -> dict:
    begun = [sys.executable, "-m", "gallerybench.pillow", str(photos), str(scratch / "photos.sqlite"), str(jobs),
             "plain" if is_plain else "all"]
    return json.loads(subprocess.run(begun, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout)


def library(count: int) -> Path:
    """Rendered once, and kept for later runs."""
    folder = ROOT / f".build/bench/library-{count}"
    if not folder.is_dir():
        print(f"drawing {count:,} photos", file=sys.stderr)
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run([ROOT / ".build/release/GalleryBench", "make", part, str(count)], check=True)
        part.rename(folder)
    return folder


def best(count: int, options: argparse.Namespace, is_plain: bool) -> dict[str, dict]:
    """The fastest run of each."""
    photos = library(count)
    found: dict[str, dict] = {}
    for number in range(options.rounds):
        for name, work in (("Espy", espy), ("Python", python)):
            print(f"{name}, round {number + 1}", file=sys.stderr)
            with tempfile.TemporaryDirectory() as scratch:
                result = work(photos, Path(scratch), options.jobs, is_plain)
            if result["photos"] != count:
                raise SystemExit(f'{name} has {result["photos"]} photos instead of {count}')
            if name not in found or result["seconds"] < found[name]["seconds"]:
                found[name] = result
    return found


def report(found: dict[str, dict], count: int, options: argparse.Namespace) -> str:
    rows = [[f"{stage}, ms a photo"] + [f"{1000 * one['times'].get(stage, 0) / count:.2f}" for one in found.values()]
            for stage in STAGES]
    rates = [one["photos"] / one["seconds"] for one in found.values()]
    rows.append(["photos a second"] + [f"{rate:.0f}" for rate in rates])
    rows.append(["memory at most, MB"] + [str(one["peak"]) for one in found.values()])
    head = [f"{count:,} photos, {options.jobs} at a time", *found]
    return f"{table(head, rows)}\n\nEspy is {rates[0] / rates[1]:.2f} times as fast."


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/gallery", description=__doc__)
    parser.add_argument("--photos", type=int, default=10_000, help="without faces and text (default 10000)")
    parser.add_argument("--all", type=int, default=2_000, metavar="N", help="photos with all that there is (default 2000)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1, help="the faster one of each counts")
    parser.add_argument("--write", action="store_true", help="put the table into Benchmarks/docs/indexing.md")
    options = parser.parse_args()
    packages = {"Pillow": "pillow", "NumPy": "numpy", "onnxruntime": "onnxruntime",
                "OpenCV": "opencv-python-headless", "zxing-cpp": "zxing-cpp",
                "rapidocr": "rapidocr"}
    plain = report(best(options.photos, options, True), options.photos, options)
    everything = report(best(options.all, options, False), options.all, options)
    text = (f"{machine.facts(ROOT, packages)}\n\nWithout faces, and without reading pages:\n\n{plain}\n\n"
            f"With all that there is:\n\n{everything}")
    print(text)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "indexing.md", START, END, text)


if __name__ == "__main__":
    main()
