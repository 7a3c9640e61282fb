"""Which photos are trained on, which calibrate, and which only measure."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..common.photos import HELD_OUT, boxes_of, lists
from ..detector.photos import LOOSELY_BOXED

# Whole sources that the network never sees: the judge and the ranker learn how sure it is from these.
CALIBRATION = frozenset({
    "aquarium_penguins", "blister_pills", "botcap", "cargobox", "cherry_ripening", "coconut", "dice", "hbinh", "iotech",
    "jenga", "lipst", "nails", "onions", "pools", "retail"})
# Labels under which things lie that look different: the others of that label are not to be judged by an example.
MIXED = frozenset({"chess piece", "playing card", "coin", "packaged food", "scrabble tile", "cube sticker"})
SCENE = "scene"
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
    """The use of a line of the lists. Held-out sources measure; val and test photos calibrate."""
    if entry["source_key"] in HELD_OUT or entry.get("heldout_source"):
        return "measure"
    if entry["source_key"] in CALIBRATION or entry["split"] != "train":
        return "calibrate"
    return "train"


def load_photos(data: Path, use: str, open_data_only: bool = False) -> list[Photo]:
    """The photos of all lists that may be used so and hold at least two things of a kind."""
    photos = [_photo(data / folder, entry, use) for folder, entry in lists(data, open_data_only) if use_of(entry) == use]
    return [photo for photo in photos if photo.kinds]


def _photo(folder: Path, entry: dict, use: str) -> Photo:
    boxes = boxes_of(entry)
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
