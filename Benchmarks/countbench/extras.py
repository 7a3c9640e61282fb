"""Clustering alone, and the history."""

import json
import statistics
import subprocess
import time
from pathlib import Path

import numpy as np

from benchkit.cost import cost
from benchkit.tables import table

from .reference import SIMILARITY, linkage
from .rivals import Rival

DIMENSIONS = 256


def vectors(count: int, seed: int) -> np.ndarray:
    """Vectors of length 1 around 20 directions, some closer together and some farther apart than the threshold."""
    chance = np.random.default_rng(seed)
    kinds = chance.normal(size=(20, DIMENSIONS))
    spread = chance.uniform(0.2, 0.8, (count, 1))
    found = kinds[chance.integers(0, 20, count)] + chance.normal(size=(count, DIMENSIONS)) * spread
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


def same_groups(one: list[int], other: list[int]) -> bool:
    """Whether two lists of labels describe the same groups, whatever their numbers."""
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len({first for first, _ in pairs}) == len({second for _, second in pairs})


def clustering(root: Path, rounds: int, scratch: Path) -> str:
    """Espy and scikit-learn on the same vectors, taking turns."""
    espy = Rival("espy", "", [str(root / ".build/release/EspyBench"), "cluster", str(DIMENSIONS)])
    rows = []
    for count in (50, 500, 5000):
        some = vectors(count, count)
        file = scratch / f"{count}.vectors"
        file.write_bytes(some.astype("<f4").tobytes())
        ours, theirs = [], []
        for _ in range(rounds):
            answer = espy.ask(file)
            ours.append(answer["ms"])
            start = time.perf_counter()
            labels = linkage(SIMILARITY).fit_predict(some)
            theirs.append((time.perf_counter() - start) * 1000)
        mine, their = statistics.median(ours), statistics.median(theirs)
        same = "yes" if same_groups(answer["labels"], labels.tolist()) else "no"
        rows.append([f"{count}", f"{mine:.1f}", f"{their:.1f}", f"{mine / their:.2f}", str(labels.max() + 1), same])
    espy.close()
    return table(["vectors", "espy ms", "scikit-learn ms", "ratio", "groups", "same groups"], rows)


def history(root: Path, photo: Path, scratch: Path) -> str:
    """Time of adding and listing, and size of the file."""
    folder = scratch / "data" / "espy"
    folder.mkdir(parents=True)
    program = [str(root / ".build/release/EspyBench"), "history", str(folder / "history.sqlite"), str(photo)]
    answer = json.loads(subprocess.run(program, check=True, capture_output=True, text=True).stdout)
    listed = [
        cost(
            ["env", f"XDG_DATA_HOME={folder.parent}", str(root / ".build/release/espy"), "history", "list"],
            scratch / "list",
        )
        for _ in range(5)
    ]
    seconds = statistics.median(run.seconds for run in listed)
    note = "" if all(run.code == 0 for run in listed) else f" (ended with code {listed[0].code})"
    return "\n".join([
        f"- {answer['entries']} entries with their pictures listed in {answer['ms_list']['median']:.1f} ms",
        f"- `espy history list`: {seconds * 1000:.0f} ms from start to end{note}",
        f"- one more count kept in {answer['ms_add']['median']:.1f} ms, on the disk when it returns",
        f"- {answer['bytes'] / 1e6:.1f} MB on the disk",
    ])  # fmt: skip
