"""Verdicts of people who looked at candidates, and labels corrected with them.

`python -m training.labels.verdicts --sheets DIR --seen DIR --candidates FILE… --out verdicts.jsonl` collects the
letters written for the tiles of each sheet in `DIR/NNNN.txt`. Candidates that were not looked at have no verdict.
"""

import hashlib
import json
from collections import Counter
from pathlib import Path

import numpy as np

from ..common import command
from ..common.photos import read_lines
from ..seeker.boxes import overlaps
from ..seeker.photos import Photo

# Verdicts on a find that no label confirms, and on one that is where a label lies otherwise.
THING, LOOSE, OTHER, PART, NOTHING, UNCLEAR = "thing", "loose", "other", "part", "nothing", "unclear"
FOUND_FITS, LABEL_FITS = "found", "label"
_LETTERS = {"t": THING, "l": LOOSE, "o": OTHER, "p": PART, "n": NOTHING, "u": UNCLEAR, "r": FOUND_FITS, "y": LABEL_FITS}
# Kinds of which only some are meant (ripe berries), so that a found thing may rightly have no label.
_NARROWER = ("strawb_",)
_NOT_OF_THE_KIND = frozenset({OTHER, PART, NOTHING})


def checksum(path: Path) -> str:
    """The first half of a file's SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


class Verdicts:
    """Candidates in photos by the file's checksum, each with a verdict or without one yet."""

    def __init__(self, photos: list[dict]):
        self.of: dict[str, list[dict]] = {photo["sha"]: photo["found"] for photo in photos}

    @classmethod
    def load(cls, paths: list[Path]) -> "Verdicts":
        return cls([entry for path in paths for entry in read_lines(path)])

    def applied(self, photo: Photo) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Boxes, labels, uncertain places, and places with nothing of these kinds."""
        boxes, labels = photo.boxes.copy(), list(photo.labels)
        new, doubts, strange = [], [], []
        for row in self.of.get(checksum(photo.path), []) if self.of else []:
            box, verdict = np.array(row["box"], np.float32), row.get("verdict")
            if verdict == THING and photo.path.name.startswith(_NARROWER):
                doubts.append(box)
            elif verdict == THING:
                new.append((box, row["kind"]))
            elif verdict == FOUND_FITS:
                label = np.array(row["label"], np.float32)
                same = np.nonzero((np.abs(boxes - label) < 0.6).all(1) & (photo.labels == row["kind"]))[0]
                boxes[same] = box
            elif verdict in _NOT_OF_THE_KIND:
                strange.append(box)
            elif verdict != LABEL_FITS:
                doubts.append(box)
        for box, kind in new:  # the same thing may have been found twice
            if overlaps(box[None], boxes).max(initial=0) < 0.5:
                boxes, labels = np.concatenate([boxes, box[None]]), [*labels, kind]
        return boxes, np.array(labels, object), _rows(doubts), _rows(strange)


def _rows(boxes: list[np.ndarray]) -> np.ndarray:
    return np.array(boxes, np.float32).reshape(-1, 4)


def judged(sheets: dict[str, dict], seen: Path) -> dict[tuple, str]:
    """Verdicts by file, kind and box. A sheet with more or fewer letters than tiles is ignored."""
    found = {}
    for name, tiles in sheets.items():
        path = seen / name.replace(".png", ".txt")
        letters = [one for one in path.read_text(encoding="utf-8") if one in _LETTERS] if path.exists() else []
        if len(letters) != len(tiles):
            if letters:
                print(f"{path}: {len(letters)} letters for {len(tiles)} tiles")
            continue
        for letter, of in zip(letters, tiles.values()):
            is_possible = letter in ("truy" if "label" in of else "tlopnu")
            found[of["file"], of["kind"], tuple(of["box"])] = _LETTERS[letter] if is_possible else UNCLEAR
    return found


def _row(file: str, kind: str, one: dict, verdicts: dict[tuple, str]) -> dict:
    row = {"kind": kind, "box": one["box"]}
    if "label" in one:
        row["label"] = one["label"]
    verdict = verdicts.get((file, kind, tuple(one["box"])))
    return {**row, "verdict": verdict} if verdict else row


def main() -> None:
    parser = command.parser(__doc__, out="file for the verdicts")
    parser.add_argument("--sheets", type=Path, required=True, help="folder that training.labels.sheets wrote")
    parser.add_argument("--seen", type=Path, required=True, help="folder with a line of letters for each sheet")
    parser.add_argument("--candidates", type=Path, nargs="+", required=True)
    options = parser.parse_args()
    verdicts = judged(json.loads((options.sheets / "index.json").read_text(encoding="utf-8")), options.seen)
    counts: Counter[str] = Counter()
    with options.out.open("w", encoding="utf-8") as out:
        for path in options.candidates:
            for entry in read_lines(path):
                found = [_row(entry["file"], kind["kind"], one, verdicts)
                         for kind in entry["kinds"] for one in kind["candidates"]]
                counts.update(row.get("verdict", "not looked at") for row in found)
                if found:
                    photo = {"file": entry["file"], "sha": entry["sha"], "found": found}
                    out.write(json.dumps(photo, separators=(",", ":")) + "\n")
    print(dict(counts))


if __name__ == "__main__":
    main()
