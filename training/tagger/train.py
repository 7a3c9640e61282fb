"""Trains the tagger: `python -m training.tagger.train --data DATA --out DIR --minutes 90 --resume`."""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import torch

from .batches import Batches, mixed
from .cache import PhotoCache
from .losses import exclusive
from .net import Tagger
from .photos import load_photos
from .tags import TAGS
from .threads import Threads
from .validate import answers, pictures_of, quick

# Side of the pictures from a share of the plan on: most is learned from small ones, at a quarter of the work.
# The program shows it 128: what is larger in the random views is then as large as in training.
SIZES, CHECKED = ((0.0, 64), (0.5, 96), (0.85, 112)), 128


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with tags/, detect/ and textures/")
    parser.add_argument("--out", required=True, help="folder for checkpoints and the log")
    parser.add_argument("--cache", default=None, help="folder for decoded photos (default: OUT/cache)")
    parser.add_argument("--minutes", type=float, default=90, help="of the whole plan, what was spent before included")
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


@torch.no_grad()
def update_average(average, model, step, decay=0.998):
    keep = min(decay, (1 + step) / (10 + step))
    for old, new in zip(average.state_dict().values(), model.state_dict().values()):
        if old.dtype.is_floating_point:
            old.lerp_(new, 1 - keep)
        else:
            old.copy_(new)


def optimizer_for(model, options):
    """Weights decay; gains, offsets and the kinds' directions do not."""
    heavy = [p for n, p in model.named_parameters() if p.ndim > 1 and n != "kinds"]
    light = [p for n, p in model.named_parameters() if p.ndim <= 1 or n == "kinds"]
    return torch.optim.AdamW([{"params": heavy, "weight_decay": options.decay},
                              {"params": light, "weight_decay": 0.0}], lr=options.rate)


class Run:
    """One plan of training: everything that a checkpoint holds."""

    def __init__(self, options):
        self.options, self.folder = options, Path(options.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.model = Tagger(len(TAGS)).to(self.device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.model)
        self.optimizer = optimizer_for(self.model, options)
        self.step, self.seen, self.spent = 0, 0, 0.0
        self.progress = options.from_progress

    def load(self):
        last = self.folder / "last.pt"
        resumes = self.options.resume and last.exists()
        if not resumes and not self.options.start:
            return
        state = torch.load(last if resumes else self.options.start, map_location=self.device, weights_only=True)
        self.average.load_state_dict(state["average"])
        self.model.load_state_dict(state["model"] if resumes else state["average"])
        if resumes:
            if state["open"] != self.options.open_data_only:
                raise SystemExit(f"{last} was trained with another choice of licenses")
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.seen, self.spent = state["step"], state["seen"], state["spent"]

    def save(self, name="last.pt"):
        partial = self.folder / (name + ".part")
        torch.save({"model": self.model.state_dict(), "average": self.average.state_dict(), "tags": TAGS,
                    "settings": self.average.settings, "optimizer": self.optimizer.state_dict(), "step": self.step,
                    "seen": self.seen, "spent": self.spent, "open": self.options.open_data_only,
                    "seed": self.options.seed}, partial)
        partial.rename(self.folder / name)

    def learn(self, batches, random):
        pictures, targets, rivals = batches.next(self.device)
        pictures, order, share = mixed(random, pictures)
        with torch.autocast(self.device, torch.bfloat16):
            _, scores = self.model(pictures.contiguous(memory_format=torch.channels_last))
        losses = share * exclusive(scores, targets, rivals, 0.02)
        if share < 1:
            losses = losses + (1 - share) * exclusive(scores, targets[order], rivals[order], 0.02)
        loss = losses.mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 2.0)
        self.optimizer.step()
        update_average(self.average, self.model, self.step)
        self.step, self.seen = self.step + 1, self.seen + len(pictures)
        return loss.item()


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
        share = max(run.spent / 60 / options.minutes, run.seen / per_epoch / options.epochs)
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
