"""Small nets as plain numbers: learned here, evaluated anywhere."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn


@dataclass
class SmallNet:
    """Layers with tanh between them; `center` and `scale` bring the inputs to about one."""

    center: np.ndarray
    scale: np.ndarray
    layers: list[tuple[np.ndarray, np.ndarray]]

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """[..., features] to [...]."""
        x = (inputs - self.center) / self.scale
        for number, (weight, bias) in enumerate(self.layers):
            x = x @ weight.T + bias
            if number + 1 < len(self.layers):
                x = np.tanh(x)
        return x[..., 0]

    def as_numbers(self) -> dict:
        layers = [{"weight": _rounded(weight), "bias": _rounded(bias)} for weight, bias in self.layers]
        return {"center": _rounded(self.center), "scale": _rounded(self.scale), "layers": layers}

    @staticmethod
    def mean(nets: list["SmallNet"]) -> "SmallNet":
        """One net that answers the mean of several with one hidden layer: they err in different ways."""
        center, scale = nets[0].center, nets[0].scale
        hidden = [(np.concatenate([net.layers[0][part] for net in nets])) for part in (0, 1)]
        weight = np.concatenate([net.layers[1][0] for net in nets], 1) / len(nets)
        bias = np.mean([net.layers[1][1] for net in nets], 0)
        return SmallNet(center, scale, [(hidden[0], hidden[1]), (weight, bias)])

    @staticmethod
    def from_numbers(numbers: dict) -> "SmallNet":
        layers = [(np.array(layer["weight"]), np.array(layer["bias"])) for layer in numbers["layers"]]
        return SmallNet(np.array(numbers["center"]), np.array(numbers["scale"]), layers)


def _rounded(values: np.ndarray) -> list:
    return [[round(float(v), 6) for v in row] for row in values] if values.ndim == 2 else \
        [round(float(v), 6) for v in values]


def learn_choice(groups: list[tuple[np.ndarray, np.ndarray]], weights: np.ndarray, hidden: int = 32,
                 epochs: int = 120, seed: int = 0, decay: float = 0.05, used: np.ndarray | None = None) -> SmallNet:
    """A net that chooses one row of each group.

    A group is (rows [n, features], how good each row is [n], 0…1); at least one is good. The probability of the good
    ones is made as large as possible. Of the features only those `used` are looked at.
    """
    torch.manual_seed(seed)
    every = np.concatenate([rows for rows, _ in groups])
    center, scale = every.mean(0), every.std(0) + 1e-3
    looked_at = np.zeros(every.shape[1]) if used is not None else np.ones(every.shape[1])
    looked_at[used if used is not None else []] = 1
    size = max(len(rows) for rows, _ in groups)
    inputs = torch.zeros(len(groups), size, every.shape[1])
    good, there = torch.zeros(len(groups), size), torch.zeros(len(groups), size, dtype=torch.bool)
    for number, (rows, worth) in enumerate(groups):
        inputs[number, : len(rows)] = torch.from_numpy(((rows - center) / scale * looked_at).astype(np.float32))
        good[number, : len(rows)], there[number, : len(rows)] = torch.from_numpy(worth.astype(np.float32)), True
    net = nn.Sequential(nn.Linear(every.shape[1], hidden), nn.Tanh(), nn.Dropout(0.15), nn.Linear(hidden, 1))
    _fit(net, inputs, good, there, torch.from_numpy(weights.astype(np.float32)), epochs, decay)
    with torch.no_grad():
        net[0].weight *= torch.from_numpy(looked_at.astype(np.float32))
    layers = [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in (net[0], net[3])]
    return SmallNet(center, scale, layers)


def _fit(net, inputs, good, there, weights, epochs: int, decay: float) -> None:
    optimizer = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=decay)
    for _ in range(epochs):
        for batch in torch.randperm(len(inputs)).split(64):
            logits = net(inputs[batch])[..., 0].masked_fill(~there[batch], -1e9)
            chosen = torch.log_softmax(logits, 1) + torch.log(good[batch] + 1e-9)
            loss = -(torch.logsumexp(chosen, 1) * weights[batch]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] *= 0.975


def save(path: Path, content: dict) -> None:
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")
