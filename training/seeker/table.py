"""Compares trunks under equal conditions: `python -m training.seeker.table --pack DIR --out DIR --begin DIR NAME…`.

All learn from the same squares, one after the other in every step; NAME is a trunk, `NAME:K` one whose first K parts
stay as they are. DIR/begin-NAME.pt are the weights to begin with. Writes DIR/NAME.pt, to be measured with
`training.seeker.order`.
"""

import argparse
import time
from pathlib import Path

import torch

from .learner import Learner, batch_of
from .pack import load
from .train import arguments, learner_of, loader, prepare, report


def learners(options: argparse.Namespace, device: torch.device) -> dict[str, Learner]:
    found = {}
    for entry in options.nets:
        name, _, kept = entry.partition(":")
        given = {**vars(options), "trunk": name, "begin": options.begin / f"begin-{name}.pt", "kept": int(kept or 0)}
        found[entry.replace(":", "-kept")] = learner_of(argparse.Namespace(**given), None, device)
    return found


def main() -> None:
    parser = arguments()
    parser.add_argument("nets", nargs="+")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    began, device = time.monotonic(), prepare(options)
    pack = load(options.pack)
    album, nets = pack.album.to(device), learners(options, device)
    print(f"{time.monotonic() - began:.0f} s to begin", flush=True)
    losses: dict[str, list[torch.Tensor]] = {name: [] for name in nets}
    spent = dict.fromkeys(nets, 0.0)
    first = time.monotonic()
    for step, plans in enumerate(loader(pack, options, 0)):
        share = max(step * options.batch / options.samples, (time.monotonic() - began) / (options.minutes * 60))
        if share >= 1:
            break
        batch = batch_of(plans, album, device, options.seed * 1_000_003 + step)
        for name, learner in nets.items():
            at = time.monotonic()
            losses[name].append(learner.learn(batch, share))
            if device.type == "cuda":
                torch.cuda.synchronize()
            spent[name] += time.monotonic() - at
        if step % 100 == 99:
            for name, learner in nets.items():
                print(name, f"{spent[name]:.0f} s", end=" ")
                report(learner, losses[name][-100:], learner.seen / (time.monotonic() - first))
    for name, learner in nets.items():
        torch.save(learner.state(is_light=True), options.out / f"{name}.pt")


if __name__ == "__main__":
    main()
