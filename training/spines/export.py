"""Writes boosted trees: those for edges as Swift, those that use a network as a file beside it."""

import json
import re
import textwrap
from itertools import islice
from pathlib import Path

import numpy
from sklearn.ensemble import HistGradientBoostingClassifier

WIDTH = 120
INDENT = " " * 4
#: The number of trees after which most candidates are discarded.
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
    """The words, as many per line as fit."""
    return textwrap.wrap(
        " ".join(words), WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)


def glance(model: HistGradientBoostingClassifier, features: numpy.ndarray, least: float) -> float:
    """The value that every candidate ending at `least` or more has reached after the first trees, with some margin."""
    stages = model._staged_raw_predict(features)
    early = next(islice(stages, GLANCE - 1, None))[:, 0]
    return float(early[model.decision_function(features) >= least].min()) - ROOM


def judge(model: HistGradientBoostingClassifier, features: numpy.ndarray, least: float) -> tuple[list[list[str]], str, str]:
    """The words of each tree, the common start value, and the limit after the first trees, rounded as stored."""
    bias = float(numpy.ravel(model._baseline_prediction)[0])
    trees = [tree(predictor.nodes) for (predictor,) in model._predictors]
    return trees, f"{bias:.6g}", f"{glance(model, features, least):.3g}"


def write_swift(
    trees: list[list[str]], bias: str, early: str, path: Path, name: str = "books", program: str = "training/spines",
    about: str = "Recognizes one whole spine by its edges, colors and texture.",
) -> None:
    """For detectors that work without models."""
    text = "\n".join(lines([word for words in trees for word in words]))
    path.write_text(
        f"// Written by {program}.\n// swift-format-ignore-file\n"
        f"extension BoostedTrees {{\n    /// {about}\n"
        f"    package static let {name} = BoostedTrees(\n"
        f"        {name}Text, bias: {bias}, glance: (trees: {GLANCE}, least: {early}))\n\n"
        f'    private static let {name}Text = """\n{text}\n    """\n}}\n',
        encoding="utf-8",
    )


def write_json(trees: list[list[str]], bias: str, early: str, path: Path, names: list[str]) -> None:
    """For the network that computes some of the features; `Scripts/stamp-models` puts the checksum into the manifest.

    - names: the names of the features, in order.
    """
    about = {
        "features": names, "bias": float(bias), "glance": {"trees": GLANCE, "least": float(early)},
        "trees": [" ".join(words) for words in trees],
    }
    path.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
