"""Cuts windows out of rendered scenes: `python -m training.outliner.windows --data DATA --out DIR --count N`.

A scene gives NNNNNNN.npz: `pictures` uint8 [n, S, S, 3] BGR, `masks` uint8 [n, S, S], `boxes` float32 [n, 4] in them. A
scene depends on --seed and its number alone.
"""

from __future__ import annotations

import argparse

import cv2
import numpy as np
from scipy import ndimage

from ..common import render
from ..detector.scenes import Assets, Craft, Light, Scene, render_scene
from .window import CONTEXT

SIDE = 1024  # of a scene: outlines are cut at whole pixels, so things are drawn large
STORED = 128  # pixels of a stored window
ROOM = 1.5  # a stored window is larger by this factor than the one used, so that boxes can be moved
MOST = 14  # windows of a scene
_LEAST = 14  # pixels of the shorter side of a thing


def light(rng: np.random.Generator) -> Light:
    """Mostly with shadows that could be taken for a part of the thing: dark, long or short, sharp or soft."""
    usual = Light.sample(rng)
    if rng.random() < 0.3:
        return usual
    toward = usual.toward[:2] / max(float(np.hypot(*usual.toward[:2])), 1e-6)
    reach = float(np.exp(rng.uniform(np.log(0.04), np.log(0.8))))
    soft = rng.uniform(0.008, 0.03) + rng.uniform(0, 0.25) * reach
    return Light(usual.toward, rng.uniform(0.25, 0.85), -toward * reach, soft, rng.random() < 0.75)


# An outline lies where half of a pixel is covered; boxes of the detector are a little wider.
CRAFT = Craft(light, 127)


def draw(number: int, seed: int, assets: Assets) -> Scene:
    return render_scene(np.random.default_rng((seed, number)), SIDE, assets, CRAFT)


def mask_of(seen: np.ndarray, number: int) -> np.ndarray:
    """The visible part of a thing, as 0 and 1; holes that show the ground are part of it."""
    own = seen == number
    return (own | (ndimage.binary_fill_holes(own) & (seen == -1))).astype(np.uint8)


def windows(scene: Scene, rng: np.random.Generator) -> dict[str, np.ndarray]:
    pictures, masks, boxes = [], [], []
    for number in rng.permutation(len(scene.boxes)):
        box = scene.boxes[number, :4]
        if min(box[2] - box[0], box[3] - box[1]) < _LEAST or touches_border(box):
            continue
        x0, y0, side = square(box)
        picture, seen = (padded(layer, x0, y0, side) for layer in (scene.image, scene.seen))
        scale = STORED / side
        pictures.append(resized(picture))
        masks.append(resized(mask_of(seen, number) * np.uint8(255)))
        boxes.append((box - (x0, y0, x0, y0)) * scale)
        if len(boxes) == MOST:
            break
    shape = (len(boxes), STORED, STORED)
    return {"pictures": np.array(pictures, np.uint8).reshape(*shape, 3),
            "masks": np.array(masks, np.uint8).reshape(shape), "boxes": np.array(boxes, np.float32).reshape(-1, 4)}


def touches_border(box: np.ndarray) -> bool:
    return bool(box[:2].min() <= 0 or box[2:].max() >= SIDE)


def square(box: np.ndarray) -> tuple[int, int, int]:
    """Left, top and side of the part of the scene that is stored for a box."""
    side = int(np.ceil(ROOM * CONTEXT * max(box[2] - box[0], box[3] - box[1])))
    return int((box[0] + box[2] - side) / 2), int((box[1] + box[3] - side) / 2), side


def padded(layer: np.ndarray, x: int, y: int, side: int) -> np.ndarray:
    """A square of a picture whose border goes on outside."""
    rows, columns = (np.clip(np.arange(side) + start, 0, length - 1) for start, length in zip((y, x), layer.shape))
    return layer[rows][:, columns]


def resized(layer: np.ndarray) -> np.ndarray:
    shrinks = layer.shape[0] > STORED
    return cv2.resize(layer, (STORED, STORED), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)


def load(options: argparse.Namespace) -> Assets:
    assets = Assets.load(options.data, options.open_data_only)
    assets.crops = []  # the outline of what was cut out of a photo is a guess
    return assets


def make(options: argparse.Namespace, assets: Assets, number: int) -> render.Files:
    scene = draw(number, options.seed, assets)
    if scene.seen is None:
        return {}
    found = windows(scene, np.random.default_rng((options.seed, number, 1)))
    return {".npz": lambda file: np.savez_compressed(file, **found)}


def main(arguments: list[str] | None = None) -> None:
    render.Renderer(".npz", load, make).run(render.parser(__doc__, seed=11).parse_args(arguments))


if __name__ == "__main__":
    main()
