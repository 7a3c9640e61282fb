"""What Espy finds in photos. All positions are pixels of the upright photo, from its top left corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Pair = tuple[float, float]
Outline = tuple[Pair, Pair, Pair, Pair]


@dataclass(frozen=True)
class Range:
    low: int
    high: int


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class Quad:
    top_left: Point
    top_right: Point
    bottom_right: Point
    bottom_left: Point

    @property
    def corners(self) -> Outline:
        """Clockwise, from the top left one on."""
        a, b, c, d = self.top_left, self.top_right, self.bottom_right, self.bottom_left
        return (a.x, a.y), (b.x, b.y), (c.x, c.y), (d.x, d.y)


@dataclass(frozen=True)
class Answer:
    """What all results have in common. `raw` is the JSON that it was made from, with all that Espy says."""

    width: int
    height: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False, kw_only=True, metadata={"extra": 1})
    photo: str | bytes | None = field(
        default=None, repr=False, compare=False, kw_only=True, metadata={"extra": 1})

    def _repr_html_(self) -> str:
        from .display import html

        return html(self)


@dataclass(frozen=True)
class Size:
    """How large a thing is, by its outline, in pixels; `Count.scale` says what they are worth."""

    length: float
    width: float
    diameter: float
    area: float
    color: str
    outline: tuple[Point, ...]


@dataclass(frozen=True)
class Scale:
    pixels_per_unit: float
    unit: str


@dataclass(frozen=True)
class Histogram:
    from_: float
    step: float
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Spread:
    mean: float
    median: float
    deviation: float
    least: float
    most: float
    histogram: Histogram


@dataclass(frozen=True)
class Sizes:
    """How large the counted things are together, in `unit`; areas in its square."""

    unit: str
    measured: int
    length: Spread
    width: Spread
    diameter: Spread
    area: Spread


@dataclass(frozen=True)
class Detection:
    x: float
    y: float
    width: float
    height: float
    confidence: float
    cluster: int
    main: bool
    doubt: float
    added: bool | None = None
    size: Size | None = None


@dataclass(frozen=True)
class CountAlternative:
    count: int
    range: Range
    example: Rect
    confidence: float
    cluster: int | None = None
    similarity: float | None = None


@dataclass(frozen=True)
class CountPart:
    """What was counted in one named region, or of one kind; `numbers` are those of the things."""

    name: str
    count: int
    range: Range
    numbers: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Count(Answer):
    """How many things there are, and where."""

    complete: bool
    count: int
    range: Range
    detections: tuple[Detection, ...]
    warnings: tuple[str, ...]
    alternatives: tuple[CountAlternative, ...] = ()
    regions: tuple[CountPart, ...] = ()
    kinds: tuple[CountPart, ...] = ()
    scale: Scale | None = None
    sizes: Sizes | None = None

    def __int__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"Count({self.count}, range=({self.range.low}, {self.range.high}))"


@dataclass(frozen=True)
class Cell:
    row: int
    col: int
    name: str
    status: str
    x: float
    y: float


@dataclass(frozen=True)
class Vial:
    value: str
    is_hex: bool
    x: float
    y: float
    corners: Quad
    symbol: str
    errors_corrected: int
    bytes: str
    row: int
    col: int
    name: str
    is_duplicate: bool
    typed: bool | None = None


@dataclass(frozen=True)
class Place:
    row: int
    col: int


@dataclass(frozen=True)
class RackWarning:
    kind: str
    places: tuple[Place, ...]
    value: str | None = None


@dataclass(frozen=True, repr=False)
class Rack(Answer):
    """The codes of a box of vials, cell by cell. Rows and columns count from 0."""

    complete: bool
    rows: int
    cols: int
    origin: str
    layout: str
    cells: tuple[Cell, ...]
    vials: tuple[Vial, ...]
    warnings: tuple[RackWarning, ...]

    def count(self, status: str) -> int:
        """Cells that are `read`, `unread`, `uncoded` or `empty`."""
        return sum(cell.status == status for cell in self.cells)

    def __repr__(self) -> str:
        parts = [f"{self.count(status)} {status}" for status in ("read", "unread", "uncoded", "empty")]
        return f"Rack({self.rows}x{self.cols}: {', '.join(part for part in parts if not part.startswith('0'))})"


@dataclass(frozen=True)
class Book:
    index: int
    title: str
    confidence: float
    author: str | None = None
    isbn: str | None = None


@dataclass(frozen=True)
class Spine:
    id: int
    quad: Outline
    row: int
    confidence: float
    text: str | None = None
    text_confidence: float | None = None
    book: Book | None = None
    isbn: str | None = None


@dataclass(frozen=True, repr=False)
class Shelf(Answer):
    """The spines of the books of a shelf, row by row."""

    outcome: Any
    spines: tuple[Spine, ...]

    def __repr__(self) -> str:
        read = sum(bool(spine.text) for spine in self.spines)
        return f"Shelf({len(self.spines)} spines, {read} read)"


@dataclass(frozen=True)
class Tag:
    name: str
    category: str
    confidence: float
    source: str


@dataclass(frozen=True)
class Color:
    name: str
    share: float


@dataclass(frozen=True)
class Code:
    symbology: str
    value: str


@dataclass(frozen=True, repr=False)
class Tags(Answer):
    """What is on a photo."""

    kind: str
    tags: tuple[Tag, ...]
    colors: tuple[Color, ...]
    codes: tuple[Code, ...] = ()
    text: str | None = None
    faces: int | None = None

    def __repr__(self) -> str:
        names = ", ".join(tag.name for tag in self.tags[:8]) or "no tag"
        return f"Tags({names}; {', '.join(color.name for color in self.colors)})"


ANSWERS: Mapping[str, type[Answer]] = {"count": Count, "rack": Rack, "shelf": Shelf, "tag": Tags}
"""What each verb gives."""
