"""The measurements and their budgets: megabytes of the process and seconds of processor time."""

from dataclasses import dataclass, field
from pathlib import Path

from .photos import SAMPLES, album, enlarged

EXCESS = 1.2


@dataclass
class Row:
    """A command line, or a photo that is sent to a server or a worker."""

    name: str
    megabytes: float
    seconds: float | None  # None: not limited
    arguments: list[str] = field(default_factory=list)
    photos: int = 1  # divides the seconds


@dataclass
class Taken:
    """The cost of a run."""

    megabytes: float
    cpu: float
    wall: float


def over(row: Row, taken: Taken) -> bool:
    """Whether a run exceeds its budget by more than a fifth."""
    return taken.megabytes > EXCESS * row.megabytes or (row.seconds is not None and taken.cpu > EXCESS * row.seconds)


def commands(folder: Path) -> list[Row]:
    """Every verb from the command line. Photos of 48 megapixels get twice the budget."""

    def each(verb: str, sample: str, megabytes: float, seconds: float, *flags: str, name: str = "") -> list[Row]:
        title = name or f"espy {verb}"
        rows = [Row(f"{title}, sample", megabytes, seconds, [verb, str(SAMPLES / sample), *flags])]
        for size, twice in ((3, 1), (12, 1), (48, 2)):
            photo = str(enlarged(sample, size, folder))
            rows.append(Row(f"{title}, {size} megapixels", twice * megabytes, twice * seconds, [verb, photo, *flags]))
        return rows

    tag = ["gallery", "tag"]
    quiet = ["-q", "--no-history"]
    photos = album(folder)
    page = str(enlarged("text/en-page.jpg", 8, folder))
    return [
        *each("rack", "rack/box-9x9.jpg", 80, 0.6, *quiet),
        *each("count", "count/coins.jpg", 300, 1, *quiet),
        *each("count", "count/tarts-5x7.jpg", 300, 1, *quiet, "--pipeline", "seeker", name="espy count, seeker"),
        *each("shelf", "shelf/two-rows.jpg", 350, 3, *quiet),
        Row("espy shelf, a page of text", 350, 3, ["shelf", page, *quiet]),
        Row("espy gallery tag, 20 photos, no text", 250, 0.03, [*tag, str(photos), "--language", "none"], photos=20),
        Row("espy gallery tag, 20 photos", 250, None, [*tag, str(photos)], photos=20),
        Row("espy gallery tag, a page of text", 250, None, [*tag, page]),
        Row("espy --version", 80, 0.02, ["--version"]),
    ]


def requests(folder: Path) -> list[tuple[Row, str, Path]]:
    """Requests to a server that has answered similar ones before: row, kind, photo."""
    return [
        (Row("server: count, 12 megapixels", 600, 0.6), "counts", enlarged("count/coins.jpg", 12, folder)),
        (Row("server: rack, 12 megapixels", 600, 0.6), "racks", enlarged("rack/box-9x9.jpg", 12, folder)),
        (Row("server: shelf, 12 megapixels", 600, 3), "shelves", enlarged("shelf/two-rows.jpg", 12, folder)),
    ]
