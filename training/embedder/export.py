"""Writes a checkpoint as ONNX, with its cosines moved so that the best cut is 0.80:
`python -m training.embedder.export --checkpoint FILE.pt --data DIR --out models/espy-embedder.onnx`."""

import hashlib
import time
from pathlib import Path

import numpy as np
import onnx
import torch

from ..common import command, export
from .evaluate import best_cut, cases_of, cosines_of, load_checkpoint, onnx_embed, torch_embed
from .network import multiply_adds, share_for
from .photos import real_photos, scene_photos


def calibrate(model, cases, wanted=0.80):
    """Sets the constant share of the output from validation photos; returns the raw cut it was chosen for."""
    model.share.zero_()
    cut, score, equal = best_cut(cases, cosines_of(cases, torch_embed(model)))
    model.share.fill_(share_for(cut, wanted))
    print(f"raw cut {cut:.3f} (F1 {score:.3f}; equal error of pairs at {equal:.3f}) -> share {model.share.item():.3f}")
    return cut


def write(model, path, resize):
    """One file, opset 17, dynamic batch, normalization inside."""
    export.write(model, path, (torch.zeros(2, 3, 64, 64),), ["crops"], ["embeddings"],
                 {"crops": {0: "N"}, "embeddings": {0: "N"}}, in_half=False)
    stored = onnx.load(path)
    for key, value in (("input", "RGB 0..255, NCHW, 64 x 64"), ("resize", resize), ("fill", "114")):
        entry = stored.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(stored, path)


def largest_difference(model, path):
    """Between the network here and the file in onnxruntime, over batches of several sizes."""
    run, here, worst = onnx_embed(path), torch_embed(model), 0.0
    for count in (1, 2, 33):
        crops = np.random.default_rng(count).integers(0, 256, (count, 64, 64, 3)).astype(np.uint8)
        there = run(crops)
        if there.shape != (count, 256) or np.abs(np.linalg.norm(there, axis=1) - 1).max() > 1e-4:
            raise ValueError(f"the exported model gives {there.shape} or vectors that are not of length 1")
        worst = max(worst, float(np.abs(there - here(crops)).max()))
    return worst


def milliseconds(path, batch=32, rounds=20):
    run = onnx_embed(path)
    crops = np.zeros((batch, 64, 64, 3), np.uint8)
    run(crops)
    begun = time.process_time()
    for _ in range(rounds):
        run(crops)
    return (time.process_time() - begun) / rounds / batch * 1000


def main():
    parser = command.parser(__doc__, data="folder with detect.jsonl")
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--scenes", nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=250, help="validation photos for choosing the cut")
    parser.add_argument("--out", type=Path, default="models/espy-embedder.onnx")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model, state = load_checkpoint(options.checkpoint)
    photos = real_photos(options.data) + scene_photos(options.scenes)
    calibrate(model, cases_of([p for p in photos if p.split == "val"], state["resize"], options.limit))
    path = options.out
    write(model, path, state["resize"])
    worst = largest_difference(model, path)
    if worst > 1e-4:
        raise ValueError(f"the exported model differs by {worst} from the network")
    data = path.read_bytes()
    print(f"{path}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}\n"
          f"step {state['step']}, {multiply_adds(model) / 1e6:.1f} million multiply-adds and "
          f"{milliseconds(path):.2f} ms a crop on one core, differs by at most {worst:.1e}, {state['resize']}")


if __name__ == "__main__":
    main()
