"""From counts and marks to the reported numbers."""

import statistics
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class Score:
    """The result of one way of counting on one photo."""

    #: Set and file name of the photo.
    name: str
    truth: int
    count: int
    low: int
    high: int
    #: How many marks were made, and how many of them hit; None where the places of the things are not known.
    marks: int | None = None
    hits: int | None = None
    #: Why there is no count; it then stands as 0.
    failure: str = ""
    #: Width and height of the upright photo, and where the marks are on it, in pixels.
    size: tuple[int, int] | None = field(default=None, compare=False)
    places: tuple[tuple[float, float], ...] = field(default=(), compare=False, repr=False)

    @property
    def error(self) -> int:
        """Positive if too many were counted."""
        return self.count - self.truth

    def within(self, share: float) -> bool:
        """Whether the error is at most this fraction of the truth (5% of 9 things means exact)."""
        return not self.failure and abs(self.error) <= share * self.truth

    @property
    def recall(self) -> float | None:
        return None if self.hits is None else ratio(self.hits, self.truth)

    @property
    def precision(self) -> float | None:
        return None if self.hits is None else ratio(self.hits, self.marks)

    @property
    def f1(self) -> float | None:
        return None if self.hits is None else ratio(2 * self.hits, self.marks + self.truth)

    def plain(self) -> dict:
        """For JSON, without values that are only for viewing; `Score(**plain)` restores it."""
        return {name: value for name, value in asdict(self).items() if name not in ("size", "places")}


def ratio(part: float, whole: float) -> float:
    """Nothing out of nothing counts as everything."""
    return part / whole if whole else 1.0


@dataclass(frozen=True)
class Summary:
    """All photos of a set together. Fractions are 0…1; None if there is nothing to divide by."""

    photos: int
    mean_absolute_error: float
    exact: float
    within_5: float
    within_10: float
    #: The share of photos whose range holds the truth.
    in_range: float
    #: Of all marks of all photos in one pot: photos with many things weigh more.
    f1_pooled: float | None
    #: Mean over the photos: each weighs alike.
    f1_mean: float | None
    recall_mean: float | None
    precision_mean: float | None


def summary(scores: list[Score]) -> Summary:
    """Needs at least one score."""
    marked = [score for score in scores if score.hits is not None]

    def share(test) -> float:
        return statistics.fmean(bool(test(score)) for score in scores)

    def mean(value) -> float | None:
        return statistics.fmean(map(value, marked)) if marked else None

    all_hits = sum(score.hits for score in marked)
    return Summary(
        photos=len(scores),
        mean_absolute_error=statistics.fmean(abs(score.error) for score in scores),
        exact=share(lambda score: score.within(0)),
        within_5=share(lambda score: score.within(0.05)),
        within_10=share(lambda score: score.within(0.1)),
        in_range=share(lambda score: not score.failure and score.low <= score.truth <= score.high),
        f1_pooled=ratio(2 * all_hits, sum(score.marks + score.truth for score in marked)) if marked else None,
        f1_mean=mean(lambda score: score.f1),
        recall_mean=mean(lambda score: score.recall),
        precision_mean=mean(lambda score: score.precision),
    )
