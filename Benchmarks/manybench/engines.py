"""The promises of Spark and Ray when a part of them is killed, each checked in one line with its figure."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from .meter import Meter
from .ways import TITLES, comparable, is_here, way

Line = tuple[str, str, bool]

# Text in the command line of each part of an engine.
PARTS = {
    "spark": {"an executor": "CoarseGrainedExecutorBackend", "a process of Python": "pyspark.daemon"},
    "ray": {"an actor": "ray::MapWorker"},
}


def rows_files(folder: Path) -> list[Path]:
    """Complete files of rows; those being written have names that begin with _ or ."""
    return list(folder.glob("*.parquet")) if folder.is_dir() else []


def part_killed(engine: str, part: str, work: Path, paths: list[str], plain: list[str]) -> Line:
    """Kills a part once the first rows are there."""
    listing, out = work / f"{engine}.killed.list", work / f"{engine}.killed.rows"
    listing.write_text("\n".join(paths) + "\n")
    folder = Path(f"{out}.parquet")
    shutil.rmtree(folder, ignore_errors=True)
    meter, killed = Meter(), 0

    def kill(process: subprocess.Popen[bytes]) -> None:
        nonlocal killed
        while process.poll() is None and not rows_files(folder):
            time.sleep(0.05)
        for pid in meter.left():
            if PARTS[engine][part] in command_line(pid):
                os.kill(pid, signal.SIGKILL)
                killed += 1
                return

    cost = meter.run([sys.executable, "-m", "manybench.runs", engine, str(listing), str(out)], meanwhile=kill)
    rows = [comparable(line) for line in out.read_text(encoding="utf-8").splitlines()] if cost.code == 0 else []
    equal = sum(a == b for a, b in zip(sorted(rows), plain))
    left = left_after(meter, 5)
    return (f"{TITLES[engine]}: {part} killed",
            f"{killed} killed, {len(rows)} rows, {equal} of {len(paths)} as they should be, {left} processes left",
            killed == 1 and len(rows) == equal == len(paths) and left == 0)


def driver_killed(engine: str, work: Path, paths: list[str], plain: list[str]) -> Line:
    """Kills the program that started everything once half of the rows are written, and runs it again."""
    listing, out = work / f"{engine}.driver.list", work / f"{engine}.driver.rows"
    listing.write_text("\n".join(paths) + "\n")
    folder = Path(f"{out}.parquet")
    shutil.rmtree(folder, ignore_errors=True)
    words = [sys.executable, "-m", "manybench.runs", engine, str(listing), str(out)]
    meter = Meter()

    def kill(process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None and rows_in(folder) < len(paths) / 2:
            time.sleep(0.1)
        process.kill()

    meter.run(words, meanwhile=kill)
    # The engine takes time to notice that its driver is gone; Espy's processes must not outlive it by much.
    left_after(meter, 5)
    left = [pid for pid in meter.left() if "espy worker" in command_line(pid)]
    for pid in meter.left():
        os.kill(pid, signal.SIGKILL)
    before = rows_in(folder)
    Meter().run(words)
    rows = sorted(comparable(line) for line in out.read_text(encoding="utf-8").splitlines())
    again = rows_in(folder) - before
    equal = sum(a == b for a, b in zip(rows, plain))
    return (f"{TITLES[engine]}: driver killed at half, run again",
            f"{100 * again / len(paths):.0f}% read again, {len(rows)} rows, {equal} of {len(paths)} as they should be, "
            f"{len(left)} workers left after 5 s",
            0 < again <= 0.55 * len(paths) and len(rows) == equal == len(paths) and not left)


def rows_in(folder: Path) -> int:
    """The number of rows in the complete files of a folder."""
    import pyarrow.parquet as parquet

    count = 0
    for path in rows_files(folder):
        try:
            count += parquet.read_metadata(path).num_rows
        except (OSError, ValueError):
            continue
    return count


def left_after(meter: Meter, seconds: float) -> int:
    start = time.monotonic()
    while meter.left() and time.monotonic() - start < seconds:
        time.sleep(0.05)
    return len(meter.left())


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def all_checks(work: Path, paths: list[str], without: set[str]) -> list[Callable[[], Line]]:
    engines = [name for name in PARTS if name not in without and is_here(name)]
    if not engines:
        return []
    plain = sorted(way("plain", paths, work, ".e")[1])
    checks: list[Callable[[], Line]] = []
    for engine in engines:
        for part in PARTS[engine]:
            checks.append(lambda engine=engine, part=part: part_killed(engine, part, work, paths, plain))
        checks.append(lambda engine=engine: driver_killed(engine, work, paths, plain))
    return checks
