"""Measures a model file: `python -m training.detector.evaluate --model FILE.onnx --data DIR [--scenes DIR…]`.

Per source that the training never saw, for the test photos of the sources it saw others of, and for rendered scenes:
share of objects found and of boxes that are right (overlap at least 0.5) at one threshold for all, the best F1, and the
share found when two wrong boxes are allowed for each right one. One look at 640 pixels, nothing else of the product.
`--write` puts the table into the model card.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from Benchmarks.benchkit.tables import replace_between

from ..common import command
from .photos import Photo, held_out_photos, load_photos
from .validate import best, letterbox, match, summarize

CARD = Path(__file__).resolve().parents[2] / "models" / "espy-detector.md"
START, END = "<!-- boxes: written by training/detector/evaluate.py --write -->", "<!-- end of boxes -->"
HEAD = """| photos of | photos | objects | F1 | recall | precision | recall at two wrong |
|---|---:|---:|---:|---:|---:|---:|"""


class ModelFile:
    """The file as it is shipped: what was lost on the way from the training counts."""

    def __init__(self, path: Path):
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])

    def detect(self, image: np.ndarray, threshold: float = 0.03):
        """Boxes in pixels of the picture and their scores, best first."""
        square, scale = letterbox(image)
        rows = self.session.run(None, {"images": square.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
        rows = rows[rows[:, 4] * rows[:, 5] > threshold]
        middle, half = rows[:, :2], rows[:, 2:4] / 2
        return best(np.hstack([middle - half, middle + half]) / scale, rows[:, 4] * rows[:, 5])


@dataclass
class Found:
    """The results in one photo: scores of all boxes, which of them are right, and the number of objects."""
    scores: np.ndarray
    right: np.ndarray
    truths: int


def measure(model: ModelFile, photo: Photo) -> Found:
    boxes, scores = model.detect(cv2.imread(str(photo.path)))
    return Found(scores, match(boxes, photo.boxes), len(photo.boxes))


def scene_photos(folders: list[Path], count: int) -> list[Photo]:
    """The last scenes of each folder: keep them out of training by rendering them with a seed of their own."""
    paths = sorted(path for folder in folders for path in folder.glob("*.jpg"))[-count:]
    return [Photo(path, np.load(path.with_suffix(".npy"))[:, :4], "scenes", "test") for path in paths]


def line(name: str, found: list[Found]) -> str:
    truths = sum(each.truths for each in found)
    none = Found(np.zeros(0), np.zeros(0, bool), 0)
    scores, right = (np.concatenate([getattr(each, part) for each in [none, *found]]) for part in ("scores", "right"))
    report = summarize(scores, right, truths)
    return (f"| {name} | {len(found)} | {truths} | {report.f1:.3f} | {report.recall:.3f} | {report.precision:.3f} "
            f"| {report.recall_at_two:.3f} |")


def main():
    parser = command.parser(__doc__, data="folder with detect/")
    parser.add_argument("--model", type=Path, default=CARD.with_suffix(".onnx"))
    parser.add_argument("--scenes", type=Path, nargs="*", default=[])
    parser.add_argument("--scene-count", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="put the table into the model card")
    options = parser.parse_args()
    model = ModelFile(options.model)
    photos = load_photos(options.data)
    held_out = held_out_photos(photos)
    sources = sorted({photo.source for photo in held_out})
    groups = {source: [photo for photo in held_out if photo.source == source] for source in sources}
    groups["test photos of other sources"] = [p for p in photos if p.split == "test" and p.source not in sources]
    if options.scenes:
        groups["rendered scenes"] = scene_photos(options.scenes, options.scene_count)
    lines, all_held_out = [HEAD], []
    for name, group in groups.items():
        found = [measure(model, photo) for photo in group]
        lines.append(line(name, found))
        if name in sources:
            all_held_out += found
        print(lines[-1], flush=True)
    lines.insert(1, line("all held-out sources", all_held_out))
    if options.write:
        replace_between(CARD, START, END, "\n".join(lines))


if __name__ == "__main__":
    main()
