"""Measures memory and time of every verb, and fails if one exceeds its budget by more than a fifth.

Each command runs twice: first with an empty cache for compiled models, and then with the cache of the first run. The
second run must keep the budget. A server and a worker are measured after they have answered a similar request.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchkit.cost import cost
from benchkit.machine import facts
from benchkit.tables import replace_between, table
from servebench.espy import Espy
from servebench.process import forget_peak, peak_megabytes, processor_seconds, resident_megabytes

from .photos import enlarged, saved_again
from .rows import Row, Taken, commands, over, requests

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "Benchmarks" / "docs" / "budget.md"
MARKS = ("<!-- budget: written by Benchmarks/budget --write -->", "<!-- end of budget -->")
NOTHING_FOUND = 1
HEAD = ["", "MB", "budget", "CPU s", "budget", "wall s", "first run: MB", "CPU s"]


def run(command: list[str], environment: dict[str, str]) -> Taken:
    taken = cost(command, Path(os.devnull), environment)
    if taken.code not in (0, NOTHING_FOUND):
        raise SystemExit(f"{' '.join(command)} ended with {taken.code}: {taken.said}")
    return Taken(taken.megabytes, taken.cpu, taken.seconds)


def line(row: Row, second: Taken, first: Taken | None) -> list[str]:
    def time_of(seconds: float | None) -> str:
        return "" if seconds is None else f"{seconds:.2f}"

    mark = " (over)" if over(row, second) else ""
    return [row.name + mark, f"{second.megabytes:.0f}", f"{row.megabytes:.0f}", time_of(second.cpu), time_of(row.seconds),
            time_of(second.wall), f"{first.megabytes:.0f}" if first else "", time_of(first.cpu if first else None)]


def measured(binary: Path, row: Row, folder: Path) -> tuple[Taken, Taken]:
    """Returns the first run and the second."""
    with tempfile.TemporaryDirectory(dir=folder) as home:
        own = {f"XDG_{name}_HOME": f"{home}/{name.lower()}" for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        environment = {**os.environ, **own, "HOME": home, "NO_COLOR": "1"}
        first, second = (run([str(binary), *row.arguments], environment) for _ in range(2))
    for taken in (first, second):
        taken.cpu /= row.photos
        taken.wall /= row.photos
    return first, second


def answered(client, kind: str, photo: Path) -> None:
    job = client.ask("POST", f"/{kind}", {"photo": client.upload(photo.read_bytes(), photo.name)})["id"]
    state = client.finished(job, 0.05)
    if state["state"] != "done":
        raise SystemExit(f"the server did not answer: {state}")


def served(binary: Path, folder: Path) -> list[tuple[Row, Taken]]:
    """A server at rest and at work: the second photo of each kind is measured."""
    espy = Espy(binary, {key: value for key, value in os.environ.items() if key.startswith("ESPY_")}).start()
    try:
        time.sleep(2)
        found = [(Row("server: idle", 150, None), Taken(resident_megabytes(espy.pid), 0, 0))]
        client = espy.client()
        for row, kind, photo in requests(folder):
            answered(client, kind, photo)
            forget_peak(espy.pid)
            # A different photo to the server, which remembers the last ones.
            other = saved_again(photo, 88)
            start, before = time.perf_counter(), processor_seconds(espy.pid)
            answered(client, kind, other)
            wall, cpu = time.perf_counter() - start, processor_seconds(espy.pid) - before
            found.append((row, Taken(peak_megabytes(espy.pid), cpu, wall)))
        return found
    finally:
        espy.remove()


def worked(binary: Path, folder: Path, photos: int = 20) -> tuple[Row, Taken]:
    """A worker that counts photos one after the other."""
    paths = [saved_again(enlarged(sample, 12, folder), 70 + number)
             for number in range(photos // 2) for sample in ("count/coins.jpg", "count/tarts-5x7.jpg")]
    frames = "".join(json.dumps({"id": path.name, "path": str(path)}) + "\n" for path in paths)
    start = time.perf_counter()
    process = subprocess.Popen([str(binary), "worker", "count"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    process.stdin.write(frames)
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(photos + 1)]
    taken = Taken(peak_megabytes(process.pid), processor_seconds(process.pid) / photos, (time.perf_counter() - start) / photos)
    process.stdin.close()
    process.wait()
    if wrong := [answer for answer in answers if "error" in answer]:
        raise SystemExit(f"the worker did not answer: {wrong[0]}")
    return Row(f"worker: count, {photos} photos of 12 megapixels", 400, 0.8), taken


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/budget", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name has this text")
    parser.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "espy")
    parser.add_argument("--write", action="store_true", help=f"write the table into {DOCUMENT.relative_to(ROOT)}")
    options = parser.parse_args()
    lines, wrong = [], []

    def tell(row: Row, second: Taken, first: Taken | None = None) -> None:
        lines.append(line(row, second, first))
        print("  ".join(lines[-1]), file=sys.stderr, flush=True)
        if over(row, second):
            wrong.append(row.name)

    with tempfile.TemporaryDirectory(prefix="espy-budget-") as name:
        folder = Path(name)
        for row in commands(folder):
            if options.only in row.name:
                first, second = measured(options.binary, row, folder)
                tell(row, second, first)
        if options.only in "server":
            for row, taken in served(options.binary, folder):
                tell(row, taken)
        if options.only in "worker":
            tell(*worked(options.binary, folder))
    text = table(HEAD, lines)
    print(text)
    if options.write:
        replace_between(DOCUMENT, *MARKS, f"{facts(ROOT, {})}\n\n{text}")
    if wrong:
        raise SystemExit("over budget: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
