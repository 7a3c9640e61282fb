"""Writes what the tagger was trained on into its card: `python -m training.tagger.sources --data DATA`.

With `--check` nothing is written, and a card that is out of date is an error.
"""

from collections import Counter, defaultdict

from ..common import cards
from .photos import load_photos
from .tags import TAGS

CARD = cards.MODELS / "espy-tagger.md"
KINDS = {"tagged": "tagged photos", "boxed": "photos with boxes", "surface": "surfaces and patterns"}


def tags_of(photos):
    names = Counter(TAGS[tag] for photo in photos for tag in photo.tags)
    listed = [name for name, _ in names.most_common(6)]
    return ", ".join(listed) + (f" and {len(names) - 6} more" if len(names) > 6 else "") or "–"


def rows(photos):
    groups = defaultdict(list)
    for photo in photos:
        kind = list(KINDS).index(photo.kind)
        groups[kind, photo.source, cards.shorter(photo.licence), photo.licence_class].append(photo)
    for (kind, source, licence, judged), group in sorted(groups.items()):
        trained = sum(photo.split == "train" for photo in group)
        held = "held out" if group[0].split == "heldout" else trained
        yield f"| {source} | {licence} | {judged} | {KINDS[list(KINDS)[kind]]} | {tags_of(group)} | {len(group)} | {held} |"


def unlicensed(photos):
    """Tags without any training photo under an open license."""
    there = {tag for photo in photos for tag in photo.tags if photo.split == "train" and photo.licence_class == "open"}
    return [name for tag, name in enumerate(TAGS) if tag not in there]


def text(data):
    photos = load_photos(data)
    used = [photo for photo in photos if photo.split == "train"]
    classes = ", ".join(f"{count:,} {name}" for name, count in Counter(p.licence_class for p in used).most_common())
    head = [f"Trained on {len(used):,} photos ({classes}); {sum(p.split == 'val' for p in photos):,} for choosing, "
            f"{sum(p.split == 'test' for p in photos):,} for testing and {sum(p.split == 'heldout' for p in photos):,} of "
            "collections held out were not learned from.", "",
            f"Tags without any openly licensed training photo: {', '.join(unlicensed(photos))}.", "",
            "| repository | license as found | class | used as | tags | photos | trained on |",
            "|---|---|---|---|---|---:|---:|"]
    return "\n".join(head + list(rows(photos)))


def main(arguments=None):
    cards.run("training/tagger/sources.py", [CARD], text, __doc__, arguments)


if __name__ == "__main__":
    main()
