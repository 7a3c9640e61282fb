"""The command line of `make bench-gallery-search`: a gallery of invented photos, searched in several ways."""

import argparse
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between, table

from .rivals import BruteForce, FullText

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / ".build" / "release" / "SearchBench"
START, END = "<!-- search: written by Benchmarks/bench-gallery-search --write -->", "<!-- end of search -->"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/bench-gallery-search", description=__doc__)
    parser.add_argument("--photos", type=int, default=100_000, help="in the gallery (default 100000)")
    parser.add_argument("--queries", type=int, default=200, help="of each kind (default 200)")
    parser.add_argument("--bench", type=Path, default=BENCH, help="the program that searches")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/search.md")
    return parser.parse_args()


def rank(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def shown(times: list[float]) -> list[str]:
    return [f"{statistics.median(times):.2f}", f"{rank(times, 0.99):.2f}"] if times else ["", ""]


def words(query: str) -> str:
    """A gallery query in FTS5 syntax: a quoted phrase, or words joined by an underscore, is one term."""
    plain = query.replace("tag:", "")
    if plain.endswith("*"):
        return f'"{plain[:-1]}" *'
    if plain.startswith('"') and " " in plain and "tag:" not in query:
        return plain
    name = plain.strip('"').replace(" ", "_")
    return f'"{name}"'


def rivals(kind: str, line: dict, text: FullText, vectors: BruteForce) -> tuple[str, list[float]]:
    queries = line.get("all", [])
    if kind == "similar":
        return "NumPy", vectors.times(len(line["first"]))
    if kind in ("rare word", "common word", "beginning", "phrase", "tag"):
        return "FTS5", text.times(words(query) for query in queries)
    if kind == "two words":
        return "FTS5", text.times(" ".join(f'"{word}"' for word in query.split()) for query in queries)
    return "", []


def main() -> None:
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        gallery = Path(folder) / "gallery.sqlite"
        subprocess.run([options.bench, "fill", gallery, str(options.photos)], check=True)
        done = subprocess.run([options.bench, "run", gallery, str(options.queries)], check=True, capture_output=True)
        text, vectors = FullText(gallery), BruteForce(gallery)
        rows = []
        for line in map(json.loads, done.stdout.splitlines()):
            name, times = rivals(line["kind"], line, text, vectors)
            found = f"{line['found']:,.0f}" if "found" in line else ""
            rows.append([line["kind"], found, *shown(line["first"]), *shown(line["again"]), name, *shown(times)])
        size = gallery.stat().st_size / 1e6
    pairs = json.loads(subprocess.run([options.bench, "pairs", "100000"], check=True, capture_output=True).stdout)
    head = ["query", "found", "first: median", "p99", "again: median", "p99", "beside", "median", "p99"]
    result = (
        f"{machine.facts(ROOT, {'NumPy': 'numpy'})}\n\n{options.photos:,} invented photos ({size:,.0f} MB), "
        f"{options.queries} queries of a kind where there are so many, milliseconds:\n\n{table(head, rows)}\n\n"
        f"All pairs of near hashes among {pairs['hashes']:,}, in eight orientations: {pairs['seconds']:.1f} s."
    )
    print(result)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "search.md", START, END, result)


if __name__ == "__main__":
    main()
