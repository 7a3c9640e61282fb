"""Writes all that training needs into a few small files: `python -m training.seeker.pack --data DATA --scenes DIR… --out DIR`.

Pictures are shrunk to what squares of them need, so that all fit into the memory of a GPU and through a narrow door:
parts of at most 15 MB, and `index.json` with boxes, labels and what was seen by those who looked through the labels
(`training/labels`). Nothing but the folder is needed to train.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..common import command
from ..common.photos import textures
from ..labels.verdicts import Verdicts
from .album import Album, album
from .plans import Picture, side
from .photos import Photo, load_photos, load_scenes

PART = 15_000_000
FINEST = 52.0  # nothing needs to be larger than this: it is shown at side 40, at times a little larger
QUALITY = 80
SURFACE = 360  # long side of a surface


@dataclass
class Pack:
    album: Album
    photos: list[Picture]
    scenes: list[Picture]
    textures: list[Picture]


def shrinking(boxes: np.ndarray, labels: np.ndarray) -> float:
    """How far a picture can be shrunk: until the small things of its smallest kind are just large enough."""
    kinds = np.unique(labels.astype(str))
    small = min(float(np.percentile(side(boxes[labels == kind]), 20)) for kind in kinds)
    return min(1.0, FINEST / small)


def _shrunk(image: np.ndarray, scale: float, quality: int) -> tuple[bytes, tuple[int, int]]:
    if scale < 1:
        size = max(16, round(image.shape[1] * scale)), max(16, round(image.shape[0] * scale))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    _, coded = cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, quality])
    return coded.tobytes(), (image.shape[1], image.shape[0])


class Writer:
    def __init__(self, folder: Path, quality: int):
        self.folder, self.quality, self.index = folder, quality, []
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("part-*.bin"):
            old.unlink()
        self.part = bytearray()
        self.parts = 0

    def put(self, group: str, photo: Photo, verdicts: Verdicts | None = None) -> None:
        image = cv2.imread(str(photo.path))
        boxes, labels, trust = photo.boxes, photo.labels, photo.background_weight
        doubts = strange = np.zeros((0, 4), np.float32)
        if verdicts is not None:
            boxes, labels, doubts, strange = verdicts.applied(photo)
        scale = shrinking(boxes, labels) if len(boxes) else min(1.0, SURFACE / max(image.shape[:2]))
        coded, size = _shrunk(image, scale, self.quality)
        ratio = np.array([size[0] / image.shape[1], size[1] / image.shape[0]] * 2)
        if len(self.part) + len(coded) > PART:
            self.flush()
        numbers = [(part * ratio).round(1).tolist() for part in (boxes, doubts, strange)]
        self.index.append({"group": group, "part": self.parts, "start": len(self.part), "length": len(coded),
                           "size": size, "source": photo.source, "trust": trust, "labels": labels.tolist(),
                           **dict(zip(("boxes", "doubts", "strange"), numbers))})
        self.part += coded

    def flush(self) -> None:
        if self.part:
            (self.folder / f"part-{self.parts}.bin").write_bytes(self.part)
            self.part = bytearray()
            self.parts += 1

    def close(self) -> None:
        self.flush()
        (self.folder / "index.json").write_text(json.dumps(self.index), encoding="utf-8")


def load(folder: Path) -> Pack:
    """Everything of a pack, its pictures decoded."""
    entries = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    parts = {number: (folder / f"part-{number}.bin").read_bytes() for number in {entry["part"] for entry in entries}}
    coded = [parts[entry["part"]][entry["start"] : entry["start"] + entry["length"]] for entry in entries]
    groups: dict[str, list[Picture]] = {"photo": [], "scene": [], "texture": []}
    for number, entry in enumerate(entries):
        boxes, doubts, strange = (np.array(entry[name], np.float32).reshape(-1, 4)
                                  for name in ("boxes", "doubts", "strange"))
        groups[entry["group"]].append(Picture(number, *entry["size"], boxes, np.array(entry["labels"], object),
                                              entry["source"], entry["trust"], doubts, strange))
    return Pack(album(coded), groups["photo"], groups["scene"], groups["texture"])


def main() -> None:
    parser = command.parser(__doc__, data="folder with detect/, detect2/ and textures/", out="folder for the pack",
                            open_data_only=True)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of rendered scenes")
    parser.add_argument("--verdicts", type=Path, nargs="*", default=[], help="files of training.labels.verdicts")
    parser.add_argument("--quality", type=int, default=QUALITY)
    parser.add_argument("--most-scenes", type=int, default=100_000)
    options = parser.parse_args()
    writer, verdicts = Writer(options.out, options.quality), Verdicts.load(options.verdicts)
    for photo in load_photos(options.data, "train", options.open_data_only):
        writer.put("photo", photo, verdicts)
    for scene in load_scenes(options.scenes)[: options.most_scenes]:
        writer.put("scene", scene)
    nothing = np.zeros((0, 4), np.float32)
    for path in textures(options.data, options.open_data_only):
        writer.put("texture", Photo(path, nothing, np.zeros(0, object), "surface", "train", ""))
    writer.close()
    total = sum(entry["length"] for entry in writer.index)
    print(f"{len(writer.index)} pictures, {total / 1e6:.1f} MB in {writer.parts} parts")


if __name__ == "__main__":
    main()
