"""The photos: tagged ones, boxed ones that show a tag or none, and surfaces without tags."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from .heldout import HELD_OUT
from .tags import INDEX, listed

# Tags by photo name that its labels omit or deny, checked by eye (“there”, “absent”, “unsure”).
# "unsure").
LOOKED = json.loads((Path(__file__).parent / "looked.json").read_text(encoding="utf-8"))
# Tags for boxed things. A photo counts if they cover at least this fraction of it.
LEAST_COVER = 0.04
TAG_OF_THING = {
    "fruit": "apple, banana, cherry, coconut, date, fig, grape, kiwi, lemon, mandarin, melon, orange, peach, pear, "
             "pineapple, pomegranate, strawberry, watermelon",
    "vegetable": "bell pepper, broccoli, carrot, chilli pepper, corn, cucumber, eggplant, garlic, lettuce, onion, "
                 "tomato, zucchini, vegetable",
    "food": "bread loaf, bread slice, boiled egg half, devilled egg half, egg, flatbread, fried egg, grilled steak, "
            "karipap, kaswi, kuih lompang, kuih-ketayap, meatball, momo dumpling, nona-manis, piece of cheese, samosa, "
            "yomari dumpling",
    "dessert": "cake, donut, ice cream scoop", "pizza": "pizza",
    "packaged food": "can, carton of food, honey jar, jam jar, packaged food, snack tube, spice jar",
    "bottle": "bottle, milk bottle", "cup": "cup", "game": "chess piece, die, playing card, scrabble tile",
    "toy": "LEGO brick, teddy bear", "coin": "coin", "book": "book, book spine",
    "insect": "bee", "big cat": "lion", "elephant": "elephant", "horse": "horse", "sheep": "sheep", "cow": "cow",
    "bird": "bird, chicken, goose, gull, penguin, puffin", "fish": "fish, shark, stingray",
    "sea animal": "jellyfish, oyster, starfish", "dog": "dog", "cat": "cat",
    "person": "person, player", "car": "car, van", "bus": "bus, minibus", "truck": "fire engine, truck",
    "motorcycle": "motorcycle", "bicycle": "bicycle", "boat": "boat", "airplane": "airplane", "train": "train",
    "chair": "chair", "sofa": "couch", "umbrella": "umbrella", "phone": "cell phone", "computer": "laptop",
    "electronics": "microwave, oven, refrigerator, remote, tv",
}
TAG_OF_THING = {thing: tag for tag, things in TAG_OF_THING.items() for thing in listed(things)}
# Surfaces that show something, checked by eye: the sea below a cloudy sky.
NOT_EMPTY = {"bg_b0fec9a0.jpg"}
# Things that are not tags, nor parts of tagged things.
NONE = set(listed(
    "IC chip, LED, acupuncture needle end, bag, blood cell, bolt, bottle cap, brick, bubble, capacitor, capsule, cell, "
    "cone, crater, cube, elevator button, elevator display, embryo, knob, nucleus, pallet, pallet stack, particle, "
    "pellet, pill, push button, resistor, screw, sinter, coke, softgel, sphere (microscope), syringe tip, tablet, "
    "vial cap, washer, wooden block, bean, coffee bean"))


@dataclass(frozen=True)
class Photo:
    """`tags` are indices in TAGS; empty for a photo without any of the tags. `source` is its original repository.
    `exhaustive`: the other tags that COCO says are absent. `kind` is "tagged", "boxed" or "surface". `split` is
    "train", "val", "test" or "heldout", which are whole collections that nothing is learned from. `there`, `absent` and
    `unsure` are tags that the labels omit or deny, checked by eye."""

    path: str
    tags: tuple[int, ...]
    split: str
    source: str
    licence_class: str
    kind: str = "tagged"
    exhaustive: bool = False
    licence: str = ""
    width: int = 0
    height: int = 0
    group: str = ""
    there: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    unsure: tuple[int, ...] = ()


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def split_of(row):
    if row["source"] in HELD_OUT or row.get("heldout_source"):
        return "heldout"
    return row["split"]


def tagged_photos(folder):
    return [Photo(str(folder / row["file"]), places(row["labels"]), split_of(row), row["source"],
                  row["licence_class"], "tagged", row["exhaustive"], row["licence"], *row["orig"],
                  row["group"])
            for row in rows_of(folder / "tags224.jsonl")]


def places(names):
    return tuple(sorted(INDEX[name] for name in names))


def boxed_photos(folder):
    """Photos whose things are tags, for training and from held-out sources; others would be half-known."""
    for row in rows_of(folder / f"{folder.name}.jsonl"):
        tags, split = boxed_tags(row), split_of(row)
        # Their own test photos are left to those who count them.
        if tags is not None and split in ("train", "heldout"):
            yield Photo(str(folder / row["file"]), tags, split, row["source"], row["licence_class"], "boxed",
                        licence=row["licence"], width=row["width"], height=row["height"], group=row["group"])


def boxed_tags(row):
    """None if it cannot be decided."""
    covered, things = {}, {box[4] for box in row["boxes"]}
    if things <= NONE:
        return ()
    for left, top, right, bottom, thing in (box[:5] for box in row["boxes"]):
        if thing in TAG_OF_THING:
            tag, area = TAG_OF_THING[thing], (right - left) * (bottom - top)
            covered[tag] = covered.get(tag, 0) + area / (row["width"] * row["height"])
    found = [tag for tag, share in covered.items() if share >= LEAST_COVER]
    wider = {"fruit": ["food"], "vegetable": ["food"], "pizza": ["food"], "dessert": ["food"], "phone": ["electronics"]}
    return places({name for tag in found for name in [tag, *wider.get(tag, [])]}) if found else None


def looked_at(photo):
    seen = LOOKED.get(Path(photo.path).name) if photo.split in ("train", "val") else None
    return replace(photo, **{answer: places(names) for answer, names in seen.items()}) if seen else photo


def surfaces(folder):
    return [Photo(str(folder / row["file"]), (), split_of(row), row["source"], row["licence_class"], "surface",
                  licence=row["licence"], width=row["width"], height=row["height"], group=row["file"])
            for row in rows_of(folder / "textures.jsonl") if row["file"] not in NOT_EMPTY]


def load_photos(data, open_only=False):
    """All photos of `data`, in the order of its files; with `open_only`, only training photos under an open license."""
    data = Path(data)
    photos = [*tagged_photos(data / "tags224"), *boxed_photos(data / "detect"), *boxed_photos(data / "detect2"),
              *surfaces(data / "textures")]
    return [looked_at(photo) for photo in photos
            if not open_only or photo.licence_class == "open" or photo.split in ("test", "heldout")]
