"""Which cell has to answer for which thing, for a whole batch at once."""

from typing import NamedTuple

import torch

from .net import STRIDE
from .plans import AVOID, HOLD, LEAVE, LEAVE_MIDDLE

EMPTY, THING, HARD, UNJUDGED = 0, 1, 2, -1
_REACH = 1.5  # cells this far from the middle of a thing, in strides, answer for it


class Targets(NamedTuple):
    boxes: torch.Tensor  # [B, cells, 4]
    states: torch.Tensor  # [B, cells]: one of the four above


def targets(boxes: torch.Tensor, roles: torch.Tensor, side: int) -> Targets:
    """The targets of a square's cells for boxes [B, N, 4] with their roles [B, N].

    Cells around the middle of a held box answer for it, of two things for the nearer one; cells in the middle of boxes
    to avoid must stay silent more than others; what is left out is not judged.
    """
    count = side // STRIDE
    at = torch.arange(count, device=boxes.device, dtype=torch.float32)
    middle, extent = (boxes[..., :2] + boxes[..., 2:]) / 2 / STRIDE - 0.5, (boxes[..., 2:] - boxes[..., :2]) / STRIDE
    # Never beyond the middle half of the thing, and always the one cell that holds its center.
    reach = (extent / 4).clamp(min=0.5, max=_REACH)
    away = (at.view(1, 1, -1, 1) - middle[:, :, None, :]).abs()  # [B, N, count, 2]: along x and y
    within = away <= reach[:, :, None, :]
    around = within[:, :, None, :, 0] & within[:, :, :, None, 1]  # [B, N, rows, columns]
    low, high = boxes[..., :2] / STRIDE, boxes[..., 2:] / STRIDE
    edge = at.view(1, 1, -1, 1)
    covered = (edge + 1 > low[:, :, None, :]) & (edge < high[:, :, None, :])
    under = covered[:, :, None, :, 0] & covered[:, :, :, None, 1]

    def of(role: int) -> torch.Tensor:
        return (roles == role)[:, :, None, None]

    states = torch.zeros(len(boxes), count, count, device=boxes.device)
    states[((of(LEAVE) & under) | (of(LEAVE_MIDDLE) & around)).any(1)] = UNJUDGED
    apart = away[:, :, None, :, 0] ** 2 + away[:, :, :, None, 1] ** 2
    nearest, which = torch.where(of(HOLD) & around, apart, torch.inf).min(1)
    states[nearest < torch.inf] = THING
    states[(of(AVOID) & around).any(1) & (states == EMPTY)] = HARD
    held = boxes.gather(1, which.flatten(1)[..., None].expand(-1, -1, 4))
    return Targets(held, states.flatten(1))
