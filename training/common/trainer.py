"""The training loop: batches, learning rate, EMA, reports, checkpoints."""

import argparse
import math
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import nn

from . import checkpoint
from .ema import EMA

Numbers = dict[str, torch.Tensor]


def groups(parameters: Iterable[nn.Parameter], rate: float, decay: float) -> list[dict]:
    """Parameters with their peak learning rate; biases and normalizations have no weight decay."""
    learning = [parameter for parameter in parameters if parameter.requires_grad]
    parts = [p for p in learning if p.ndim > 1], [p for p in learning if p.ndim <= 1]
    return [{"params": part, "weight_decay": weight, "peak": rate} for part, weight in zip(parts, (decay, 0.0)) if part]


class Trainer:
    """A network, how it learns from a batch, and what of it a checkpoint keeps.

    - loss: of the network and a batch: what becomes smaller, and the numbers to report. The first part of a batch has a
      row for each sample.
    - groups: parameters for AdamW, each with its `peak` learning rate.
    - schedule: the factor of the peak rates, by the share of the run that is over and the number of the step.
    - decay: of the EMA, by the number of the step.
    - clip: the largest norm of the gradients.
    - about: further contents of a checkpoint.
    """

    def __init__(
        self, model: nn.Module, loss: Callable[[nn.Module, Any], tuple[torch.Tensor, Numbers]], groups: list[dict],
        schedule: Callable[[float, int], float], decay: Callable[[int], float], clip: float, **about: Any,
    ):
        self.model, self.loss, self.schedule, self.clip, self.about = model, loss, schedule, clip, about
        self.ema = EMA(model, decay)
        self.optimizer = torch.optim.AdamW(groups, fused=next(model.parameters()).is_cuda)
        self.seen = self.step = 0

    def learn(self, batch: Sequence, share: float) -> Numbers:
        """One step, at which `share` of the run is over."""
        factor = self.schedule(share, self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * factor
        total, numbers = self.loss(self.model, batch)
        self.optimizer.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()
        self.ema.update(self.step)
        self.seen += len(batch[0])
        self.step += 1
        return {name: value.detach() for name, value in numbers.items()}

    def state(self, light: bool = False) -> dict:
        """All that is needed to go on; a light one has only the EMA, its filters in half the bytes."""
        known, average = {**self.about, "seen": self.seen, "step": self.step}, self.ema.model.state_dict()
        if light:
            return {**known, "average": {name: value.half() if value.ndim > 1 else value for name, value in average.items()}}
        return {**known, "average": average, "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}

    def resume(self, state: dict) -> None:
        """Goes on from a checkpoint, with the peak rates of this trainer. From a light one the optimizer begins anew."""
        self.about |= {name: state[name] for name in self.about if name in state}
        self.seen, self.step = state["seen"], state["step"]
        self.ema.model.load_state_dict(state["average"])
        self.model.load_state_dict(state.get("model", state["average"]))
        if "optimizer" in state:
            peaks = [group["peak"] for group in self.optimizer.param_groups]
            self.optimizer.load_state_dict(state["optimizer"])
            for group, peak in zip(self.optimizer.param_groups, peaks):
                group["peak"] = peak

        print(f"going on after {self.seen} samples", flush=True)

    def save(self, path: Path, light: bool = False) -> None:
        checkpoint.write(path, self.state(light))


class Budget:
    """How much of a run is over: of its samples, steps or minutes, whichever is further on."""

    def __init__(self, samples: float = math.inf, steps: float = math.inf, minutes: float = math.inf, spent: float = 0.0,
                 clock: Callable[[], float] = time.monotonic):
        self.samples, self.steps, self.minutes, self.clock = samples, steps, minutes, clock
        self.began = clock() - spent

    @property
    def spent(self) -> float:
        """Seconds."""
        return self.clock() - self.began

    def share(self, trainer: Trainer) -> float:
        return max(trainer.seen / self.samples, trainer.step / self.steps, self.spent / 60 / self.minutes)


class Every:
    """Becomes due after this many seconds or steps."""

    def __init__(self, seconds: float = math.inf, steps: float = math.inf):
        self.seconds, self.steps, self.last = seconds, steps, time.monotonic()

    def __call__(self, trainer: Trainer) -> bool:
        now = time.monotonic()
        is_due = trainer.step % self.steps == 0 or now - self.last > self.seconds
        if is_due:
            self.last = now
        return is_due


class Log:
    """The losses since the last report."""

    def __init__(self, trainer: Trainer):
        self.trainer, self.losses = trainer, []
        self.begin()

    def begin(self) -> None:
        self.losses.clear()
        self.seen, self.at = self.trainer.seen, time.monotonic()

    def report(self, title: str = "") -> None:
        """Prints their means, and begins anew."""
        trainer = self.trainer
        means = {name: torch.stack([each[name] for each in self.losses]).float().nanmean() for name in self.losses[0]}
        text = ", ".join(f"{name} {value.item():.4f}" for name, value in means.items())
        rate = max(group["lr"] for group in trainer.optimizer.param_groups)
        speed = (trainer.seen - self.seen) / max(time.monotonic() - self.at, 1e-9)
        print(f"{title}step {trainer.step}, {trainer.seen} samples: {text}, rate {rate:.5f}, {speed:.1f}/s", flush=True)
        self.begin()


Due = Callable[[Trainer], bool]


def train(trainer: Trainer, batches: Iterable[Sequence], budget: Budget, report: Due, save: Due | None = None,
          keep: Callable[[], None] | None = None) -> None:
    """Learns from the batches until they or the budget end.

    - report: when to print the means of the losses.
    - save: when to call `keep`, which writes the checkpoint; it is called at the end too.
    """
    log, is_kept = Log(trainer), True
    for batch in batches:
        share = budget.share(trainer)
        if share >= 1:
            break
        log.losses.append(trainer.learn(batch, share))
        if report(trainer):
            log.report()
        is_kept = save is None or save(trainer)
        if save and is_kept:
            keep()
    if log.losses:
        log.report()
    if not is_kept:
        keep()


def prepare(options: argparse.Namespace) -> torch.device:
    """Makes the folder of the checkpoints, sets seed and threads; returns the GPU, where there is one."""
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
