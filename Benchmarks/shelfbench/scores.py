"""How well outlines match the truth."""

from dataclasses import dataclass

from .truth import Interval, Quad, Row, Truth, crossing

#: A spine is found when an outline covers this share of what both cover along the row.
ALONG = 0.7
#: The same for areas, where the truth is a quad.
AREA = 0.5


@dataclass
class Score:
    """For one photo. `wrong` are outlines of nothing; outlines of optional spines are not counted."""

    name: str
    spines: int = 0
    hits: int = 0
    wrong: int = 0
    found: int = 0
    count: int | None = None
    ms: float = 0

    @property
    def recall(self) -> float:
        return self.hits / self.spines if self.spines else 1.0

    @property
    def precision(self) -> float:
        return self.hits / (self.hits + self.wrong) if self.hits + self.wrong else 1.0

    @property
    def f1(self) -> float:
        total = self.spines + self.hits + self.wrong
        return 2 * self.hits / total if total else 1.0


def overlap(one: Interval, other: Interval) -> float:
    """Intersection over union of two intervals."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return max(shared, 0) / (max(one[1], other[1]) - min(one[0], other[0]))


def _clip(polygon: Quad, a: list[float], b: list[float]) -> Quad:
    """The part of a polygon on the right-hand side of the line from `a` to `b` (Sutherland and Hodgman)."""

    def side(p: list[float]) -> float:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    kept = []
    for here, there in zip(polygon, polygon[1:] + polygon[:1]):
        s, t = side(here), side(there)
        if s >= 0:
            kept.append(here)
        if (s > 0 > t) or (s < 0 < t):
            share = s / (s - t)
            kept.append([here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])])
    return kept


def area(polygon: Quad) -> float:
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(polygon, polygon[1:] + polygon[:1]))) / 2


def quad_overlap(one: Quad, other: Quad) -> float:
    """Intersection over union of two convex quads, clockwise as seen in a picture."""
    shared = one
    for a, b in zip(other, other[1:] + other[:1]):
        shared = _clip(shared, a, b)
        if len(shared) < 3:
            return 0.0
    common = area(shared)
    return common / (area(one) + area(other) - common)


def _matches(pairs: list[tuple[float, int, int]], least: float) -> dict[int, int]:
    """Pairs truths with the outlines that match best, best first, each used once: outline by truth."""
    taken: dict[int, int] = {}
    for fit, truth, outline in sorted(pairs, reverse=True):
        if fit >= least and truth not in taken and outline not in taken.values():
            taken[truth] = outline
    return taken


def along_row(row: Row, quads: list[Quad], score: Score) -> None:
    """Adds the result of one row of pixels."""
    cuts = [cut for quad in quads if (cut := crossing(quad, row.y))]
    pairs = [(overlap(spine, cut), i, j) for i, spine in enumerate(row.spines) for j, cut in enumerate(cuts)]
    hits = _matches(pairs, ALONG)
    score.spines += len(row.spines)
    score.hits += len(hits)
    for j, (low, high) in enumerate(cuts):
        excused = any(min(high, b) - max(low, a) > (high - low) / 2 for a, b in row.optional)
        if j not in hits.values() and not excused:
            score.wrong += 1


def by_area(truth: Truth, quads: list[Quad], score: Score) -> None:
    everything = truth.quads + truth.optional_quads
    pairs = [(quad_overlap(q, p), i, j) for i, q in enumerate(everything) for j, p in enumerate(quads)]
    hits = _matches(pairs, AREA)
    score.spines += len(truth.quads)
    score.hits += sum(i < len(truth.quads) for i in hits)
    excused = {j for fit, i, j in pairs if i >= len(truth.quads) and fit > 0.2}
    score.wrong += sum(j not in hits.values() and j not in excused for j in range(len(quads)))


def score(truth: Truth, quads: list[Quad], width: float, ms: float) -> Score:
    """- quads: in pixels of a picture of this `width`."""
    factor = truth.width / width if truth.rows or truth.quads else 1
    scaled = [[[x * factor, y * factor] for x, y in quad] for quad in quads]
    result = Score(truth.name, found=len(quads), count=truth.count, ms=ms)
    for row in truth.rows:
        along_row(row, scaled, result)
    if truth.quads or truth.optional_quads or not (truth.rows or truth.count is not None):
        by_area(truth, scaled, result)
    return result


def pooled(name: str, scores: list[Score]) -> Score:
    """All photos combined into one."""
    total = Score(name)
    for one in scores:
        total.spines += one.spines
        total.hits += one.hits
        total.wrong += one.wrong
        total.found += one.found
    return total
