"""Compares trunks under equal conditions: `python -m training.seeker.table --pack DIR --out DIR --begin DIR NAME…`.

All learn from the same squares, one after the other in every step; NAME is a trunk, `NAME:K` one whose first K parts
stay as they are. DIR/begin-NAME.pt are the weights to begin with. Writes DIR/NAME.pt, to be measured with
`training.seeker.order`.
"""

import argparse
import time

import torch

from ..common.trainer import Budget, Log, Trainer
from .learner import batch_of
from .pack import load
from .train import arguments, began, loader, prepared


def trainers(options: argparse.Namespace, device: torch.device) -> dict[str, Trainer]:
    found = {}
    for entry in options.nets:
        name, _, kept = entry.partition(":")
        given = {**vars(options), "trunk": name, "begin": options.begin / f"begin-{name}.pt", "kept": int(kept or 0)}
        found[entry.replace(":", "-kept")] = began(argparse.Namespace(**given), device)
    return found


def main() -> None:
    parser = arguments()
    parser.add_argument("nets", nargs="+")
    options = parser.parse_args()
    budget, device = Budget(samples=options.samples, minutes=options.minutes), prepared(options)
    pack = load(options.pack)
    album, nets = pack.album.to(device), trainers(options, device)
    print(f"{budget.spent:.0f} s to begin", flush=True)
    logs = {name: Log(trainer) for name, trainer in nets.items()}
    spent, first = dict.fromkeys(nets, 0.0), next(iter(nets.values()))
    for plans in loader(pack, options, 0):
        if (share := budget.share(first)) >= 1:
            break
        batch = batch_of(plans, album, device, options.seed * 1_000_003 + first.step)
        for name, trainer in nets.items():
            at = time.monotonic()
            logs[name].losses.append(trainer.learn(batch, share))
            if device.type == "cuda":
                torch.cuda.synchronize()
            spent[name] += time.monotonic() - at
        if first.step % 100 == 0:
            for name, log in logs.items():
                log.report(f"{name} {spent[name]:.0f} s ")
    for name, trainer in nets.items():
        trainer.save(options.out / f"{name}.pt", light=True)


if __name__ == "__main__":
    main()
