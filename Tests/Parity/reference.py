"""The steps of the reference algorithm in NumPy, OpenCV and scikit-learn."""

import cv2
import numpy as np
from sklearn.cluster import AgglomerativeClustering


def iou(box, others):
    left = np.maximum(box[0], others[:, 0])
    top = np.maximum(box[1], others[:, 1])
    right = np.minimum(box[0] + box[2], others[:, 0] + others[:, 2])
    bottom = np.minimum(box[1] + box[3], others[:, 1] + others[:, 3])
    both = np.maximum(right - left, 0) * np.maximum(bottom - top, 0)
    return both / (box[2] * box[3] + others[:, 2] * others[:, 3] - both)


def nms(boxes, scores, threshold):
    """Like torchvision.ops.nms: stable order, all pairs."""
    boxes = np.array(boxes, dtype=np.float64).reshape(-1, 4)
    order = np.argsort(-np.array(scores, dtype=np.float64), kind="stable")
    alive = np.ones(len(boxes), dtype=bool)
    kept = []
    for index in order:
        if not alive[index]:
            continue
        kept.append(int(index))
        alive &= ~(iou(boxes[index], boxes) > threshold)
    return kept


def usual(values, limit):
    values = np.array(values, dtype=np.float64)
    median, deviation = np.median(values), np.std(values)
    inside = (values >= median - limit * deviation) & (values <= median + limit * deviation)
    return [int(index) for index in np.flatnonzero(inside)]


def size_filter(boxes, limit):
    if len(boxes) < 3 or limit == 0:
        return list(range(len(boxes)))
    return usual([box[2] * box[3] for box in boxes], limit)


def aspect_filter(boxes, limit):
    ratios = [box[2] / box[3] if box[3] > 0 else 0 for box in boxes]
    if len(boxes) <= 2 or np.std(ratios) == 0:
        return list(range(len(boxes)))
    return usual(ratios, limit)


def area_filter(areas, limit):
    return list(range(len(areas))) if len(areas) <= 2 else usual(areas, limit)


def crop(box, width, height):
    """Left, top, right and bottom of the crop's pixels; None if there are none."""
    left, top = max(0, int(box[0])), max(0, int(box[1]))
    right, bottom = min(width, int(box[0] + box[2])), min(height, int(box[1] + box[3]))
    return [left, top, right, bottom] if right > left and bottom > top else []


def labels(vectors, similarity):
    model = AgglomerativeClustering(
        n_clusters=None, metric="cosine", linkage="average", distance_threshold=1 - similarity
    )
    return [int(label) for label in model.fit_predict(vectors)]


def groups(boxes, labels):
    """Main group, merge between groups, and the count again: kept indices, then main group and its size."""
    ids, sizes = np.unique(labels, return_counts=True)
    main = int(ids[np.argmax(sizes)])
    kept = nms(boxes, [1.0 if label == main else 0.5 for label in labels], 0.5)
    if len(kept) < len(boxes):
        again = {}
        for place in kept:
            again[labels[place]] = again.get(labels[place], 0) + 1
        main = max(again, key=again.get)
    return kept + [main, sum(labels[place] == main for place in kept)]


def resized(pixels, width, height):
    return cv2.resize(pixels, (width, height), interpolation=cv2.INTER_LINEAR)
