"""The targets of the network for a picture with known books."""

import numpy

from .net import ACROSS, CHANNELS, DOWN, INSIDE, LEFT, RIGHT

#: How far beside a side its cells still get a part of it, in cells (the deviation of a bell).
SPREAD = 0.7
#: Near the ends of a marked photo's books nothing is certain: as shares of their height.
HEAD, FOOT = 0.1, 0.06


def maps(quads: numpy.ndarray, unknown: numpy.ndarray, shelf: tuple[float, float] | None, size: tuple[int, int]):
    """Answers and what of them is known, `[3, rows, columns]` and `[rows, columns]`.

    - quads, unknown: in pixels of the picture that the network sees
    - shelf: top and bottom of the shelf of a photo, where only the middle of books is certain; None: all is known
    - size: height and width of the picture
    """
    rows, columns = size[0] // DOWN, size[1] // ACROSS
    y = (numpy.arange(rows) + 0.5) * DOWN
    x = numpy.arange(columns) + 0.5
    answer = numpy.zeros((CHANNELS, rows, columns), numpy.float32)
    known = numpy.ones((rows, columns), bool)
    if shelf:
        height = shelf[1] - shelf[0]
        known &= ((y >= shelf[0] + HEAD * height) & (y <= shelf[1] - FOOT * height))[:, None]
    for quad in near(unknown, size):
        low, high = sides(quad, y)
        known &= ~((x >= low[:, None] - 0.5) & (x <= high[:, None] + 0.5))
    for quad in near(quads, size):
        top, bottom = quad[:2, 1].mean(), quad[2:, 1].mean()
        low, high = sides(quad, y)
        within = (y >= top) & (y <= bottom)
        for channel, side in ((LEFT, low), (RIGHT, high)):
            bell = numpy.exp(-(((x - side[:, None]) / SPREAD) ** 2) / 2) * within[:, None]
            numpy.maximum(answer[channel], bell, out=answer[channel])
        inside = (x > low[:, None]) & (x < high[:, None]) & within[:, None]
        answer[INSIDE][inside] = 1
        if shelf:
            doubtful = (y < top + HEAD * (bottom - top)) | (y > bottom - FOOT * (bottom - top))
            known &= ~(doubtful[:, None] & (x > low[:, None] - 1) & (x < high[:, None] + 1))
    return answer, known


def near(quads: numpy.ndarray, size: tuple[int, int]) -> numpy.ndarray:
    """Those that are in the picture, at least in part."""
    low, high = quads.min(axis=1, initial=1e9), quads.max(axis=1, initial=-1e9)
    return quads[(high > -4).all(axis=1) & (low < [size[1] + 4, size[0] + 4]).all(axis=1)]


def sides(quad: numpy.ndarray, y: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Where both sides of a quad, extended, cross the rows, in cells."""
    found = []
    for top, bottom in ((quad[0], quad[3]), (quad[1], quad[2])):
        share = (y - top[1]) / max(bottom[1] - top[1], 1e-6)
        found.append((top[0] + share * (bottom[0] - top[0])) / ACROSS)
    return found[0], found[1]
