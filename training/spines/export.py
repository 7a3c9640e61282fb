"""Writes the trees of the judge as Swift."""

from itertools import islice
from pathlib import Path

import numpy
from sklearn.ensemble import HistGradientBoostingClassifier

WIDTH = 120
#: After so many trees most candidates are given up.
GLANCE = 16
ROOM = 0.3


def tree(nodes: numpy.ndarray) -> list[tuple[int, float, int]]:
    """A tree from its root on: the feature, or -1 in a leaf; the threshold, or what the leaf adds; and for a question
    the place of the branch above the threshold. The other branch follows at once."""
    rows: list[tuple[int, float, int]] = []

    def add(place: int) -> None:
        node = nodes[place]
        if node["is_leaf"]:
            rows.append((-1, float(node["value"]), 0))
            return
        here = len(rows)
        rows.append((int(node["feature_idx"]), float(node["num_threshold"]), 0))
        add(int(node["left"]))
        rows[here] = (*rows[here][:2], len(rows))
        add(int(node["right"]))

    add(0)
    return rows


def lines(values: list[float]) -> list[str]:
    """The numbers, as many to a line as it holds."""
    texts = [str(int(value)) if value == int(value) else f"{value:.5g}" for value in values]
    found = [""]
    for text in texts:
        if len(found[-1]) + len(text) + 2 > WIDTH - 8:
            found.append("")
        found[-1] += f"{' ' if found[-1] else ''}{text},"
    return [" " * 8 + line for line in found]


def glance(model: HistGradientBoostingClassifier, features: numpy.ndarray, least: float) -> float:
    """What every candidate that ends at `least` or more has reached after the first trees, with some room."""
    stages = model._staged_raw_predict(features)
    early = next(islice(stages, GLANCE - 1, None))[:, 0]
    return float(early[model.decision_function(features) >= least].min()) - ROOM


def write(
    model: HistGradientBoostingClassifier, features: numpy.ndarray, least: float, path: Path, owner: str
) -> int:
    """- owner: the type that is extended. Returns how many nodes there are."""
    rows = [row for (predictor,) in model._predictors for row in tree(predictor.nodes)]
    bias = float(numpy.ravel(model._baseline_prediction)[0])
    numbers = "\n".join(lines([value for row in rows for value in row]))
    path.write_text(
        "// Written by training/spines. Three numbers for each node, as BookJudge explains.\n"
        f"extension {owner} {{\n    package static let bias: Float = {bias:.6g}\n"
        f"    /// A candidate that has less after so many trees does not become likely by the others.\n"
        f"    package static let glance: (trees: Int, least: Float) = ({GLANCE}, {glance(model, features, least):.3g})\n\n"
        f"    package static let weights: [Float] = [\n{numbers}\n    ]\n}}\n",
        encoding="utf-8",
    )
    return len(rows)
