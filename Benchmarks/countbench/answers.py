"""The answers of `espy count --json` about photos."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .marks import hits
from .photos import Photo
from .scores import Score


@dataclass(frozen=True)
class Way:
    """One way of counting: its name in the tables, and the flags of `espy count` for it."""

    name: str
    about: str
    flags: tuple[str, ...] = ()


def ask(espy: Path, way: Way, photos: list[Photo], environment: dict[str, str]) -> list[Score]:
    """Counts all photos in one call, so that the models are loaded once; the scores are in the order of the photos.

    Raises SystemExit if the program did not answer for each photo.
    """
    paths = [str(photo.path) for photo in photos]
    command = [str(espy), "count", "--json", "--quiet", "--no-history", *way.flags, *paths]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    # For several photos, the last line is their total, which belongs to no file.
    answers = [line for line in lines if "file" in line]
    if [answer["file"] for answer in answers] != paths:
        raise SystemExit(f"{way.name}: {len(answers)} answers for {len(photos)} photos (exit code {done.returncode})")
    return [score(photo, answer) for photo, answer in zip(photos, answers)]


def score(photo: Photo, answer: dict) -> Score:
    """Compares one answer with the truth. A photo that could not be counted has the count 0 and a reason."""
    if "count" not in answer:
        problem = answer.get("error", "no count")
        reason = problem.get("message", "no count") if isinstance(problem, dict) else str(problem)
        none = None if photo.things is None else 0
        return Score(photo.name, photo.answer, 0, 0, 0, none, none, reason)
    limits, size = answer["range"], (answer["width"], answer["height"])
    marks = [center(found) for found in answer["detections"] if found["main"]]
    return counted(photo, answer["count"], limits["low"], limits["high"], marks, size)


def counted(
    photo: Photo, count: int, low: int, high: int, marks: list[tuple[float, float]], size: tuple[int, int]
) -> Score:
    """Compares a count and its marks with the truth."""
    known = (None, None) if photo.things is None else (len(marks), hits(marks, photo.things))
    return Score(photo.name, photo.answer, count, low, high, *known, size=size, places=tuple(marks))


def center(box: dict) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
