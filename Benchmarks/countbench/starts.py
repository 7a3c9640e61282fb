"""Whole programs, from start to end."""

import os
import sys
from argparse import Namespace
from pathlib import Path

from benchkit.cost import cost
from benchkit.tables import table

from .models import home


def measure(root: Path, photo: Path, options: Namespace, rounds: int, scratch: Path) -> str:
    """Wall time and peak memory of `espy count` and of its Python equivalent, taking turns.

    `options` are those of the command line: models, detector, threads, confidence and most.
    """
    detector = ["--detector", options.detector]
    espy = [str(root / ".build/release/espy"), "count", str(photo), "--no-history", *detector]
    python = [sys.executable, "-m", "countbench.worker", "--models", str(options.models), *detector]
    python += ["--threads", str(options.threads)]
    python += ["--confidence", str(options.confidence), "--most", str(options.most)]
    commands = {
        "espy": espy,
        "reference": [*espy, "--reference", "--confidence", str(options.confidence)],
        "python": [*python, str(photo)],
        "batched": [*python, "--batch", "32", str(photo)],
    }
    # The first run finds no compiled models.
    os.environ |= home(scratch) | {"XDG_CACHE_HOME": str(scratch / "start"), "ESPY_MODELS": str(options.models)}
    runs = {name: [] for name in commands}
    for _ in range(rounds + 1):
        for name, command in commands.items():
            runs[name].append(cost(command, scratch / "answer"))
    rows = []
    for name, costs in runs.items():
        if any(run.code not in (0, 1) for run in costs):
            rows.append([name, f"ended with code {costs[0].code}", "", ""])
            continue
        later = sorted(run.seconds for run in costs[1:])
        memory = max(run.megabytes for run in costs)
        rows.append([name, f"{costs[0].seconds:.2f}", f"{later[len(later) // 2]:.2f}", f"{memory:.0f}"])
    return table(["program", "first s", f"median of {rounds}, s", "MB"], rows)
