"""Pairs marks with things: one to one, as many pairs as possible."""

import math
from collections import deque

from .photos import Thing

#: A mark hits a thing when it lies within this share of the thing's size from its center.
REACH = 0.5


def hits(marks: list[tuple[float, float]], things: list[Thing]) -> int:
    """The largest number of pairs of a mark and a thing within reach of each other, each used at most once.

    Because it is the largest number, it depends neither on the order of the marks nor on ties.
    """
    near = [_near(mark, things) for mark in marks]
    owner: list[int | None] = [None] * len(things)
    return sum(_place(mark, near, owner) for mark in range(len(marks)))


def _near(mark: tuple[float, float], things: list[Thing]) -> list[int]:
    """The things within reach, the closest relative to its size first, so that most marks keep their first choice."""
    found = []
    for index, thing in enumerate(things):
        distance = math.hypot(mark[0] - thing.x, mark[1] - thing.y)
        if distance <= REACH * thing.size:
            found.append((distance / thing.size, index))
    return [index for _, index in sorted(found)]


def _place(mark: int, near: list[list[int]], owner: list[int | None]) -> bool:
    """Gives a mark a thing, moving other marks to their other choices if needed (an augmenting path)."""
    came_from: dict[int, tuple[int, int | None]] = {}
    queue: deque[tuple[int, int | None]] = deque([(mark, None)])
    while queue:
        asking, lost = queue.popleft()
        for thing in near[asking]:
            if thing in came_from:
                continue
            came_from[thing] = (asking, lost)
            holder = owner[thing]
            if holder is not None:
                queue.append((holder, thing))
                continue
            _shift(thing, came_from, owner)
            return True
    return False


def _shift(free: int, came_from: dict[int, tuple[int, int | None]], owner: list[int | None]) -> None:
    thing: int | None = free
    while thing is not None:
        asking, lost = came_from[thing]
        owner[thing] = asking
        thing = lost
