"""What is known of a photo: intervals along rows of pixels, or the quads of drawn shelves, or a count alone."""

import json
from dataclasses import dataclass, field
from pathlib import Path

Interval = tuple[float, float]
Quad = list[list[float]]

HERE = Path(__file__).resolve().parent


@dataclass
class Row:
    """Spines along one row of pixels; what lies in `optional` is neither asked for nor wrong."""

    y: float
    spines: list[Interval]
    optional: list[Interval] = field(default_factory=list)


@dataclass
class Truth:
    """In pixels of a picture that is `width` wide. Quads are there for drawn shelves only."""

    name: str
    path: Path
    width: float
    rows: list[Row] = field(default_factory=list)
    quads: list[Quad] = field(default_factory=list)
    optional_quads: list[Quad] = field(default_factory=list)
    count: int | None = None


def crossing(quad: Quad, y: float) -> Interval | None:
    """Where a row of pixels enters and leaves a quad."""
    xs = []
    for (x0, y0), (x1, y1) in zip(quad, quad[1:] + quad[:1]):
        if (y0 <= y) != (y1 <= y):
            xs.append(x0 + (y - y0) / (y1 - y0) * (x1 - x0))
    return (min(xs), max(xs)) if len(xs) >= 2 else None


def photos(folder: Path) -> list[Truth]:
    """The photos of a folder with truth.json; those marked here have rows."""
    found = []
    for name, about in sorted(json.loads((folder / "truth.json").read_text(encoding="utf-8")).items()):
        path = folder / name
        if not path.exists():
            continue
        marks = HERE / "truth" / f"{path.stem}.json"
        truth = Truth(name, path, 1, count=about.get("n_spines"))
        if marks.exists():
            plain = json.loads(marks.read_text(encoding="utf-8"))
            truth.width = plain["width"]
            truth.rows = [
                Row(row["y"], [tuple(pair) for pair in row["spines"]], [tuple(pair) for pair in row["optional"]])
                for row in plain["rows"]
            ]
        elif "hand-marked" in about.get("polygons_source", ""):
            truth.width = 960
            quads = [[[x * 960, y * 720] for x, y in polygon] for polygon in about["polygons_norm"]]
            middle = sum(y for quad in quads for _, y in quad) / (4 * len(quads))
            truth.rows = [Row(middle, [pair for quad in quads if (pair := crossing(quad, middle))])]
        if truth.rows or truth.count is not None:
            found.append(truth)
    return found


def drawn(folder: Path) -> list[Truth]:
    """Drawn shelves: pictures with a JSON file of the same name."""
    found = []
    for path in sorted(folder.glob("*.json")):
        plain = json.loads(path.read_text(encoding="utf-8"))
        whole = [spine["quad"] for spine in plain["spines"] if not spine["cut"]]
        cut = [spine["quad"] for spine in plain["spines"] if spine["cut"]]
        found.append(Truth(path.stem, path.with_suffix(".jpg"), plain["width"], quads=whole, optional_quads=cut))
    return found
