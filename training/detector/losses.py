"""The losses of the detector."""

import torch
from torch.nn import functional as F

from .net import decode, flatten


def corners(boxes):
    """Center and size to left, top, right, bottom."""
    half = boxes[..., 2:] / 2
    return torch.cat([boxes[..., :2] - half, boxes[..., :2] + half], -1)


def overlaps(a, b):
    """Intersection over union of pairs of boxes, and its generalized form (Rezatofighi et al., 2019)."""
    inner = (torch.min(a[..., 2:], b[..., 2:]) - torch.max(a[..., :2], b[..., :2])).clamp(min=0).prod(-1)
    area_a = (a[..., 2:] - a[..., :2]).prod(-1)
    area_b = (b[..., 2:] - b[..., :2]).prod(-1)
    union = area_a + area_b - inner + 1e-6
    hull = (torch.max(a[..., 2:], b[..., 2:]) - torch.min(a[..., :2], b[..., :2])).prod(-1) + 1e-6
    iou = inner / union
    return iou, iou - (hull - union) / hull


def loss(maps, targets, kinds, background):
    """Score and box loss of a batch, each divided by the number of cells that hold objects.

    targets [batch, cells, 4] corners in pixels, kinds [batch, cells] as in `assign`; background [batch]: weight of the
    empty cells, lower if a photo may contain things without boxes.
    """
    rows, grid, strides = flatten([level.float() for level in maps])
    held = kinds > 0
    count = held.sum().clamp(min=8).float()
    image, cell = held.nonzero(as_tuple=True)
    boxes = corners(decode(rows[image, cell], grid[cell], strides[cell]))
    iou, giou = overlaps(boxes, targets[image, cell])
    box_loss = (1 - giou).sum() / count

    score = torch.sigmoid(rows[..., 4])
    # The target for cells with objects is the overlap, with a floor so that training starts before boxes fit.
    wanted = torch.zeros_like(score)
    wanted[image, cell] = iou.detach().clamp(0.25, 1)
    weight = torch.where(held, wanted, score.detach() ** 2 * 0.75 * background[:, None])
    weight = torch.where(kinds < 0, torch.zeros_like(weight), weight)
    per_cell = F.binary_cross_entropy_with_logits(rows[..., 4], wanted, reduction="none")
    score_loss = (per_cell * weight).sum() / count
    return score_loss, box_loss, iou.detach().sum() / held.sum().clamp(min=1)
