"""Writes what was trained on into the card: `python -m training.seeker.card --data DATA`. --check only compares."""

import argparse
import json
from collections import Counter
from pathlib import Path

from Benchmarks.benchkit.tables import replace_between

from ..sources import shorter
from .sources import FOLDERS, use_of

CARD = Path(__file__).resolve().parents[2] / "models" / "espy-seeker.md"
START, END = "<!-- sources: written by training/seeker/card.py -->", "<!-- end of sources -->"
_CLASSES = ("open", "unclear", "research")


def entries(data: Path) -> list[dict]:
    found = []
    for folder, name in FOLDERS:
        lines = (data / folder / name).read_text(encoding="utf-8").splitlines()
        found += [json.loads(line) | {"list": folder} for line in lines]
    return found


def summary(photos: list[dict]) -> list[str]:
    """Photos and boxes by use and class of licence."""
    rows = ["| use | " + " | ".join(_CLASSES) + " | photos | boxes |", "|---|" + "---:|" * (len(_CLASSES) + 2)]
    for use in ("train", "calibrate", "measure"):
        own = [photo for photo in photos if use_of(photo) == use]
        classes = Counter(photo["licence_class"] for photo in own)
        counts = " | ".join(f"{classes[name]:,}" for name in _CLASSES)
        rows.append(f"| {use} | {counts} | {len(own):,} | {sum(len(photo['boxes']) for photo in own):,} |")
    return rows


def sources(photos: list[dict]) -> list[str]:
    """One line for each source and statement of licence."""
    groups: dict[tuple, list[dict]] = {}
    for photo in photos:
        key = (photo["source_key"], photo["source"], shorter(photo["licence"]), photo["licence_class"])
        groups.setdefault(key, []).append(photo)
    rows = ["| key | repository | licence as found | class | train | calibrate | measure |",
            "|---|---|---|---|---:|---:|---:|"]
    for key, own in sorted(groups.items()):
        uses = Counter(use_of(photo) for photo in own)
        counts = " | ".join(str(uses[use]) for use in ("train", "calibrate", "measure"))
        rows.append(f"| {' | '.join(text.replace('|', '/') for text in key)} | {counts} |")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    photos = entries(options.data)
    text = "\n".join([*summary(photos), "", *sources(photos)])
    if not options.check:
        replace_between(CARD, START, END, text)
    elif f"{START}\n{text}\n{END}" not in CARD.read_text(encoding="utf-8"):
        raise SystemExit(f"{CARD.name} is out of date: python -m training.seeker.card --data {options.data}")


if __name__ == "__main__":
    main()
