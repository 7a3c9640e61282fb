"""Trains the embedder: `python -m training.embedder.train --data DIR [--scenes DIR…] --out DIR`."""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import numpy as np
import torch

from ..reopen import linear, restore
from .batches import Recipe, Sampler
from .cache import PictureCache
from .losses import contrastive, margins, relations
from .network import Embedder
from .photos import real_photos, scene_photos


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with detect.jsonl")
    parser.add_argument("--scenes", nargs="*", default=[], help="folders of rendered scenes")
    parser.add_argument("--scene-limit", type=int, default=None, help="at most so many scenes of each folder")
    parser.add_argument("--out", required=True, help="folder for checkpoints and the log")
    parser.add_argument("--cache", default=None, help="folder for decoded photos (default: OUT/cache)")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--photos", type=int, default=16, help="photos of a batch")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resize", choices=("letterbox", "stretch"), default="letterbox")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--save-minutes", type=float, default=3)
    parser.add_argument("--start", help="a model file to go on from where there is no checkpoint")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--open-data-only", action="store_true", help="leave out photos without an open license")
    return parser.parse_args()


def rate_at(progress, rate, warm=0.03):
    """Linear warm-up, then a cosine to one fiftieth."""
    if progress < warm:
        return rate * progress / warm
    return rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (progress - warm) / (1 - warm))))


def update_average(average, model, step, decay=0.998):
    keep = min(decay, (1 + step) / (10 + step))
    with torch.no_grad():
        for old, new in zip(average.state_dict().values(), model.state_dict().values()):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


def save(path, options, model, average, optimizer, step, spent):
    state = {"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict(),
             "step": step, "spent": spent, "resize": options.resize, "open": options.open_data_only,
             "seed": options.seed}
    partial = path.with_suffix(".part")
    torch.save(state, partial)
    partial.rename(path)


def make_sampler(options):
    photos = [p for p in real_photos(options.data, options.open_data_only) if p.split == "train"]
    name = "real-open" if options.open_data_only else "real"
    folder = Path(options.cache or Path(options.out) / "cache")
    scenes = [p for p in scene_photos(options.scenes, options.scene_limit) if p.split == "train"]
    parts = [(photos, PictureCache(photos, folder, name)), (scenes, PictureCache(scenes, folder, "scenes"))]
    return Sampler(photos + scenes, Joined([c for _, c in parts]), options.resize, Recipe(photos=options.photos))


class Joined:
    """Several caches one after the other."""

    def __init__(self, caches):
        self.shapes = [s for c in caches for s in c.shapes]
        self.factors = [f for c in caches for f in c.factors]
        self.places = [(c, i) for c in caches for i in range(len(c.shapes))]

    def __getitem__(self, index):
        cache, place = self.places[index]
        return cache[place]


def step_loss(model, crops, columns, device):
    with torch.autocast(device, torch.bfloat16):
        embeddings = model.raw(crops.to(device).contiguous(memory_format=torch.channels_last))
    same, different = (m.to(device) for m in relations(**columns))
    photo = columns["photo"].to(device)
    near = photo[:, None] == photo[None, :]
    contrast = contrastive(embeddings, same, different, near)
    margin = margins(embeddings, same, different, near)
    with torch.no_grad():
        cosine = embeddings @ embeddings.T
        means = cosine[same].mean(), cosine[different & near].mean()
    return contrast + 8 * margin, (contrast.item(), margin.item(), means[0].item(), means[1].item())


def reopen(file, sampler, model, average, device):
    crops, _ = sampler.batch(np.random.default_rng(0))
    restore(model, file, crops.to(device))
    with torch.no_grad():
        for parameter, stored in zip((model.head.weight, model.head.bias), linear(file, "head")):
            parameter.copy_(torch.from_numpy(stored))
    model.train()
    average.load_state_dict(model.state_dict())


def main():
    options = arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    sampler = make_sampler(options)
    print(f"{len(sampler.photos)} photos, {sum(len(p.boxes) for p in sampler.photos)} boxes, {device}", flush=True)
    model = Embedder().to(device, memory_format=torch.channels_last)
    average = copy.deepcopy(model)
    decayed = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.03}, {"params": others, "weight_decay": 0}],
                                  lr=options.rate)
    checkpoint, first, spent = out / "last.pt", 0, 0.0
    if options.resume and checkpoint.exists():
        state = torch.load(checkpoint, map_location=device, weights_only=True)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        first, spent = state["step"], state["spent"]
    elif options.start:
        reopen(options.start, sampler, model, average, device)
    run(options, sampler, model, average, optimizer, first, spent, device, checkpoint)


def run(options, sampler, model, average, optimizer, first, spent, device, checkpoint):
    """Steps until the steps or the minutes are used up; the learning rate follows whichever is nearer to its end."""
    begun, saved, sums, step = time.time() - spent, time.time(), [], first
    while True:
        used = time.time() - begun
        progress = max(step / options.steps, used / 60 / options.minutes)
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate_at(progress, options.rate)
        crops, columns = sampler.batch(np.random.default_rng([options.seed, step]))
        loss, numbers = step_loss(model, crops, columns, device)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        step += 1
        update_average(average, model, step)
        sums.append(numbers)
        if step % 100 == 0:
            report(checkpoint.parent, step, used, len(crops), sums)
            sums = []
        if time.time() - saved > options.save_minutes * 60:
            save(checkpoint, options, model, average, optimizer, step, time.time() - begun)
            saved = time.time()
    save(checkpoint, options, model, average, optimizer, step, time.time() - begun)
    print(f"done: {step} steps", flush=True)


def report(folder, step, used, crops, sums):
    contrast, margin, same, different = np.nanmean(np.array(sums), 0).round(4).tolist()
    row = {"step": step, "seconds": round(used), "crops": crops, "contrast": contrast, "margin": margin,
           "same": same, "different": different}
    print(json.dumps(row), flush=True)
    with open(folder / "log.jsonl", "a") as log:
        log.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
