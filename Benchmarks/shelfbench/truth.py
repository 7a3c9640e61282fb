"""The truth of a photo: intervals along rows of pixels, the quads of rendered shelves, or only a count."""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path

Interval = tuple[float, float]
Quad = list[list[float]]

HERE = Path(__file__).resolve().parent


@dataclass
class Row:
    """Spines along one row of pixels. Anything in `optional` is neither required nor wrong."""

    y: float
    spines: list[Interval]
    optional: list[Interval] = field(default_factory=list)


@dataclass
class Truth:
    """In pixels of a picture of this `width`. Only rendered shelves have quads."""

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
    """The photos of a folder with truth.json; only those with marks have rows."""
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
    """Rendered shelves, or photos with outlines that a person corrected: pictures with a JSON file of the same name."""
    found = []
    for path in sorted(folder.glob("*.json")):
        plain = json.loads(path.read_text(encoding="utf-8"))
        whole = [spine["quad"] for spine in plain["spines"] if not spine.get("cut")]
        cut = [spine["quad"] for spine in plain["spines"] if spine.get("cut")]
        found.append(Truth(path.stem, path.with_suffix(".jpg"), plain["width"], quads=whole, optional_quads=cut))
    return found


def outlined(folder: Path, split: str | None = None) -> list[Truth]:
    """Photos of books at home and in shops with hand-drawn spine outlines: `spines_polygons.jsonl` of a folder of
    training photos. Books lying flat, and outlines without exactly four corners, are neither required nor wrong.

    - split: "train", "val" or "test" as in the list of photos; None for all
    """
    about = {}
    for line in (folder / "detect2.jsonl").read_text(encoding="utf-8").splitlines():
        photo = json.loads(line)
        about[photo["file"]] = photo
    found = []
    for line in (folder / "spines_polygons.jsonl").read_text(encoding="utf-8").splitlines():
        plain = json.loads(line)
        photo = about[plain["file"]]
        if split and photo["split"] != split:
            continue
        truth = Truth(plain["file"], folder / plain["file"], photo["width"])
        for polygon in plain["polygons"]:
            quad = upright(polygon if len(polygon) == 4 else around(polygon))
            (truth.quads if len(polygon) == 4 and stands(quad) else truth.optional_quads).append(quad)
        found.append(truth)
    return found


def upright(quad: Quad) -> Quad:
    """The corners of a quad, clockwise from the top left; its most upright sides are the vertical ones."""
    x, y = (sum(corner[axis] for corner in quad) / 4 for axis in (0, 1))
    turned = sorted(quad, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x))

    def slant(way: Quad) -> float:
        height = way[3][1] + way[2][1] - way[0][1] - way[1][1]
        return (abs(way[0][0] - way[3][0]) + abs(way[1][0] - way[2][0])) / height if height > 0 else math.inf

    return min((turned[place:] + turned[:place] for place in range(4)), key=slant)


def around(polygon: Quad) -> Quad:
    """The upright box around a polygon."""
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*polygon))
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def stands(quad: Quad) -> bool:
    """Whether a quad with ordered corners is higher than wide."""
    width = math.dist(quad[0], quad[1]) + math.dist(quad[3], quad[2])
    return math.dist(quad[0], quad[3]) + math.dist(quad[1], quad[2]) > width
