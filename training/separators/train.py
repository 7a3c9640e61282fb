"""Trains the network on drawn shelves, and with `--photos` and `--outlined` on photos as well after that.

With `--folds` there are three more networks beside the one that has seen all photos: each has not seen two of the six
groups of `training.spines.train`, so that the judge can be measured on photos that neither it nor its network knows.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy
import torch
from shelfbench import truth as known

from ..common import checkpoint, command
from ..common.schedule import cosine, warm_up
from ..common.trainer import Budget, Every, Trainer, prepare, train
from ..spines.train import FOLDS, GROUPS
from .augment import view
from .net import Separators
from .shelves import Shelf, drawn, marked, outlined

ROOT = Path(__file__).resolve().parents[2]
#: Drawn shelves from this seed on are for measuring, and for the judge.
LAST_SEED = 400
WIDTH = 256
#: Cells with a side are few.
SIDES = 4.0


def arguments() -> argparse.Namespace:
    parser = command.parser(__doc__, threads=1, seed=1)
    parser.add_argument("--photos", type=Path, help="folder with truth.json")
    parser.add_argument("--outlined", type=Path, help="folder with spines_polygons.jsonl: its photos of the split train")
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders with drawn shelves")
    parser.add_argument("--bench", type=Path, default=ROOT / ".build/release/EspyBench")
    parser.add_argument("--out", type=Path, default=ROOT / "runs/separators")
    parser.add_argument("--minutes", type=float, default=20, help="of processor time for the drawn shelves")
    parser.add_argument("--tuning", type=float, default=3, help="the same for the photos, for each network")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--folds", action="store_true")
    return parser.parse_args()


def loss(answer: torch.Tensor, wanted: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    weights = torch.ones_like(wanted)
    weights[:, :2] += (SIDES - 1) * wanted[:, :2]
    terms = torch.nn.functional.binary_cross_entropy_with_logits(answer, wanted, weights, reduction="none")
    return (terms * known[:, None]).sum() / (known.sum() * wanted.shape[1]).clamp(min=1)


def batch(sets: list[list[Shelf]], size: int, random: numpy.random.Generator) -> tuple[torch.Tensor, ...]:
    """As many views of each set."""
    views = []
    for index in range(size):
        shelves = sets[index % len(sets)]
        views.append(view(shelves[random.integers(len(shelves))], random, WIDTH))
    pictures, answers, known = (numpy.stack(part) for part in zip(*views))
    return (
        torch.from_numpy(pictures.transpose(0, 3, 1, 2)).float(), torch.from_numpy(answers),
        torch.from_numpy(known).float(),
    )


def step_loss(net: Separators, views: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, dict]:
    pictures, wanted, known = views
    with torch.autocast("cpu", torch.bfloat16):
        answer = net(pictures.to(memory_format=torch.channels_last))
    value = loss(answer.float(), wanted, known)
    return value, {"loss": value}


def schedule(share: float, step: int) -> float:
    """Part of the peak rate."""
    return warm_up(step, 50) * cosine(share, 0.02)


def run(net: Separators, sets: list[list[Shelf]], minutes: float, rate: float, options: argparse.Namespace, seed: int):
    """Trains for some minutes of processor time; returns the EMA of the network."""
    random = numpy.random.default_rng(seed)
    parameters = [{"params": list(net.parameters()), "weight_decay": 0.02, "peak": rate}]
    trainer = Trainer(net, step_loss, parameters, schedule, lambda step: 0.99 if step else 0.0, clip=5.0)

    def batches() -> Iterator[tuple[torch.Tensor, ...]]:
        while True:
            yield batch(sets, options.batch, random)

    train(trainer, batches(), Budget(minutes=minutes, clock=time.process_time), Every(steps=100))
    return trainer.ema.model


def fresh(state: dict | None = None) -> Separators:
    net = Separators().train().to(memory_format=torch.channels_last)
    if state:
        net.load_state_dict(state)
    return net


def unseen(names: list[str], fold: int) -> set[str]:
    """The photos that the network of a fold does not see: two of the groups."""
    return {name for group in range(GROUPS) if group % FOLDS == fold for name in names[group::GROUPS]}


def main() -> None:
    options = arguments()
    prepare(options)
    scenes = [drawn(folder, range(1, LAST_SEED)) for folder in options.scenes]
    first = options.out / "drawn.pt"
    if not first.exists():
        print(f"{' + '.join(str(len(shelves)) for shelves in scenes)} drawn shelves", flush=True)
        net = run(fresh(), scenes, options.minutes, options.rate, options, 1)
        checkpoint.write(first, net.state_dict())
    if not options.photos and not options.outlined:
        return
    state = checkpoint.read(first)
    truths = [truth for truth in known.photos(options.photos) if truth.rows] if options.photos else []
    others = known.outlined(options.outlined, "train") if options.outlined else []
    names = sorted(truth.name for truth in truths + others)
    real = [marked(truths, options.bench, options.out), outlined(others)]
    for fold in [None, *(range(FOLDS) if options.folds else [])]:
        path = options.out / (f"without-{fold}.pt" if fold is not None else "all.pt")
        if path.exists():
            continue
        held = set() if fold is None else unseen(names, fold)
        seen = [kept for shelves in real if (kept := [shelf for shelf in shelves if shelf.path.name not in held])]
        print(f"{path.name}: {' + '.join(str(len(shelves)) for shelves in seen)} shelves of photos", flush=True)
        net = run(fresh(state), scenes + seen, options.tuning, options.rate / 3, options, 2)
        checkpoint.write(path, net.state_dict())


if __name__ == "__main__":
    main()
