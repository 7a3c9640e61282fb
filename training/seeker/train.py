"""Trains both heads: `python -m training.seeker.train --pack DIR --out DIR --begin FILE`.

Can be stopped at any moment and started again with the same command: it goes on from the last checkpoint. The learning
rate falls with the share of `--samples` that was seen, or with the share of `--minutes` that has passed where that is
further on. On a GPU it trains there by itself.
"""

import argparse
import time
from pathlib import Path

import torch

from .learner import Learner, Pace, batch_of, read, write
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


def learner_of(options: argparse.Namespace, state: dict | None, device: torch.device) -> Learner:
    """Goes on where the last one stopped, else begins with the weights of `--begin`."""
    net = Net(options.trunk, options.trunks)
    if state is None and options.begin:
        net.load_state_dict(torch.load(options.begin, map_location="cpu", weights_only=True))
    learner = Learner(net, Pace(options.rate, options.trunk_rate, options.kept, options.bfloat16), device)
    if state is not None:
        learner.resume(state)
        print(f"going on after {learner.seen} samples", flush=True)
    return learner


def report(learner: Learner, losses: list[torch.Tensor], speed: float) -> None:
    score, box, iou, their_score, their_box, their_iou = torch.stack(losses).mean(0).tolist()
    print(f"{learner.seen}: seek {score:.3f} box {box:.3f} iou {iou:.3f}, propose {their_score:.3f} box "
          f"{their_box:.3f} iou {their_iou:.3f}, {speed:.1f}/s", flush=True)


def prepare(options: argparse.Namespace) -> torch.device:
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.backends.cudnn.benchmark, torch.backends.cudnn.benchmark_limit = True, 4
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def run(options: argparse.Namespace) -> None:
    began = time.monotonic()
    pack, state = load(options.pack), read(options.out / "checkpoint.pt")
    # Its processes are forked before anything touches a GPU.
    batches = iter(loader(pack, options, state["seen"] if state else 0))
    device = prepare(options)
    album, learner = pack.album.to(device), learner_of(options, state, device)
    print(f"{len(pack.photos)} photos, {len(pack.scenes)} scenes, {len(pack.textures)} surfaces on {device}", flush=True)
    limit, before, losses = options.minutes * 60, learner.seen, []
    first = saved = reported = time.monotonic()
    for plans in batches:
        passed = time.monotonic() - began
        share = max(learner.seen / options.samples, passed / limit)
        if passed > limit:
            break
        losses.append(learner.learn(batch_of(plans, album, device, options.seed * 1_000_003 + learner.step), share))
        if time.monotonic() - reported > 20:
            report(learner, losses[-200:], (learner.seen - before) / (time.monotonic() - first))
            reported = time.monotonic()
        if time.monotonic() - saved > SAVE_EVERY:
            write(options.out / "checkpoint.pt", learner.state(options.light))
            saved = time.monotonic()
    if losses:
        report(learner, losses[-200:], (learner.seen - before) / (time.monotonic() - first))
        write(options.out / "checkpoint.pt", learner.state(options.light))


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pack", type=Path, required=True, help="folder that training.seeker.pack wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
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
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bfloat16", action="store_true", help="faster where the processor has it, and on a GPU")
    parser.add_argument("--light", action="store_true", help="write the running average alone, a quarter of the bytes")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main(given: list[str] | None = None) -> None:
    options = arguments().parse_args(given)
    options.out.mkdir(parents=True, exist_ok=True)
    run(options)


if __name__ == "__main__":
    main()
