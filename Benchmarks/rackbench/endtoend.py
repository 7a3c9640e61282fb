"""The whole program on a 12-megapixel photo: wall time and peak memory of `espy rack`."""

import csv
import json
import subprocess
from pathlib import Path

from benchkit.cost import cost

from .pictures import normal


def measure(root: Path, rounds: int) -> str:
    """A Markdown list of the cost of `espy rack` for a full rendered 9x9 box, including the annotated photo."""
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
