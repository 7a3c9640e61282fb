"""The position of the camera: straight above, or looking along the surface."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass
class View:
    """How positions on the surface reach the picture.

    `place` moves and scales single upright objects; `warp` bends the finished picture instead, objects included.
    """

    side: int  # of the canvas the scene is painted on
    place: np.ndarray | None = None
    warp: np.ndarray | None = None
    squash: float = 1.0


def sample_view(rng: np.random.Generator, size: int) -> View:
    pick = rng.random()
    if pick < 0.18:
        side = int(size * 1.15)
        return View(side, warp=_oblique(rng, side, size))
    if pick < 0.36:
        return View(size, place=_ground(rng, size), squash=rng.uniform(0.6, 1))
    return View(size)


def _oblique(rng, side, size):
    """Canvas to picture: the far edge of the canvas shrinks, all of the picture stays inside the canvas."""
    far, near = 1.0, rng.uniform(0.5, 0.85)
    lean = rng.normal(0, 0.05)
    top, bottom = 0.5 + np.array([-far, far]) / 2, 0.5 + lean + np.array([-near, near]) / 2
    y0, y1 = rng.uniform(0, 0.05), rng.uniform(0.9, 1)
    quad = np.float32([[top[0], y0], [top[1], y0], [bottom[1], y1], [bottom[0], y1]]) * side
    if rng.random() < 0.4:
        quad = np.roll(quad, int(rng.integers(1, 4)), 0)
    corners = np.float32([[0, 0], [size, 0], [size, size], [0, size]])
    return cv2.getPerspectiveTransform(quad, corners)


def _ground(rng, size):
    s = rng.uniform(0.08, 0.45)
    source = np.float32([[0, 0], [size, 0], [size, size], [0, size]])
    left, right = s * rng.uniform(0.4, 1), s * rng.uniform(0.4, 1)
    target = np.float32([[left, s * 0.5], [1 - right, s * 0.5], [1.1, 1.05], [-0.1, 1.05]]) * size
    return cv2.getPerspectiveTransform(source, target)


def project(matrix: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Projected points and the local magnification there."""
    if len(points) == 0:
        return points, np.zeros(0, np.float32)
    moved = cv2.perspectiveTransform(points[None].astype(np.float32), matrix)[0]
    aside = cv2.perspectiveTransform((points + [1, 0])[None].astype(np.float32), matrix)[0]
    return moved, np.linalg.norm(aside - moved, axis=1)
