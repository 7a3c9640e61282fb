"""Trains the judge on marked photos and rendered shelves, and writes its weights.

The results printed for each photo are measured with weights that have not seen it: the photos take turns in groups. The
weights that are written have seen all of them.

With `--models` it is the judge of the trained detector, whose features include a network's output for the shelf. A
photo must only be shown to a network that has not seen it, in training and in measuring alike: to one trained only on
rendered shelves, or, with `--networks`, to that of `training.separators` which left its group out.
"""

import argparse
from pathlib import Path

import numpy
from shelfbench.truth import Truth, drawn, outlined, photos
from sklearn.ensemble import HistGradientBoostingClassifier

from ..common import command
from . import choice
from .candidates import RIGHT, WRONG, Band, dump, load, names
from .export import judge, write_json, write_swift

ROOT = Path(__file__).resolve().parents[2]
WEIGHTS = ROOT / "Sources/EspyShelf/Spines/BoostedTrees+Books.swift"
TRAINED = "espy-spines-judge.json"
GROUPS = 6
#: With `--easy`: this many trees, trained with this fraction of the wrong candidates, discard candidates below these
#: log odds.
GLANCE, EASY_TRIAL, HOPELESS = 24, 0.05, -5.0
#: Networks of `training.separators` for the photos: each has not seen as many of the groups as the others.
FOLDS = 3


def arguments() -> argparse.Namespace:
    parser = command.parser(__doc__)
    parser.add_argument("--photos", type=Path, help="folder with truth.json")
    parser.add_argument("--outlined", type=Path, help="folder with spines_polygons.jsonl: its photos of the split train")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders with drawn shelves, or with\n"
                        "your own photos: NAME.jpg and NAME.json as `espy shelf --json` writes it")
    parser.add_argument("--bench", type=Path, default=ROOT / ".build/release/EspyBench")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/spines", help="where the candidates are kept")
    parser.add_argument("--models", type=Path, help="folder with the network whose maps are part of the features")
    parser.add_argument("--networks", type=Path, help="folder of `training.separators`, with its folds, for photos")
    parser.add_argument("--trees", type=int, default=240)
    parser.add_argument("--leaves", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.12)
    parser.add_argument("--photo-weight", type=float, default=4, help="of a candidate of a photo; of a drawn one, 1")
    parser.add_argument("--easy", type=float, default=1, help="share of the easy wrong candidates to learn from")
    parser.add_argument("--dry-run", action="store_true", help="measure, and write nothing")
    return parser.parse_args()


