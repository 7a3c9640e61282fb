"""Trains the network on drawn shelves, and with `--photos` and `--outlined` on photos as well after that.

With `--folds` there are three more networks beside the one that has seen all photos: each has not seen two of the six
groups of `training.spines.train`, so that the judge can be measured on photos that neither it nor its network knows.
"""

import argparse
import time
from pathlib import Path

import numpy
import torch
from shelfbench import truth as known

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
    parser = argparse.ArgumentParser(prog="python -m training.separators.train", description=__doc__)
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
    parser.add_argument("--threads", type=int, default=1)
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


def run(net: Separators, sets: list[list[Shelf]], minutes: float, rate: float, options: argparse.Namespace, seed: int):
    """Trains for some minutes; returns the network with the mean of its late weights."""
    random = numpy.random.default_rng(seed)
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    start, step, losses = time.process_time(), 0, []
    while (share := (time.process_time() - start) / 60 / minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 50) * (0.02 + 0.98 * (1 + numpy.cos(numpy.pi * share)) / 2)
        pictures, wanted, known = batch(sets, options.batch, random)
        with torch.autocast("cpu", torch.bfloat16):
            answer = net(pictures.to(memory_format=torch.channels_last))
        value = loss(answer.float(), wanted, known)
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimizer.step()
        mean.update_parameters(net)
        losses.append(value.item())
        step += 1
        if step % 100 == 0:
            print(f"step {step}, {100 * share:.0f} %: loss {numpy.mean(losses[-100:]):.4f}", flush=True)
    print(f"{step} steps, last loss {numpy.mean(losses[-100:]):.4f}", flush=True)
    return mean.module


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
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    options.out.mkdir(parents=True, exist_ok=True)
    scenes = [drawn(folder, range(1, LAST_SEED)) for folder in options.scenes]
    first = options.out / "drawn.pt"
    if not first.exists():
        print(f"{' + '.join(str(len(shelves)) for shelves in scenes)} drawn shelves", flush=True)
        net = run(fresh(), scenes, options.minutes, options.rate, options, 1)
        torch.save(net.state_dict(), first)
    if not options.photos and not options.outlined:
        return
    state = torch.load(first)
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
        torch.save(net.state_dict(), path)


if __name__ == "__main__":
    main()
