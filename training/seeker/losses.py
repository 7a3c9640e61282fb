"""The losses of scores and boxes."""

import torch
from torch.nn import functional as F

from ..detector.losses import overlaps
from .net import decode
from .targets import HARD, THING, UNJUDGED, Targets

HARD_WEIGHT = 1.5


def loss(score: torch.Tensor, box: torch.Tensor, size: torch.Tensor, wanted: Targets,
         trust: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Score and box loss divided by the number of answering cells, and the mean overlap.

    trust [B, cells]: weight of empty cells, lower if a photo may contain things without boxes.
    """
    logits, boxes, states = score.flatten(1), decode(box, size), wanted.states
    held = states == THING
    count = held.sum().clamp(min=8).float()
    iou, giou = overlaps(boxes, wanted.boxes)
    iou, giou = torch.where(held, iou, 0.0), torch.where(held, giou, 1.0)
    likely = torch.sigmoid(logits).detach()
    # The target is the overlap, with a floor so that training starts before boxes fit.
    aim = torch.where(held, iou.detach().clamp(0.3, 1), 0.0)
    weight = torch.where(held, aim, likely**2 * 0.75 * trust)
    weight = torch.where(states == HARD, likely * HARD_WEIGHT * trust, weight)
    weight = torch.where(states == UNJUDGED, 0.0, weight)
    each = F.binary_cross_entropy_with_logits(logits, aim, reduction="none")
    return (each * weight).sum() / count, (1 - giou).sum() / count, iou.detach().sum() / count
