"""Learns the tags: `python -m training.tagger.train --data DATA --out DIR`. Takes minutes once the photos are analyzed.

The layer is learned from all photos to learn from; probabilities, thresholds and which tags are on come from photos
that were left out of learning, by whole collections and one by one (`folds`).
"""

from pathlib import Path

import numpy as np
import torch

from ..common import checkpoint, command
from ..common.trainer import prepare
from . import folds, teacher
from .cache import Looks
from .choice import UNKNOWN, chances_of, fit, is_on, thresholds_for, wanted_precisions, without_false_tags
from .counts import count, truth, weights_of
from .learn import Inputs, learn, source_weights
from .net import EMBEDDING
from .photos import load_photos
from .tags import TAGS


def arguments():
    parser = command.parser(__doc__, data="folder with tags224/, detect/, detect2/ and textures/",
                            out="folder for what was learned", threads=1, seed=1, open_data_only=True)
    parser.add_argument("--cache", type=Path, help="folder for what the network says of the photos (default: OUT/cache)")
    parser.add_argument("--teacher", help="ONNX of DEIMv2 for COCO: completes the labels")
    return parser.parse_args()


def labels_of(photos, options, folder):
    """Known and weights [N, K] of the photos to learn from and choose with; the teacher does not see those to test."""
    known, weights = truth(photos), weights_of(photos)
    if options.teacher:
        teacher.add(known, weights, teacher.look(photos, options.teacher, folder, options.threads))
    return known, weights


def projection(features):
    """[256, 1280], [256]: the directions in which the photos differ most, evened out half-way."""
    features = np.array(features, np.float64)
    values, vectors = np.linalg.eigh(np.cov(features.T))
    weight = (vectors[:, -EMBEDDING:] * values[-EMBEDDING:].clip(1e-6) ** -0.25).T
    return (torch.from_numpy(part.astype(np.float32)) for part in (weight, -weight @ features.mean(0)))


def judge(photos, inputs, labels):
    """All photos that were left out, once by collection and once by photo: odds, truth, weights, and whether to judge."""
    rows = np.flatnonzero([photo.split in ("train", "val") for photo in photos])
    # What the teacher adds is not sure enough to judge by; what it leaves open stays open.
    added = (labels[0] == 1) & (truth(photos) != 1)
    known, weights = np.where(added, -1, labels[0]), np.where(added, 0, labels[1])
    parts = []
    for place in (folds.by_source, folds.by_group):
        own, judged = folds.left_out(photos, inputs, *labels, place(photos, rows))
        parts.append([own[rows], inputs.added[rows, 0].numpy(), known[rows], weights[rows], judged[rows]])
    return [np.concatenate(each) for each in zip(*parts)]


def choose(own, added, known, weights, judged):
    """Line and threshold of each tag, which tags are on, and the counts that say so.

    A photo of a tag is not judged by a layer that hardly saw the tag; that it has no tag may always be judged.
    """
    judged = (judged | (known == 0)) & (weights > 0)
    # The first half was left out by collection: strangers' photos are what false tags are counted on.
    empty = judged.all(1) & (known == 0).all(1) & (np.arange(len(known)) < len(known) // 2)
    weights = np.where(judged, weights * np.where(known == -1, UNKNOWN, 1), 0).astype(np.float32)
    wanted, lines = wanted_precisions(), fit(own, added, known, weights)
    chances = chances_of(own, added, *lines)
    thresholds = thresholds_for(chances, known, weights, judged, wanted)
    masked = np.where(judged, known, -1)
    on = is_on(count(chances, masked, thresholds), wanted)
    thresholds = without_false_tags(chances, thresholds, empty, on).round(3)
    counts = count(chances, masked, thresholds)
    return lines, thresholds, is_on(counts, wanted), counts


def main():
    options = arguments()
    prepare(options)
    photos = load_photos(options.data, options.open_data_only)
    folder = options.cache or options.out / "cache"
    looks = Looks(photos, folder, threads=options.threads)
    inputs, labels = Inputs(looks.kinds), labels_of(photos, options, folder)
    rows = np.flatnonzero([photo.split == "train" for photo in photos])
    layer = learn(inputs, rows, *labels, source_weights(photos, rows), options.seed)
    lines, thresholds, on, counts = choose(*judge(photos, inputs, labels))
    weight, bias = projection(looks.features[rows])
    heads = {"learned.weight": layer.weight.detach(), "learned.bias": layer.bias.detach(), "project.weight": weight,
             "project.bias": bias, **{name: torch.from_numpy(np.asarray(values, np.float32))
                                      for name, values in zip(("slopes", "shares", "offsets"), lines)}}
    checkpoint.write(options.out / "heads.pt", {
        "tags": TAGS, "heads": heads, "thresholds": thresholds.tolist(), "on": on.tolist(),
        "open": options.open_data_only, "photos": len(rows),
        "counts": [values.tolist() for values in (counts.right, counts.wrong, counts.missed)]})
    print(f"{len(rows)} photos; left out: F1 {counts.f1[on].mean():.3f}, precision {counts.precision[on].mean():.3f} of "
          f"the {on.sum()} tags that are on")


if __name__ == "__main__":
    main()
