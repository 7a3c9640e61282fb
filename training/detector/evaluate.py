"""Measures weights: `python -m training.detector.evaluate --weights DIR/best.pt --data DIR [--scenes DIR…]`.

Per source that the training never saw, for the test photos of the sources it saw others of, and for rendered scenes:
share of objects found and of boxes that are right (overlap at least 0.5) at one threshold for all, the best F1, and the
share found when two wrong boxes are allowed for each right one. One look at 640 pixels, nothing else of the product.
`--write` puts the table into the model card.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from Benchmarks.benchkit.tables import replace_between

from .export import load
from .photos import Photo, held_out_photos, load_photos
from .validate import detect, match, summarize

CARD = Path(__file__).resolve().parents[2] / "models" / "espy-detector.md"
START, END = "<!-- boxes: written by training/detector/evaluate.py --write -->", "<!-- end of boxes -->"
HEAD = """| photos of | photos | objects | F1 | recall | precision | recall at two wrong |
|---|---:|---:|---:|---:|---:|---:|"""


def measure(model, photos: list[Photo], device):
    """Scores of all boxes, which are right, and the number of objects."""
    scores, right, truths = [np.zeros(0)], [np.zeros(0, bool)], 0
    for photo in photos:
        boxes, found = detect(model, cv2.imread(str(photo.path)), device)
        scores.append(found)
        right.append(match(boxes, photo.boxes))
        truths += len(photo.boxes)
    return np.concatenate(scores), np.concatenate(right), truths


def scene_photos(folders: list[Path], count: int) -> list[Photo]:
    """The last scenes of each folder: keep them out of training by rendering them with a seed of their own."""
    paths = sorted(path for folder in folders for path in folder.glob("*.jpg"))[-count:]
    return [Photo(path, np.load(path.with_suffix(".npy"))[:, :4], "scenes", "test") for path in paths]


def line(name: str, photos: int, report, truths: int) -> str:
    return (f"| {name} | {photos} | {truths} | {report.f1:.3f} | {report.recall:.3f} | {report.precision:.3f} "
            f"| {report.recall_at_two:.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[])
    parser.add_argument("--scene-count", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="put the table into the model card")
    options = parser.parse_args()
    torch.set_num_threads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = load(options.weights)[0].to(device, memory_format=torch.channels_last)
    photos = load_photos(options.data)
    held_out = held_out_photos(photos)
    groups = {source: [p for p in held_out if p.source == source] for source in sorted({p.source for p in held_out})}
    groups["all held-out sources"] = held_out
    unseen = {photo.source for photo in held_out}
    groups["test photos of other sources"] = [p for p in photos if p.split == "test" and p.source not in unseen]
    if options.scenes:
        groups["rendered scenes"] = scene_photos(options.scenes, options.scene_count)
    print(HEAD)
    lines = [HEAD]
    for name, group in groups.items():
        scores, right, truths = measure(model, group, device)
        lines.append(line(name, len(group), summarize(scores, right, truths), truths))
        print(lines[-1], flush=True)
    if options.write:
        replace_between(CARD, START, END, "\n".join(lines))


if __name__ == "__main__":
    main()
