"""Measures the model file: `python -m training.tagger.evaluate --data DATA --write`.

On the test photos, and on those of whole collections that nothing was learned from or chosen on, at the thresholds of
`espy-tagger.labels.json`: precision, recall and F1 of each tag, their means, how many photos of none of the tags are
given one, and how often probabilities are right. A tag that a photo's labels do not speak of is wrong only where the
labels exclude it (`tags.relations`); the strict figures take it to be wrong wherever it is not among the labels.
`--write` puts the tables into the model card and the tags' figures into the labels file.
"""

import json
from pathlib import Path

import numpy as np
import openvino

from Benchmarks.benchkit.tables import replace_between

from ..common import command
from .counts import Counts, count, truth, weights_of
from .export import MODELS, store_labels, tensor
from .net import EMBEDDING
from .photos import load_photos
from .tags import INDEX, TAGS

START, END = "<!-- figures: written by training/tagger/evaluate.py --write -->", "<!-- end of figures -->"
SETS = {"test": "test photos", "heldout": "collections held out"}
# The collection whose photos the published weights may have seen in training.
SEEN = "EliSchwartz/imagenet-sample-images"


class Labels:
    """The file beside the model: thresholds [K] and which tags are on, in the order of TAGS.

    Tags that it does not have are off, so that an older file can be measured on the same photos.
    """

    def __init__(self, path):
        self.path, self.content = path, json.loads(path.read_text(encoding="utf-8"))
        rows = {tag["name"]: (place, tag) for place, tag in enumerate(self.content["tags"])}
        self.columns = [rows[name][0] if name in rows else None for name in TAGS]
        self.thresholds = np.array([rows[name][1]["threshold"] if name in rows else 2.0 for name in TAGS], np.float32)
        self.on = np.array([name in rows and rows[name][1]["isOn"] for name in TAGS])

    def put(self, counts):
        for tag in self.content["tags"]:
            if tag["name"] not in INDEX:
                # Its figures are separate: outdoor.py.
                continue
            i = INDEX[tag["name"]]
            tag.update(precision=round(float(counts.precision[i]), 3), recall=round(float(counts.recall[i]), 3),
                       support=int(counts.right[i] + counts.missed[i]))
        store_labels(self.path, self.content["tags"])


def chances_of(model, photos, labels, side):
    """[photos, K] as the program gets them, 0 for a tag that the model does not have."""
    compiled = openvino.Core().compile_model(str(model), "CPU", {"INFERENCE_NUM_THREADS": 1,
                                                                 "INFERENCE_PRECISION_HINT": "f32"})
    found = np.zeros((len(photos), len(TAGS)), np.float32)
    for row, photo in enumerate(photos):
        answer = compiled(tensor([photo], side))[0][0][EMBEDDING:]
        found[row] = [0 if column is None else answer[column] for column in labels.columns]
    return found


class Measured:
    """A model's output for some photos, and the truth."""

    def __init__(self, photos, chances, labels):
        self.photos, self.chances, self.labels = photos, chances, labels
        self.tagged = np.array([bool(photo.tags) for photo in photos])
        tagged = [photo for photo in photos if photo.tags]
        self.known, self.weights = truth(tagged), weights_of(tagged)
        said = chances[self.tagged]
        self.counts = count(said, self.known, labels.thresholds)
        self.strict = count(said, self.known, labels.thresholds, strict=True)

    def means(self, which):
        there = which & (self.counts.right + self.counts.missed > 0)
        c, right, wrong = self.counts, self.counts.right[which].sum(), self.counts.wrong[which].sum()
        return (f"{len(self.known)} | {there.sum()} | {c.precision[there].mean():.3f} | {c.recall[there].mean():.3f} | "
                f"**{c.f1[there].mean():.3f}** | {self.strict.f1[there].mean():.3f} | {right / max(1, right + wrong):.3f}")

    def falsely(self, which):
        empty = self.chances[~self.tagged]
        wrong = int(((empty >= self.labels.thresholds) & which).any(1).sum())
        return f"{wrong} of {len(empty)} ({100 * wrong / max(1, len(empty)):.1f}%)"

    def reliability(self):
        """Of all probabilities in each tenth: how many, their mean, and the share that is right."""
        sure = ((self.known == 1) | ((self.known == 0) & (self.weights == 1))).reshape(-1)
        chances, there = self.chances[self.tagged].reshape(-1)[sure], (self.known == 1).reshape(-1)[sure]
        for low in np.arange(0.0, 1.0, 0.1):
            held = (chances >= low) & (chances < low + 0.1 + (low > 0.85))
            if held.any():
                yield f"| {low:.1f}–{low + 0.1:.1f} | {held.sum()} | {chances[held].mean():.2f} | {there[held].mean():.2f} |"


