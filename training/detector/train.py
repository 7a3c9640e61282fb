"""Trains the detector: `python -m training.detector.train --data DIR --scenes DIR… --out DIR`.

Can be stopped at any moment and started again with the same command: it goes on from the last checkpoint. The learning
rate depends on the share of `--samples` that was seen; more can be asked for later.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import torch

from ..common import checkpoint, command
from ..common.ema import warmed_up
from ..common.photos import textures
from ..common.restore import restore
from ..common.schedule import cosine, warm_up
from ..common.trainer import Budget, Trainer, groups, prepare, train
from .dataset import Views
from .losses import loss
from .net import Detector
from .photos import load_photos, training_photos
from .validate import validation_report

CHUNK = 4000  # Samples between two looks for new scenes.
FALL = 0.55  # From this share of the samples on the learning rate falls.


def rate(share: float, step: int) -> float:
    """Part of the peak rate: warm up, keep, and fall along a cosine."""
    return warm_up(step, 300) * cosine((share - FALL) / (1 - FALL), 0.02)


def loss_of(model: Detector, batch: tuple) -> tuple[torch.Tensor, dict]:
    device = next(model.parameters()).device
    pixels, targets, kinds, background = (part.to(device, non_blocking=True) for part in batch)
    with torch.autocast(device.type, torch.bfloat16):
        maps = model(pixels.float().contiguous(memory_format=torch.channels_last))
    score, box, iou = loss(maps, targets, kinds, background)
    return score + 1.5 * box, {"score": score, "box": box, "iou": iou}


class Run:
    def __init__(self, options: argparse.Namespace):
        self.options, self.device, self.file = options, prepare(options), options.out / "checkpoint.pt"
        cv2.setNumThreads(1)
        self.photos = load_photos(options.data, options.open_data_only)
        self.trained = training_photos(self.photos)
        self.empties = textures(options.data, options.open_data_only)
        model = Detector(options.size).to(self.device, memory_format=torch.channels_last)
        if options.start and not self.file.exists():
            views = self.views(0, 96)
            restore(model, options.start, torch.stack([views[index][0] for index in range(96)]).float().to(self.device))
            print(f"going on from {options.start}", flush=True)
        self.trainer = Trainer(model.train(), loss_of, groups(model.parameters(), options.rate, 0.03), rate,
                               partial(warmed_up, 0.9985), clip=10.0, size=options.size, best=-1.0)
        if self.file.exists():
            self.trainer.resume(checkpoint.read(self.file))

    def views(self, start: int, end: int) -> Views:
        scenes = sorted(path for folder in self.options.scenes for path in folder.glob("*.jpg"))
        return Views(self.trained, scenes, self.empties, self.options.side, self.options.seed, end, start)

    def batches(self) -> Iterator[list]:
        """Every chunk looks for new scenes."""
        while (seen := self.trainer.seen) < self.options.samples:
            views = self.views(seen, min(seen - seen % CHUNK + CHUNK, self.options.samples))
            yield from torch.utils.data.DataLoader(
                views, self.options.batch, num_workers=self.options.workers,
                # Not forked: OpenCV's threads do not survive it, and the copy would wait for them for ever.
                multiprocessing_context="spawn" if self.options.workers else None,
                prefetch_factor=6 if self.options.workers else None)

    def save(self) -> None:
        if self.trainer.seen % (2 * CHUNK) == 0 or self.trainer.seen >= self.options.samples:
            self.validate()
        self.trainer.save(self.file)

    def validate(self) -> None:
        model = self.trainer.ema.model
        report = validation_report(model, self.photos, self.device, limit=self.options.validation)
        print(f"  held-out sources: {report}", flush=True)
        if report.f1 > self.trainer.about["best"]:
            self.trainer.about["best"] = report.f1
            checkpoint.write(self.options.out / "best.pt", {
                "model": model.state_dict(), "size": self.options.size, "seen": self.trainer.seen})


def main() -> None:
    parser = command.parser(__doc__, data="folder with detect/ and textures/", out="folder for checkpoints", workers=1,
                            threads=1, seed=1, open_data_only=True)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of rendered scenes")
    parser.add_argument("--start", type=Path, help="a model file to go on from where there is no checkpoint")
    parser.add_argument("--size", choices=list(Detector.SIZES), default="micro")
    parser.add_argument("--side", type=int, default=384, help="side of the training squares")
    parser.add_argument("--samples", type=int, default=120_000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--validation", type=int, default=96, help="photos in each look at the held-out sources")
    run = Run(parser.parse_args())

    def is_chunk_over(trainer: Trainer) -> bool:
        return trainer.seen % CHUNK == 0

    train(run.trainer, run.batches(), Budget(samples=run.options.samples), is_chunk_over, is_chunk_over, run.save)


if __name__ == "__main__":
    main()
