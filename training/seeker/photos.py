"""Which photos are trained on, which calibrate, and which only measure."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..detector.photos import HELD_OUT, LOOSELY_BOXED

# Whole sources that the network never sees: the judge and the ranker learn how sure it is from these.
CALIBRATION = frozenset({
    "aquarium_penguins", "blister_pills", "botcap", "cargobox", "cherry_ripening", "coconut", "dice", "hbinh", "iotech",
    "jenga", "lipst", "nails", "onions", "pools", "retail"})
# Labels under which things lie that look different: the others of that label are not to be judged by an example.
MIXED = frozenset({"chess piece", "playing card", "coin", "packaged food", "scrabble tile", "cube sticker"})
SCENE = "scene"
FOLDERS = (("detect", "detect.jsonl"), ("detect2", "detect2.jsonl"))
_SMALLEST = 3.0


@dataclass
class Photo:
    """A picture with boxes of all things of some kinds."""

    path: Path
    boxes: np.ndarray  # float32 [N, 4]: left, top, right, bottom
    labels: np.ndarray  # [N] of str
    source: str
    use: str  # "train", "calibrate" or "measure"
    licence: str

    @property
    def kinds(self) -> list[str]:
        """Labels with at least two things, in a fixed order."""
        names, counts = np.unique(self.labels.astype(str), return_counts=True)
        return [str(name) for name, count in zip(names, counts) if count >= 2]

    @property
    def background_weight(self) -> float:
        """How far its empty places can be trusted to be empty."""
        if self.source == SCENE:
            return 1.0
        return 0.25 if self.source in LOOSELY_BOXED else 0.9


def read(photo: Photo) -> np.ndarray:
    """Blue, green, red; raises FileNotFoundError where there is no picture."""
    image = cv2.imread(str(photo.path))
    if image is None:
        raise FileNotFoundError(photo.path)
    return image


def use_of(entry: dict) -> str:
    """What a line of the lists may be used for. Held-out sources measure; val and test photos calibrate."""
    if entry["source_key"] in HELD_OUT or entry.get("heldout_source"):
        return "measure"
    if entry["source_key"] in CALIBRATION or entry["split"] != "train":
        return "calibrate"
    return "train"


def load_photos(data: Path, use: str, open_data_only: bool = False) -> list[Photo]:
    """The photos of all lists that may be used so and hold at least two things of a kind."""
    photos = []
    for folder, name in FOLDERS:
        if not (data / folder / name).exists():
            continue
        for line in (data / folder / name).read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if use_of(entry) != use or (open_data_only and entry["licence_class"] != "open"):
                continue
            photo = _photo(data / folder, entry, use)
            if photo.kinds:
                photos.append(photo)
    return photos


def _photo(folder: Path, entry: dict, use: str) -> Photo:
    boxes = np.array([box[:4] for box in entry["boxes"]], np.float32).reshape(-1, 4)
    labels = np.array([box[4] for box in entry["boxes"]], object)
    large = ((boxes[:, 2:] - boxes[:, :2]) > _SMALLEST).all(1)
    return Photo(folder / entry["file"], boxes[large], labels[large], entry["source_key"], use, entry["licence_class"])


def load_scenes(folders: list[Path]) -> list[Photo]:
    """Rendered scenes: `NNNNNNN.jpg` beside `NNNNNNN.npy` with boxes and numbers of kinds."""
    scenes = []
    for path in sorted(path for folder in folders for path in folder.glob("*.jpg")):
        rows = np.load(path.with_suffix(".npy"))
        labels = rows[:, 4].astype(int).astype(str).astype(object)
        scene = Photo(path, rows[:, :4].astype(np.float32), labels, SCENE, "train", "open")
        if scene.kinds:
            scenes.append(scene)
    return scenes


def textures(data: Path, open_data_only: bool = False) -> list[Path]:
    """Surfaces and patterns of the training split: nothing to find in them."""
    listing = data / "textures" / "textures.jsonl"
    if not listing.exists():
        return []
    entries = [json.loads(line) for line in listing.read_text(encoding="utf-8").splitlines()]
    return [data / "textures" / entry["file"] for entry in entries
            if entry["split"] == "train" and (entry["licence_class"] == "open" or not open_data_only)]
