"""Measures the model file on test photos: `python -m training.tagger.evaluate --data DATA --write`.

At the thresholds of `espy-tagger.labels.json`: precision, recall and F1 of each tag, their means, and how many photos
of none of the tags are given one. A tag that a photo's labels do not speak of is wrong only where the labels exclude it
(`tags.relations`); the strict figures take it to be wrong wherever it is not among the labels. `--write` puts the
tables into the model card and the tags' figures into the labels file.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from Benchmarks.benchkit.tables import replace_between

from .counts import count, truth
from .export import MODELS, SIDE, read_all, run_file, store_labels
from .net import EMBEDDING
from .photos import load_photos
from .tags import TAGS

START, END = "<!-- figures: written by training/tagger/evaluate.py --write -->", "<!-- end of figures -->"


class Labels:
    """The file beside the model: thresholds [K] and which tags are on."""

    def __init__(self, path):
        self.path, self.content = path, json.loads(path.read_text(encoding="utf-8"))
        if [tag["name"] for tag in self.content["tags"]] != TAGS:
            raise SystemExit(f"{path} lists other tags than training/tagger/tags.py")
        self.thresholds = np.array([tag["threshold"] for tag in self.content["tags"]], np.float32)
        self.on = np.array([tag["isOn"] for tag in self.content["tags"]])

    def put(self, counts):
        for i, tag in enumerate(self.content["tags"]):
            tag.update(precision=round(float(counts.precision[i]), 3), recall=round(float(counts.recall[i]), 3),
                       support=int(counts.right[i] + counts.missed[i]))
        store_labels(self.path, self.content["tags"])


def chances_of(model, photos, resize):
    return run_file(model, read_all(photos, SIDE, resize))[:, EMBEDDING:]


def falsely_tagged(chances, labels, which):
    """How many of the photos get at least one of the tags `which`."""
    return int(((chances >= labels.thresholds) & which).any(1).sum())


def tag_rows(counts, strict, labels, photos):
    rows = ["| tag | on | threshold | photos | right | wrong | missed | precision | recall | F1 | strict | sources |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for i, name in enumerate(TAGS):
        sources = len({photo.source for photo in photos if i in photo.tags})
        rows.append(f"| {name} | {'yes' if labels.on[i] else 'no'} | {labels.thresholds[i]:.2f} | "
                    f"{counts.right[i] + counts.missed[i]} | {counts.right[i]} | {counts.wrong[i]} | "
                    f"{counts.missed[i]} | {counts.precision[i]:.2f} | {counts.recall[i]:.2f} | {counts.f1[i]:.2f} | "
                    f"{strict.precision[i]:.2f} | {sources} |")
    return rows


def means(counts, strict, which):
    return (f"{which.sum()} | {counts.precision[which].mean():.3f} | {counts.recall[which].mean():.3f} | "
            f"**{counts.f1[which].mean():.3f}** | {strict.precision[which].mean():.3f} | {strict.f1[which].mean():.3f}")


def none_row(name, chances, labels):
    count_on = falsely_tagged(chances, labels, labels.on)
    count_all = falsely_tagged(chances, labels, np.ones_like(labels.on))
    total = len(chances)
    return (f"| {name} | {total} | {count_on} ({100 * count_on / total:.1f} %) | "
            f"{count_all} ({100 * count_all / total:.1f} %) |")


def forty_best(found, labels, photos):
    """[K] bool: the tags with the best F1 on other photos (those of validation), so that the choice does not flatter."""
    tagged = [i for i, photo in enumerate(photos) if photo.tags]
    f1 = count(found[tagged], truth([photos[i] for i in tagged]), labels.thresholds).f1
    return np.isin(np.arange(len(f1)), np.argsort(-f1, kind="stable")[:40])


def report(found, labels, photos, forty):
    """The text of the card, and the counts."""
    tagged = [i for i, photo in enumerate(photos) if photo.tags]
    known, said = truth([photos[i] for i in tagged]), found[tagged]
    counts, strict = count(said, known, labels.thresholds), count(said, known, labels.thresholds, strict=True)
    everything = np.ones_like(labels.on)
    coarse = [k for k, i in enumerate(tagged) if photos[i].coarse]
    fine = [k for k, i in enumerate(tagged) if not photos[i].coarse]
    lines = [f"{len(tagged)} tagged test photos.", "",
             "| means over | tags | precision | recall | F1 | strict precision | strict F1 |",
             "|---|---:|---:|---:|---:|---:|---:|",
             f"| tags on by default | {means(counts, strict, labels.on)} |",
             f"| the forty best on validation photos | {means(counts, strict, forty)} |",
             f"| all tags | {means(counts, strict, everything)} |", "",
             f"Right of all labels: {share(said, known, labels, fine)} in photos over 64 pixels, "
             f"{share(said, known, labels, coarse)} in smaller ones.", "",
             "| photos of none of the tags | photos | with a tag that is on | with any of the 80 |",
             "|---|---:|---:|---:|"]
    for name, kind in (("of sources seen in training", "negative"), ("of sources never seen", "stranger")):
        rows = [i for i, photo in enumerate(photos) if photo.kind == kind]
        if rows:
            lines.append(none_row(name, found[rows], labels))
    rows = [i for i, photo in enumerate(photos) if not photo.tags]
    lines += [none_row("together", found[rows], labels), "", *tag_rows(counts, strict, labels, photos)]
    return "\n".join(lines), counts


def share(said, known, labels, rows):
    there = known[rows] == 1
    return f"{((said[rows] >= labels.thresholds) & there).sum()} of {there.sum()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--model", type=Path, default=MODELS / "espy-tagger.onnx")
    parser.add_argument("--split", choices=("test", "val"), default="test")
    parser.add_argument("--resize", choices=("stretch", "centerCropShortest"), default="stretch")
    parser.add_argument("--write", action="store_true", help="put the figures into the card and the labels file")
    options = parser.parse_args()
    labels = Labels(options.model.with_suffix(".labels.json"))
    photos = load_photos(options.data)
    used, others = ([p for p in photos if p.split == split] for split in (options.split, "val"))
    found, before = (chances_of(options.model, part, options.resize) for part in (used, others))
    text, counts = report(found, labels, used, forty_best(before, labels, others))
    print(text)
    if options.write:
        replace_between(options.model.with_suffix(".md"), START, END, text)
        labels.put(counts)


if __name__ == "__main__":
    main()
