"""The processor time per photo for each verb, with the samples of this repository."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from . import photos
from .checks import frames
from .meter import Meter

# Verb, samples, few and many photos. Two runs separate the startup cost from the cost per photo.
VERBS = [("rack", "rack", 10, 110), ("count", "count", 6, 36), ("shelf", "shelf", 5, 25), ("tag", "count", 20, 220)]


def table(work: Path) -> list[str]:
    lines = ["| verb | CPU s to start | ms of CPU a photo | photos an hour a core |", "|---|---:|---:|---:|"]
    for verb, kind, few, many in VERBS:
        paths = photos.fill(work / f"costs-{kind}", kind, many)
        words = [os.environ["ESPY_BINARY"], "worker", verb, "--threads", "1"]
        small, large = (Meter().run(words, stdin=frames(paths[:count], work)).cpu for count in (few, many))
        each = (large - small) / (many - few)
        lines.append(f"| {verb} | {max(small - each * few, 0):.1f} | {1000 * each:.0f} | {round(3600 / each, -2):.0f} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines
