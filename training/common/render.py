"""Renders numbered scenes on several processors. A scene that is there is not rendered again."""

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import cv2
import numpy as np

from . import command

# By their endings, in the order in which they are written: where the last one is, the scene is complete.
Files = dict[str, Callable[[BinaryIO], Any]]
_process: dict = {}


@dataclass(frozen=True)
class Renderer:
    """How scenes are made.

    - ending: of the file that is written last.
    - load: the material, once in each process.
    - make: the files of the scene of a number.
    """

    ending: str
    load: Callable[[argparse.Namespace], Any]
    make: Callable[[argparse.Namespace, Any, int], Files]

    def run(self, options: argparse.Namespace) -> None:
        options.out.mkdir(parents=True, exist_ok=True)
        start, made = time.monotonic(), 0
        for done, is_new in enumerate(self._results(options), 1):
            made += is_new
            if done % 100 == 0:
                speed = made / max(time.monotonic() - start, 1e-6)
                print(f"{done}/{options.count} scenes, {made} new, {speed:.1f} per second", flush=True)

    def _results(self, options: argparse.Namespace) -> Iterator[bool]:
        numbers = range(options.first, options.first + options.count * options.step, options.step)
        if options.workers <= 1:
            _prepare(self, options)
            yield from map(_render, numbers)
            return
        with multiprocessing.Pool(options.workers, _prepare, (self, options)) as pool:
            yield from pool.imap_unordered(_render, numbers, chunksize=8)


def _prepare(renderer: Renderer, options: argparse.Namespace) -> None:
    cv2.setNumThreads(1)
    _process.update(renderer=renderer, options=options, material=renderer.load(options))


def _render(number: int) -> bool:
    """Whether the scene had to be rendered."""
    renderer, options = _process["renderer"], _process["options"]
    path = options.out / f"{number:07d}"
    if path.with_suffix(renderer.ending).exists():
        return False
    for ending, write in renderer.make(options, _process["material"], number).items():
        partial = path.with_name(f".{path.name}{ending}.{os.getpid()}")
        with partial.open("wb") as file:
            write(file)
        partial.replace(path.with_suffix(ending))
    return True


def picture(image: np.ndarray, boxes: np.ndarray, quality: int) -> Files:
    """A picture, and before it its boxes, so that it never lacks them."""
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return {".npy": lambda file: np.save(file, boxes), ".jpg": lambda file: file.write(packed.tobytes())}


def parser(about: str | None, seed: int) -> argparse.ArgumentParser:
    made = command.parser(about, out="folder for the scenes", workers=1, seed=seed, open_data_only=True)
    made.add_argument("--data", type=Path, help="folder with textures/ and detect/; without it all is computed")
    made.add_argument("--count", type=int, required=True, help="scenes")
    made.add_argument("--first", type=int, default=0, help="number of the first scene")
    made.add_argument("--step", type=int, default=1, help="from one number to the next")
    return made
