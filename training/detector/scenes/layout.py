"""Arrangements of things: lattices, rows, stacks, rings, heaps, clusters, scatters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

MOST = 350  # objects of one arrangement


@dataclass
class Layout:
    points: np.ndarray  # float32 [N, 2]: centers in pixels
    angle: float  # direction of the arrangement, degrees
    aligned: bool  # objects keep that direction (else any)
    touching: bool  # neighbors may meet or overlap: they need visible borders
    ordered: bool  # points are already in painting order
    scale: np.ndarray | None = None  # float32 [N]: individual sizes, where the arrangement fixes them


_ANY = ("grid",) * 7 + ("rows",) * 2 + ("heap",) * 3 + ("scatter",) * 4 + ("clusters", "ring", "fan", "pack", "pack")


def arrange(rng: np.random.Generator, side: int, size: float, extent: tuple[float, float],
            styles: tuple[str, ...] = ()) -> Layout:
    """Centers for objects whose longer side is `size` and whose box is `extent` × size."""
    styles = styles or _ANY
    return _STYLES[styles[rng.integers(len(styles))]](rng, side, size, extent)


def _bounded(rng: np.random.Generator, points: np.ndarray, side: int, margin: float) -> np.ndarray:
    """Keeps what is on the canvas; of too many, the ones nearest a random place, so that lattices stay whole."""
    inside = ((points > -margin) & (points < side + margin)).all(1)
    points = points[inside]
    if len(points) > MOST:
        center = rng.uniform(0.3, 0.7, 2) * side
        far = np.abs(points - center).max(1)
        points = points[far <= np.partition(far, MOST - 1)[MOST - 1]][:MOST]
    return points.astype(np.float32)


def _turn(points: np.ndarray, degrees: float, center: np.ndarray) -> np.ndarray:
    a = np.radians(degrees)
    return points @ np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) + center


def _grid(rng, side, size, extent):
    gap = rng.choice([rng.uniform(0.98, 1.08), rng.uniform(1.05, 1.35), rng.uniform(1.3, 2.2)])
    aligned = rng.random() < 0.8
    if not aligned:
        extent = (max(extent), max(extent))
    px, py = size * extent[0] * gap, size * extent[1] * gap * rng.choice([1.0, rng.uniform(0.9, 1.25)])
    shift = rng.choice([0.0, 0.5, rng.uniform(0, 1)], p=[0.55, 0.35, 0.1])
    if shift == 0.5 and rng.random() < 0.7 and abs(extent[0] - extent[1]) < 0.1:
        py *= 0.866
    angle = rng.normal(0, 5) if rng.random() < 0.7 else rng.uniform(0, 360)
    reach_x = rng.uniform(0.2, 0.5) * side if rng.random() < 0.5 else 0.75 * side
    reach_y = rng.uniform(0.2, 0.5) * side if rng.random() < 0.5 else 0.75 * side
    nx, ny = (int(min(2 * reach_x / px, 60)) or 1), (int(min(2 * reach_y / py, 60)) or 1)
    j, i = np.meshgrid(np.arange(nx) - (nx - 1) / 2, np.arange(ny) - (ny - 1) / 2)
    x = (j + shift * (np.arange(ny) % 2)[:, None]) * px
    points = np.stack([x.ravel(), (i * py).ravel()], 1)
    if rng.random() < 0.35:
        points = points[rng.random(len(points)) < rng.uniform(0.55, 0.98)]
    points = points + rng.normal(0, 1, points.shape) * size * rng.choice([0.0, 0.015, 0.05])
    center = side / 2 + (rng.uniform(-0.15, 0.15, 2) * side if reach_x < 0.5 * side else 0)
    points = _bounded(rng, _turn(points, angle, center), side, 0.45 * size)
    return Layout(points, -angle, aligned, gap < 1.08, False)


def _bond(rng, side, size, extent):
    """A wall or a stack: courses of touching pieces, every other one shifted, thin joints between."""
    px, py = size * extent[0] * rng.uniform(1.0, 1.08), size * extent[1] * rng.uniform(1.0, 1.14)
    nx, ny = int(min(1.5 * side / px + 2, 60)), int(min(1.5 * side / py + 2, 60))
    if rng.random() < 0.3:
        ny = max(2, int(ny * rng.uniform(0.2, 0.6)))
    shift = rng.choice([0.0, 0.5, 0.33], p=[0.35, 0.5, 0.15])
    j, i = np.meshgrid(np.arange(nx) - (nx - 1) / 2, np.arange(ny) - (ny - 1) / 2)
    x = (j + shift * (np.arange(ny) % 2)[:, None] + rng.normal(0, rng.choice([0.0, 0.15]), (ny, 1))) * px
    angle = rng.normal(0, 3) if rng.random() < 0.8 else rng.uniform(0, 360)
    points = _turn(np.stack([x.ravel(), (i * py).ravel()], 1), angle, np.full(2, side / 2))
    return Layout(_bounded(rng, points, side, 0.45 * size), -angle, True, True, False)


def _rows(rng, side, size, extent):
    """Side by side: books on shelves, pencils, bottles, coins in a line, stacked boxes."""
    w, h = size * extent[0] * rng.uniform(1.0, 1.12), size * extent[1] * rng.uniform(1.0, 1.6)
    lines = max(1, int(rng.uniform(0.2, 1.1) * side / h))
    angle = rng.normal(0, 3) if rng.random() < 0.75 else rng.uniform(0, 360)
    points = []
    for k in range(lines):
        steps = w * (1 + np.abs(rng.normal(0, rng.choice([0.01, 0.3]), int(1.3 * side / w) + 1)))
        x = np.cumsum(steps) - 0.65 * side + rng.uniform(0, 0.4) * side * (rng.random() < 0.3)
        points.append(np.stack([x, np.full(len(x), (k - (lines - 1) / 2) * h)], 1))
    points = _turn(np.concatenate(points), angle, np.full(2, side / 2))
    return Layout(_bounded(rng, points, side, 0.4 * size), -angle, True, True, False)


def spread(rng: np.random.Generator, candidates: np.ndarray, distance, most: int, chosen: bool = False) -> np.ndarray:
    """Candidates kept in order as long as they stay `distance` (a number or a matrix) apart; or which ones."""
    near = ((candidates[:, None] - candidates[None]) ** 2).sum(2) < distance * distance
    kept = np.zeros(len(candidates), bool)
    count = 0
    for k in range(len(candidates)):
        if count < most and not (near[k] & kept).any():
            kept[k] = True
            count += 1
    return kept if chosen else candidates[kept]


def _pack(rng, side, size, extent):
    """Touching pieces of different sizes: a pile of logs, pebbles in a bowl, cells side by side."""
    if rng.random() < 0.55:
        return _tight(rng, side, size * np.sqrt(extent[0] * extent[1]))
    vary, n = rng.uniform(0.02, 0.35), 800
    scale = np.sort(np.clip(np.exp(rng.normal(0, vary, n)), 0.45, 1.8))[::-1]
    reach = size * np.sqrt(extent[0] * extent[1]) * rng.uniform(0.9, 1.02)
    area = min(1.1, rng.uniform(0.5, 1.2), 17.0 * reach / side)
    points = side / 2 + rng.uniform(-0.5, 0.5, (n, 2)) * side * area
    if rng.random() < 0.3:
        points[:, 1] = side * 1.05 - np.abs(points[:, 1] - side / 2) * 2 * rng.uniform(0.5, 1)
    kept = spread(rng, points, reach * 0.5 * (scale[:, None] + scale[None]), MOST, chosen=True)
    kept &= ((points > -0.4 * size) & (points < side + 0.4 * size)).all(1)
    chosen = Layout(points[kept].astype(np.float32), 0.0, False, True, False)
    chosen.scale = scale[kept].astype(np.float32)
    return chosen


def _tight(rng, side, reach):
    """A disturbed hexagonal packing: denser than any random placing gets."""
    nx, ny = int(min(1.3 * side / reach + 2, 40)), int(min(1.5 * side / reach + 2, 40))
    if rng.random() < 0.4:
        ny = max(2, int(ny * rng.uniform(0.3, 0.7)))
    j, i = np.meshgrid(np.arange(nx) - nx / 2, np.arange(ny) - ny / 2)
    x = j + 0.5 * (np.arange(ny) % 2)[:, None]
    points = np.stack([x.ravel(), 0.88 * i.ravel()], 1)
    points = (points + rng.normal(0, rng.uniform(0.01, 0.1), points.shape)) * reach
    points = _bounded(rng, _turn(points, rng.normal(0, 12), np.full(2, side / 2)), side, 0.45 * reach)
    points = points[rng.random(len(points)) < rng.choice([1.0, 0.95])]
    low = rng.uniform(0.6, 1.0)
    scale = rng.uniform(low, 1.04, len(points)).astype(np.float32)
    return Layout(points, 0.0, False, True, False, scale)


def _number(rng, side, size, fill):
    room = min(float(MOST), max(4.0, fill * (side / max(size, 4)) ** 2))
    return int(np.clip(np.exp(rng.uniform(0.45 * np.log(room), np.log(room))), 2, MOST))


def _heap(rng, side, size, extent):
    d = size * np.sqrt(extent[0] * extent[1]) * rng.uniform(0.45, 0.9)
    center, reach = rng.uniform(0.35, 0.65, 2) * side, rng.uniform(0.25, 0.75) * side
    candidates = rng.uniform(-1, 1, (700, 2))
    if rng.random() < 0.6:
        candidates = candidates[(candidates**2).sum(1) < 1]
    points = spread(rng, center + candidates * reach, d, min(MOST, 40 + _number(rng, side, size, 3)))
    return Layout(_bounded(rng, points, side, 0.4 * size), 0.0, False, True, rng.random() < 0.6)


def _scatter(rng, side, size, extent):
    gap = rng.uniform(1.02, 1.6) if rng.random() < 0.6 else rng.uniform(0.75, 1.1)
    reach = size * max(extent)
    most = _number(rng, side, size * gap, 0.8)
    low, high = (-0.02, 1.02) if rng.random() < 0.6 else (0.12, 0.88)
    points = spread(rng, rng.uniform(low, high, (min(900, 5 * most + 40), 2)) * side, reach * gap, most)
    return Layout(_bounded(rng, points, side, 0.4 * size), rng.uniform(0, 360), rng.random() < 0.25, gap < 1.05, False)


def _clusters(rng, side, size, extent):
    points = []
    for _ in range(int(rng.integers(2, 7))):
        center = rng.uniform(0.1, 0.9, 2) * side
        points.append(center + rng.normal(0, 1, (60, 2)) * size * rng.uniform(0.8, 2.5))
    every = rng.permutation(np.concatenate(points))
    kept = spread(rng, every, size * np.sqrt(extent[0] * extent[1]) * rng.uniform(0.75, 1.1), MOST)
    return Layout(_bounded(rng, kept, side, 0.4 * size), 0.0, False, True, False)


def _ring(rng, side, size, extent):
    """Concentric circles: a plate, a turntable, a flower bed."""
    center, step = rng.uniform(0.4, 0.6, 2) * side, size * max(extent) * rng.uniform(1.02, 1.5)
    points = [np.zeros((1, 2))] if rng.random() < 0.6 else []
    for k in range(1, int(min(8, rng.uniform(1.2, 0.65 * side / step + 1.5))) + 1):
        n = max(3, int(2 * np.pi * k * step / (step * rng.uniform(1, 1.3))))
        t = np.arange(n) * 2 * np.pi / n + rng.uniform(0, 6.3)
        points.append(np.stack([np.cos(t), np.sin(t)], 1) * k * step)
    kept = _bounded(rng, np.concatenate(points) + center, side, 0.4 * size)
    return Layout(kept, 0.0, rng.random() < 0.3, False, False)


def _fan(rng, side, size, extent):
    """Overlapping in order: a stack of coins pushed over, roof tiles, fallen cards."""
    across = int(extent[0] > 1.5 * extent[1])  # long things lie over each other sideways, not end over end
    step = size * extent[across] * rng.uniform(0.28, 0.75)
    lines, gap = int(rng.integers(1, 6)), size * extent[1 - across] * rng.uniform(0.95, 1.4)
    angle, bend = rng.uniform(0, 360), rng.uniform(-0.5, 0.5) / side
    n = int(rng.integers(4, max(5, int(0.95 * side / step))))
    t = (np.arange(min(n, 60)) - n / 2) * step
    rows = [np.stack([t, bend * t * t + (k - (lines - 1) / 2) * gap], 1) for k in range(lines)]
    every = np.concatenate(rows)
    points = _turn(every[:, ::-1] if across else every, angle, np.full(2, side / 2))
    return Layout(_bounded(rng, points, side, 0.4 * size), -angle, True, True, True)


_STYLES = {"grid": _grid, "rows": _rows, "heap": _heap, "scatter": _scatter, "clusters": _clusters, "ring": _ring,
           "fan": _fan, "pack": _pack, "bond": _bond}
