"""Trains both heads: `python -m training.seeker.train --pack DIR --out DIR --begin FILE`.

Can be stopped at any moment and started again with the same command: it goes on from the last checkpoint. The learning
rate falls with the share of `--samples` that was seen, or with the share of `--minutes` that has passed where that is
further on. On a GPU it trains there by itself.
"""

import argparse
from pathlib import Path

import torch

from ..common import checkpoint, command
from ..common.trainer import Budget, Every, Trainer, prepare, train
from .learner import Pace, batch_of, trainer_of
from .net import Net
from .pack import Pack, load
from .plans import Mixture, Plans
from .trunk import TRUNKS

SAVE_EVERY = 120.0  # seconds


def loader(pack: Pack, options: argparse.Namespace, start: int) -> torch.utils.data.DataLoader:
    plans = Plans(pack.photos, pack.scenes, pack.textures, options.seed, start, options.samples,
                  Mixture(scenes=options.scenes))
    workers = options.workers
    return torch.utils.data.DataLoader(
        plans, options.batch, num_workers=workers, drop_last=True, pin_memory=torch.cuda.is_available(),
        prefetch_factor=6 if workers else None)


def began(options: argparse.Namespace, device: torch.device) -> Trainer:
    """With the weights of `--begin`."""
    net = Net(options.trunk, options.trunks)
    if options.begin:
        net.load_state_dict(checkpoint.read(options.begin))
    return trainer_of(net, Pace(options.rate, options.trunk_rate, options.kept, options.bfloat16), device)


def prepared(options: argparse.Namespace) -> torch.device:
    torch.backends.cudnn.benchmark, torch.backends.cudnn.benchmark_limit = True, 4
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    return prepare(options)


def run(options: argparse.Namespace) -> None:
    budget, file = Budget(samples=options.samples, minutes=options.minutes), options.out / "checkpoint.pt"
    pack, state = load(options.pack), checkpoint.read(file) if file.exists() else None
    # Its processes are forked before anything touches a GPU.
    plans = iter(loader(pack, options, state["seen"] if state else 0))
    device = prepared(options)
    album, trainer = pack.album.to(device), began(options, device)
    if state:
        trainer.resume(state)
    print(f"{len(pack.photos)} photos, {len(pack.scenes)} scenes, {len(pack.textures)} surfaces on {device}", flush=True)
    batches = (batch_of(each, album, device, options.seed * 1_000_003 + trainer.step) for each in plans)
    train(trainer, batches, budget, Every(seconds=20), Every(seconds=SAVE_EVERY),
          lambda: trainer.save(file, options.light))


def arguments() -> argparse.ArgumentParser:
    parser = command.parser(__doc__, out="folder for checkpoints", workers=1, threads=2, seed=1)
    parser.add_argument("--pack", type=Path, required=True, help="folder that training.seeker.pack wrote")
    parser.add_argument("--trunk", choices=TRUNKS, default="lite0")
    parser.add_argument("--trunks", type=Path, help="folder with the model files of the detectors' trunks")
    parser.add_argument("--begin", type=Path, help="weights to begin with: see training.seeker.begin")
    parser.add_argument("--samples", type=int, default=300_000)
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=Pace.rate, help="peak rate of the heads")
    parser.add_argument("--trunk-rate", type=float, default=Pace.trunk_rate)
    parser.add_argument("--kept", type=int, default=0, help="so many first parts of the trunk do not learn")
    parser.add_argument("--scenes", type=float, default=Mixture.scenes, help="share of rendered scenes")
    parser.add_argument("--bfloat16", action="store_true", help="faster where the processor has it, and on a GPU")
    parser.add_argument("--light", action="store_true", help="write the EMA alone, a quarter of the bytes")
    return parser


def main(given: list[str] | None = None) -> None:
    run(arguments().parse_args(given))


if __name__ == "__main__":
    main()
