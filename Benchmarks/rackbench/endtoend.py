"""The whole program on a 12-megapixel photo: wall time and peak memory of `espy rack`."""

import csv
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .pictures import normal


@dataclass
class Cost:
    """One run of a program."""

    seconds: float
    megabytes: float
    code: int


# A process starts with the peak of the one it was forked from, so a large one must not start what is measured.
_MEASURE = """
import os, subprocess, sys, time
with open(sys.argv[1], "wb") as sink:
    start = time.perf_counter()
    process = subprocess.Popen(sys.argv[2:], stdout=sink)
    _, status, usage = os.wait4(process.pid, 0)
    print(time.perf_counter() - start, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
"""


def cost(command: list[str], output: Path) -> Cost:
    """Runs a program with its standard output in a file; peak memory as the kernel counted it."""
    run = [sys.executable, "-I", "-S", "-c", _MEASURE, str(output), *command]
    seconds, kilobytes, code = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
    return Cost(float(seconds), int(kilobytes) / 1024, int(code))


def measure(root: Path, rounds: int) -> str:
    """A Markdown list of what `espy rack` needs for a full rendered 9x9 box, annotated photo included."""
    folder = root / ".build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    photo = folder / "large.jpg"
    subprocess.run([root / ".build/release/RenderSamples", "large", photo], check=True)
    espy = [str(root / ".build/release/espy"), "rack", str(photo), "--no-history"]
    espy += ["--grid", "9x9", "-o", str(folder / "annotated.jpg")]
    lines = []
    for name, flags in [("CSV", []), ("JSON", ["--json"])]:
        output = folder / f"table.{name.lower()}"
        runs = [cost([*espy, *flags], output) for _ in range(rounds)]
        if any(run.code not in (0, 1) for run in runs):
            lines.append(f"- {name}: not measured, espy ended with code {runs[0].code}")
            continue
        fastest, median = min(run.seconds for run in runs), sorted(run.seconds for run in runs)[rounds // 2]
        memory = max(run.megabytes for run in runs)
        right, all_codes, wrong = _check(photo.with_suffix(".json"), output)
        lines.append(
            f"- {name}: {median:.2f} s median, {fastest:.2f} s fastest of {rounds}, {memory:.0f} MB at most; "
            f"{right} of {all_codes} codes in their cells, {wrong} wrong"
        )
    return "\n".join(lines)


def _check(truth_file: Path, output: Path) -> tuple[int, int, int]:
    truth = json.loads(truth_file.read_text(encoding="utf-8"))
    wanted = {(vial["row"], vial["col"]): normal(vial["code"]["value"].encode()) for vial in truth["vials"]}
    if output.suffix == ".json":
        vials = json.loads(output.read_text(encoding="utf-8"))["vials"]
    else:
        with open(output, newline="", encoding="utf-8") as rows:
            vials = list(csv.DictReader(rows))
    found = [((int(vial["row"]), int(vial["col"])), normal(vial["value"].encode())) for vial in vials]
    right = sum(wanted.get(cell) == value for cell, value in found)
    return right, len(wanted), sum(value not in wanted.values() for _, value in found)
