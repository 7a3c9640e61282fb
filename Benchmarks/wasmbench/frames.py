"""Compares the outlines of books in films of shelves with those of the native program, frame by frame.

Usage: python -m wasmbench.frames [--films N] [--frames N]   (.build/wasm holds the build for browsers)
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

import numpy

from shelfbench.films import FIRST, RATE
from wasmbench.__main__ import Partner, differences

ROOT = Path(__file__).resolve().parents[2]
#: As in ShelfStreamOptions.cameraFreshness, which the browser uses.
FRESHNESS = "0.4"
#: The frames of drawn films.
WIDTH, HEIGHT = 1920, 1080


class Film:
    """A drawn film, followed by both."""

    def __init__(self, number: int, seed: int, harsh: bool, browser: Partner, folder: Path):
        self.raw, self.pixels = folder / "raw", folder / "pixels"
        self.browser, self.number = browser, number
        self.native = Partner(
            str(ROOT / ".build/release/EspyBench"), "frames", "--seed", str(seed), "--raw", str(self.raw),
            "--freshness", FRESHNESS, *(["--harsh"] if harsh else []))

    def frame(self, index: int) -> tuple[dict, dict]:
        """What both show in a frame."""
        native = self.native.ask(str(index))
        colors = numpy.fromfile(self.raw, numpy.uint8).reshape(-1, 3)
        numpy.hstack([colors, numpy.full((len(colors), 1), 255, numpy.uint8)]).tofile(self.pixels)
        request = json.dumps({"stream": self.number, "time": index / RATE})
        return native, self.browser.ask(f"{self.pixels}\t{WIDTH}\t{HEIGHT}\t{request}")


def shown(shelf: dict) -> list:
    return [[one["id"], [number for point in one["quad"] for number in point], one["confidence"]] for one in shelf["spines"]]


def report(kind: str, results: list[tuple[dict, dict]]) -> int:
    outlines, wrong = 0, []
    for index, (native, browser) in enumerate(results):
        expected = [
            [told[0], outline, confidence]
            for told, outline, confidence in zip(native["shown"], native["outlines"], native["confidences"])]
        outlines += len(expected)
        found = differences(expected, shown(browser["shelf"]))
        if found or native["guidance"]["advice"] != browser["shelf"]["guidance"]["advice"]:
            wrong.append(f"  differs: {kind}, frame {index}: {found[:1]}")
    times = [sorted(each) for each in zip(*[(native["cpu"], browser["cpu"]) for native, browser in results])]
    native, browser = (f"{statistics.median(each):.1f} / {each[int(0.95 * len(each))]:.1f}" for each in times)
    memory = max(each["megabytes"] for _, each in results)
    print(f"{kind:8}{len(results):8}{outlines:10}{len(wrong):8}{native:>20}{browser:>20}{memory:6.0f}", flush=True)
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    return len(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-wasm-frames", description=__doc__)
    parser.add_argument("--films", type=int, default=6, help="films of each kind (default 6)")
    parser.add_argument("--frames", type=int, default=60, help="frames of each film (default 60)")
    options = parser.parse_args()
    browser = Partner("node", str(ROOT / "Benchmarks/wasmbench/reader.mjs"), str(ROOT / ".build/wasm"))
    print(f"{'films':8}{'frames':>8}{'outlines':>10}{'differ':>8}{'native cpu ms':>20}{'wasm cpu ms':>20}{'MB':>6}")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("calm", "harsh"):
            results = []
            for film in range(options.films):
                stream = film + (1000 if kind == "harsh" else 0)
                both = Film(stream, FIRST + film, kind == "harsh", browser, Path(folder))
                results += [both.frame(index) for index in range(options.frames)]
                both.native.close()
            wrong += report(kind, results)
    browser.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
