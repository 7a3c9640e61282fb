"""How selective the detectors are: `python -m countbench.selective --nano yolox_nano.onnx PHOTO...`

The reference script keeps scores from 0.001, which was chosen for a detector with 80 classes: its score is that of the
object times that of its class, and most places have almost none of both. Espy's detector has no classes, and its scores
fall off more slowly: at 0.001, more than half of all places pass. This prints the score at which it passes as many
boxes as YOLOX-Nano does at 0.001, which gives the reference pipeline the amount of work it was made for.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path

import cv2
import numpy as np

from benchkit.tables import table

from .manifest import Model, model
from .networks import Detector, suppressed
from .reference import CONFIDENCE, SUPPRESSION

ROOT = Path(__file__).resolve().parents[2]
LEVELS = (0.001, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)


def scores(detector: Detector, photo: np.ndarray) -> np.ndarray:
    """The number of boxes above the script's threshold, without those that overlap a better one."""
    boxes, found = detector.boxes(photo, CONFIDENCE)
    return found[suppressed(boxes, found, SUPPRESSION)]


def with_weights(name: str, weights: Path, folder: Path) -> Model:
    """A model of Espy's manifest whose file is elsewhere."""
    manifest = ROOT / "models" / "manifest.json"
    entries = json.loads(manifest.read_text(encoding="utf-8"))["models"]
    file = next(entry["file"] for entry in entries if entry["id"] == name)
    (folder / manifest.name).symlink_to(manifest)
    os.symlink(weights.resolve(), folder / file)
    return model(folder, name)


def compared(ours: list[np.ndarray], nano: list[np.ndarray]) -> str:
    """Boxes for each photo: median, mean and top tenth."""

    def row(name: str, counts: list[int]) -> list[str]:
        return [name, f"{np.median(counts):.0f}", f"{np.mean(counts):.0f}", f"{np.quantile(counts, 0.9):.0f}"]

    rows = [row(f"yolox-nano from {CONFIDENCE}", [len(found) for found in nano])]
    rows += [row(f"espy-detector from {level}", [int((found >= level).sum()) for found in ours]) for level in LEVELS]
    return table([f"boxes on {len(nano)} photos", "median", "mean", "90%"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="countbench.selective", description=__doc__)
    parser.add_argument("--nano", type=Path, required=True, help="the published weights")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("photos", type=Path, nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        nano = Detector(with_weights("yolox-nano", options.nano, Path(folder)), options.threads)
        ours = Detector(model(ROOT / "models", "espy-detector"), options.threads)
    found = {"ours": [], "nano": []}
    for path in options.photos:
        photo = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if photo is None:
            raise SystemExit(f"{path}: not a picture that OpenCV reads")
        found["ours"].append(scores(ours, photo))
        found["nano"].append(scores(nano, photo))
    print(compared(found["ours"], found["nano"]))


if __name__ == "__main__":
    main()
