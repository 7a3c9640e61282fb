"""Tags: the tagger's test photos, and those of collections that it never saw, tagged by the whole program with the
shipped thresholds."""

import json
from pathlib import Path

from benchkit.tables import table

from . import espy

SETS = {"test": "test photos", "heldout": "collections held out"}


def report(shared: Path) -> str:
    data = shared / "data" / "train"
    if not (data / "tags224" / "tags224.jsonl").exists():
        return "(no tagged photos: see docs/gallery.md)"
    from training.tagger.photos import load_photos
    from training.tagger.tags import TAGS

    labels = json.loads((espy.ROOT / "models" / "espy-tagger.labels.json").read_text(encoding="utf-8"))
    on = {tag["name"] for tag in labels["tags"] if tag["isOn"] and tag["name"] in TAGS}
    photos = load_photos(data)
    counts, lines = {}, []
    for split, title in SETS.items():
        used = [photo for photo in photos if photo.split == split]
        counts[split], false, empty = counted(used)
        lines.append(summary(title, {name: counts[split][name] for name in on}, false, empty))
    rows = [[name, *cells(counts["test"][name]), *cells(counts["heldout"][name])]
            for name in sorted(on, key=lambda name: (-f1(*counts["test"][name]), name))]
    head = ["tag", *(f"{prefix}{part}" for prefix in ("", "held out: ")
                     for part in ("photos", "right", "wrong", "precision", "recall", "F1"))]
    return table(head, rows) + "\n\n" + "\n".join(lines)


def counted(photos) -> tuple[dict[str, list[int]], int, int]:
    """[right, wrong, missed] of each tag, whatever its source (a face also means person), and how many photos without
    any tag are given one, including broader ones."""
    from training.tagger.counts import truth
    from training.tagger.tags import TAGS, parents_of

    answers = espy.tagged([Path(photo.path) for photo in photos], "--detector", "none", "--classifier", "none")
    meant = {*TAGS, *(parent for name in TAGS for parent in parents_of(name))}
    counts = {name: [0, 0, 0] for name in TAGS}
    empty = false = 0
    for photo, known in zip(photos, truth(photos)):
        # Tags from the file were not seen in the picture.
        said = {tag["name"] for tag in answers[photo.path].get("tags", []) if tag["source"] != "metadata"} & meant
        if not photo.tags:
            empty += 1
            false += bool(said)
            continue
        for name, is_there in zip(TAGS, known):
            if is_there == 1:
                counts[name][0 if name in said else 2] += 1
            elif is_there == 0 and name in said:
                counts[name][1] += 1
    return counts, false, empty


def summary(title: str, counts: dict[str, list[int]], false: int, empty: int) -> str:
    there = {name: count for name, count in counts.items() if count[0] + count[2] > 0}
    right, wrong = (sum(count[place] for count in counts.values()) for place in (0, 1))
    mean = sum(f1(*count) for count in there.values()) / max(len(there), 1)
    return (f"- {title}: mean F1 {mean:.3f} of {len(there)} tags that are on and are shown there ({len(counts)} are on); "
            f"{precision(right, wrong):.3f} of all that are given are right; of {empty} photos of none of the tags "
            f"{false} ({100 * false / max(empty, 1):.1f}%) get one.")


def cells(count: list[int]) -> list[str]:
    right, wrong, missed = count
    if right + missed == 0:
        return ["0", "0", str(wrong), "–", "–", "–"]
    return [str(right + missed), str(right), str(wrong), f"{precision(right, wrong):.2f}",
            f"{precision(right, missed):.2f}", f"{f1(right, wrong, missed):.2f}"]


def precision(right: int, other: int) -> float:
    return right / (right + other) if right else 0.0


def f1(right: int, wrong: int, missed: int) -> float:
    return 2 * right / (2 * right + wrong + missed) if right else 0.0
