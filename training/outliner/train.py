"""Trains the outliner: `python -m training.outliner.train --windows DIR --out DIR --steps N`.

Continues from `checkpoint.pt` in the folder; the rate falls along a cosine over --steps. Every checkpoint looks for new
windows, so rendering may continue meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch

from ..common import checkpoint, command
from ..common.ema import warmed_up
from ..common.schedule import cosine, warm_up
from ..common.trainer import Budget, Every, Trainer, prepare, train
from .net import Outliner
from .samples import Windows

BATCH = 32
RATE, DECAY = 2e-3, 1e-2
AVERAGE = 0.998  # decay of the EMA
EVERY = 250  # steps between checkpoints
CHECK = 10  # every n-th scene is held out
AREA = 0.5  # weight of the area error relative to that of the cells


def loss_of(logits: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    cells = torch.nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none").sum((1, 2))
    area = truth.sum((1, 2)).clamp(min=32)
    missed = (torch.sigmoid(logits).sum((1, 2)) - area).abs()
    # Divided by the perimeter of a disk of that area; otherwise small and slim things would vanish beside large ones.
    return ((cells + AREA * missed) / (12.57 * area).sqrt()).mean()


def is_checked(scene: int) -> bool:
    return scene % CHECK == 0


@torch.no_grad()
def errors(net: Outliner, windows: Windows, most: int = 1600) -> dict[str, float]:
    """Relative errors of areas, and overlap (IoU) of outlines, on held-out windows."""
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


def rate(share: float, step: int) -> float:
    """Fraction of the peak rate."""
    return warm_up(step, 200) * cosine(share, 0.02)


def step_loss(net: Outliner, batch: tuple[torch.Tensor, torch.Tensor]) -> tuple[torch.Tensor, dict]:
    loss = loss_of(net(batch[0]), batch[1])
    return loss, {"loss": loss}


def main(arguments: list[str] | None = None) -> None:
    parser = command.parser(__doc__, out="folder for checkpoints", threads=1, seed=3)
    parser.add_argument("--windows", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=9000)
    options = parser.parse_args(arguments)
    prepare(options)
    net, file = Outliner(), options.out / "checkpoint.pt"
    parameters = [{"params": list(net.parameters()), "weight_decay": DECAY, "peak": RATE}]
    trainer = Trainer(net, step_loss, parameters, rate, partial(warmed_up, AVERAGE), clip=5.0)
    if file.exists():
        trainer.resume(checkpoint.read(file))
    learned = Windows(options.windows, lambda scene: not is_checked(scene))
    checked = Windows(options.windows, is_checked)

    def batches() -> Iterator[tuple[torch.Tensor, ...]]:
        while True:
            rng = np.random.default_rng((options.seed, trainer.step))
            yield tuple(torch.from_numpy(part) for part in learned.batch(BATCH, rng))

    def save() -> None:
        learned.look()
        checked.look()
        found = ", ".join(f"{name} {value:.4f}" for name, value in errors(trainer.ema.model, checked).items())
        print(f"  {len(learned)} windows to learn from; {len(checked)} to check: {found}", flush=True)
        trainer.save(file)

    train(trainer, batches(), Budget(steps=options.steps), Every(steps=EVERY), Every(steps=EVERY), save)


if __name__ == "__main__":
    main()
