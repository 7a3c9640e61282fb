"""Renders scenes for the seeker: `python -m training.seeker.render --data DATA --out DIR --count N`.

NNNNNNN.jpg beside NNNNNNN.npy with boxes and kinds. Every second scene is one of the detector's, the others come from
`training/seeker/scenes`. A scene depends on --seed and its number alone; one that is there is not rendered again.
"""

import argparse
import json
import multiprocessing
import os
import time
from pathlib import Path

import cv2
import numpy as np

from ..detector.scenes import Assets, Scene, render_scene
from .sources import FOLDERS, use_of

QUALITY = 92
SIDE = 640
_job: dict = {}


def load_assets(data: Path | None, open_data_only: bool) -> Assets:
    """Textures and cut-outs, without those of photos that the network is not trained on."""
    assets = Assets.load(data, open_data_only)
    if data is not None:
        trained = _trained_files(data)
        assets.crops = [group for group in assets.crops if group[0].path.name in trained]
    return assets


def _trained_files(data: Path) -> set[str]:
    folder, name = FOLDERS[0]
    lines = (data / folder / name).read_text(encoding="utf-8").splitlines()
    return {entry["file"] for entry in map(json.loads, lines) if use_of(entry) == "train"}


def scene_of(index: int, seed: int, assets: Assets) -> Scene:
    rng = np.random.default_rng((seed, index))
    if index % 2 == 0:
        return render_scene(rng, SIDE, assets)
    from .scenes import render_hard

    return render_hard(rng, SIDE, assets)


def prepare(options: argparse.Namespace) -> None:
    """Per process: one thread, one load of the assets."""
    cv2.setNumThreads(1)
    _job.update(options=options, assets=load_assets(options.data, options.open_data_only))


def render_one(index: int) -> bool:
    """Writes scene `index` unless it is there; the boxes first, so that a picture never lacks them."""
    options = _job["options"]
    picture = options.out / f"{index:07d}.jpg"
    if picture.exists():
        return False
    scene = scene_of(index, options.seed, _job["assets"])
    _, packed = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    for target, write in ((picture.with_suffix(".npy"), lambda file: np.save(file, scene.boxes)),
                          (picture, lambda file: file.write(packed.tobytes()))):
        partial = target.with_name(f".{target.name}.{os.getpid()}")
        with partial.open("wb") as file:
            write(file)
        partial.replace(target)
    return True


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder with textures/ and detect/; without it all is procedural")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--step", type=int, default=1, help="2 renders only the detector's scenes, or from 1 the others")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--open-data-only", action="store_true", help="leave out material without a clear licence")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    started, made = time.monotonic(), 0
    for done, new in enumerate(_run(options), 1):
        made += new
        if done % 100 == 0:
            rate = made / max(time.monotonic() - started, 1e-6)
            print(f"{done}/{options.count} scenes, {made} new, {rate:.1f} per second", flush=True)


def _run(options: argparse.Namespace):
    indexes = range(options.first, options.first + options.count * options.step, options.step)
    if options.workers <= 1:
        prepare(options)
        yield from map(render_one, indexes)
        return
    with multiprocessing.Pool(options.workers, prepare, (options,)) as pool:
        yield from pool.imap_unordered(render_one, indexes, chunksize=8)


if __name__ == "__main__":
    main()
