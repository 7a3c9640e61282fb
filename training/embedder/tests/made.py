"""Made-up photos for the tests: colored disks and bars on gray."""

import json

import cv2
import numpy as np


def picture(seed=0, columns=5, rows=4, step=60):
    """(pixels BGR, boxes [N, 4], kinds [N]): rows of red disks and of blue bars in turn."""
    rng = np.random.default_rng(seed)
    pixels = rng.integers(100, 130, (rows * step, columns * step, 3)).astype(np.uint8)
    boxes, kinds = [], []
    for row in range(rows):
        for column in range(columns):
            x, y = column * step + step // 2, row * step + step // 2
            if row % 2:
                cv2.rectangle(pixels, (x - 22, y - 8), (x + 22, y + 8), (220, 40, 20), -1)
                boxes.append((x - 22, y - 8, x + 23, y + 9))
            else:
                cv2.circle(pixels, (x, y), 20, (20, 30, 210), -1)
                boxes.append((x - 20, y - 20, x + 21, y + 21))
            kinds.append(row % 2)
    return pixels, np.array(boxes, np.float32), np.array(kinds)


def write_scenes(folder, count):
    for index in range(count):
        pixels, boxes, kinds = picture(index)
        cv2.imwrite(str(folder / f"{index:07d}.jpg"), pixels)
        np.save(folder / f"{index:07d}.npy", np.column_stack([boxes, kinds * 3 + 1]).astype(np.float32))


def write_real(folder, rows):
    """`rows`: (file, source, split, licence class, names of the two kinds)."""
    lines = []
    for index, (file, source, split, licence, names) in enumerate(rows):
        pixels, boxes, kinds = picture(index)
        cv2.imwrite(str(folder / file), pixels)
        lines.append(json.dumps({"file": file, "boxes": [[*map(float, b), names[k]] for b, k in zip(boxes, kinds)],
                                 "source_key": source, "split": split, "licence_class": licence}))
    (folder / "detect.jsonl").write_text("\n".join(lines))
