"""The command line of the benchmark."""

import argparse
import csv
import os
import statistics
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between, table

from .readers import Espy, Peer, peers

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"pyzbar": "pyzbar", "zxing-cpp": "zxing-cpp", "OpenCV": "opencv-python-headless"}
START, END = "<!-- isbn: written by Benchmarks/isbn --write -->", "<!-- end of isbn -->"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/isbn", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each reader per photo (default 5)")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/barcodes.md")
    return parser.parse_args()


def photos(data: Path) -> list[tuple[Path, str]]:
    """Photos of books and their numbers, then photos without barcodes and an empty text."""
    with open(data / "shelf/isbn/truth.csv", newline="", encoding="utf-8") as rows:
        books = [(data / "shelf/isbn" / row["file"], row["isbn"][:13]) for row in csv.DictReader(rows)]
    return books + [(path, "") for path in sorted((data / "shelf").glob("*.jpg"))]


def measure(rounds: int, readers: list, pictures: list) -> dict:
    """Values and fastest milliseconds for each reader and photo; the readers take turns."""
    outcomes: dict = {}
    for path, _ in pictures:
        for index in range(rounds):
            turn = index % len(readers)
            for reader in readers[turn:] + readers[:turn]:
                values, spent = reader.read(path)
                known = outcomes.setdefault((reader.name, path), (values, []))
                known[1].append(spent)
    return outcomes


def summary(names: list[str], books: list, others: list, outcomes: dict) -> str:
    rows = []
    for name in names:
        hits = sum(number in outcomes[name, path][0] for path, number in books)
        wrong = sum(len(outcomes[name, path][0] - {number}) for path, number in books + others)
        times = [[statistics.median(outcomes[name, path][1]) for path, _ in some] for some in (books, others)]
        spent = [f"{statistics.median(some):.1f}" if some else "" for some in times]
        rows.append([name, f"{hits} of {len(books)}", str(wrong), *spent])
    return table(["", "read", "wrong", "ms a book", "ms without code"], rows)


def by_photo(names: list[str], books: list, outcomes: dict) -> str:
    def cell(name: str, path: Path, number: str) -> str:
        values, times = outcomes[name, path]
        mark = ("yes" if number in values else "-") + (f" !{len(values - {number})}" if values - {number} else "")
        return f"{mark} {statistics.median(times):.1f}"

    return table(["photo", *names], [[p.stem, *(cell(n, p, isbn) for n in names)] for p, isbn in books])


def main() -> None:
    options = arguments()
    data = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data"
    if not (data / "shelf/isbn/truth.csv").exists():
        raise SystemExit(f"no photos in {data}/shelf/isbn")
    program = ROOT / ".build" / "release" / "EspyBench"
    readers = [Espy("espy", program), Espy("espy quick", program, "--quick")]
    readers += [Peer(name, read) for name, read in peers().items()]
    pictures = photos(data)
    outcomes = measure(options.rounds, readers, pictures)
    for reader in readers:
        reader.close()
    names = [reader.name for reader in readers]
    books, others = [p for p in pictures if p[1]], [p for p in pictures if not p[1]]
    wrong = [
        f"- {name} on `{path.name}`: {', '.join(sorted(outcomes[name, path][0] - {number}))}"
        for name in names
        for path, number in pictures
        if outcomes[name, path][0] - {number}
    ]
    parts = [machine.facts(ROOT, PACKAGES), summary(names, books, others, outcomes)]
    parts += ["Wrong values:", "\n".join(wrong) or "none"]
    parts += ["Photo by photo, with milliseconds:", by_photo(names, books, outcomes)]
    text = "\n\n".join(parts)
    print(text)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "barcodes.md", START, END, text)


if __name__ == "__main__":
    main()
