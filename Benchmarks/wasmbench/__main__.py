"""Compares the readings of the browser build with those of the native program, picture by picture."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from rackbench.peers import zxing
from rackbench.pictures import photos, samples

ROOT = Path(__file__).resolve().parents[2]


class Partner:
    """A program that answers each line with a line of JSON."""

    def __init__(self, *command: str):
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: str) -> dict:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"a reader ended at {line}")
        return json.loads(answer)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


@dataclass
class Group:
    """Pictures of one kind, and their results."""

    name: str
    pictures: list[str]
    differing: list[str] = field(default_factory=list)
    codes: int = 0
    bars: int = 0
    drawn: int = 0
    right: int = 0
    wrong: int = 0
    native: list[float] = field(default_factory=list)
    browser: list[float] = field(default_factory=list)
    zxing: list[float] = field(default_factory=list)
    megabytes: float = 0


def differences(one, other, place: str = "") -> list[str]:
    """Lists where two JSON values differ."""
    if type(one) is not type(other):
        return [f"{place}: {one} | {other}"]
    if isinstance(one, dict):
        keys = sorted(one.keys() | other.keys())
        return [line for key in keys for line in differences(one.get(key), other.get(key), f"{place}.{key}")]
    if isinstance(one, list):
        if len(one) != len(other):
            return [f"{place}: {len(one)} | {len(other)} entries"]
        return [line for i, (a, b) in enumerate(zip(one, other)) for line in differences(a, b, f"{place}[{i}]")]
    return [] if one == other else [f"{place}: {one} | {other}"]


def bar_values(codes: list[dict]) -> list:
    return [(code["value"], code["symbology"], code.get("addOn")) for code in codes]


def compare(group: Group, picture: str, native: dict, browser: dict) -> None:
    if "error" in native or "error" in browser:
        if ("error" in native) != ("error" in browser):
            group.differing.append(f"{picture}: {native.get('error')} | {browser.get('error')}")
        return
    found = differences(native["rack"], browser["rack"])
    if bar_values(native["barcodes"]) != bar_values(browser["barcodes"]):
        found.append(f"barcodes: {bar_values(native['barcodes'])} | {bar_values(browser['barcodes'])}")
    if found:
        group.differing.append(f"{picture}: {len(found)}, the first: {found[0]}")
    group.codes += len(browser["rack"]["vials"]) + len(browser["rack"]["outside"])
    group.bars += len(browser["barcodes"])
    read = [code["bytes"] for code in browser["rack"]["vials"] + browser["rack"]["outside"]]
    group.drawn += len(native["drawn"])
    group.right += len(set(read) & set(native["drawn"]))
    group.wrong += len(set(read) - set(native["drawn"])) if native["drawn"] else 0
    group.native.append(native["ms"])
    group.browser.append(browser["ms"])
    group.megabytes = max(group.megabytes, browser["megabytes"])


def groups(quick: bool) -> list[Group]:
    data = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data"
    found: dict[str, Group] = {}
    real = photos(data / "rack") if (data / "rack" / "truth.csv").exists() else []
    if not real:
        print(f"(no photos in {data / 'rack'}: comparing drawn ones only)")
    for picture in real + samples(ROOT / "Tests" / "Samples" / "rack"):
        found.setdefault(picture.set_name, Group(picture.set_name, [])).pictures.append(str(picture.path))
    books = sorted((data / "shelf").rglob("*.jpg")) if (data / "shelf").is_dir() else []
    some = [path for group in found.values() for path in group.pictures[:2]] + [str(path) for path in books[:6]]
    count = 3 if quick else 25
    found["symbols"] = Group("symbols", [f"symbols:{seed}" for seed in range(1, count + 1)])
    pieces = [f"piece:{seed}:{some[seed % len(some)]}" for seed in range(1, 8 * count + 1)]
    found["pieces"] = Group("pieces", pieces)
    if books:
        found["books"] = Group("books", [str(path) for path in books[: 3 if quick else 20]])
    if quick:
        for group in found.values():
            group.pictures = group.pictures[:8]
    return list(found.values())


def main() -> int:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-wasm", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few pictures of each kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pixels = str(Path(folder) / "pixels")
        native = Partner(str(ROOT / ".build/release/EspyBench"), "browser", pixels)
        browser = Partner("node", str(ROOT / "Benchmarks/wasmbench/reader.mjs"), str(ROOT / ".build/wasm"))
        results = groups(options.quick)
        for group in results:
            for picture in group.pictures:
                said = native.ask(picture)
                if said["width"] * said["height"] == 0:
                    continue
                compare(group, picture, said, browser.ask(f"{pixels}\t{said['width']}\t{said['height']}"))
                if group.name not in ("symbols", "pieces"):
                    group.zxing.append(timed_zxing(pixels, said["width"], said["height"]))
        native.close()
        browser.close()
    report(results)
    return 1 if any(group.differing for group in results) else 0


def timed_zxing(pixels: str, width: int, height: int) -> float:
    import time

    import cv2
    import numpy

    gray = cv2.cvtColor(numpy.fromfile(pixels, numpy.uint8).reshape(height, width, 4), cv2.COLOR_RGBA2GRAY)
    start = time.perf_counter()
    zxing(gray)
    return 1000 * (time.perf_counter() - start)


def report(results: list[Group]) -> None:
    print(f"{'set':14}{'pictures':>9}{'differ':>8}{'codes':>7}{'bars':>6}", end="")
    print(f"{'native ms':>11}{'wasm ms':>9}{'ratio':>7}{'zxing-cpp ms':>14}{'MB':>6}")
    for group in results:
        if not group.native:
            continue
        native, browser = statistics.median(group.native), statistics.median(group.browser)
        peer = f"{statistics.median(group.zxing):.0f}" if group.zxing else "-"
        print(f"{group.name:14}{len(group.native):9}{len(group.differing):8}{group.codes:7}{group.bars:6}", end="")
        print(f"{native:11.0f}{browser:9.0f}{browser / native:7.2f}{peer:>14}{group.megabytes:6.0f}")
        if group.drawn:
            print(f"  of {group.drawn} symbols drawn, {group.right} read right, {group.wrong} wrong")
    for group in results:
        for line in group.differing:
            print(f"  differs: {group.name}: {line}")


if __name__ == "__main__":
    sys.exit(main())
