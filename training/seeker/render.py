"""Renders scenes for the seeker: `python -m training.seeker.render --data DATA --out DIR --count N`.

NNNNNNN.jpg beside NNNNNNN.npy with boxes and kinds. Every second scene is one of the detector's, the others come from
`training/seeker/scenes`. A scene depends on --seed and its number alone.
"""

import argparse
from pathlib import Path

import numpy as np

from ..common import render
from ..common.photos import lists
from ..detector.scenes import Assets, Scene, render_scene
from .photos import use_of
from .scenes import render_hard

QUALITY = 92
SIDE = 640


def load_assets(data: Path | None, open_data_only: bool) -> Assets:
    """Textures and cut-outs, without those of photos that the network is not trained on."""
    assets = Assets.load(data, open_data_only)
    if data is not None:
        trained = {entry["file"] for folder, entry in lists(data) if folder == "detect" and use_of(entry) == "train"}
        assets.crops = [group for group in assets.crops if group[0].path.name in trained]
    return assets


def scene_of(number: int, seed: int, assets: Assets) -> Scene:
    scene = render_scene if number % 2 == 0 else render_hard
    return scene(np.random.default_rng((seed, number)), SIDE, assets)


def load(options: argparse.Namespace) -> Assets:
    return load_assets(options.data, options.open_data_only)


def make(options: argparse.Namespace, assets: Assets, number: int) -> render.Files:
    scene = scene_of(number, options.seed, assets)
    return render.picture(scene.image, scene.boxes, QUALITY)


def main(arguments: list[str] | None = None) -> None:
    render.Renderer(".jpg", load, make).run(render.parser(__doc__, seed=7).parse_args(arguments))


if __name__ == "__main__":
    main()
