"""The same photos, read in every way, in one table."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
from pathlib import Path

from .meter import Cost, Meter

TITLES = {
    "plain": "`espy rack --json`", "worker": "`espy worker rack`", "pool": "`espy.Pool`", "spark": "Spark local-cluster",
    "ray": "Ray",
}


def is_here(name: str) -> bool:
    """Whether the requirements of a way are installed."""
    package = {"spark": "pyspark", "ray": "ray"}.get(name)
    return package is None or importlib.util.find_spec(package) is not None


def way(name: str, photos: list[str], work: Path, tag: str = "") -> tuple[Cost, list[str]]:
    """The cost of a way, and its results as comparable lines."""
    listing = work / f"{name}{tag}.list"
    listing.write_text("\n".join(photos) + "\n")
    if name == "plain":
        cost = Meter().run(
            [os.environ["ESPY_BINARY"], "rack", "--json", "--no-history", "-q", "--files-from", str(listing)])
        return cost, [comparable(line) for line in cost.output.decode().splitlines()]
    out = work / f"{name}{tag}.rows"
    shutil.rmtree(f"{out}.parquet", ignore_errors=True)
    cost = Meter().run([sys.executable, "-m", "manybench.runs", name, str(listing), str(out)])
    if cost.code != 0:
        raise SystemExit(f"{name} ended with {cost.code}")
    return cost, [comparable(line) for line in out.read_text(encoding="utf-8").splitlines()]


def comparable(line: str) -> str:
    """A result without anything that differs from run to run; for an error, its kind."""
    result = json.loads(line)
    error = result.get("error")
    if error is not None:
        result["error"] = error["kind"] if isinstance(error, dict) else error
    return json.dumps(result, sort_keys=True)


def table(photos: list[str], few: list[str], work: Path, without: set[str]) -> list[str]:
    """Each way with all photos, and with a few, to separate its startup cost."""
    lines = [
        "| way | photos a second | CPU s in all | CPU s to start | ms of CPU a photo | against plain | MB | equal rows |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    plain: tuple[float, list[str]] | None = None
    for name, title in TITLES.items():
        if name in without or not is_here(name):
            lines.append(f"| {title} | not here | | | | | | |")
            continue
        small, _ = way(name, few, work, ".few")
        cost, rows = way(name, photos, work)
        each = (cost.cpu - small.cpu) / (len(photos) - len(few))
        start = max(small.cpu - each * len(few), 0)
        if plain is None:
            plain = each, sorted(rows)
        equal = sum(a == b for a, b in zip(sorted(rows), plain[1]))
        lines.append(
            f"| {title} | {len(photos) / cost.wall:.1f} | {cost.cpu:.1f} | {start:.1f} | {1000 * each:.0f} "
            f"| {each / plain[0]:.2f} | {cost.megabytes:.0f} | {equal} of {len(photos)} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines
