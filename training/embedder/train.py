"""Trains the embedder: `python -m training.embedder.train --data DIR [--scenes DIR…] --out DIR`."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from ..common import checkpoint, command
from ..common.ema import warmed_up
from ..common.restore import linear, restore
from ..common.schedule import cosine
from ..common.trainer import Budget, Every, Trainer, groups, prepare, train
from .batches import Recipe, Sampler
from .cache import PictureCache
from .losses import contrastive, margins, relations
from .network import Embedder
from .photos import real_photos, scene_photos


def arguments() -> argparse.Namespace:
    parser = command.parser(__doc__, data="folder with detect.jsonl", out="folder for checkpoints", threads=1, seed=1,
                            open_data_only=True)
    parser.add_argument("--scenes", nargs="*", default=[], help="folders of rendered scenes")
    parser.add_argument("--scene-limit", type=int, default=None, help="at most so many scenes of each folder")
    parser.add_argument("--cache", type=Path, help="folder for decoded photos (default: OUT/cache)")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--photos", type=int, default=16, help="photos of a batch")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resize", choices=("letterbox", "stretch"), default="letterbox")
    parser.add_argument("--save-minutes", type=float, default=3)
    parser.add_argument("--start", type=Path, help="a model file to go on from where there is no checkpoint")
    parser.add_argument("--resume", action="store_true")
    return parser.parse_args()


def rate(share: float, _step: int, warm: float = 0.03) -> float:
    """Part of the peak rate: linear warm-up, then a cosine to one fiftieth."""
    return share / warm if share < warm else cosine((share - warm) / (1 - warm), 0.02)


def make_sampler(options):
    photos = [p for p in real_photos(options.data, options.open_data_only) if p.split == "train"]
    name = "real-open" if options.open_data_only else "real"
    folder = options.cache or options.out / "cache"
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


def loss(model: Embedder, batch: tuple[torch.Tensor, dict]) -> tuple[torch.Tensor, dict]:
    crops, columns = batch
    device = next(model.parameters()).device
    with torch.autocast(device.type, torch.bfloat16):
        embeddings = model.raw(crops.to(device).contiguous(memory_format=torch.channels_last))
    same, different = (m.to(device) for m in relations(**columns))
    photo = columns["photo"].to(device)
    near = photo[:, None] == photo[None, :]
    contrast = contrastive(embeddings, same, different, near)
    margin = margins(embeddings, same, different, near)
    with torch.no_grad():
        cosine = embeddings @ embeddings.T
        means = {"same": cosine[same].mean(), "different": cosine[different & near].mean()}
    return contrast + 8 * margin, {"contrast": contrast, "margin": margin, **means}


@torch.no_grad()
def start(model: Embedder, file: Path, sampler: Sampler) -> None:
    """Puts the weights of a model file into the network."""
    crops, _ = sampler.batch(np.random.default_rng(0))
    restore(model, file, crops.to(model.head.weight.device))
    for parameter, stored in zip((model.head.weight, model.head.bias), linear(file, "head")):
        parameter.copy_(torch.from_numpy(stored))
    model.train()


def main() -> None:
    options = arguments()
    device, file = prepare(options), options.out / "last.pt"
    sampler = make_sampler(options)
    print(f"{len(sampler.photos)} photos, {sum(len(p.boxes) for p in sampler.photos)} boxes, {device}", flush=True)
    model, resumes = Embedder().to(device, memory_format=torch.channels_last), options.resume and file.exists()
    if options.start and not resumes:
        start(model, options.start, sampler)
    trainer = Trainer(model, loss, groups(model.parameters(), options.rate, 0.03), rate,
                      lambda step: warmed_up(0.998, step + 1), clip=5.0, spent=0.0, resize=options.resize,
                      open=options.open_data_only, seed=options.seed)
    if resumes:
        trainer.resume(checkpoint.read(file))
    budget = Budget(steps=options.steps, minutes=options.minutes, spent=trainer.about["spent"])

    def batches() -> Iterator[tuple[torch.Tensor, dict]]:
        while True:
            yield sampler.batch(np.random.default_rng([options.seed, trainer.step]))

    def save() -> None:
        trainer.about["spent"] = budget.spent
        trainer.save(file)

    train(trainer, batches(), budget, Every(steps=100), Every(seconds=options.save_minutes * 60), save)


if __name__ == "__main__":
    main()
