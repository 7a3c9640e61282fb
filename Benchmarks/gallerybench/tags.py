"""Tags: the test photos of the tagger, through the whole program at the thresholds that it ships with."""

from pathlib import Path

from benchkit.tables import table

from . import espy

# Photos without a tag in the data that show one all the same, seen by looking at all that got a tag here.
SHOWN = {"textures/bg_b0fec9a0.jpg": "the sea below a cloudy sky"}


def report(shared: Path) -> str:
    data = shared / "data" / "train"
    if not (data / "tags" / "tags.jsonl").exists():
        return "(no tagged photos: see README.md)"
    from training.tagger.photos import load_photos
    from training.tagger.tags import TAGS, relations

    photos = [photo for photo in load_photos(data) if photo.split == "test" and photo.kind != "extra"]
    answers = espy.tagged([Path(photo.path) for photo in photos], "--detector", "none")
    table_of = relations()
    counts = {name: [0, 0, 0] for name in TAGS}
    empty = false = 0
    for photo in photos:
        said = {tag["name"] for tag in answers[photo.path].get("tags", []) if tag["source"].startswith("espy-tagger")}
        if not photo.tags:
            if photo_name(photo.path) not in SHOWN:
                empty += 1
                false += bool(said)
            continue
        for index, name in enumerate(TAGS):
            if index in photo.tags:
                counts[name][0 if name in said else 2] += 1
            elif name in said and max(table_of[tag][index] for tag in photo.tags) == 1:
                counts[name][1] += 1
    used = {name: count for name, count in counts.items() if count[0] + count[1] > 0}
    rows = [[name, str(right + missed), str(right), str(wrong), f"{precision(right, wrong):.2f}",
             f"{precision(right, missed):.2f}", f"{f1(right, wrong, missed):.2f}"]
            for name, (right, wrong, missed) in sorted(used.items(), key=lambda item: -f1(*item[1]))]
    mean = sum(f1(*count) for count in used.values()) / max(len(used), 1)
    head = ["tag", "photos", "right", "wrong", "precision", "recall", "F1"]
    left_out = "; ".join(f"{name} shows {what}" for name, what in SHOWN.items())
    return (f"{table(head, rows)}\n\n{len(used)} tags are given; mean F1 {mean:.3f}. Of {empty} photos of none of the "
            f"tags, {false} ({100 * false / max(empty, 1):.1f} %) get one, broader ones included. Left out, since the "
            f"data are wrong: {left_out}.")


def photo_name(path: str) -> str:
    return "/".join(Path(path).parts[-2:])


def precision(right: int, other: int) -> float:
    return right / (right + other) if right else 0.0


def f1(right: int, wrong: int, missed: int) -> float:
    return 2 * right / (2 * right + wrong + missed) if right else 0.0
