"""Photos whose truth is known: how many things are on them, and where."""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Thing:
    """One thing to count: its center in pixels of the upright photo, and how large it is."""

    x: float
    y: float
    #: Geometric mean of width and height in pixels.
    size: float


@dataclass(frozen=True)
class Photo:
    """One photo and its truth."""

    set_name: str
    path: Path
    #: The right count: of the main kind where several kinds lie on the photo.
    answer: int
    #: The things that a mark may hit. Empty when nobody noted the places.
    things: list[Thing] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.set_name}/{self.path.name}"


def from_truth_file(set_name: str, folder: Path) -> list[Photo]:
    """The photos of a folder whose `truth.json` has an entry for each; those whose file is missing are left out."""
    entries = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return [
        photo(set_name, folder / name, entry)
        for name, entry in entries.items()
        if isinstance(entry, dict) and (folder / name).exists()
    ]


def from_sidecars(set_name: str, folder: Path) -> list[Photo]:
    """The drawn pictures of a folder, each with a JSON file of the same name."""
    found = []
    for path in sorted(folder.glob("*.json")):
        picture = next((path.with_suffix(end) for end in (".jpg", ".png") if path.with_suffix(end).exists()), None)
        entry = json.loads(path.read_text(encoding="utf-8"))
        if picture and isinstance(entry, dict) and "count" in entry:
            found.append(photo(set_name, picture, entry))
    return found


def photo(set_name: str, path: Path, entry: dict) -> Photo:
    """Reads one entry: `count`, and, where known, `classes`, `main_class_count`, `centres` and sizes."""
    count, main = entry["count"], entry.get("main_class_count")
    answer = count if main is None else main
    if "things" in entry:
        return Photo(set_name, path, answer, _drawn(entry["things"]))
    centers = entry.get("centres", [])
    things = [Thing(x, y, size) for (x, y), size in zip(centers, _sizes(entry, len(centers)), strict=True)]
    if main is not None:
        things = _of_main_class(things, entry)
    return Photo(set_name, path, answer, things)


def _sizes(entry: dict, count: int) -> list[float]:
    each = entry["approx_size_per_object"] if "approx_size_per_object" in entry else [entry.get("approx_size")] * count
    return [math.sqrt(width * height) for width, height in each]


def _of_main_class(things: list[Thing], entry: dict) -> list[Thing]:
    """The centers are listed class by class, in the order of `classes`; the main class is the one with the right count.

    Without `classes` for all of them, nobody can tell which are the main ones: then none is returned.
    """
    first = 0
    if sum(entry.get("classes", {}).values()) != len(things):
        return []
    for size in entry["classes"].values():
        if size == entry["main_class_count"]:
            return things[first : first + size]
        first += size
    return []


def _drawn(things: list[dict]) -> list[Thing]:
    return [
        Thing(thing["x"], thing["y"], math.sqrt(thing["width"] * thing["height"]))
        for thing in things
        if thing.get("main", True)
    ]
