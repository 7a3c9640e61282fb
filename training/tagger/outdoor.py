"""Teaches the tagger one more tag: `python -m training.tagger.outdoor --data DATA`, after the export.

Whether a photo was taken outdoors follows from other tags (a beach is outdoors), but most photos of dogs and cars have
no such tag. So photos of both were checked by eye (`outdoor.json`), and a logistic regression separates them by the
scores that the other tags are learned from: one more row in the model, without another pass over the photo.

Held-out collections and test photos decide nothing; the printed figures come from them.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from scipy.optimize import minimize

from .export import MODELS, store_labels, tensor
from .photos import load_photos
from .tags import TAGS, parents_of

NAME, WEIGHT = "outdoor", "outdoor.weight"
SEEN = json.loads((Path(__file__).parent / "outdoor.json").read_text(encoding="utf-8"))
# Training weights: photos checked by eye weigh more, because others are easy.
LOOKED, DECAY, FOLDS = 3.0, 0.02, 5
# The least fraction of checked photos with the tag that must be outdoors, in held-out collections.
PRECISION = 0.9
NOT_A_PHOTO = {"document", "screenshot", "map", "receipt"}


def said(photo):
    """1 outdoors, 0 not, None unknown: as seen in the photo, otherwise by its labels."""
    name, tags = Path(photo.path).name, {TAGS[place] for place in photo.tags}
    if name in SEEN["outdoor"]:
        return 1
    if name in SEEN["not"]:
        return 0
    wider = {parent for tag in tags for parent in parents_of(tag)}
    if photo.kind != "tagged" or "drawing" in tags or {"outdoor", "indoor"} <= wider:
        return None
    if "outdoor" in wider:
        return 1
    return 0 if "indoor" in wider or not tags or tags & NOT_A_PHOTO else None


def scores_of(model, photos):
    """[photos, 1000] float64: the inputs of the learned sums."""
    graph = onnx.load(str(model))
    sums = next(node for node in graph.graph.node if node.name == "/heads/learned/Gemm")
    graph.graph.output.append(onnx.helper.make_tensor_value_info(sums.input[0], onnx.TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    parts = [session.run([sums.input[0]], {"pictures": tensor(photos[at:at + 16])})[0]
             for at in range(0, len(photos), 16)]
    return np.concatenate(parts).astype(np.float64)


def fit(scores, known, weights):
    """Weights [1001] of a logistic regression; the last one is the offset."""
    def loss(line):
        odds = scores @ line[:-1] + line[-1]
        slope = weights * (1 / (1 + np.exp(-odds)) - known) / weights.sum()
        value = (weights * (np.logaddexp(0, odds) - known * odds)).sum() / weights.sum()
        return value + DECAY * (line[:-1] ** 2).sum(), np.append(scores.T @ slope + 2 * DECAY * line[:-1], slope.sum())

    return minimize(loss, np.zeros(scores.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x


def chances(scores, line):
    return 1 / (1 + np.exp(-(scores @ line[:-1] + line[-1])))


def left_out(scores, known, weights, sources):
    """Probabilities of each photo, learned from photos of other collections."""
    places = {source: place % FOLDS for place, source in enumerate(sorted(set(sources)))}
    folds = np.array([places[source] for source in sources])
    found = np.zeros(len(known))
    for fold in range(FOLDS):
        rest = folds != fold
        found[~rest] = chances(scores[~rest], fit(scores[rest], known[rest], weights[rest]))
    return found


def threshold_of(found, known):
    """The lowest threshold that is right often enough; probabilities in steps of 0.05."""
    for step in range(10, 20):
        given = found >= step / 20
        if given.any() and known[given].mean() >= PRECISION:
            return step / 20
    return 0.95


def put(model, line):
    """Writes the row into the model, after the tags."""
    graph = onnx.load(str(model))
    nodes = graph.graph.node
    sums = next(node for node in nodes if node.name == "/heads/learned/Gemm")
    join = next(node for node in nodes if node.op_type == "Concat" and node.output[0] == "tags")
    known = {weight.name for weight in graph.graph.initializer}
    if WEIGHT in known:
        raise SystemExit(f"{model} has this tag: export it anew")
    graph.graph.initializer.extend([
        onnx.numpy_helper.from_array(line[None, :-1].astype(np.float32), WEIGHT),
        onnx.numpy_helper.from_array(line[-1:].astype(np.float32), "outdoor.bias")])
    place = list(nodes).index(join)
    nodes.insert(place, onnx.helper.make_node("Sigmoid", ["outdoor.odds"], ["outdoor.chance"]))
    nodes.insert(place, onnx.helper.make_node("Gemm", [sums.input[0], WEIGHT, "outdoor.bias"], ["outdoor.odds"], transB=1))
    join.input.insert(2, "outdoor.chance")
    sizes = graph.graph.output[0].type.tensor_type.shape.dim
    if sizes[1].dim_value:
        sizes[1].dim_value += 1
    onnx.checker.check_model(graph)
    onnx.save(graph, str(model))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with tags224/, detect/, detect2/ and textures/")
    parser.add_argument("--model", type=Path, default=MODELS / "espy-tagger.onnx")
    options = parser.parse_args()
    photos = [photo for photo in load_photos(options.data) if said(photo) is not None]
    known = np.array([said(photo) for photo in photos], float)
    looked = np.array([Path(photo.path).name in SEEN["outdoor"] + SEEN["not"] for photo in photos])
    scores = scores_of(options.model, photos)
    rows = np.array([photo.split in ("train", "val") for photo in photos])
    weights = np.where(looked, LOOKED, 1.0)[rows]
    sources = [photo.source for photo, used in zip(photos, rows) if used]
    found = left_out(scores[rows], known[rows], weights, sources)
    threshold = threshold_of(found[looked[rows]], known[rows][looked[rows]])
    line = fit(scores[rows], known[rows], weights)
    put(options.model, line)
    labels = options.model.with_suffix(".labels.json")
    tags = json.loads(labels.read_text(encoding="utf-8"))["tags"]
    store_labels(labels, [*tags, {"name": NAME, "category": "places", "parents": [], "threshold": threshold, "isOn": True}])
    print(f"{int(rows.sum())} photos to learn from, threshold {threshold}")
    for split, title in (("heldout", "collections held out"), ("test", "test photos")):
        used = np.array([photo.split == split for photo in photos]) & looked
        given, there = chances(scores[used], line) >= threshold, known[used] == 1
        print(f"{title}, looked at: {int(there.sum())} outdoors, {int((given & there).sum())} found, "
              f"{int((given & ~there).sum())} of {int((~there).sum())} others wrong")


if __name__ == "__main__":
    main()
