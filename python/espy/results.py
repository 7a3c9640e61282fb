"""The results of Espy, as described in docs/openapi.yaml; `tests/test_results.py` compares both.

All positions are pixels of the upright photo, from its top left corner. `None` means that the value is absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .decoding import NOT_IN_JSON, called

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
        """The corners clockwise from the top left."""
        a, b, c, d = self.top_left, self.top_right, self.bottom_right, self.bottom_left
        return (a.x, a.y), (b.x, b.y), (c.x, c.y), (d.x, d.y)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The base of all results. `raw` is the original JSON, with everything that Espy reports."""

    width: int
    height: int
    file: str | None = None
    page: int | None = None
    pages: int | None = None
    frames: int | None = None
    shown: float | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False, metadata=NOT_IN_JSON)
    photo: str | bytes | None = field(default=None, repr=False, compare=False, metadata=NOT_IN_JSON)

    def _repr_html_(self) -> str:
        from .display import html

        return html(self)


@dataclass(frozen=True)
class Size:
    """The size of a thing by its outline, in pixels; `Count.scale` converts it."""

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
    start: float = field(metadata=called("from"))
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
    """The sizes of all counted things, in `unit`; areas in its square."""

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
    """The count in one named region, or of one kind; `numbers` are those of the things."""

    name: str
    count: int
    range: Range
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Cluster:
    id: int
    count: int


@dataclass(frozen=True)
class Stage:
    name: str
    ms: float


@dataclass(frozen=True)
class Models:
    detector: str
    embedder: str | None = None


@dataclass(frozen=True)
class Reference:
    """A thing of known length in the photo."""

    box: Rect
    length: float
    unit: str


@dataclass(frozen=True)
class Measuring:
    """How things are measured, and which sizes count."""

    scale: Scale | None = None
    reference: Reference | None = None
    smallest: float | None = None
    largest: float | None = None


@dataclass(frozen=True)
class Region:
    name: str
    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Constants:
    """The limits of the reference pipeline. A filter without a limit was off."""

    smallest_group: int
    size: float | None = None
    aspect: float | None = None
    area: float | None = None


@dataclass(frozen=True)
class CountParameters:
    """How a photo was counted."""

    pipeline: str
    filters_size: bool
    filters_aspect: bool
    border: str
    exclusions: tuple[tuple[Point, ...], ...]
    confidence: float | None = None
    similarity: float | None = None
    like: Rect | None = None
    also_like: tuple[Rect, ...] = ()
    unlike: tuple[Rect, ...] = ()
    constants: Constants | None = None
    region: tuple[Point, ...] = ()
    regions: tuple[Region, ...] = ()
    measuring: Measuring | None = None


@dataclass(frozen=True)
class RecipeWords:
    one: str
    several: str


@dataclass(frozen=True)
class Recipe:
    """A recipe that determined what to count."""

    name: str
    things: RecipeWords


@dataclass(frozen=True)
class Candidate:
    """A candidate that would count next with a lower threshold."""

    x: float
    y: float
    width: float
    height: float
    confidence: float


@dataclass(frozen=True)
class Review:
    """A thing that needs a look; `index` is its position in the detections."""

    number: int
    reasons: tuple[str, ...]
    index: int | None = None


@dataclass(frozen=True, repr=False, kw_only=True)
class Count(Answer):
    """How many things there are, and where."""

    schema: int
    complete: bool
    count: int
    range: Range
    clusters: tuple[Cluster, ...]
    detections: tuple[Detection, ...]
    stages: tuple[Stage, ...]
    model: Models
    parameters: CountParameters
    warnings: tuple[str, ...]
    review: tuple[Review, ...]
    alternatives: tuple[CountAlternative, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    regions: tuple[CountPart, ...] = ()
    kinds: tuple[CountPart, ...] = ()
    recipe: Recipe | None = None
    recipes: tuple[Recipe, ...] = ()
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
class Interpretation:
    """The character set from a byte on (ECI)."""

    offset: int
    eci: int


@dataclass(frozen=True)
class StructuredAppend:
    """The position of a code in a message of several codes, from 1."""

    position: int
    count: int
    file_identifier: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class RackCode:
    """A DataMatrix code of a box of vials."""

    value: str
    is_hex: bool
    x: float
    y: float
    corners: Quad
    symbol: str
    errors_corrected: int
    bytes: str
    eci: int | None = None
    interpretations: tuple[Interpretation, ...] = ()
    structured_append: StructuredAppend | None = None
    reader_programming: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Vial(RackCode):
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
    part: int | None = None
    parts: int | None = None


@dataclass(frozen=True)
class Duplicate:
    value: str
    places: tuple[Place, ...]


@dataclass(frozen=True, repr=False, kw_only=True)
class Rack(Answer):
    """The codes of a box of vials, cell by cell. Rows and columns count from 0."""

    schema: int
    complete: bool
    rows: int
    cols: int
    origin: str
    layout: str
    cells: tuple[Cell, ...]
    vials: tuple[Vial, ...]
    outside: tuple[RackCode, ...]
    duplicates: tuple[Duplicate, ...]
    warnings: tuple[RackWarning, ...]
    outline: Quad | None = None
    rack: str | None = None

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
    reads_upward: bool | None = None
    state: str | None = None
    unknown_words: tuple[str, ...] | None = None
    call_number: str | None = None
    call_number_confidence: float | None = None
    book: Book | None = None
    isbn: str | None = None


@dataclass(frozen=True)
class Barcode:
    value: str
    symbology: str
    quad: Outline
    add_on: str | None = None
    isbn: str | None = None


@dataclass(frozen=True)
class TextRegion:
    quad: Outline
    confidence: float


@dataclass(frozen=True)
class Guidance:
    """Advice for the person with the camera, and the measurement behind it."""

    advice: str
    cause: str
    value: float
    limit: float


@dataclass(frozen=True)
class Timings:
    """In milliseconds."""

    spines: float
    barcodes: float
    text: float
    reading: float
    total: float


@dataclass(frozen=True, repr=False, kw_only=True)
class Shelf(Answer):
    """The spines of the books of a shelf, row by row."""

    schema: int
    frame: int
    time: float
    outcome: Any
    spines: tuple[Spine, ...]
    barcodes: tuple[Barcode, ...]
    text: tuple[TextRegion, ...]
    warnings: tuple[str, ...]
    timings: Timings
    guidance: Guidance | None = None

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


@dataclass(frozen=True, repr=False, kw_only=True)
class Tags(Answer):
    """The tags of a photo."""

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
"""The result type of each verb."""
