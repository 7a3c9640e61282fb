"""Renders scenes for the detector: `python -m training.detector.render --data DATA --out DIR --count N`.

NNNNNNN.jpg beside NNNNNNN.npy with boxes and kinds. A scene depends on --seed and its number alone.
"""

import argparse

import numpy as np

from ..common import render
from .scenes import Assets, render_scene

QUALITY = 93


def load(options: argparse.Namespace) -> Assets:
    return Assets.load(options.data, options.open_data_only)


def make(options: argparse.Namespace, assets: Assets, number: int) -> render.Files:
    scene = render_scene(np.random.default_rng((options.seed, number)), options.size, assets)
    return render.picture(scene.image, scene.boxes, QUALITY)


def main(arguments: list[str] | None = None) -> None:
    parser = render.parser(__doc__, seed=1)
    parser.add_argument("--size", type=int, default=640)
    render.Renderer(".jpg", load, make).run(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
