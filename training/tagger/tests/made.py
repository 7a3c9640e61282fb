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


def tagged(name, labels, split, licence_class="open"):
    return {"file": f"{name}.jpg", "labels": labels, "source": "someone/photos", "licence_class": licence_class,
            "orig": [60, 48], "lowres": False, "exhaustive": False, "split": split, "group": name}


def write_data(root, each=5):
    rows = []
    for tag, color in COLORS.items():
        for number in range(each):
            rows.append(tagged(f"{tag}_{number}", [tag], SPLITS[number % len(SPLITS)]))
            picture(root / "tags" / rows[-1]["file"], color, number)
    write_jsonl(root / "tags" / "tags.jsonl", rows)
    boxed = [{"file": f"{key}.jpg", "boxes": [[1, 1, 9, 9, label]], "source": f"someone/{key}", "source_key": key,
              "licence": "MIT", "licence_class": "open", "split": "train"}
             for key, label in (("screws", "screw"), ("nuts", "bolt"), ("fruits15", "apple"), ("palm", "palm tree"))]
    write_jsonl(root / "detect" / "detect.jsonl", boxed)
    surfaces = [{"file": f"t{number}.jpg", "kind": "surface", "source": "someone/surfaces", "licence": "CC0",
                 "licence_class": "open", "split": SPLITS[number % len(SPLITS)]} for number in range(each)]
    write_jsonl(root / "textures" / "textures.jsonl", surfaces)
    for number, row in enumerate(boxed):
        picture(root / "detect" / row["file"], (110, 110, 110), number)
    for number, row in enumerate(surfaces):
        picture(root / "textures" / row["file"], (150, 150, 150), number)
    (root / "SOURCES.md").write_text("## tags\n| repository | licence | class | photos |\n|---|---|---|---|\n"
                                     "| someone/photos | MIT (LICENSE) | open | 15 |\n", encoding="utf-8")
    return root
