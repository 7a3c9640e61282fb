"""Cuts windows out of rendered scenes: `python -m training.outliner.windows --data DATA --out DIR --count N`.

A scene gives NNNNNNN.npz: `pictures` uint8 [n, S, S, 3] BGR, `masks` uint8 [n, S, S], `boxes` float32 [n, 4] in them. A
scene depends on --seed and its number alone; one that is there is not rendered again.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import cv2
import numpy as np
from scipy import ndimage

from ..detector.scenes import Assets, Craft, Light, Scene, render_scene
from .window import CONTEXT

SIDE = 1024  # of a scene: outlines are cut at whole pixels, so things are drawn large
STORED = 128  # pixels of a stored window
ROOM = 1.5  # a stored window is this much larger than the one that is looked at, so that boxes can be moved
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


def render(number: int, seed: int, assets: Assets) -> Scene:
    return render_scene(np.random.default_rng((seed, number)), SIDE, assets, CRAFT)


def mask_of(seen: np.ndarray, number: int) -> np.ndarray:
    """What is seen of a thing, as 0 and 1; where the ground shows through it, that is part of it."""
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


def write(path: Path, found: dict[str, np.ndarray]) -> None:
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    with partial.open("wb") as file:
        np.savez_compressed(file, **found)
    partial.replace(path)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder with textures/; without it all surfaces are computed")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True, help="scenes")
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--open-data-only", action="store_true", help="leave out textures without a clear licence")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    assets = Assets.load(options.data, options.open_data_only)
    assets.crops = []  # the outline of what was cut out of a photo is a guess
    start, made = time.monotonic(), 0
    for number in range(options.first, options.first + options.count):
        path = options.out / f"{number:07d}.npz"
        if path.exists():
            continue
        scene = render(number, options.seed, assets)
        if scene.seen is not None:
            write(path, windows(scene, np.random.default_rng((options.seed, number, 1))))
        made += 1
        if made % 100 == 0:
            print(f"{number + 1} scenes, {made / (time.monotonic() - start):.1f} per second", flush=True)


if __name__ == "__main__":
    main()
