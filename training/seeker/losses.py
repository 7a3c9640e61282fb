"""How wrong scores and boxes are."""

import torch
from torch.nn import functional as F

from ..detector.losses import overlaps
from .net import decode
from .targets import HARD, THING, UNJUDGED

HARD_WEIGHT = 1.5


def loss(score: torch.Tensor, box: torch.Tensor, size: torch.Tensor, targets: torch.Tensor, states: torch.Tensor,
         trust: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Score and box loss by the number of answering cells, and the mean overlap.

    targets [N, cells, 4], states [N, cells] as in `Targets`; trust [N]: weight of empty cells, lower where a photo may
    hold things that nobody boxed.
    """
    logits, boxes = score.flatten(1), decode(box, size)
    held = states == THING
    count = held.sum().clamp(min=8).float()
    picture, cell = held.nonzero(as_tuple=True)
    iou, giou = overlaps(boxes[picture, cell], targets[picture, cell])
    likely = torch.sigmoid(logits).detach()
    wanted = torch.zeros_like(logits)
    # Towards the overlap, with a floor so that training starts before boxes fit.
    wanted[picture, cell] = iou.detach().clamp(0.3, 1)
    weight = torch.where(held, wanted, likely**2 * 0.75 * trust[:, None])
    weight = torch.where(states == HARD, likely * HARD_WEIGHT * trust[:, None], weight)
    weight = torch.where(states == UNJUDGED, torch.zeros_like(weight), weight)
    each = F.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    mean_overlap = iou.detach().mean() if len(iou) else iou.new_tensor(0.0)
    return (each * weight).sum() / count, (1 - giou).sum() / count, mean_overlap
