"""Trains the outliner: `python -m training.outliner.train --windows DIR --out DIR --steps N`.

Goes on from `checkpoint.pt` in the folder; the rate falls along a cosine over --steps. New windows are looked for at
every checkpoint, so rendering may go on meanwhile.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch

from .net import Outliner
from .samples import Windows

BATCH = 32
RATE, DECAY = 2e-3, 1e-2
AVERAGE = 0.998  # of the running mean of the weights
EVERY = 250  # steps between checkpoints
CHECK = 10  # every so many-th scene is kept back
AREA = 0.5  # weight of the error of the area beside that of the cells


def loss_of(logits: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    cells = torch.nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none").sum((1, 2))
    area = truth.sum((1, 2)).clamp(min=32)
    missed = (torch.sigmoid(logits).sum((1, 2)) - area).abs()
    # Over the perimeter of a disk of that area: small and slim things would vanish beside large ones else.
    return ((cells + AREA * missed) / (12.57 * area).sqrt()).mean()


def is_checked(scene: int) -> bool:
    return scene % CHECK == 0


@torch.no_grad()
def errors(net: Outliner, windows: Windows, most: int = 1600) -> dict[str, float]:
    """Errors of areas, as parts of the true ones, and overlap (IoU) of outlines, on windows nothing is learned from."""
    net.eval()
    rng = np.random.default_rng(5)
    areas, overlaps = [], []
    for start in range(0, min(most, len(windows)), BATCH):
        made = [windows.sample(i, rng) for i in range(start, min(start + BATCH, len(windows)))]
        truth = torch.from_numpy(np.stack([y for _, y in made]))
        found = torch.sigmoid(net(torch.from_numpy(np.stack([x for x, _ in made]))))
        areas += ((found.sum((1, 2)) - truth.sum((1, 2))) / truth.sum((1, 2)).clamp(min=1)).tolist()
        both, either = ((found > 0.5) & (truth > 0.5)).sum((1, 2)), ((found > 0.5) | (truth > 0.5)).sum((1, 2))
        overlaps += (both / either.clamp(min=1)).tolist()
    off = np.abs(areas)
    return {"median area error": float(np.median(off)), "worst tenth": float(np.quantile(off, 0.9)),
            "mean error": float(np.mean(areas)), "overlap": float(np.median(overlaps))}


def rate_at(step: int, steps: int) -> float:
    warm = min(1.0, (step + 1) / 200)
    return RATE * warm * (0.02 + 0.98 * (1 + math.cos(math.pi * min(step / steps, 1))) / 2)


def train(options: argparse.Namespace) -> None:
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    net = Outliner()
    mean = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    file, first = options.out / "checkpoint.pt", 0
    if file.exists():
        saved = torch.load(file, weights_only=True)
        net.load_state_dict(saved["net"])
        mean.load_state_dict(saved["mean"])
        optimizer.load_state_dict(saved["optimizer"])
        first = saved["step"]
    learned = Windows(options.windows, lambda scene: not is_checked(scene))
    checked = Windows(options.windows, is_checked)
    print(f"{len(learned)} windows to learn from, {len(checked)} to check, from step {first}", flush=True)
    total, start, since = 0.0, time.monotonic(), first
    for step in range(first, options.steps):
        rng = np.random.default_rng((options.seed, step))
        pictures, truth = (torch.from_numpy(a) for a in learned.batch(BATCH, rng))
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, options.steps)
        net.train()
        loss = loss_of(net(pictures), truth)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        follow(mean, net, min(AVERAGE, (step + 1) / (step + 10)))
        total += float(loss.detach())
        if (step + 1) % EVERY == 0 or step + 1 == options.steps:
            learned.look()
            checked.look()
            taken = step + 1 - since
            said = ", ".join(f"{name} {value:.4f}" for name, value in errors(mean, checked).items())
            pace = (time.monotonic() - start) / taken
            print(f"step {step + 1}: loss {total / taken:.3f}, {said}, {pace:.2f} s a step, {len(learned)}", flush=True)
            save(file, {"net": net.state_dict(), "mean": mean.state_dict(), "optimizer": optimizer.state_dict(),
                        "step": step + 1})
            total, start, since = 0.0, time.monotonic(), step + 1


@torch.no_grad()
def follow(mean: Outliner, net: Outliner, share: float) -> None:
    for kept, new in zip(mean.state_dict().values(), net.state_dict().values()):
        if kept.dtype.is_floating_point:
            kept.lerp_(new, 1 - share)
        else:
            kept.copy_(new)


def save(file: Path, state: dict) -> None:
    partial = file.with_suffix(".partial")
    torch.save(state, partial)
    partial.replace(file)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windows", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    train(options)


if __name__ == "__main__":
    main()
