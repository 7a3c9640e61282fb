"""The quality of an embedding within one photo: pairs, and the groups that average linkage makes of them."""

from dataclasses import dataclass

import cv2
import numpy as np
import torch
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from sklearn.metrics import roc_auc_score, v_measure_score

from .candidates import BACKGROUND, DOUBLE, OBJECT, PART, background_box, double_of, neighbor_pairs, part_of
from .crops import cut
from .losses import relations


@dataclass
class Table:
    """The candidates of one photo: crops uint8 [N, 64, 64, 3], role and kind (-1 for junk) and mixed [N]."""

    source: str
    crops: np.ndarray
    role: np.ndarray
    kind: np.ndarray
    mixed: np.ndarray


def table(photo, seed, resize, most=60):
    """Cuts what a detector might propose in `photo` from its full resolution: objects with boxes off by a few percent,
    a fifth as many parts, a sixth as many doubles, a fifth as many background boxes."""
    rng = np.random.default_rng(seed)
    pixels = cv2.cvtColor(cv2.imread(photo.path), cv2.COLOR_BGR2RGB)
    chosen = rng.permutation(len(photo.boxes))[:most]
    size = photo.boxes[:, 2:] - photo.boxes[:, :2]
    shift = np.hstack([size, size]) * rng.uniform(-0.06, 0.06, photo.boxes.shape)
    boxes = [(photo.boxes + shift)[i] for i in chosen]
    roles, kinds, mixed = [OBJECT] * len(chosen), list(photo.kinds[chosen]), list(photo.mixed[chosen])
    for role, box in junk(photo, chosen, pixels.shape, rng):
        boxes.append(box)
        roles.append(role)
        kinds.append(-1)
        mixed.append(False)
    crops = np.stack([cut(pixels, b, resize) for b in boxes])
    return Table(photo.source, crops, np.array(roles), np.array(kinds), np.array(mixed))


def junk(photo, chosen, shape, rng):
    count = len(chosen)
    found = [(PART, part_of(photo.boxes[rng.choice(chosen)], rng)) for _ in range(max(2, count // 5))]
    pairs = neighbor_pairs(photo.boxes)
    for pair in rng.permutation(pairs)[:max(1, count // 6)]:
        found.append((DOUBLE, double_of(photo.boxes, pair)))
    for _ in range(max(2, count // 5) if photo.complete else 0):
        found.append((BACKGROUND, background_box(photo.boxes, shape[1], shape[0], rng)))
    return [(role, box) for role, box in found if box is not None]


def pairs_of(case):
    """(same, different) upper-triangle masks [N, N] of one photo, by the rule that training uses."""
    count = len(case.role)
    serial = torch.arange(count)
    isjunk = torch.from_numpy(case.role != OBJECT)
    kind = torch.where(isjunk, -1 - serial, torch.from_numpy(case.kind))
    same, different = relations(torch.zeros(count), kind, kind, serial, torch.from_numpy(case.mixed), isjunk)
    upper = np.triu(np.ones((count, count), bool), 1)
    return same.numpy() & upper, different.numpy() & upper


def pair_numbers(cases, cosines, cut_at):
    """Area under the curve within photos, and what one cut does to the pairs of all photos together."""
    aucs, alike, unlike, roles = [], [], [], {PART: [], DOUBLE: [], BACKGROUND: [], OBJECT: []}
    for case, cosine in zip(cases, cosines):
        same, different = pairs_of(case)
        # Each photo weighs alike, however many pairs it has.
        if same.any() and different.any():
            values = np.concatenate([cosine[same], cosine[different]])
            aucs.append(roc_auc_score(np.r_[np.ones(same.sum()), np.zeros(different.sum())], values))
        alike += [thin(cosine[same])]
        unlike += [thin(cosine[different])]
        both = np.maximum(case.role[:, None], case.role[None, :])
        for role in roles:
            roles[role].append(thin(cosine[different & (both == role)]))
    alike, unlike = np.concatenate(alike), np.concatenate(unlike)
    over = lambda values: float((np.concatenate(values) >= cut_at).mean()) if sum(map(len, values)) else None
    cut, error = equal_error(alike, unlike)
    return {"photos": len(cases), "auc": mean(aucs), "recall": float((alike >= cut_at).mean()) if len(alike) else None,
            "false": float((unlike >= cut_at).mean()) if len(unlike) else None, "false_other_kind": over(roles[OBJECT]),
            "false_part": over(roles[PART]), "false_double": over(roles[DOUBLE]),
            "false_background": over(roles[BACKGROUND]), "equal_error_cut": cut, "equal_error": error}


def thin(values, most=200):
    return values[np.linspace(0, len(values) - 1, most).astype(int)] if len(values) > most else values


def mean(values):
    return float(np.mean(values)) if len(values) else None


def equal_error(alike, unlike):
    """(cut, error) where as many same pairs lie below as different pairs lie above."""
    if not len(alike) or not len(unlike):
        return None, None
    cuts = np.linspace(-0.2, 1, 601)
    missed = np.searchsorted(np.sort(alike), cuts) / len(alike)
    wrong = 1 - np.searchsorted(np.sort(unlike), cuts) / len(unlike)
    best = int(np.argmin(np.abs(missed - wrong)))
    return float(cuts[best]), float((missed[best] + wrong[best]) / 2)


def groupable(case, least=4):
    """The kind whose group should be the largest: at least four, clean, and 1.3 times the next kind; else None."""
    objects = case.kind[case.role == OBJECT]
    if case.mixed.any() or not len(objects):
        return None
    kinds, counts = np.unique(objects, return_counts=True)
    order = np.argsort(-counts)
    clear = len(order) == 1 or counts[order[0]] >= 1.3 * counts[order[1]]
    return int(kinds[order[0]]) if clear and counts[order[0]] >= least else None


def tree(cosine):
    return linkage(squareform(np.clip(1 - cosine, 0, None), checks=False), "average")


def group_numbers(cases, trees, cut_at):
    """How well the largest group at `cut_at` is the main kind, over photos that have a clear one."""
    rows, measures = [], []
    for case, merged in zip(cases, trees):
        main = groupable(case)
        if main is None:
            continue
        groups = fcluster(merged, 1 - cut_at, "distance")
        largest = np.bincount(groups).argmax()
        inside, wanted = groups == largest, (case.kind == main)
        hit = (inside & wanted).sum()
        rows.append((2 * hit / (inside.sum() + wanted.sum()), abs(inside.sum() - wanted.sum()) / wanted.sum(),
                     float((inside == wanted).all()), (inside & (case.role != OBJECT)).sum() / max(1, inside.sum())))
        objects = case.role == OBJECT
        measures.append(v_measure_score(case.kind[objects], groups[objects]))
    if not rows:
        return {"photos": 0}
    f1, error, exact, dirt = np.array(rows).T
    return {"photos": len(rows), "f1": f1.mean(), "exact": exact.mean(), "within_5": (error <= 0.05).mean(),
            "within_10": (error <= 0.1).mean(), "junk_in_group": dirt.mean(), "v_measure": mean(measures)}
