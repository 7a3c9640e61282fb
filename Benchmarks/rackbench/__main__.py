"""The command line of the benchmark."""

import argparse
import os
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between

from . import endtoend, peers, report
from .pictures import photos, samples
from .readers import Espy, Peer, PeerApart
from .run import run

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"zxing-cpp": "zxing-cpp", "OpenCV": "opencv-python-headless", "pylibdmtx": "pylibdmtx"}
START, END = "<!-- results: written by Benchmarks/rack --write -->", "<!-- end of results -->"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/rack", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each reader per picture (default 5)")
    parser.add_argument("--quick", action="store_true", help="one round, without libdmtx and the eleven passes")
    parser.add_argument("--only", metavar="TEXT", default="", help="only pictures with TEXT in set/file")
    parser.add_argument("--peers-only", action="store_true", help="leave Espy out")
    parser.add_argument("--missed", action="store_true", help="list what each reader missed, picture by picture")
    parser.add_argument("--no-end-to-end", action="store_true", help="leave the 12-megapixel box out")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/racks.md")
    return parser.parse_args()


def all_pictures(only: str):
    data = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data" / "rack"
    found = photos(data) if (data / "truth.csv").exists() else []
    if not found:
        print(f"(no photos in {data}: measuring the rendered samples only)")
    found += samples(ROOT / "Tests" / "Samples" / "rack")
    return [picture for picture in found if only in picture.name]


def all_readers(options: argparse.Namespace, rounds: int) -> list:
    readers: list = [] if options.peers_only else [Espy(ROOT / ".build" / "release" / "EspyBench", rounds)]
    names = ["zxing", "zxing4"] if options.quick else ["zxing", "zxing4", "zxing11"]
    readers += [Peer(name, rounds) for name in names]
    if not options.quick and "libdmtx" in peers.READERS:
        # One round is enough for a reader that mostly reaches its time limit.
        readers.append(PeerApart("libdmtx", 1))
    return readers


def timings(rounds: int) -> list[tuple[str, str, str]]:
    """Title, what is timed, and which round counts."""
    limit = f"libdmtx once, with a limit of {peers.LIBDMTX_LIMIT_MS // 1000} s"
    tables = [(f"Decoding only, median of {rounds} ({limit}), summed per set:", "decode", "median")]
    if rounds > 1:
        tables.append((f"Decoding only, fastest of {rounds}:", "decode", "min"))
    return tables + [
        (f"Processor time of decoding on all cores, median of {rounds}:", "processor", "median"),
        (f"From the file to the values, median of {rounds}:", "both", "median"),
    ]


def results(options: argparse.Namespace) -> str:
    rounds = 1 if options.quick else options.rounds
    pictures = all_pictures(options.only)
    if not pictures:
        raise SystemExit("no picture to measure")
    readers = all_readers(options, rounds)
    names = [reader.name for reader in readers]
    outcomes = run(pictures, readers, rounds)
    for reader in readers:
        reader.close()
    parts = [
        machine.facts(ROOT, PACKAGES),
        "Codes read, and wrong values behind a `!`:",
        report.hits(pictures, outcomes, names),
        "Wrong values:",
        report.wrong_values(pictures, outcomes, names),
    ]
    for title, what, pick in timings(rounds):
        parts += [title, report.times(pictures, outcomes, names, what, pick)]
    if notes := report.notes(pictures, outcomes, names):
        parts += ["Failures:", notes]
    if options.missed:
        parts += ["Missed:", report.missed_values(pictures, outcomes, names)]
    if not options.peers_only and not options.no_end_to_end:
        parts += ["`espy rack` on a rendered 9x9 box of 12 megapixels, from the file to table and annotated photo:"]
        parts += [endtoend.measure(ROOT, max(rounds, 3))]
    return "\n\n".join(parts)


def main() -> None:
    options = arguments()
    text = results(options)
    print(text)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "racks.md", START, END, text)


if __name__ == "__main__":
    main()
