"""Which photos there are: the tagged ones, more examples of some tags, and photos of none of the tags."""

import json
from dataclasses import dataclass
from pathlib import Path

from .tags import INDEX, listed

# Whole sources of photos of none of the tags that training never sees: how strangers are read.
HELD_OUT_NEGATIVES = ("nuts", "pills2")
NEGATIVE_SOURCES = ("screws", "boltwasher", "nuts", "pills", "pills2", "bccd2", "beans", "cones", "bubbles", "cement")

# Boxed things that are one of the tags. Their photos are for training alone.
EXTRA_SOURCES = ("fruits15", "fruit9", "cards", "chess1", "chess2", "chess3", "bees2", "cans", "coinsjd", "tomato",
                 "grapes", "strawb", "retail", "retail2", "people", "comvis", "eggs", "lego", "bottle", "coinsph")
EXTRA_TAGS = {
    "fruit": "apple, banana, cherry, coconut, grape, kiwi, lemon, mandarin, melon, orange, peach, pear, pineapple, "
             "pomegranate, strawberry, watermelon",
    "vegetable": "cucumber, tomato", "game": "chess piece, playing card", "insect": "bee", "coin": "coin",
    "packaged food": "can, packaged food", "big cat": "lion", "food": "egg", "toy": "LEGO brick", "bottle": "bottle",
}
TAG_OF_LABEL = {label: tag for tag, labels in EXTRA_TAGS.items() for label in listed(labels)}


@dataclass(frozen=True)
class Photo:
    """`tags` are places in TAGS; none at all: a photo of none of the tags. `source` is the repository it comes from.
    `exhaustive`: the other tags that COCO knows are not there. `coarse`: 64 pixels or fewer. `kind` is "tagged",
    "extra" (for training), "negative" (of none of the tags) or "stranger" (likewise, of a source kept for testing)."""

    path: str
    tags: tuple[int, ...]
    split: str
    source: str
    licence_class: str
    kind: str = "tagged"
    exhaustive: bool = False
    coarse: bool = False
    licence: str = ""


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def tagged_photos(folder):
    return [Photo(str(folder / row["file"]), tuple(sorted(INDEX[name] for name in row["labels"])), row["split"],
                  row["source"], row["licence_class"], "tagged", row["exhaustive"], row["lowres"])
            for row in rows_of(folder / "tags.jsonl")]


def boxed_photos(folder):
    """Of the boxed photos those whose things are none of the tags, and for training those whose things are one."""
    found = []
    for row in rows_of(folder / "detect.jsonl"):
        key, where = row["source_key"], str(folder / row["file"])
        if key in NEGATIVE_SOURCES:
            kind, split = ("stranger", "test") if key in HELD_OUT_NEGATIVES else ("negative", row["split"])
            found.append(Photo(where, (), split, row["source"], row["licence_class"], kind, licence=row["licence"]))
        elif key in EXTRA_SOURCES and row["split"] == "train":
            names = {TAG_OF_LABEL.get(box[4]) for box in row["boxes"]}
            if None not in names:
                tags = tuple(sorted(INDEX[name] for name in names))
                found.append(Photo(where, tags, "train", row["source"], row["licence_class"], "extra",
                                   licence=row["licence"]))
    return found


def texture_photos(folder):
    return [Photo(str(folder / row["file"]), (), row["split"], row["source"], row["licence_class"], "negative",
                  licence=row["licence"]) for row in rows_of(folder / "textures.jsonl")]


def load_photos(data, open_only=False):
    """All photos of `data`, in the order of its files; with `open_only` just those under an open licence."""
    data = Path(data)
    photos = tagged_photos(data / "tags") + boxed_photos(data / "detect") + texture_photos(data / "textures")
    return [photo for photo in photos if not open_only or photo.licence_class == "open"]
