"""The manifest entry of a model, with the same keys that Espy reads."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Model:
    """One model: its file and its input. A channel value of 0…255 becomes (value * scale - mean) / std."""

    path: Path
    width: int
    height: int
    #: "RGB" or "BGR".
    colors: str
    resize: str
    scale: float
    mean: tuple[float, ...]
    std: tuple[float, ...]
    #: "yoloxRaw", "yoloxDecoded" or "embedding".
    kind: str
    strides: tuple[int, ...]


def model(folder: Path, name: str) -> Model:
    """Raises SystemExit if the folder has no such model."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for entry in manifest["models"]:
        if entry["id"] == name and (folder / entry["file"]).exists():
            return from_entry(folder, entry)
    raise SystemExit(f"{folder}: no file of the model {name}")


def from_entry(folder: Path, entry: dict) -> Model:
    shown, said = entry["input"], entry["output"]
    return Model(
        folder / entry["file"], shown["width"], shown["height"], shown["colors"], shown["resize"],
        shown.get("scale", 1), tuple(shown.get("mean", (0, 0, 0))), tuple(shown.get("std", (1, 1, 1))),
        said["kind"], tuple(said.get("strides", ())),
    )  # fmt: skip
