"""Colors: photos whose names contain one or more of sixteen colors, compared with the colors found first."""

import json
from pathlib import Path

import cv2

from benchkit.tables import table

from . import espy

# Spellings in photo names, and ours.
SPELLING = {"grey": "gray"}
KNOWN = set("black gray white brown red orange gold yellow lime green teal cyan blue purple magenta pink".split())


def photos(shared: Path) -> dict[Path, set[str]]:
    folder = shared / "data" / "gallery"
    if not (folder / "labels.json").exists():
        return {}
    found = {}
    for name, about in json.loads((folder / "labels.json").read_text(encoding="utf-8")).items():
        said = {SPELLING.get(color, color) for color in about["labels"].get("colours_in_name", [])} & KNOWN
        if said and (folder / name).exists():
            found[folder / name] = said
    return found


def nearest_of_nine(path: Path) -> list[str]:
    """The peer: assigns nine pixels of the photo to the nearest of several pure tints, sorted by frequency."""
    tints = {"black": (0, 0, 0), "gray": (128, 128, 128), "white": (255, 255, 255), "brown": (120, 72, 40),
             "red": (220, 20, 30), "orange": (250, 130, 20), "gold": (212, 165, 50), "yellow": (250, 230, 30),
             "lime": (170, 220, 40), "green": (40, 140, 50), "teal": (0, 128, 128), "cyan": (60, 200, 220),
             "blue": (30, 80, 200), "purple": (120, 50, 160), "magenta": (210, 30, 160), "pink": (250, 160, 190)}
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        return []
    small = cv2.resize(image, (3, 3), interpolation=cv2.INTER_NEAREST)[..., ::-1].reshape(-1, 3).astype(int)
    counts: dict[str, int] = {}
    for pixel in small:
        name = min(tints, key=lambda tint: sum((int(a) - b) ** 2 for a, b in zip(pixel, tints[tint])))
        counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: -counts[name])


def report(shared: Path) -> str:
    wanted = photos(shared)
    if not wanted:
        return "(no photos that name their color: see docs/gallery.md)"
    answers = espy.tagged(list(wanted), "--tagger", "none", "--detector", "none")
    ways = {
        "espy": [[color["name"] for color in answers[str(path)].get("colors", [])] for path in wanted],
        "nine pixels": [nearest_of_nine(path) for path in wanted],
    }
    rows = []
    for way, named in ways.items():
        first = sum(names[:1] and names[0] in said for names, said in zip(named, wanted.values()))
        three = sum(bool(said & set(names[:3])) for names, said in zip(named, wanted.values()))
        rows.append([way, str(len(wanted)), str(int(first)), str(three)])
    missed = [path.name for path, names in zip(wanted, ways["espy"]) if not wanted[path] & set(names[:3])]
    return table(["colors", "photos", "first", "first three"], rows) + f"\n\nMissed: {', '.join(missed) or 'none'}"
