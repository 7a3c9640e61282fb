"""The command line of `make bench-shelf`: books tracked through a video, compared with OpenCV's lines."""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy

from benchkit import machine
from benchkit.tables import replace_between, table

from .identities import Identities

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / ".build" / "release" / "EspyBench"
START, END = "<!-- video: written by Benchmarks/bench-shelf --write -->", "<!-- end of video -->"
SHAPE = (1080, 1920, 3)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/bench-shelf", description=__doc__)
    parser.add_argument("--seed", type=int, default=7, help="which shelf is drawn (default 7)")
    parser.add_argument("--seconds", type=int, default=30, help="length of the video (default 30)")
    parser.add_argument("--rate", type=int, default=30, help="frames per second (default 30)")
    parser.add_argument("--every", type=int, default=10, metavar="N", help="OpenCV looks at one frame in N (default 10)")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/video.md")
    return parser.parse_args()


def segments(rgb: numpy.ndarray) -> None:
    cv2.createLineSegmentDetector().detect(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY))


def hough(rgb: numpy.ndarray) -> None:
    edges = cv2.Canny(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), 50, 150)
    cv2.HoughLinesP(edges, 1, numpy.pi / 180, 80, minLineLength=60, maxLineGap=10)


def timed(work: Callable[[numpy.ndarray], None], rgb: numpy.ndarray) -> float:
    start = time.perf_counter()
    work(rgb)
    return 1000 * (time.perf_counter() - start)


def video(options: argparse.Namespace) -> tuple[list[dict], dict[str, list[float]]]:
    """Espy's answer for each frame, and the milliseconds of the others for some of them."""
    rivals: dict[str, list[float]] = {"OpenCV LSD": [], "OpenCV Canny and HoughP": []}
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "frame.rgb"
        command = [BENCH, "frames", "--seed", str(options.seed), "--rate", str(options.rate), "--raw", raw]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for number in range(options.seconds * options.rate):
                process.stdin.write(f"{number}\n")
                process.stdin.flush()
                line = process.stdout.readline()
                if not line:
                    raise SystemExit("EspyBench ended")
                answers.append(json.loads(line))
                if number % options.every == 0:
                    rgb = numpy.fromfile(raw, dtype=numpy.uint8).reshape(SHAPE)
                    for name, work in zip(rivals, (segments, hough)):
                        rivals[name].append(timed(work, rgb))
            process.stdin.close()
    return answers, rivals


def pace(options: argparse.Namespace) -> dict:
    """Frames at the pace of a camera, whether or not the previous one is done."""
    command = [BENCH, "frames", "--seed", str(options.seed), "--rate", str(options.rate), "--pace", str(options.seconds)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def memory(options: argparse.Namespace, work: str) -> float:
    """Megabytes at the end of the video if only this is done with each frame."""
    command = [BENCH, "frames", "--seed", str(options.seed), "--rate", str(options.rate), "--work", work]
    numbers = "".join(f"{number}\n" for number in range(options.seconds * options.rate))
    lines = subprocess.run(command, input=numbers, capture_output=True, text=True, check=True).stdout.splitlines()
    return json.loads(lines[-1])["memory"] / 1024


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def speeds(answers: list[dict], rivals: dict[str, list[float]], live: dict) -> str:
    def row(name: str, values: list[float], cpu: list[float]) -> list[str]:
        used = f"{statistics.median(cpu):.1f}" if cpu else ""
        return [name, str(len(values)), f"{statistics.median(values):.1f}", f"{percentile(values, 0.99):.1f}", used]

    rows = [row("Espy, a frame at a time", [a["ms"] for a in answers], [a["cpu"] for a in answers])]
    rows.append(row("of it, finding the spines", [a["timings"]["spines"] for a in answers], []))
    rows.append(row(f"Espy, {live['frames'] // max(live['seconds'], 1)} frames a second", live["ms"], []))
    rows += [row(name, values, []) for name, values in rivals.items()]
    return table(["1920 x 1080", "frames", "median ms", "p99 ms", "median ms of all cores"], rows)


def identities(answers: list[dict], live: dict, works: dict[str, float]) -> str:
    found = Identities()
    for answer in answers:
        found.add(answer["shown"], answer["visible"])
    used = [a["memory"] / 1024 for a in answers]
    rows = [
        ["books that were in sight and found", str(found.books)],
        ["found, of all times that one was in sight", f"{found.hits / max(found.chances, 1):.3f} of {found.chances}"],
        ["outlines on no book, for each frame", f"{found.stray / max(len(answers), 1):.2f}"],
        ["changes of number", str(found.switches)],
        ["gaps, for each 100 books in sight", f"{100 * found.gaps / max(found.chances, 1):.2f}"],
        ["frames given up at that pace", f"{live['skipped']} of {live['frames']}"],
        ["memory after a tenth and at the end, MB", f"{used[len(used) // 10]:.0f} and {used[-1]:.0f}"],
        *[[f"memory at the end, {name}, MB", f"{megabytes:.1f}"] for name, megabytes in works.items()],
    ]
    return table(["", "video"], rows)


def main() -> None:
    options = arguments()
    cv2.setNumThreads(2)
    answers, rivals = video(options)
    live = pace(options)
    parts = [machine.facts(ROOT, {"OpenCV": "opencv-python-headless"}), speeds(answers, rivals, live)]
    works = {name: memory(options, work) for name, work in [
        ("frames drawn alone", "drawing"), ("spines found, too", "finding"), ("and followed", "following")]}
    parts.append(identities(answers, live, works))
    text = "\n\n".join(parts)
    print(text)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "video.md", START, END, text)


if __name__ == "__main__":
    main()
