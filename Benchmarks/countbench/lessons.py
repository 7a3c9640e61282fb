"""The gain of a recipe from correcting three things in one photo: counts of another photo before and after."""

import argparse
import random
from pathlib import Path

from .recipes import Pair, Photo, answers, few_of_each, kinds, load, series, shown, within

#: Things that a person puts right.
CORRECTIONS = 3
#: A find is right if its overlap with a true thing is at least this.
OVERLAP = 0.5


def triples(photos: list[Photo], use: str, most: int, seed: int = 1) -> list[tuple[Pair, Pair]]:
    """A photo to make the recipe from, one to correct, and one to measure; up to a maximum number per source."""
    found: dict[str, list[tuple[Pair, Pair]]] = {}
    for (source, label), group in sorted(kinds(photos, use, least=3).items()):
        draw = random.Random(f"{seed} {source} {label}")
        order = draw.sample(group, len(group))
        for at in range(0, len(order) - 2, 3):
            origin, right, target = order[at : at + 3]
            examples = shown(origin, label, draw)
            if not examples:
                continue
            pair = [Pair(label, source, origin, each, examples, len(each.boxes[label])) for each in (right, target)]
            found.setdefault(source, []).append((pair[0], pair[1]))
    return few_of_each(found, most, seed)


def drawn(folder: Path, renderer: Path, first: int) -> list[tuple[Pair, Pair]]:
    """The second photo of each rendered kind is corrected; the others are measured."""
    by_kind: dict[str, list[Pair]] = {}
    for pair in series(folder, renderer, first):
        by_kind.setdefault(pair.source, []).append(pair)
    return [(group[0], target) for group in by_kind.values() for target in group[1:]]


def overlap(one: list[float], two: list[float]) -> float:
    """Intersection over union."""
    width = min(one[0] + one[2], two[0] + two[2]) - max(one[0], two[0])
    height = min(one[1] + one[3], two[1] + two[3]) - max(one[1], two[1])
    shared = max(width, 0) * max(height, 0)
    return shared / (one[2] * one[3] + two[2] * two[3] - shared)


def lesson(pair: Pair, answer: dict) -> dict:
    """The first corrections of a user: the most certain wrong finds and missed things, in turn."""
    counted = sorted((find for find in answer["finds"] if find[4] > answer["cut"]), key=lambda find: -find[4])
    true = pair.target.boxes[pair.label]
    wrong = [find[:4] for find in counted if all(overlap(find, box) < OVERLAP for box in true)]
    # A find that covers a thing, even badly, is not removed by users.
    wrong = [find for find in wrong if all(overlap(find, box) < 0.1 for box in true)]
    missed = [box for box in true if min(box[2:]) >= 6 and all(overlap(find, box) < OVERLAP for find in counted)]
    missed = random.Random(str(pair.target.path)).sample(missed, len(missed))
    examples, unlike = [], []
    while len(examples) + len(unlike) < CORRECTIONS and (wrong or missed):
        if missed:
            examples.append(missed.pop())
        if wrong and len(examples) + len(unlike) < CORRECTIONS:
            unlike.append(wrong.pop(0))
    return {"from": str(pair.target.path), "examples": examples, "unlike": unlike, "cut": needed_cut(answer, len(true))}


def needed_cut(answer: dict, number: int) -> float | None:
    """The finds between which the threshold must be for this count, as the product learns it from a corrected photo."""
    logits = sorted((find[4] for find in answer["finds"]), reverse=True)
    if not logits:
        return None
    return (logits[number - 1] + logits[number]) / 2 if number < len(logits) else logits[-1] - 0.25


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with detect/ and detect2/; without it, drawn photos")
    parser.add_argument("--renderer", type=Path, default=Path(".build/release/RenderSamples"))
    parser.add_argument("--first", type=int, default=0, help="first drawn kind; 12 and later ones are to choose by")
    parser.add_argument("--bench", type=Path, default=Path(".build/release/EspyBench"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--use", choices=["calibrate", "measure"], default="measure")
    parser.add_argument("--most", type=int, default=2, help="of each source")
    parser.add_argument("--folder", type=Path, required=True, help="for drawn photos")
    options = parser.parse_args()
    if options.data is None:
        chosen = drawn(options.folder, options.renderer, options.first)
    else:
        chosen = triples(load(options.data), options.use, options.most)
    first = answers(options.bench, options.models, [pair.ask for pair, _ in chosen])
    lessons = [lesson(pair, answer) if "finds" in answer else None for (pair, _), answer in zip(chosen, first)]
    taught = [(target, each) for (_, target), each in zip(chosen, lessons) if each and each["examples"] + each["unlike"]]
    # The corrected photo, counted again with its own lesson.
    right = {id(target): pair for pair, target in chosen}
    again = answers(
        options.bench, options.models, [{**right[id(target)].ask, "learned": [{**each, "cut": None}]} for target, each in taught])
    for (target, each), answer in zip(taught, again):
        each["recut"] = needed_cut(answer, right[id(target)].truth) if "finds" in answer else None
    ways = {
        "before": lambda each: {},
        "after, by the cut": lambda each: {"learned": [{**each, "examples": [], "unlike": []}]},
        "after, by both": lambda each: {"learned": [{**each, "cut": each["recut"]}]},
    }
    told = answers(
        options.bench, options.models, [{**target.ask, **way(each)} for way in ways.values() for target, each in taught])
    counts = {key: [answer.get("count", 0) for answer in told[at * len(taught) :][: len(taught)]] for at, key in enumerate(ways)}
    rows = [
        {"truth": target.truth, **{key: counts[key][at] for key in ways}} for at, (target, _) in enumerate(taught)
    ]
    print(f"{len(chosen)} counts, {len(taught)} with something to put right")
    for key in ways:
        error = sum(min(abs(row[key] - row["truth"]) / row["truth"], 3) for row in rows) / max(len(rows), 1)
        nearer = sum(abs(row[key] - row["truth"]) < abs(row["before"] - row["truth"]) for row in rows)
        farther = sum(abs(row[key] - row["truth"]) > abs(row["before"] - row["truth"]) for row in rows)
        print(
            f"  {key}: {within(rows, 0.05, key)} within 5%, {within(rows, 0.1, key)} within 10%, "
            f"mean error {error:.0%}; nearer to the truth {nearer}, farther {farther}"
        )


if __name__ == "__main__":
    main()