def examples(bands: list[Band], weight: float) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Features, correctness, and weights of all candidates that are clearly right or wrong."""
    parts = []
    for band in bands:
        fit = band.fit()
        clear = ~band.excused() & ((fit >= RIGHT) | (fit < WRONG))
        parts.append((band.features[clear], fit[clear] >= RIGHT))
    features, right = (numpy.concatenate(part) for part in zip(*parts))
    return features, right, numpy.full(len(features), weight)


def fitted(sets: list[tuple], options: argparse.Namespace) -> HistGradientBoostingClassifier:
    features, right, weights = (numpy.concatenate(part) for part in zip(*sets))
    if options.easy < 1:
        features, right, weights = thinned(features, right, weights, options.easy)
    return trees(options.trees, options.rate, options.leaves).fit(features, right, weights)


def trees(count: int, rate: float, leaves: int) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=count, learning_rate=rate, max_leaf_nodes=leaves, l2_regularization=1, max_bins=128,
        early_stopping=False, random_state=1,
    )


def thinned(features: numpy.ndarray, right: numpy.ndarray, weights: numpy.ndarray, share: float) -> tuple:
    """Most wrong candidates are easy: of those discarded by a few trees, this fraction is kept for the other trees."""
    random = numpy.random.default_rng(1)
    some = right | (random.random(len(right)) < EASY_TRIAL)
    factor = numpy.where(right[some], 1, 1 / EASY_TRIAL)
    glance = trees(GLANCE, 0.3, 8).fit(features[some], right[some], weights[some] * factor)
    easy = ~right & (glance.decision_function(features) < HOPELESS)
    kept = ~easy | (random.random(len(right)) < share)
    return features[kept], right[kept], (weights * numpy.where(easy, 1 / share, 1))[kept]


def scores(model: HistGradientBoostingClassifier, band: Band) -> numpy.ndarray:
    return model.decision_function(band.features) if len(band.features) else numpy.zeros(0)


def told(name: str, total: numpy.ndarray) -> str:
    spines, hits, wrong = total
    recall, precision = hits / max(spines, 1), hits / max(hits + wrong, 1)
    return f"{name:28} {spines:5} {hits:5} {wrong:5}  recall {recall:.3f}  precision {precision:.3f}"


def found(model: HistGradientBoostingClassifier, band: Band) -> numpy.ndarray:
    """The spines that the program would show for a shelf: spines, hits, wrong ones."""
    values = scores(model, band)
    return choice.outcome(band, [place for place in choice.best(band, values) if values[place] >= choice.SHOWN])


def crossed(marked: dict[str, list[Band]], scenes: list[tuple], options: argparse.Namespace) -> None:
    """Prints the results for each photo, and each collection, with weights that have not seen the photo."""
    photos_in_turn = sorted({band.photo for bands in marked.values() for band in bands})
    totals = {photo: numpy.zeros(3, int) for photo in photos_in_turn}
    every = [band for bands in marked.values() for band in bands]
    for group in range(GROUPS):
        held = set(photos_in_turn[group::GROUPS])
        model = fitted([examples([b for b in every if b.photo not in held], options.photo_weight), *scenes], options)
        for band in every:
            if band.photo in held:
                totals[band.photo] += found(model, band)
    for photo, total in totals.items():
        print(told(photo, total))
    for collection, bands in marked.items():
        photos_of = {band.photo for band in bands}
        print(told(f"{collection}, held out", sum(totals[photo] for photo in photos_of)), flush=True)


def folder_of(kind: str, options: argparse.Namespace) -> Path:
    return options.work / (f"{kind}-maps" if options.models else kind)


def bands(truths: list[Truth], options: argparse.Namespace, kind: str) -> list[Band]:
    folder = folder_of(kind, options)
    for models, part in networks(truths, options, kind).items():
        dump(options.bench, part, folder, models)
    return [band for truth in truths for band in load(truth, folder)]


def networks(truths: list[Truth], options: argparse.Namespace, kind: str) -> dict[Path | None, list[Truth]]:
    """Decides which network sees which pictures: for a photo, one that has not seen it."""
    if not options.networks or kind != "photos":
        return {options.models: truths}
    in_order = sorted(truth.name for truth in truths)
    parts: dict[Path | None, list[Truth]] = {}
    for truth in truths:
        fold = in_order.index(truth.name) % GROUPS % FOLDS
        parts.setdefault(options.networks / f"fold-{fold}", []).append(truth)
    return parts


def main() -> None:
    options = arguments()
    truths = [truth for truth in photos(options.photos) if truth.rows] if options.photos else []
    others = outlined(options.outlined, "train") if options.outlined else []
    looked = bands(truths + others, options, "photos")
    ours = {truth.name for truth in truths}
    marked = {"marked photos": [band for band in looked if band.photo in ours],
              "outlined photos": [band for band in looked if band.photo not in ours]}
    drawings = {folder.name: bands(drawn(folder), options, f"scenes-{folder.name}") for folder in options.scenes}
    held = {name: shelves[: len(shelves) // 5] for name, shelves in drawings.items()}
    scenes = [examples(shelves[len(held[name]) :], 1) for name, shelves in drawings.items()]
    if looked:
        crossed({name: part for name, part in marked.items() if part}, scenes, options)
    everything = [*([examples(looked, options.photo_weight)] if looked else []), *scenes]
    if not everything:
        raise SystemExit("there is nothing to learn from: give --photos, --outlined or --scenes")
    model = fitted(everything, options)
    for name, part in held.items():
        print(told(f"{name}, held out", sum((found(model, band) for band in part), numpy.zeros(3, int))))
    if not options.dry_run:
        features = numpy.concatenate([part[0] for part in everything])
        trees, bias, early = judge(model, features, choice.LEAST)
        if options.models:
            write_json(trees, bias, early, options.models / TRAINED, names(next(options.work.glob("*-maps/*.json")).parent))
        else:
            write_swift(trees, bias, early, WEIGHTS)
        print(f"{sum(map(len, trees))} nodes for {features.shape[1]} features")


if __name__ == "__main__":
    main()
