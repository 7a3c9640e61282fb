"""Writes boosted trees as Swift."""

import re
import textwrap
from itertools import islice
from pathlib import Path

import numpy
from sklearn.ensemble import HistGradientBoostingClassifier

WIDTH = 120
INDENT = " " * 4
DOC = {
    "books": "Tells one whole spine from its edges, colors and texture.",
    "mappedBooks": "Tells one whole spine from its edges and from what the network says of it; made for one network.",
}
#: After so many trees most candidates are given up.
GLANCE = 16
ROOM = 0.3


def number(value: float) -> str:
    text = str(int(value)) if value == int(value) else f"{value:.5g}"
    return re.sub(r"^(-?)0\.", r"\1.", text)


def tree(nodes: numpy.ndarray, place: int = 0) -> list[str]:
    """A tree from its root on: a question is followed by its branch up to the threshold, then by the one above."""
    node = nodes[place]
    if node["is_leaf"]:
        return [number(float(node["value"]))]
    question = f"{int(node['feature_idx'])}<{number(float(node['num_threshold']))}"
    return [question, *tree(nodes, int(node["left"])), *tree(nodes, int(node["right"]))]


def lines(words: list[str]) -> list[str]:
    """The words, as many to a line as it holds."""
    return textwrap.wrap(
        " ".join(words), WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)


def glance(model: HistGradientBoostingClassifier, features: numpy.ndarray, least: float) -> float:
    """What every candidate that ends at `least` or more has reached after the first trees, with some room."""
    stages = model._staged_raw_predict(features)
    early = next(islice(stages, GLANCE - 1, None))[:, 0]
    return float(early[model.decision_function(features) >= least].min()) - ROOM


def write(
    model: HistGradientBoostingClassifier, features: numpy.ndarray, least: float, path: Path, name: str
) -> int:
    """- name: of the trees in Swift. Returns how many nodes there are."""
    words = [word for (predictor,) in model._predictors for word in tree(predictor.nodes)]
    bias = float(numpy.ravel(model._baseline_prediction)[0])
    early = glance(model, features, least)
    text = "\n".join(lines(words))
    path.write_text(
        "// Written by training/spines.\n// swift-format-ignore-file\n"
        f"extension BoostedTrees {{\n    /// {DOC[name]}\n"
        f"    package static let {name} = BoostedTrees(\n"
        f"        {name}Text, bias: {bias:.6g}, glance: (trees: {GLANCE}, least: {early:.3g}))\n\n"
        f'    private static let {name}Text = """\n{text}\n    """\n}}\n',
        encoding="utf-8",
    )
    return len(words)
