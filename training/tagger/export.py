"""Writes the trained model: `python -m training.tagger.export --heads DIR/heads.pt --data DATA`.

Input `[N, 3, 260, 260]` RGB 0…255. Output `[N, 256 + K + 1000]`: an embedding of length 1, then the probability of each
tag of `espy-tagger.labels.json`, which is written beside it, then that of each class of `imagenet.labels.json`. Large
weight tables are stored as 8 bits with a scale for each row, the others as 16 bits; everything is computed in 32 bits.
With maps in 8 bits, too (QDQ, ranges from 256 photos), the mean F1 of the previous tagger on test photos fell from 0.86
to 0.81, because tags depend on small probabilities, too.
"""

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from ..common import checkpoint, command, export
from ..lite.net import fold
from ..lite.weights import load as load_published
from .counts import Counts
from .net import EMBEDDING, SIDE, TABLE, TRUNK, Tagger
from .photos import load_photos
from .tags import BESIDE, CATEGORY, TAGS, parents_of
from .views import read, whole

MODELS = Path(__file__).resolve().parents[2] / "models"
# The least number of weights in a table stored as halves, and as bytes. Smaller tables save little, and lose more as
# bytes.
HALVES, BYTES = 256, 200_000


def load(path):
    """The whole trained network, and the values stored with it."""
    state = checkpoint.read(path)
    if state["tags"] != TAGS:
        raise SystemExit(f"{path} was learned for other tags")
    tagger = Tagger()
    load_published(tagger.lite, TRUNK)
    tagger.heads.load_state_dict({**tagger.heads.state_dict(), **state["heads"]})
    fold(tagger)
    return tagger.eval(), state


def tensor(photos, side=None):
    return np.stack([whole(read(photo.path), side or SIDE) for photo in photos]).transpose(0, 3, 1, 2).astype(np.float32)


def write(tagger, path):
    export.write(tagger, path, (torch.rand(2, 3, SIDE, SIDE) * 255,), ["pictures"], ["tags"],
                 {"pictures": {0: "N"}, "tags": {0: "N"}}, in_half=False)
    shrink(path)
    onnx.checker.check_model(str(path))


def shrink(path):
    """Stores weights in fewer bits; the runtime expands them to 32 bits when it loads the model."""
    model = onnx.load(str(path))
    weights, nodes = [], []
    for weight in model.graph.initializer:
        values = onnx.numpy_helper.to_array(weight)
        kept, node = stored(weight.name, values)
        weights += [onnx.numpy_helper.from_array(values, name) for name, values in kept.items()]
        nodes += node
    for part, changed in ((model.graph.initializer, weights), (model.graph.node, nodes + list(model.graph.node))):
        del part[:]
        part.extend(changed)
    onnx.save(model, str(path))


def stored(name, values):
    """The stored form of a table of weights, by name, and the operations that expand it."""
    if values.dtype != np.float32 or values.size < HALVES:
        return {name: values}, []
    if values.size < BYTES:
        half = f"{name}_half"
        return {half: values.astype(np.float16)}, [onnx.helper.make_node("Cast", [half], [name],
                                                                         to=onnx.TensorProto.FLOAT)]
    whole, scale = f"{name}_bytes", f"{name}_scale"
    scales = np.abs(values).reshape(len(values), -1).max(1).clip(1e-12) / 127
    counts = np.rint(values / scales.reshape(-1, *[1] * (values.ndim - 1))).astype(np.int8)
    return ({whole: counts, scale: scales.astype(np.float32)},
            [onnx.helper.make_node("DequantizeLinear", [whole, scale], [name], axis=0)])


def run_file(path, photos, batch=16):
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    parts = [session.run(None, {"pictures": tensor(photos[i:i + batch])})[0] for i in range(0, len(photos), batch)]
    return np.concatenate(parts)


def write_labels(path, state):
    """Thresholds, and the figures of held-out photos until `evaluate --write` replaces them with those of the test."""
    counts = Counts(*(np.array(values) for values in state["counts"]))
    store_labels(path, [
        {"name": name, "category": CATEGORY[name], "parents": parents_of(name), "threshold": state["thresholds"][i],
         "isOn": state["on"][i], "precision": round(float(counts.precision[i]), 3),
         "recall": round(float(counts.recall[i]), 3), "support": int(counts.right[i] + counts.missed[i]),
         **({"beside": BESIDE[name]} if name in BESIDE else {})}
        for i, name in enumerate(TAGS)])


def store_labels(path, tags):
    lines = ",\n".join("    " + json.dumps(tag) for tag in tags)
    path.write_text(f'{{"schema": 1, "embedding": {EMBEDDING}, "kinds": "{TABLE.name}", "tags": [\n{lines}\n]}}\n', encoding="utf-8")


def main():
    parser = command.parser(__doc__, data="folder with tags224/, detect/, detect2/ and textures/")
    parser.add_argument("--heads", required=True)
    parser.add_argument("--out", type=Path, default=MODELS / "espy-tagger.onnx")
    options = parser.parse_args()
    tagger, state = load(options.heads)
    photos = load_photos(options.data, state["open"])
    write(tagger, options.out)
    write_labels(options.out.with_suffix(".labels.json"), state)
    checked = [photo for photo in photos if photo.split == "val"][::4]
    with torch.no_grad():
        wanted = tagger(torch.from_numpy(tensor(checked))).numpy()
    differences = np.abs(run_file(options.out, checked) - wanted)[:, EMBEDDING:EMBEDDING + len(TAGS)]
    # Weights in 8 bits move single probabilities by a few hundredths; a wrong file moves all of them by more.
    if not (differences.max() < 0.1 and differences.mean() < 0.001):
        raise SystemExit(f"the exported file differs from the network by {differences.max()}")
    print(f"{options.out}: {options.out.stat().st_size} bytes, largest difference of a probability "
          f"{differences.max():.2g}")


if __name__ == "__main__":
    main()
