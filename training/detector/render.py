"""Renders a numbered set of scenes to files: NNNNNNN.jpg and NNNNNNN.npy (boxes). Resumable."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from scenes import Assets, render_scene  # noqa: E402

QUALITY = 93
_job: dict = {}


def prepare(options: argparse.Namespace) -> None:
    """Per process: one thread, one load of the assets."""
    cv2.setNumThreads(1)
    _job.update(options=options, assets=Assets.load(options.data, options.open_data_only))


def render_one(index: int) -> bool:
    """Writes scene `index` unless it is there; the boxes first, so that a picture never lacks them."""
    options = _job["options"]
    picture = options.out / f"{index:07d}.jpg"
    if picture.exists():
        return False
    rng = np.random.default_rng((options.seed, index))
    scene = render_scene(rng, options.size, _job["assets"])
    _, packed = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    for target, write in ((picture.with_suffix(".npy"), lambda f: np.save(f, scene.boxes)),
                          (picture, lambda f: f.write(packed.tobytes()))):
        partial = target.with_name(f".{target.name}.{os.getpid()}")
        with partial.open("wb") as file:
            write(file)
        partial.replace(target)
    return True


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with textures/ and detect/; without it all is procedural")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--open-data-only", action="store_true", help="leave out material without a clear licence")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    start, made = time.monotonic(), 0
    for done, new in enumerate(_run(options), 1):
        made += new
        if done % 200 == 0:
            rate = made / max(time.monotonic() - start, 1e-6)
            print(f"{done}/{options.count} scenes, {made} new, {rate:.1f} per second", flush=True)


def _run(options: argparse.Namespace):
    indexes = range(options.count)
    if options.workers <= 1:
        prepare(options)
        yield from map(render_one, indexes)
        return
    with multiprocessing.Pool(options.workers, prepare, (options,)) as pool:
        yield from pool.imap_unordered(render_one, indexes, chunksize=8)


if __name__ == "__main__":
    main()
