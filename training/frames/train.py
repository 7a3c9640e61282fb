"""Trains the judge of frames on films, and writes its weights.

A film is drawn from a seed, or made by moving a virtual camera over a photo with outlines, or over a drawn picture of a few
wide books from near by. Every fifth drawn film or picture and every fourth photo are for validation: the printed precision
and recall are theirs.
"""

import argparse
import re
from pathlib import Path

import numpy
from shelfbench.truth import drawn as pictures
from shelfbench.truth import outlined
from sklearn.ensemble import HistGradientBoostingClassifier

from ..common import command
from ..spines.export import judge, write_swift
from .films import Film, drawn, dump, panned

ROOT = Path(__file__).resolve().parents[2]
WEIGHTS = ROOT / "Sources/EspyShelf/Spines/BoostedTrees+Frames.swift"
#: The drawn films.
SEEDS = {"harsh": range(101, 176), "calm": [*range(201, 215), *range(222, 235)]}
#: Where a judge is compared with the confidence that the books were chosen with: shares of the right ones kept.
KEPT = (0.97, 0.95, 0.9)
#: The feature with the score of the choice.
SCORE = 36
#: A book counts as refused below these log odds; the first trees refuse those far below.
LEAST = -3.0


def arguments() -> argparse.Namespace:
    parser = command.parser(__doc__)
    parser.add_argument("--outlined", type=Path, required=True,
                        help="folder with spines_polygons.jsonl: its photos of the split train")
    parser.add_argument("--close", type=Path, help="folder with what `RenderSamples close` drew")
    parser.add_argument("--bench", type=Path, default=ROOT / ".build/release/EspyBench")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/frames", help="where the films' books are kept")
    parser.add_argument("--trees", type=int, default=240)
    parser.add_argument("--leaves", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--photo-weight", type=float, default=3, help="of a book of a photo; of a drawn one, 1")
    parser.add_argument("--dry-run", action="store_true", help="measure, and write nothing")
    return parser.parse_args()


def parted(films: list[Film], every: int) -> tuple[list[Film], list[Film]]:
    """Films to learn from, and those for validation: by the number in their names, so that a photo is on one side."""
    held = [film for film in films if int(re.sub(r"\D", "", film.name)) % every == 0]
    return [film for film in films if film not in held], held


def fitted(sets: list[tuple[list[Film], float]], options: argparse.Namespace) -> HistGradientBoostingClassifier:
    films = [(film, weight) for part, weight in sets for film in part]
    features = numpy.concatenate([film.features[film.clear] for film, _ in films])
    right = numpy.concatenate([film.right[film.clear] for film, _ in films])
    weights = numpy.concatenate([numpy.full(film.clear.sum(), weight) for film, weight in films])
    return HistGradientBoostingClassifier(
        max_iter=options.trees, learning_rate=options.rate, max_leaf_nodes=options.leaves, l2_regularization=1,
        max_bins=128, early_stopping=False, random_state=1).fit(features, right, weights)


def report(name: str, films: list[Film], model: HistGradientBoostingClassifier) -> None:
    right = numpy.concatenate([film.right for film in films])
    frames = sum(film.frames for film in films)
    before = numpy.concatenate([film.features[:, SCORE] for film in films])
    after = numpy.concatenate([model.decision_function(film.features) for film in films])
    print(f"{name}: {frames} frames, {right.sum() / frames:.1f} right and {(~right).sum() / frames:.1f} wrong in each")
    for odds in (-1.0, -0.5, 0.0, 0.5, 1.0):
        told(f"  log odds {odds:4.1f}", after >= odds, right, frames)
    for kept in KEPT:
        for title, scores in (("choice", before), ("judge", after)):
            told(f"  {kept:.0%} kept, {title}", scores >= numpy.quantile(scores[right], 1 - kept), right, frames)


def told(title: str, shown: numpy.ndarray, right: numpy.ndarray, frames: int) -> None:
    precision, kept = right[shown].mean(), (right & shown).sum() / right.sum()
    print(f"{title:22} precision {precision:.3f}  kept {kept:.3f}  wrong {(~right & shown).sum() / frames:5.2f} a frame")


def main() -> None:
    options = arguments()
    photos = sorted(outlined(options.outlined), key=lambda truth: truth.name)
    learned = {truth.name for truth in outlined(options.outlined, "train")}
    films = {conditions: dump(options.bench, drawn(seeds, conditions), options.work) for conditions, seeds in SEEDS.items()}
    films |= {
        f"photos, {conditions}": dump(
            options.bench,
            {name: film for name, film in panned(photos, conditions).items()
             if name.removeprefix(f"{conditions}-") + ".jpg" in learned}, options.work)
        for conditions in SEEDS}
    if options.close:
        films |= {
            f"close, {conditions}": dump(options.bench, panned(pictures(options.close), conditions, "close-"), options.work)
            for conditions in SEEDS}
    parts = {name: parted(found, 4 if name.startswith("photos") else 5) for name, found in films.items()}
    weights = {name: options.photo_weight if name.startswith("photos") else 1.0 for name in films}
    model = fitted([(learned, weights[name]) for name, (learned, _) in parts.items()], options)
    for name, (_, held) in parts.items():
        report(name, held, model)
    if not options.dry_run:
        features = numpy.concatenate([film.features for learned, _ in parts.values() for film in learned])
        write_swift(
            *judge(model, features, LEAST), WEIGHTS, name="frames", program="training/frames",
            about="Recognizes one whole spine among the books chosen in a frame, by its neighbors and rivals, too.")
        print(f"{sum(len(words) for words in judge(model, features, LEAST)[0])} nodes, {features.shape[1]} features")


if __name__ == "__main__":
    main()
