"""Writes what was trained on into the card: `python -m training.seeker.card --data DATA`. --check only compares."""

from collections import Counter
from pathlib import Path

from ..common import cards
from ..common.photos import lists
from .photos import use_of

CARD = cards.MODELS / "espy-seeker.md"
_CLASSES = ("open", "unclear", "research")


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
        key = (photo["source_key"], photo["source"], cards.shorter(photo["licence"]), photo["licence_class"])
        groups.setdefault(key, []).append(photo)
    rows = ["| key | repository | licence as found | class | train | calibrate | measure |",
            "|---|---|---|---|---:|---:|---:|"]
    for key, own in sorted(groups.items()):
        uses = Counter(use_of(photo) for photo in own)
        counts = " | ".join(str(uses[use]) for use in ("train", "calibrate", "measure"))
        rows.append(f"| {' | '.join(text.replace('|', '/') for text in key)} | {counts} |")
    return rows


def text(data: Path) -> str:
    photos = [entry for _, entry in lists(data)]
    return "\n".join([*summary(photos), "", *sources(photos)])


def main() -> None:
    cards.run("training/seeker/card.py", [CARD], text, __doc__)


if __name__ == "__main__":
    main()
