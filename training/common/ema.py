"""The exponential moving average (EMA) of a network's weights, which errs less than the weights of any one step."""

import copy
from collections.abc import Callable

import torch
from torch import nn


class EMA:
    """`model` holds the average; `decay` is the part of it that a step leaves, by the number of the step."""

    def __init__(self, model: nn.Module, decay: Callable[[int], float]):
        self.model, self.decay = copy.deepcopy(model).eval().requires_grad_(False), decay
        pairs = list(zip(self.model.state_dict().values(), model.state_dict().values()))
        self._floats = [list(side) for side in zip(*(pair for pair in pairs if pair[0].is_floating_point()))]
        self._counters = [pair for pair in pairs if not pair[0].is_floating_point()]

    @torch.no_grad()
    def update(self, step: int) -> None:
        torch._foreach_lerp_(*self._floats, 1 - self.decay(step))
        for mine, theirs in self._counters:
            mine.copy_(theirs)


def warmed_up(decay: float, step: int) -> float:
    """Early weights are forgotten sooner."""
    return min(decay, (1 + step) / (10 + step))
