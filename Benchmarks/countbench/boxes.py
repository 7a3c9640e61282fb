"""Photos with boxes, one per line of JSON, from sources that were not used for training."""

import json
import math
from collections import Counter
from pathlib import Path

from .photos import Photo, Thing

#: The smallest number of a kind that is worth counting.
LEAST = 4
#: The least fraction of things on a photo that must be of the counted kind; otherwise it is unclear what to count.
SHARE = 0.7


def held_out(folder: Path) -> list[Photo]:
    """Returns the photos of sources marked as held out, from all `detect*` folders in a folder."""
    found = []
    for listing in sorted(folder.glob("detect*/detect*.jsonl")):
        for line in listing.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            photo = entry.get("heldout_source") and _photo(listing.parent, entry)
            if photo:
                found.append(photo)
    return found


def _photo(folder: Path, entry: dict) -> Photo | None:
    kinds = Counter(box[4] for box in entry["boxes"])
    main, count = max(kinds.items(), key=lambda kind: (kind[1], kind[0]), default=("", 0))
    if count < max(LEAST, SHARE * len(entry["boxes"])):
        return None
    return Photo("held out", folder / entry["file"], count, [_thing(box) for box in entry["boxes"] if box[4] == main])


def _thing(box: list) -> Thing:
    left, top, right, bottom = box[:4]
    width, height = right - left, bottom - top
    return Thing((left + right) / 2, (top + bottom) / 2, math.sqrt(max(width * height, 0)), width, height)
