"""Trains both heads: `python -m training.seeker.train --data DIR --scenes DIR… --out DIR --start …`.

Can be stopped at any moment and started again with the same command: it goes on from the last checkpoint. The learning
rate depends on the share of `--samples` that was seen; more or less can be asked for later.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from .losses import loss
from .net import Net
from .reopen import GRAPHS, restore
from .samples import SIDE, Samples
from .sources import load_photos, load_scenes, textures

CHUNK = 800  # samples between two checkpoints, each with a look for new scenes
WARM_UP = 60  # steps
BOX_WEIGHT, PROPOSER_WEIGHT = 1.5, 0.5
_LEAST_RATE = 0.02
_AVERAGE = 0.9985
_FITTED = 64  # squares to which the normalizations of model files are fitted


def rate(share: float, step: int) -> float:
    """Part of the peak rate: warm up, then fall along a cosine."""
    fall = 0.5 + 0.5 * math.cos(math.pi * min(share, 1))
    return min(1, (step + 1) / WARM_UP) * (_LEAST_RATE + (1 - _LEAST_RATE) * fall)


@torch.no_grad()
def follow(average: Net, net: Net, step: int) -> None:
    """Moves the running average, which errs less than the weights of any one step."""
    decay = min(_AVERAGE, (1 + step) / (10 + step))
    for mine, theirs in zip(average.state_dict().values(), net.state_dict().values()):
        if mine.dtype.is_floating_point:
            mine.lerp_(theirs, 1 - decay)
        else:
            mine.copy_(theirs)


class Run:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        self.photos = load_photos(options.data, "train", options.open_data_only)
        self.textures = textures(options.data, options.open_data_only)
        self.net = Net(options.frozen)
        self.seen = self.step = 0
        self.file = options.out / "checkpoint.pt"
        state = torch.load(self.file, map_location="cpu", weights_only=True) if self.file.exists() else None
        if state is None:
            self._begin()
        if options.fixed_filters:
            self.net.maps.trunk.fix_filters()
        self.net.to(self.device, memory_format=torch.channels_last).train()
        self.average = copy.deepcopy(self.net).eval()
        self.optimizer = self._optimizer()
        if state is not None:
            self._resume(state)

    def _begin(self) -> None:
        """From the four graphs of a seeker, or from ImageNet's weights with heads that know nothing."""
        if self.options.imagenet:
            weights = torch.load(self.options.imagenet, map_location="cpu", weights_only=True)
            self.net.maps.trunk.load_imagenet(weights)
            return
        samples = self._samples(_FITTED)
        batch = torch.stack([samples[index][0] for index in range(_FITTED)])
        restore(self.net, {name: Path(self.options.start.format(name)) for name in GRAPHS}, batch)
        print(f"going on from {self.options.start}", flush=True)

    def _optimizer(self) -> torch.optim.Optimizer:
        trunk = {id(p) for p in self.net.maps.trunk.parameters()}
        heads = [p for p in self.net.parameters() if id(p) not in trunk]
        groups = [([p for p in heads if p.ndim > 1], 0.03, self.options.rate),
                  ([p for p in heads if p.ndim <= 1], 0.0, self.options.rate),
                  ([p for p in self.net.maps.trunk.parameters() if p.requires_grad], 0.01, self.options.trunk_rate)]
        return torch.optim.AdamW([{"params": params, "weight_decay": decay, "peak": peak}
                                  for params, decay, peak in groups], lr=self.options.rate)

    def _resume(self, state: dict) -> None:
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.seen, self.step = state["seen"], state["step"]
        peaks = (self.options.rate, self.options.rate, self.options.trunk_rate)
        for group, peak in zip(self.optimizer.param_groups, peaks):
            group["peak"] = peak
        print(f"going on after {self.seen} samples", flush=True)

    def save(self) -> None:
        state = {"net": self.net.state_dict(), "average": self.average.state_dict(),
                 "optimizer": self.optimizer.state_dict(), "seen": self.seen, "step": self.step}
        part = self.file.with_suffix(".part")
        torch.save(state, part)
        part.rename(self.file)

    def _samples(self, end: int) -> Samples:
        scenes = load_scenes(self.options.scenes)
        return Samples(self.photos, scenes, self.textures, self.options.seed, self.seen, end)

    def chunk(self) -> None:
        samples = self._samples(min(self.seen - self.seen % CHUNK + CHUNK, self.options.samples))
        workers = self.options.workers
        loader = torch.utils.data.DataLoader(
            samples, self.options.batch, num_workers=workers,
            # Not forked: OpenCV's threads do not survive it, and the copy would wait for them for ever.
            multiprocessing_context="spawn" if workers else None, prefetch_factor=4 if workers else None)
        began, losses = time.monotonic(), []
        for batch in loader:
            losses.append(self._learn(*(part.to(self.device, non_blocking=True) for part in batch)))
            if self.step % 50 == 0:
                self._report(losses[-50:], began, len(losses))
        print(f"{self.seen} samples, {len(samples.scenes)} scenes", flush=True)

    def _report(self, losses: list, began: float, steps: int) -> None:
        score, box, iou, their_score, their_box, their_iou = np.mean(losses, 0)
        speed = steps * self.options.batch / (time.monotonic() - began)
        now = rate(self.seen / self.options.samples, self.step)
        print(f"{self.seen}: seek {score:.3f} box {box:.3f} iou {iou:.3f}, propose {their_score:.3f} box "
              f"{their_box:.3f} iou {their_iou:.3f}, {speed:.1f}/s, rate {now:.3f}", flush=True)

    def _learn(self, pixels, examples, targets, states, trust, their_targets, their_states, their_trust):
        now = rate(self.seen / self.options.samples, self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * now
        pixels = pixels.float().contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.options.bfloat16):
            maps = self.net.maps(pixels)
            score, box, example = self.net.seek(maps, examples)
            their_score, their_box = self.net.proposer(maps)
        seek = loss(score.float(), box.float(), example.size.float(), targets, states, trust)
        nothing = torch.zeros(len(pixels), 2, device=self.device)
        propose = loss(their_score.float(), their_box.float(), nothing, their_targets, their_states, their_trust)
        total = seek[0] + BOX_WEIGHT * seek[1] + PROPOSER_WEIGHT * (propose[0] + BOX_WEIGHT * propose[1])
        self.optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 10.0)
        self.optimizer.step()
        follow(self.average, self.net, self.step)
        self.seen += len(pixels)
        self.step += 1
        return [value.item() for value in (*seek, *propose)]


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with detect/, detect2/ and textures/")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of rendered scenes")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--start", default="models/espy-seeker-{}.onnx", help="four graphs to go on from")
    parser.add_argument("--imagenet", type=Path, help="begin with these weights of EfficientNet-Lite0 instead")
    parser.add_argument("--samples", type=int, default=40_000)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1e-3, help="peak rate of the heads")
    parser.add_argument("--trunk-rate", type=float, default=2e-4)
    parser.add_argument("--frozen", type=int, default=5, help="first blocks of the trunk that do not learn")
    parser.add_argument("--fixed-filters", action="store_true",
                        help="depthwise filters of the trunk do not learn; twice as fast on a processor and more")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bfloat16", action="store_true", help="faster where the processor has it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--open-data-only", action="store_true")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    run = Run(options)
    print(f"{len(run.photos)} photos, sides of {SIDE}", flush=True)
    while run.seen < options.samples:
        run.chunk()
        run.save()


if __name__ == "__main__":
    main()
