"""Trains the tagger: `python -m training.tagger.train --data DATA --out DIR --minutes 90 --resume`."""

import argparse
import json
import math
import time
from pathlib import Path

import torch

from .batches import Batches
from .cache import PhotoCache
from .photos import load_photos
from .state import Run
from .threads import Threads
from .validate import answers, pictures_of, quick

# Side of the pictures from a share of the plan on: most is learned from small ones, at a quarter of the work.
# The last is what the program shows it: other sides of the same network do clearly worse.
SIZES, CHECKED = ((0.0, 64), (0.55, 80), (0.82, 96)), 96


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with tags/, detect/ and textures/")
    parser.add_argument("--out", required=True, help="folder for checkpoints and the log")
    parser.add_argument("--cache", default=None, help="folder for decoded photos (default: OUT/cache)")
    parser.add_argument("--minutes", type=float, default=90,
                        help="of the whole plan, what was spent before included; 0: no limit")
    parser.add_argument("--epochs", type=float, default=400, help="the plan ends after so many, if that is sooner")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="0: one or all, whichever is faster at the time")
    parser.add_argument("--save-minutes", type=float, default=4)
    parser.add_argument("--from-progress", type=float, default=0.0, help="with --start: skip this share of the plan")
    parser.add_argument("--start", help="a checkpoint to begin with, as a plan of its own")
    parser.add_argument("--resume", action="store_true", help="go on where OUT/last.pt stopped")
    parser.add_argument("--open-data-only", action="store_true", help="leave out photos without an open license")
    return parser.parse_args()


def rate_at(progress, rate, warm=0.02):
    """Linear warm-up, then a cosine to almost nothing."""
    if progress < warm:
        return rate * (0.02 + progress / warm)
    return rate * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * min(1, (progress - warm) / (1 - warm)))))


def size_at(progress):
    return [size for start, size in SIZES if progress >= start][-1]


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    run = Run(options)
    run.load()
    photos = load_photos(options.data, options.open_data_only)
    name = "open" if options.open_data_only else "all"
    cache = PhotoCache(photos, options.cache or run.folder / "cache", name)
    used = [place for place, photo in enumerate(photos) if photo.split == "train"]
    batches = Batches(cache, used, [photos[place] for place in used], options.batch, options.seed + run.step)
    checked = [place for place, photo in enumerate(photos) if photo.split == "val"]
    print(f"{len(used)} photos to learn from, {len(checked)} to check, on {run.device}", flush=True)
    train(run, batches, lambda size: measure(run, cache, checked, photos, size), len(used))


def measure(run, cache, places, photos, size):
    _, scores = answers(run.average, pictures_of(cache, places, size))
    return quick(scores, [photos[place] for place in places])


def train(run, batches, check, per_epoch):
    options, random = run.options, torch.Generator().manual_seed(run.options.seed + run.step)
    begun, saved, sums = time.monotonic(), time.monotonic(), []
    before, threads = run.spent, Threads(options.threads)
    while True:
        run.spent = before + time.monotonic() - begun
        timed = run.spent / 60 / options.minutes if options.minutes else 0
        share = max(timed, run.seen / per_epoch / options.epochs)
        progress = options.from_progress + (1 - options.from_progress) * share
        if progress >= 1:
            break
        batches.start(size_at(progress))
        for group in run.optimizer.param_groups:
            group["lr"] = rate_at(progress, options.rate)
        run.model.train()
        sums.append(run.learn(batches, random))
        threads.step()
        if time.monotonic() - saved > options.save_minutes * 60:
            report(run, sums, check, size_at(progress), per_epoch)
            run.save()
            saved, sums = time.monotonic(), []
    report(run, sums, check, CHECKED, per_epoch)
    run.save()


def report(run, sums, check, size, per_epoch):
    row = {"step": run.step, "epochs": round(run.seen / per_epoch, 1), "minutes": round(run.spent / 60, 1),
           "side": size, "loss": round(sum(sums) / max(1, len(sums)), 4), **check(size)}
    print(json.dumps(row), flush=True)
    with open(run.folder / "log.jsonl", "a") as log:
        log.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
