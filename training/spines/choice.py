"""The best set of spines without overlap, as BookChoice.swift picks it, and its accuracy."""

import numpy

from .candidates import Band, overlaps

#: Log odds from which a candidate is taken into account.
LEAST = -2.0
#: Log odds of the confidence from which the program shows a spine, 0.3.
SHOWN = -0.847
#: Neighbors may overlap by this many columns.
OVERLAP = 1.01
#: A spine is found from this overlap on.
FOUND = 0.7


def best(band: Band, scores: numpy.ndarray) -> list[int]:
    """Indices of the chosen candidates."""
    count = len(band.x)
    gains = scores - LEAST
    ending: list[list[int]] = [[] for _ in range(count)]
    for place in numpy.flatnonzero(gains > 0):
        ending[band.right[place]].append(place)
    free = numpy.searchsorted(band.x, band.x + OVERLAP, side="right")
    sums = numpy.zeros(count + 1)
    steps: list[tuple[int | None, int]] = [(None, 0)] * (count + 1)
    for right in range(count):
        sums[right + 1], steps[right + 1] = sums[right], (None, right)
        for place in ending[right]:
            rest = min(free[band.left[place]], right)
            if (total := sums[rest] + gains[place]) > sums[right + 1]:
                sums[right + 1], steps[right + 1] = total, (place, rest)
    chosen = []
    place = count
    while place > 0:
        book, place = steps[place]
        if book is not None:
            chosen.append(book)
    return chosen


def outcome(band: Band, chosen: list[int]) -> numpy.ndarray:
    """Spines, hits, and wrong ones."""
    hits: set[int] = set()
    wrong = 0
    excused = band.excused() if len(band.low) else []
    for place in chosen:
        if len(band.spines):
            fits = overlaps(band.low[[place]], band.high[[place]], band.spines)[0]
            nearest = int(fits.argmax())
            if fits[nearest] >= FOUND and nearest not in hits:
                hits.add(nearest)
                continue
        wrong += not excused[place]
    return numpy.array([len(band.spines), len(hits), wrong])
