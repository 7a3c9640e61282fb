"""A network, how it learns from a batch of plans, and what of it is written down."""

import copy
import io
import math
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from .album import Album
from .losses import loss
from .net import STRIDE, Net
from .paint import developed, squares, trusts
from .plans import SIDE
from .targets import Targets, targets

WARM_UP = 100  # steps
BOX_WEIGHT, PROPOSER_WEIGHT = 1.5, 0.5
PART = 15_000_000  # bytes of a checkpoint in one file
_LEAST_RATE = 0.01
_AVERAGE = 0.9985


@dataclass
class Batch:
    """Squares with all that is asked about them."""

    pixels: torch.Tensor
    examples: torch.Tensor
    seek: Targets
    propose: Targets
    trust: torch.Tensor  # [B, cells]


@torch.no_grad()
def batch_of(plans: list[torch.Tensor], album: Album, device: torch.device, seed: int) -> Batch:
    """Paints a stack of plans on the device of the album."""
    panels, turn, examples, boxes, seek, propose = (part.to(device, non_blocking=True) for part in plans)
    pixels = developed(squares(album, panels, turn), seed).contiguous(memory_format=torch.channels_last)
    return Batch(pixels, examples, targets(boxes, seek, SIDE), targets(boxes, propose, SIDE),
                 trusts(panels, turn, STRIDE).flatten(1))


@dataclass
class Pace:
    """How fast what learns. `kept`: so many first parts of the trunk stay as they are, normalizations too."""

    rate: float = 2e-3
    trunk_rate: float = 5e-4
    kept: int = 0
    bfloat16: bool = False


class Learner:
    def __init__(self, net: Net, pace: Pace, device: torch.device):
        self.pace, self.device = pace, device
        self.net = net.to(device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).eval()
        self.average.requires_grad_(False)
        self.seen = self.step = 0
        self.train()
        self.optimizer = self._optimizer()
        pairs = zip(self.average.state_dict().values(), self.net.state_dict().values())
        self._floats = [list(side) for side in zip(*((a, b) for a, b in pairs if a.dtype.is_floating_point))]

    def train(self) -> None:
        self.net.train()
        for part in self.net.maps.trunk.parts()[: self.pace.kept]:
            part.requires_grad_(False)
            part.eval()

    def _optimizer(self) -> torch.optim.Optimizer:
        trunk = {id(p) for p in self.net.maps.trunk.parameters()}
        learning = [p for p in self.net.parameters() if p.requires_grad]
        groups = [([p for p in learning if id(p) not in trunk and p.ndim > 1], 0.03, self.pace.rate),
                  ([p for p in learning if id(p) not in trunk and p.ndim <= 1], 0.0, self.pace.rate),
                  ([p for p in learning if id(p) in trunk and p.ndim > 1], 0.02, self.pace.trunk_rate),
                  ([p for p in learning if id(p) in trunk and p.ndim <= 1], 0.0, self.pace.trunk_rate)]
        return torch.optim.AdamW([{"params": params, "weight_decay": decay, "peak": peak}
                                  for params, decay, peak in groups if params], lr=self.pace.rate,
                                 fused=self.device.type == "cuda")

    def learn(self, batch: Batch, share: float) -> torch.Tensor:
        """One step; `share` of the whole run is over. Returns score and box loss and overlap of both heads."""
        now = rate(share, self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * now
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.pace.bfloat16):
            maps = self.net.maps(batch.pixels)
            score, box, example = self.net.seek(maps, batch.examples)
            their_score, their_box = self.net.proposer(maps)
        seek = loss(score.float(), box.float(), example.size.float(), batch.seek, batch.trust)
        nothing = torch.zeros(len(batch.pixels), 2, device=self.device)
        propose = loss(their_score.float(), their_box.float(), nothing, batch.propose, batch.trust)
        total = seek[0] + BOX_WEIGHT * seek[1] + PROPOSER_WEIGHT * (propose[0] + BOX_WEIGHT * propose[1])
        self.optimizer.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 10.0)
        self.optimizer.step()
        self._follow()
        self.seen += len(batch.pixels)
        self.step += 1
        return torch.stack([value.detach() for value in (*seek, *propose)])

    @torch.no_grad()
    def _follow(self) -> None:
        """Moves the running average, which errs less than the weights of any one step."""
        decay = min(_AVERAGE, (1 + self.step) / (10 + self.step))
        torch._foreach_lerp_(*self._floats, 1 - decay)

    def state(self, is_light: bool = False) -> dict:
        """All that is needed to go on; a light one has only the running average, its filters in half the bytes."""
        known = {"trunk": self.net.name, "seen": self.seen, "step": self.step}
        average = self.average.state_dict()
        if is_light:
            return {**known, "average": {name: value.half() if value.ndim > 1 else value for name, value in average.items()}}
        return {**known, "average": average, "net": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}

    def resume(self, state: dict) -> None:
        self.average.load_state_dict(state["average"])
        self.seen, self.step = state["seen"], state["step"]
        if "optimizer" not in state:
            self.net.load_state_dict(state["average"])
            return
        self.net.load_state_dict(state["net"])
        peaks = [group["peak"] for group in self.optimizer.param_groups]
        self.optimizer.load_state_dict(state["optimizer"])
        for group, peak in zip(self.optimizer.param_groups, peaks):
            group["peak"] = peak


def rate(share: float, step: int) -> float:
    """Part of the peak rate: warm up, then fall along a cosine."""
    fall = 0.5 + 0.5 * math.cos(math.pi * min(max(share, 0), 1))
    return min(1, (step + 1) / WARM_UP) * (_LEAST_RATE + (1 - _LEAST_RATE) * fall)


def write(path: Path, state: dict) -> None:
    """Writes `path.0`, `path.1`, …, none larger than PART; an older one stays until the new one is complete."""
    whole = io.BytesIO()
    torch.save(state, whole)
    data = whole.getbuffer()
    names = [path.with_name(f"{path.name}.{number}") for number in range(-(-len(data) // PART))]
    for number, name in enumerate(names):
        name.with_suffix(f".{number}new").write_bytes(data[number * PART : (number + 1) * PART])
    for number, name in enumerate(names):
        name.with_suffix(f".{number}new").replace(name)
    number = len(names)
    while (old := path.with_name(f"{path.name}.{number}")).exists():
        old.unlink()
        number += 1


def read(path: Path) -> dict | None:
    """What `write` wrote, or None where nothing is."""
    data, number = bytearray(), 0
    while (part := path.with_name(f"{path.name}.{number}")).exists():
        data += part.read_bytes()
        number += 1
    return torch.load(io.BytesIO(data), map_location="cpu", weights_only=True) if data else None
