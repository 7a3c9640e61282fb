"""Trains the detector: `python -m training.detector.train --data DIR --scenes DIR… --out DIR`.

Can be stopped at any moment and started again with the same command: it goes on from the last checkpoint. The learning
rate depends on the share of `--samples` that was seen; more can be asked for later.
"""

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from ..reopen import restore
from .dataset import Views
from .losses import loss
from .net import Detector
from .photos import empty_pictures, load_photos, training_photos
from .validate import validation_report

CHUNK = 4000  # Samples between two looks for new scenes.


def rate(share: float, peak: float, step: int) -> float:
    """Warm up, keep, and from 55 % on fall to a fiftieth along a cosine."""
    fall = max(share - 0.55, 0) / 0.45
    return peak * min(1, (step + 1) / 300) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * min(fall, 1))))


class Average:
    """A running average of the weights, which errs less than the weights of any one step."""

    def __init__(self, model: Detector):
        self.model = Detector(model.size).eval().to(next(model.parameters()).device)
        self.model.load_state_dict(model.state_dict())

    @torch.no_grad()
    def update(self, model: Detector, step: int):
        decay = min(0.9985, (1 + step) / (10 + step))
        for mine, theirs in zip(self.model.state_dict().values(), model.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.mul_(decay).add_(theirs, alpha=1 - decay)
            else:
                mine.copy_(theirs)


class Run:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        self.model = Detector(options.size).to(self.device, memory_format=torch.channels_last)
        decayed = [p for p in self.model.parameters() if p.ndim > 1]
        others = [p for p in self.model.parameters() if p.ndim <= 1]
        self.optimizer = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": 0.03}, {"params": others, "weight_decay": 0.0}], lr=options.rate)
        self.average = Average(self.model)
        self.seen = self.step = 0
        self.best = -1.0
        self.file = options.out / "checkpoint.pt"
        photos = load_photos(options.data, options.open_data_only)
        self.all_photos, self.photos = photos, training_photos(photos)
        self.empties = empty_pictures(options.data, options.open_data_only)
        if self.file.exists():
            self._resume()
        elif options.start:
            self._reopen()

    def _resume(self):
        state = torch.load(self.file, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.average.model.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.seen, self.step, self.best = state["seen"], state["step"], state["best"]
        print(f"going on after {self.seen} samples", flush=True)

    def _reopen(self):
        views = Views(self.photos, self._scenes(), self.empties, self.options.side, self.options.seed, 96)
        batch = torch.stack([views[index][0] for index in range(96)]).float().to(self.device)
        restore(self.model, self.options.start, batch)
        self.model.train()
        self.average = Average(self.model)
        print(f"going on from {self.options.start}", flush=True)

    def save(self):
        state = {
            "model": self.model.state_dict(), "average": self.average.model.state_dict(),
            "optimizer": self.optimizer.state_dict(), "seen": self.seen, "step": self.step, "best": self.best,
            "size": self.options.size,
        }
        part = self.file.with_suffix(".part")
        torch.save(state, part)
        part.rename(self.file)

    def _scenes(self):
        return sorted(path for folder in self.options.scenes for path in folder.glob("*.jpg"))

    def _loader(self):
        scenes = self._scenes()
        chunk_end = min(self.seen - self.seen % CHUNK + CHUNK, self.options.samples)
        views = Views(self.photos, scenes, self.empties, self.options.side, self.options.seed, chunk_end, self.seen)
        return torch.utils.data.DataLoader(
            views, self.options.batch, num_workers=self.options.workers,
            # Not forked: OpenCV's threads do not survive it, and the copy would wait for them for ever.
            multiprocessing_context="spawn" if self.options.workers else None,
            prefetch_factor=6 if self.options.workers else None), len(scenes)

    def chunk(self):
        loader, scenes = self._loader()
        began, losses = time.monotonic(), []
        for batch in loader:
            losses.append(self._learn(*(part.to(self.device, non_blocking=True) for part in batch)))
        score, box, iou = np.mean(losses, 0)
        speed = len(losses) * self.options.batch / (time.monotonic() - began)
        print(f"{self.seen} samples, {scenes} scenes: score {score:.3f} box {box:.3f} iou {iou:.3f}, "
              f"{speed:.1f}/s, rate {self.optimizer.param_groups[0]['lr']:.5f}", flush=True)

    def _learn(self, pixels, targets, kinds, background):
        rate_now = rate(self.seen / self.options.samples, self.options.rate, self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = rate_now
        pixels = pixels.float().contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16):
            maps = self.model(pixels)
        score, box, iou = loss(maps, targets, kinds, background)
        self.optimizer.zero_grad()
        (score + 1.5 * box).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 10.0)
        self.optimizer.step()
        self.average.update(self.model, self.step)
        self.seen += len(pixels)
        self.step += 1
        return score.item(), box.item(), iou.item()

    def validate(self):
        report = validation_report(self.average.model, self.all_photos, self.device, limit=self.options.validation)
        print(f"  held-out sources: {report}", flush=True)
        if report.f1 > self.best:
            self.best = report.f1
            torch.save(
                {"model": self.average.model.state_dict(), "size": self.options.size, "seen": self.seen},
                self.options.out / "best.pt")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with detect/ and textures/")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of rendered scenes")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--start", type=Path, help="a model file to go on from where there is no checkpoint")
    parser.add_argument("--size", choices=list(Detector.SIZES), default="micro")
    parser.add_argument("--side", type=int, default=384, help="side of the training squares")
    parser.add_argument("--samples", type=int, default=120_000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--validation", type=int, default=96, help="photos in each look at the held-out sources")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--open-data-only", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    run = Run(options)
    while run.seen < options.samples:
        run.chunk()
        run.save()
        if run.seen % (2 * CHUNK) == 0 or run.seen >= options.samples:
            run.validate()


if __name__ == "__main__":
    main()
