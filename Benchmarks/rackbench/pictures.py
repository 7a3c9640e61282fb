"""The pictures to read and their values."""

import csv
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Picture:
    """One picture and its known values, each as many times as it occurs."""

    set_name: str
    path: Path
    truth: Counter = field(default_factory=Counter)

    @property
    def name(self) -> str:
        return f"{self.set_name}/{self.path.name}"


def normal(value: bytes) -> bytes:
    """The value without control characters.

    Readers return FNC1, a leading GS1 mark and the macro envelopes differently, and all of them are control characters
    (0x1D, 0x1E, 0x04 ...). Every printable and every non-ASCII byte must still be right.
    """
    return bytes(byte for byte in value if byte >= 0x20)


def photos(data: Path) -> list[Picture]:
    """The photos of a data folder: `truth.csv` (set, file, value) and `box.truth.csv` for `box.jpg`."""
    found: dict[Path, Picture] = {}
    with open(data / "truth.csv", newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            path = data / row["set"] / row["file"]
            picture = found.setdefault(path, Picture(row["set"], path))
            picture.truth[normal(row["value"].encode("utf-8"))] += 1
    box = Picture("box", data / "box.jpg")
    with open(data / "box.truth.csv", newline="", encoding="utf-8") as rows:
        box.truth.update(normal(row["value"].encode("utf-8")) for row in csv.DictReader(rows))
    return [picture for picture in [box, *found.values()] if picture.path.exists()]


def samples(folder: Path) -> list[Picture]:
    """The rendered boxes: a JPEG, and a JSON file of the same name with its truth."""
    found = []
    for path in sorted(folder.glob("*.jpg")):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        values = [vial["code"]["value"] for vial in truth["vials"]]
        if truth.get("rackCode"):
            values.append(truth["rackCode"]["value"])
        found.append(Picture("rendered", path, Counter(normal(value.encode("utf-8")) for value in values)))
    return found


def score(picture: Picture, values: list[bytes]) -> tuple[int, list[bytes], list[bytes]]:
    """Hits, missed values and wrong values.

    A hit is a returned value that is still in the truth; the same value returned again is neither hit nor wrong.
    """
    left = Counter(picture.truth)
    wrong = []
    for value in map(normal, values):
        if left[value] > 0:
            left[value] -= 1
        elif value not in picture.truth:
            wrong.append(value)
    missed = sorted(left.elements())
    return picture.truth.total() - len(missed), missed, wrong
