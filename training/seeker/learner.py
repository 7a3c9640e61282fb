"""How the network learns from a batch of plans."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import torch

from ..common.ema import warmed_up
from ..common.schedule import cosine, warm_up
from ..common.trainer import Trainer, groups
from .album import Album
from .losses import loss
from .net import STRIDE, Net
from .paint import developed, squares, trusts
from .plans import SIDE
from .targets import Targets, targets

WARM_UP = 100  # steps
BOX_WEIGHT, PROPOSER_WEIGHT = 1.5, 0.5
_LEAST_RATE = 0.01
_AVERAGE = 0.9985  # decay of the EMA


class Batch(NamedTuple):
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
    """The learning rates of the parts. `kept`: how many first parts of the trunk are frozen, with normalizations."""

    rate: float = 2e-3
    trunk_rate: float = 5e-4
    kept: int = 0
    bfloat16: bool = False


def loss_of(net: Net, batch: Batch, bfloat16: bool) -> tuple[torch.Tensor, dict]:
    """Score and box loss and overlap of both heads."""
    device = batch.pixels.device
    with torch.autocast(device.type, torch.bfloat16, enabled=bfloat16):
        maps = net.maps(batch.pixels)
        score, box, example = net.seek(maps, batch.examples)
        their_score, their_box = net.proposer(maps)
    seek = loss(score.float(), box.float(), example.size.float(), batch.seek, batch.trust)
    nothing = torch.zeros(len(batch.pixels), 2, device=device)
    propose = loss(their_score.float(), their_box.float(), nothing, batch.propose, batch.trust)
    total = seek[0] + BOX_WEIGHT * seek[1] + PROPOSER_WEIGHT * (propose[0] + BOX_WEIGHT * propose[1])
    return total, dict(zip(("seek", "box", "iou", "propose", "its box", "its iou"), (*seek, *propose)))


def rate(share: float, step: int) -> float:
    """Part of the peak rate."""
    return warm_up(step, WARM_UP) * cosine(share, _LEAST_RATE)


def trainer_of(net: Net, pace: Pace, device: torch.device) -> Trainer:
    net = net.to(device, memory_format=torch.channels_last).train()
    for part in net.maps.trunk.parts()[: pace.kept]:
        part.requires_grad_(False)
        part.eval()
    trunk = list(net.maps.trunk.parameters())
    known = {id(parameter) for parameter in trunk}
    heads = [parameter for parameter in net.parameters() if id(parameter) not in known]
    return Trainer(net, partial(loss_of, bfloat16=pace.bfloat16),
                   groups(heads, pace.rate, 0.03) + groups(trunk, pace.trunk_rate, 0.02), rate,
                   partial(warmed_up, _AVERAGE), clip=10.0, trunk=net.name)
