"""Learns the weighted sums: a logistic regression for each tag on the scores of the 1,000 classes."""

from collections import Counter

import numpy as np
import torch

from .net import SHARE, bent, evened, members, rolled
from .tags import TAGS

EPOCHS, BATCH, RATE, DECAY, DROPOUT = 40, 256, 2e-3, 0.1, 0.5
# A collection with fewer photos counts as one of this many, or each of its photos would weigh too much.
LEAST_SOURCE = 5


class Inputs:
    """Transformed scores of all views [N, V, 1000], and summed log odds of classes [N, V, K]."""

    def __init__(self, kinds):
        table = members()
        scores = evened(torch.from_numpy(np.array(kinds, np.float32)))
        self.scores = bent(scores)
        self.added = torch.stack([rolled(one, table) for one in scores.unbind(1)], 1)


def source_weights(photos, rows):
    """[N] float32: a photo in a large collection weighs less, so that no collection dominates."""
    sizes = Counter(photos[row].source for row in rows)
    weights = np.array([max(sizes[photo.source], LEAST_SOURCE) ** -0.5 for photo in photos], np.float32)
    return torch.from_numpy(weights / weights[rows].mean())


def learn(inputs, rows, known, weights, balance, seed=1, epochs=EPOCHS):
    """The layer of `Heads`, learned from the photos `rows`. `known` and `weights` [N, K] as in `counts`."""
    generator = torch.Generator().manual_seed(seed)
    first = inputs.scores[rows, 0]
    mean, scale = first.mean(0), first.std(0).clamp_min(1e-3)
    layer = torch.nn.Linear(first.shape[1], len(TAGS))
    torch.nn.init.zeros_(layer.weight)
    torch.nn.init.constant_(layer.bias, -3.0)
    targets, counts = torch.from_numpy(known == 1).float(), torch.from_numpy(weights) * balance[:, None]
    rows = torch.as_tensor(rows)
    optimizer = torch.optim.AdamW(layer.parameters(), RATE, weight_decay=DECAY)
    steps = epochs * -(-len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for _ in range(epochs):
        for part in rows[torch.randperm(len(rows), generator=generator)].split(BATCH):
            views = torch.randint(inputs.scores.shape[1], (len(part),), generator=generator)
            seen = (inputs.scores[part, views] - mean) / scale
            kept = (torch.rand(seen.shape, generator=generator) >= DROPOUT) / (1 - DROPOUT)
            odds = layer(seen * kept) + SHARE * inputs.added[part, views]
            losses = torch.nn.functional.binary_cross_entropy_with_logits(odds, targets[part], counts[part],
                                                                          reduction="none")
            optimizer.zero_grad()
            losses.sum(1).mean().backward()
            optimizer.step()
            schedule.step()
    return unscaled(layer, mean, scale)


@torch.no_grad()
def unscaled(layer, mean, scale):
    """The equivalent layer for unscaled inputs."""
    weight = layer.weight / scale
    layer.bias.sub_(weight @ mean)
    layer.weight.copy_(weight)
    return layer


@torch.no_grad()
def answers(layer, inputs, rows):
    """Log odds [rows, K] of whole photos."""
    return layer(inputs.scores[rows, 0]) + SHARE * inputs.added[rows, 0]
