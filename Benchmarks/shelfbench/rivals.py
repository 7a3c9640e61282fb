"""OpenCV's line segment detector in its simplest use: a book between every two neighboring lines."""

import time
from pathlib import Path

import cv2
import numpy

#: As the lines were measured before: the long side, how upright a line is, and how much of the shelf it covers.
LONG_SIDE = 1920
STEEPEST = 25
COVERAGE = 0.35
APART = 0.006


def adjacent_lines(path: Path) -> tuple[list[list[list[float]]], float, float]:
    """Quads, the width of their picture, and the milliseconds for the lines."""
    gray = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    scale = LONG_SIDE / max(gray.shape)
    gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    start = time.perf_counter()
    segments = cv2.createLineSegmentDetector().detect(gray)[0]
    ms = 1000 * (time.perf_counter() - start)
    if segments is None:
        return [], gray.shape[1], ms
    return quads(segments.reshape(-1, 4), *gray.shape), gray.shape[1], ms


def quads(segments: numpy.ndarray, height: int, width: int) -> list[list[list[float]]]:
    """Joins pieces of one line, drops short lines, and pairs each line with the next."""
    upright = []
    for x0, y0, x1, y1 in segments:
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        if y1 - y0 > 0.02 * height and abs(x1 - x0) < numpy.tan(numpy.radians(STEEPEST)) * (y1 - y0):
            upright.append((x0, y0, x1, y1))
    if not upright:
        return []
    low = float(numpy.percentile([line[1] for line in upright], 10))
    high = float(numpy.percentile([line[3] for line in upright], 90))
    middle = (low + high) / 2
    lines = sorted((x0 + (middle - y0) / (y1 - y0) * (x1 - x0), (x1 - x0) / (y1 - y0), y1 - y0)
                   for x0, y0, x1, y1 in upright)
    groups: list[list[tuple[float, float, float]]] = []
    for line in lines:
        if groups and line[0] - groups[-1][-1][0] < APART * width:
            groups[-1].append(line)
        else:
            groups.append([line])
    kept = []
    for group in groups:
        weight = sum(line[2] for line in group)
        if weight >= COVERAGE * (high - low):
            kept.append([sum(line[i] * line[2] for line in group) / weight for i in (0, 1)])

    def at(line: list[float], y: float) -> list[float]:
        return [line[0] + line[1] * (y - middle), y]

    return [[at(a, low), at(b, low), at(b, high), at(a, high)] for a, b in zip(kept, kept[1:])]
