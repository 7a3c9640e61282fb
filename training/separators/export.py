"""Writes networks as ONNX: `python -m training.separators.export --run runs/separators --out models`.

With `--folds` the networks that have not seen some photos go into folders of their own, each with a manifest, where
`EspyBench shelf --models` finds them.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy
import torch

from ..common import checkpoint, command, export
from .net import ACROSS, CHANNELS, DOWN, HEIGHT, WIDTH, Answer, Separators
from .train import FOLDS

ROOT = Path(__file__).resolve().parents[2]
NAME = "espy-spines"


def arguments() -> argparse.Namespace:
    parser = command.parser(__doc__)
    parser.add_argument("--run", type=Path, default=ROOT / "runs/separators")
    parser.add_argument("--checkpoint", default="drawn.pt", help="all.pt is the one that has seen photos, too")
    parser.add_argument("--out", type=Path, default=ROOT / "models")
    parser.add_argument("--folds", action="store_true")
    return parser.parse_args()


def load(path: Path) -> Answer:
    net = Separators()
    net.load_state_dict(checkpoint.read(path))
    return Answer(net).eval()


def entry(data: bytes) -> dict:
    """The manifest entry of the model."""
    return {
        "id": NAME, "task": "spines", "file": f"{NAME}.onnx", "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(), "license": "Apache-2.0",
        "description": "Marks where the books of a shelf begin, end and are; trained for Espy.",
        "card": f"models/{NAME}.md",
        "input": {
            "layout": "NCHW", "width": WIDTH, "height": HEIGHT, "colors": "RGB", "resize": "letterboxTopLeft114",
            "scale": 1, "mean": [0, 0, 0], "std": [1, 1, 1],
        },
        "output": {
            "kind": "spineMaps", "rows": (HEIGHT // DOWN) * (WIDTH // ACROSS), "columns": CHANNELS,
            "strides": [DOWN, ACROSS],
        },
    }


def write(model: Answer, path: Path) -> dict:
    """One file, opset 17, normalization inside."""
    export.write(model, path, (torch.zeros(1, 3, HEIGHT, WIDTH),), ["shelf"], ["maps"], in_half=False)
    return entry(path.read_bytes())


def largest_difference(model: Answer, path: Path) -> float:
    """Between the network here and the file in onnxruntime."""
    picture = torch.from_numpy(numpy.random.default_rng(1).integers(0, 256, (1, 3, HEIGHT, WIDTH)).astype(numpy.float32))
    with torch.no_grad():
        return float(numpy.abs(model(picture).numpy() - export.answers(path, picture)[0]).max())


def main() -> None:
    options = arguments()
    torch.set_num_threads(1)
    places = [(options.run / options.checkpoint, options.out)]
    if options.folds:
        places = [(options.run / f"without-{fold}.pt", options.run / f"fold-{fold}") for fold in range(FOLDS)]
    for source, folder in places:
        model = load(source)
        about = write(model, folder / f"{NAME}.onnx")
        if options.folds:
            manifest = {"schema": 1, "models": [about]}
            (folder / "manifest.json").write_text(json.dumps(manifest, indent=4) + "\n", encoding="utf-8")
        weights = sum(parameter.numel() for parameter in model.parameters())
        worst = largest_difference(model, folder / f"{NAME}.onnx")
        if worst > 1e-3:
            raise SystemExit(f"the exported model differs by {worst}")
        print(f"{folder / NAME}.onnx: {weights} weights, {about['bytes']} bytes, {about['sha256']}, differs by {worst:.1e}")


if __name__ == "__main__":
    main()
