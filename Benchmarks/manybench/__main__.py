"""Reads many photos in every way, and checks the promises of workers."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from pathlib import Path

from . import costs, engines, photos, ways
from .checks import all_checks

BEGIN, END = "<!-- many: begin -->", "<!-- many: end -->"


def machine() -> str:
    models = [line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
              if line.startswith("model name")]
    return f"{models[0] if models else platform.machine()}, {os.cpu_count()} processors"


def main() -> int:
    parser = argparse.ArgumentParser(prog="Benchmarks/many", description=__doc__)
    parser.add_argument("--photos", type=int, default=500, help="photos of boxes")
    parser.add_argument("--tags", type=int, default=500, help="photos to tag")
    parser.add_argument("--without", default="", help="ways to leave out, with a comma between")
    parser.add_argument("--only", choices=["checks", "ways"], help="a part alone")
    parser.add_argument("--write", action="store_true", help="put what comes out into Benchmarks/docs/many-photos.md")
    options = parser.parse_args()
    root = Path(__file__).resolve().parents[2]
    work = root / ".build" / "bench" / "many-work"
    work.mkdir(parents=True, exist_ok=True)
    without = set(options.without.split(","))
    load = os.getloadavg()[0]
    lines = [f"{time.strftime('%Y-%m-%d')}, {machine()}, load {load:.1f} from other programs at the start; "
             f"{options.photos} photos of boxes.", ""]
    is_fine = True
    if options.only != "checks":
        boxes = photos.fill(work / f"boxes-{options.photos}", "rack", options.photos)
        few = photos.fill(work / "boxes-few", "rack", 20)
        lines += [*ways.table(boxes, few, work, without), "", *costs.table(work)]
    if options.only != "ways":
        lines += ["", "| promise | measured | kept |", "|---|---|---|"]
        boxes = photos.fill(work / f"boxes-{options.photos}", "rack", options.photos)
        for check in all_checks(work, options.photos, options.tags) + engines.all_checks(work, boxes, without):
            what, figure, kept = check()
            is_fine = is_fine and kept
            lines.append(f"| {what} | {figure} | {'yes' if kept else 'NO'} |")
            print(lines[-1], file=sys.stderr, flush=True)
    text = "\n".join(lines) + "\n"
    print(text)
    if options.write:
        page = root / "Benchmarks" / "docs" / "many-photos.md"
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        page.write_text(f"{before}{BEGIN}\n{text}{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