def tag_rows(sets, labels):
    rows = ["| tag | on | threshold | photos | right | wrong | precision | recall | F1 | held out: photos | right | wrong |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    test, strangers = (sets[name].counts for name in SETS)
    for i, name in enumerate(TAGS):
        rows.append(f"| {name} | {'yes' if labels.on[i] else 'no'} | {labels.thresholds[i]:.2f} | "
                    f"{test.right[i] + test.missed[i]} | {test.right[i]} | {test.wrong[i]} | {test.precision[i]:.2f} | "
                    f"{test.recall[i]:.2f} | {test.f1[i]:.2f} | {strangers.right[i] + strangers.missed[i]} | "
                    f"{strangers.right[i]} | {strangers.wrong[i]} |")
    return rows


def report(sets, labels, before=None):
    lines = ["| photos | tagged ones | tags on, measured | precision | recall | F1 | strict F1 | right of all tags given |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for name, title in SETS.items():
        lines.append(f"| {title} | {sets[name].means(labels.on)} |")
        if before:
            lines.append(f"| {title}, the tagger before | {before[name].means(before[name].labels.on)} |")
    lines += ["", f"{labels.on.sum()} tags are on. Photos of none of the tags that are given one: " + "; ".join(
        f"{title} {sets[name].falsely(labels.on)}" for name, title in SETS.items()) + "."]
    lines += ["", f"Without {SEEN}, whose photos the published weights may have seen: F1 {unseen(sets['test'], labels)}."]
    both = Counts(*(sets["test"].counts.__dict__[part] + sets["heldout"].counts.__dict__[part]
                    for part in ("right", "wrong", "missed")))
    low = [f"{TAGS[i]} {both.right[i]} of {both.right[i] + both.wrong[i]}"
           for i in np.flatnonzero(labels.on & (both.right + both.wrong > 0) & (both.precision < 0.9))]
    lines += ["", "Tags that are on and less often right than nine times of ten, both sets together: "
              + ("; ".join(low) or "none") + ".", "", "| probability | test: how many | mean | right |",
              "|---|---:|---:|---:|", *sets["test"].reliability(), "", *tag_rows(sets, labels)]
    return "\n".join(lines)


def unseen(measured, labels):
    rows = [i for i, photo in enumerate(measured.photos) if photo.source != SEEN]
    rest = Measured([measured.photos[i] for i in rows], measured.chances[rows], labels)
    there = labels.on & (rest.counts.right + rest.counts.missed > 0)
    return f"{rest.counts.f1[there].mean():.3f} over {there.sum()} tags"


def measure(model, photos, side):
    labels = Labels(model.with_suffix(".labels.json"))
    sets = {}
    for name in SETS:
        part = [photo for photo in photos if photo.split == name]
        sets[name] = Measured(part, chances_of(model, part, labels, side), labels)
    return sets, labels


def main():
    parser = command.parser(__doc__, data="folder with tags224/, detect/, detect2/ and textures/")
    parser.add_argument("--model", type=Path, default=MODELS / "espy-tagger.onnx")
    parser.add_argument("--before", type=Path, help="another tagger to measure on the same photos, labels beside it")
    parser.add_argument("--before-side", type=int, default=96, help="of the pictures that it takes")
    parser.add_argument("--write", action="store_true", help="put the figures into the card and the labels file")
    options = parser.parse_args()
    photos = load_photos(options.data)
    sets, labels = measure(options.model, photos, None)
    before = measure(options.before, photos, options.before_side)[0] if options.before else None
    text = report(sets, labels, before)
    print(text)
    if options.write:
        replace_between(options.model.with_suffix(".md"), START, END, text)
        labels.put(sets["test"].counts)


if __name__ == "__main__":
    main()
