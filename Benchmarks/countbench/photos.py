"""Photos with known truth: how many things they show, and where."""

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Thing:
    """One thing to count: its center in pixels of the upright photo, and its size."""

    x: float
    y: float
    #: Geometric mean of width and height in pixels.
    size: float
    #: In pixels; None where only the size is known.
    width: float | None = field(default=None, compare=False)
    height: float | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Photo:
    """One photo and its truth."""

    set_name: str
    path: Path
    #: The right count: of the main kind where several kinds lie on the photo.
    answer: int
    #: The things that a mark may hit; None if their positions are not recorded.
    things: list[Thing] | None = None

    @property
    def name(self) -> str:
        return f"{self.set_name}/{self.path.name}"


def from_truth_file(set_name: str, folder: Path) -> list[Photo]:
    """The photos of a folder with an entry in its `truth.json`, without those whose file is missing."""
    entries = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return [
        photo(set_name, folder / name, entry)
        for name, entry in entries.items()
        if isinstance(entry, dict) and (folder / name).exists()
    ]


def from_sidecars(set_name: str, folder: Path) -> list[Photo]:
    """The rendered pictures of a folder, each with a JSON file of the same name."""
    found = []
    for path in sorted(folder.glob("*.json")):
        picture = next((path.with_suffix(end) for end in (".jpg", ".png") if path.with_suffix(end).exists()), None)
        entry = json.loads(path.read_text(encoding="utf-8"))
        if picture and isinstance(entry, dict) and "count" in entry:
            found.append(photo(set_name, picture, entry))
    return found


def photo(set_name: str, path: Path, entry: dict) -> Photo:
    """Reads one entry: `count`, and, if known, `classes`, `main_class_count`, `centres` and sizes."""
    count, main = entry["count"], entry.get("main_class_count")
    answer = count if main is None else main
    if "things" in entry:
        return Photo(set_name, path, answer, _drawn(entry))
    if "centres" not in entry:
        return Photo(set_name, path, answer)
    centers = entry["centres"]
    sides = _sides(entry, len(centers))
    things = [
        Thing(x, y, math.sqrt(width * height), width, height)
        for (x, y), (width, height) in zip(centers, sides, strict=True)
    ]
    return Photo(set_name, path, answer, things if main is None else _of_main_class(things, entry))


def _sides(entry: dict, count: int) -> list[list[float]]:
    """Width and height of each."""
    return entry["approx_size_per_object"] if "approx_size_per_object" in entry else [entry["approx_size"]] * count


def _of_main_class(things: list[Thing], entry: dict) -> list[Thing] | None:
    """Finds the main class: centers are listed class by class, as in `classes`; the main class has the right count.

    None if the classes do not account for all things, because then it is unknown which are the main ones.
    """
    first = 0
    if sum(entry.get("classes", {}).values()) != len(things):
        return None
    for size in entry["classes"].values():
        if size == entry["main_class_count"]:
            return things[first : first + size]
        first += size
    return None


def _drawn(entry: dict) -> list[Thing]:
    """The things of the kind with the most things; in a tie, the first."""
    counts = Counter(thing["kind"] for thing in entry["things"])
    main = min(counts, key=lambda kind: (-counts[kind], kind), default=None)
    return [
        Thing(
            thing["center"]["x"], thing["center"]["y"], math.sqrt(thing["box"]["width"] * thing["box"]["height"]),
            thing["box"]["width"], thing["box"]["height"],
        )
        for thing in entry["things"]
        if thing["kind"] == main
    ]
