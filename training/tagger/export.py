"""Writes a checkpoint as the model: `python -m training.tagger.export --checkpoint DIR/last.pt --data DATA`.

Input `[N, 3, 96, 96]` RGB 0…255. Output `[N, 256 + K]`: an embedding of length 1, then the probability of each tag
of `espy-tagger.labels.json`, which is written beside it with thresholds chosen on validation photos.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from ..detector.export import fold_normalization
from .choice import choose, competition, is_on, photos_of_each
from .losses import margins
from .net import EMBEDDING, Tagger
from .photos import load_photos
from .tags import CATEGORY, TAGS, parents_of
from .validate import answers, plain

MODELS = Path(__file__).resolve().parents[2] / "models"
SIDE = 96


class Shipped(nn.Module):
    """The network with the calibration inside: `[N, 256 + K]`. It looks at each photo and at its mirror image, and
    takes the mean."""

    def __init__(self, tagger, slopes, offsets):
        super().__init__()
        self.tagger = tagger
        self.register_buffer("table", torch.from_numpy(competition()))
        self.register_buffer("slopes", torch.as_tensor(slopes, dtype=torch.float32))
        self.register_buffer("shifts", torch.as_tensor(offsets, dtype=torch.float32))

    def forward(self, pictures):
        both = torch.stack([pictures, pictures.flip(3)]).flatten(0, 1)
        embedding, scores = (values.view(2, -1, values.shape[1]).mean(0) for values in self.tagger(both))
        chances = torch.sigmoid(margins(scores, self.table) * self.slopes + self.shifts)
        return torch.cat([nn.functional.normalize(embedding), chances], 1)


def load(path):
    """The averaged weights of a checkpoint, and the checkpoint."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    if state["tags"] != TAGS:
        raise SystemExit(f"{path} was trained for other tags")
    settings = state["settings"]
    model = Tagger(settings["tags"], settings["widths"], settings["depths"])
    model.load_state_dict(state["average"])
    return model.eval(), state


def read_all(photos, side, resize):
    """Pictures [N, side, side, 3] uint8 straight from the files."""
    return np.stack([plain(cv2.imread(p.path, cv2.IMREAD_COLOR)[:, :, ::-1], side, resize) for p in photos])


def shrink(path):
    """Stores the weights of the large convolutions as 8 bits and a scale for each channel, other large ones as 16.

    Numbers in the network stay in single precision: the runtime undoes it when it loads the model.
    """
    model = onnx.load(str(path))
    added = []
    for weight in list(model.graph.initializer):
        if weight.data_type != onnx.TensorProto.FLOAT or np.prod(weight.dims) < 256:
            continue
        values = onnx.numpy_helper.to_array(weight)
        large = values.ndim == 4 and values.size > 60_000
        added += as_bytes(model, weight, values) if large else as_half(weight, values)
    nodes = added + list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def as_half(weight, values):
    name = weight.name
    weight.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), name + "_half"))
    return [onnx.helper.make_node("Cast", [weight.name], [name], to=onnx.TensorProto.FLOAT)]


def as_bytes(model, weight, values):
    name = weight.name
    scale = np.maximum(1e-8, np.abs(values).max((1, 2, 3), keepdims=True) / 127).astype(np.float32)
    weight.CopyFrom(onnx.numpy_helper.from_array(np.round(values / scale).astype(np.int8), name + "_bytes"))
    model.graph.initializer.append(onnx.numpy_helper.from_array(scale, name + "_scale"))
    return [onnx.helper.make_node("Cast", [weight.name], [name + "_whole"], to=onnx.TensorProto.FLOAT),
            onnx.helper.make_node("Mul", [name + "_whole", name + "_scale"], [name])]


def write(model, path):
    torch.onnx.export(model.eval(), (torch.rand(2, 3, SIDE, SIDE) * 255,), str(path), opset_version=17, dynamo=False,
                      input_names=["pictures"], output_names=["tags"],
                      dynamic_axes={"pictures": {0: "N"}, "tags": {0: "N"}})
    shrink(path)
    onnx.checker.check_model(str(path))


def run_file(path, pictures, batch=64):
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    parts = [pictures[i:i + batch].transpose(0, 3, 1, 2).astype(np.float32) for i in range(0, len(pictures), batch)]
    return np.concatenate([session.run(None, {"pictures": part})[0] for part in parts])


def write_labels(path, thresholds, on, counts):
    """Thresholds, and the figures of the validation photos until `evaluate --write` puts those of the test there."""
    tags = [{"name": name, "category": CATEGORY[name], "parents": parents_of(name),
             "threshold": float(thresholds[i]), "isOn": bool(on[i]), "precision": round(float(counts.precision[i]), 3),
             "recall": round(float(counts.recall[i]), 3), "support": int(counts.right[i] + counts.missed[i])}
            for i, name in enumerate(TAGS)]
    store_labels(path, tags)


def store_labels(path, tags):
    lines = ",\n".join("    " + json.dumps(tag) for tag in tags)
    path.write_text(f'{{"schema": 1, "embedding": {EMBEDDING}, "tags": [\n{lines}\n]}}\n', encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", type=Path, default=MODELS / "espy-tagger.onnx")
    parser.add_argument("--resize", choices=("stretch", "centerCropShortest"), default="stretch")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    tagger, state = load(options.checkpoint)
    photos = load_photos(options.data)
    checked = [photo for photo in photos if photo.split == "val"]
    learned = photos_of_each([photo for photo in load_photos(options.data, state["open"]) if photo.split == "train"])
    pictures = read_all(checked, SIDE, options.resize)
    slopes, offsets, thresholds, counts = choose(answers(tagger, pictures, flip=True)[1], checked)
    fold_normalization(tagger)
    shipped = Shipped(tagger, slopes, offsets)
    write(shipped, options.out)
    sample = pictures[::40]
    with torch.no_grad():
        wanted = shipped(torch.from_numpy(sample).permute(0, 3, 1, 2).float()).numpy()
    worst = float(np.abs(run_file(options.out, sample) - wanted).max())
    if not worst < 0.1:
        raise SystemExit(f"the exported file differs from the network by {worst}")
    on = is_on(counts, learned)
    write_labels(options.out.with_suffix(".labels.json"), thresholds, on, counts)
    print(f"{options.out}: {options.out.stat().st_size} bytes, step {state['step']}, largest difference {worst:.2g}\n"
          f"validation: macro F1 {counts.f1.mean():.3f} of all, {counts.f1[on].mean():.3f} of {on.sum()} that are on")


if __name__ == "__main__":
    main()
