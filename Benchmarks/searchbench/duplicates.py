"""The command line of `make eval-duplicates`: versions of one shot, and pairs of different photos."""

import argparse
import json
import os
import subprocess
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between, table

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / ".build" / "release" / "SearchBench"
START, END = "<!-- duplicates: written by Benchmarks/eval-duplicates --write -->", "<!-- end of duplicates -->"
ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".avif", ".gif", ".tif", ".tiff", ".bmp"}


def arguments() -> argparse.Namespace:
    shared = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared"))
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-duplicates", description=__doc__)
    parser.add_argument("--photos", type=Path, default=shared / "data" / "gallery", help="a folder of photos")
    parser.add_argument("--bench", type=Path, default=BENCH, help="the program that compares")
    parser.add_argument("--list", action="store_true", help="list the pairs that are called one shot")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/duplicates.md")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    files = sorted(file for file in options.photos.rglob("*") if file.suffix.lower() in ENDINGS)
    done = subprocess.run([options.bench, "duplicates", *files], check=True, capture_output=True)
    found = json.loads(done.stdout)
    rows = [[name, f"{100 * share:.1f}%"] for name, share in found["recall"]]
    pairs = found["same"]
    # Photos in different folders, or whose names differ by more than a number at the end, count as different photos;
    # the listed pairs were checked by eye: see below the table.
    result = (
        f"{machine.facts(ROOT, {})}\n\n{found['photos']} photos of `../shared/data/gallery`:\n\n"
        f"{table(['change', 'still one shot'], rows)}\n\n"
        f"Of {found['pairs']:,} pairs of these photos, {found['near']} have hashes at most nine bits apart in some "
        f"orientation; {len(pairs)} of them agree in proportions and colors, too, and are called one shot."
    )
    print(result)
    if options.list:
        for one, other in pairs:
            print(one, other)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "duplicates.md", START, END, result)


if __name__ == "__main__":
    main()
