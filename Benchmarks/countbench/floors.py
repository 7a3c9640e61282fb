"""Results that were once reached and must not be lost: minimum hits in a set, and maximum wrong marks."""

import json
from pathlib import Path

from .scores import Score


def reached(scores: list[Score]) -> dict[str, int]:
    """Totals over all photos of a set with known positions of things."""
    marked = [score for score in scores if score.hits is not None]
    return {
        "photos": len(marked),
        "things": sum(score.truth for score in marked),
        "hits": sum(score.hits for score in marked),
        "wrong": sum(score.marks - score.hits for score in marked),
    }


def behind(file: Path, outcomes: dict[str, dict[str, list[Score]]], way: str) -> list[str]:
    """A sentence for each set that is worse than its floor, or whose photos differ from those of its floor.

    Sets without a floor, and sets that were not measured, are skipped.
    """
    lines = []
    for set_name, floor in _known(file).items():
        if set_name not in outcomes:
            continue
        now = reached(outcomes[set_name][way])
        if not _same_photos(floor, now):
            lines.append(f"{set_name}: the floor is of {floor['photos']} photos, {now['photos']} were counted")
            continue
        if now["hits"] < floor["hits"]:
            lines.append(f"{set_name}: {now['hits']} hits, there were {floor['hits']} of {floor['things']}")
        if now["wrong"] > floor["wrong"]:
            lines.append(f"{set_name}: {now['wrong']} wrong marks, there were {floor['wrong']}")
    return lines


def tighten(file: Path, outcomes: dict[str, dict[str, list[Score]]], way: str) -> None:
    """Raises the hits and lowers the wrong marks to what was reached; never the other way around.

    A set whose photos differ from those of its floor starts over.
    """
    floors = _known(file)
    for set_name, by_way in outcomes.items():
        now = reached(by_way[way])
        floor = floors.get(set_name)
        if floor and _same_photos(floor, now):
            now["hits"] = max(now["hits"], floor["hits"])
            now["wrong"] = min(now["wrong"], floor["wrong"])
        floors[set_name] = now
    file.write_text(json.dumps(floors, indent=4) + "\n", encoding="utf-8")


def _known(file: Path) -> dict[str, dict[str, int]]:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _same_photos(floor: dict[str, int], now: dict[str, int]) -> bool:
    return (floor["photos"], floor["things"]) == (now["photos"], now["things"])
