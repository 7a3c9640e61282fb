"""A small made-up data folder: red, green and blue pictures with three tags, and gray ones of none."""

import json

import cv2
import numpy as np

COLORS = {"dog": (30, 30, 220), "beach": (30, 200, 40), "book": (220, 60, 30)}
SPLITS = ("train", "train", "train", "val", "test")


def write_jsonl(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def picture(path, color, number, size=(60, 48)):
    noise = np.random.default_rng(number).integers(-12, 13, (size[1], size[0], 3))
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), (np.array(color) + noise).clip(0, 255).astype(np.uint8))


def tagged(name, labels, split, source="someone/photos"):
    return {"file": f"{name}.jpg", "labels": labels, "source": source, "licence": "MIT (LICENSE)",
            "licence_class": "open", "orig": [60, 48], "lowres": False, "exhaustive": False, "split": split,
            "group": name}


def boxed(name, thing, source, split="train", side=30):
    return {"file": f"{name}.jpg", "width": 60, "height": 48, "boxes": [[1, 1, 1 + side, 1 + side, thing]],
            "source": source, "licence": "MIT", "licence_class": "open", "split": split, "group": name}


def write_data(root, each=5):
    rows = [tagged(f"{tag}_{number}", [tag], SPLITS[number % len(SPLITS)]) for tag in COLORS for number in range(each)]
    rows.append(tagged("flower_0", ["flower"], "train", "Oldpel/flower_photos"))
    write_jsonl(root / "tags224" / "tags224.jsonl", rows)
    for number, row in enumerate(rows):
        picture(root / "tags224" / row["file"], COLORS.get(row["labels"][0], (90, 200, 220)), number)
    write_jsonl(root / "detect" / "detect.jsonl",
                [boxed("screws", "screw", "someone/screws"), boxed("apples", "apple", "someone/fruit"),
                 boxed("tiny", "apple", "someone/fruit", side=3), boxed("palm", "palm tree", "someone/palms")])
    write_jsonl(root / "detect2" / "detect2.jsonl",
                [{**boxed("geese", "goose", "Gabe-o/Detecting-Geese-Yolov8"), "heldout_source": True},
                 boxed("tested", "dog", "someone/dogs", "test")])
    surfaces = [{"file": f"t{number}.jpg", "width": 60, "height": 48, "kind": "surface", "source": "someone/surfaces",
                 "licence": "CC0", "licence_class": "open", "split": SPLITS[number % len(SPLITS)]}
                for number in range(each)]
    write_jsonl(root / "textures" / "textures.jsonl", surfaces)
    for folder, names in (("detect", ("screws", "apples")), ("detect2", ("geese",)),
                          ("textures", [f"t{number}" for number in range(each)])):
        for number, name in enumerate(names):
            picture(root / folder / f"{name}.jpg", (110, 110, 110), number)
    return root
