"""Detections of a published detector of everyday things in the training photos.

Most photos have one label and say nothing about the rest. If the detector is sure of a thing, its tag is added; if it
sees nothing like it, the tag is known to be absent; in between it stays unknown. DEIMv2 (Apache-2.0) never sees test
photos.
"""

import json
from pathlib import Path

import cv2
import numpy as np
import openvino

from .tags import INDEX
from .views import read

SIDE, SURE, POSSIBLE, LEAST_AREA = 416, 0.6, 0.2, 0.01
# COCO classes of things that often appear beside the subject and are rarely labeled.
KINDS = {0: "person", 1: "bicycle", 2: "car", 3: "motorcycle", 5: "bus", 7: "truck", 8: "boat", 25: "umbrella",
         39: "bottle", 40: "cup", 41: "cup", 56: "chair", 57: "sofa", 59: "bed", 60: "table", 73: "book"}
# The number of people that makes a crowd.
CROWD = 3


class Teacher:
    def __init__(self, path, threads=1):
        settings = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
        self.model = openvino.Core().compile_model(str(path), "CPU", settings)

    def seen(self, path):
        """{tag: the best score of a thing that is not tiny}, and the number of certain people."""
        picture = read(path)
        high, wide = picture.shape[:2]
        pixels = cv2.resize(np.ascontiguousarray(picture), (SIDE, SIDE)).astype(np.float32) / 255
        labels, boxes, scores = self.model({"images": pixels.transpose(2, 0, 1)[None],
                                            "orig_target_sizes": np.array([[wide, high]], np.int64)}).values()
        found, people = {}, 0
        for kind, (left, top, right, bottom), score in zip(labels[0], boxes[0], scores[0]):
            tag = KINDS.get(int(kind))
            if tag and score > 0.05 and (right - left) * (bottom - top) >= LEAST_AREA * wide * high:
                found[tag] = max(found.get(tag, 0), round(float(score), 3))
                people += int(tag == "person" and score >= SURE)
        return {"things": found, "people": people}


def look(photos, teacher_path, folder, threads=1):
    """[{"things", "people"} or None]: for photos to learn from and choose with; cached in `folder`."""
    path = Path(folder) / "teacher.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = dict(map(json.loads, path.read_text().splitlines())) if path.exists() else {}
    wanted = [photo.path for photo in photos if photo.split in ("train", "val")]
    if missing := [one for one in wanted if one not in kept]:
        teacher = Teacher(teacher_path, threads)
        with open(path, "a", encoding="utf-8") as lines:
            for one in missing:
                kept[one] = teacher.seen(one)
                lines.write(json.dumps([one, kept[one]]) + "\n")
    return [kept.get(photo.path) for photo in photos]


def add(known, weights, seen):
    """Adds to [photos, K] of `counts`: 1 where it is sure, 0 where it sees nothing, and weight 0 in between."""
    told = {INDEX[tag] for tag in KINDS.values()}
    for row, answer in enumerate(seen):
        if answer is None:
            continue
        scores = {INDEX[tag]: score for tag, score in answer["things"].items()}
        scores[INDEX["people"]] = SURE if answer["people"] >= CROWD else POSSIBLE if answer["people"] > 1 else 0
        for tag in told | {INDEX["people"]}:
            put(known, weights, row, tag, scores.get(tag, 0))


def put(known, weights, row, tag, score):
    if known[row, tag] == 1:
        return
    denied = known[row, tag] == 0 and weights[row, tag] == 1
    if score >= POSSIBLE and (denied or score < SURE):
        weights[row, tag] = 0  # it may be there
    elif score >= SURE:
        known[row, tag], weights[row, tag] = 1, 1
    else:
        known[row, tag], weights[row, tag] = 0, 1
