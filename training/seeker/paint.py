"""Pictures of plans, a whole batch at once: every pixel of every square looks up where in the album it comes from."""

import math

import torch
from torch.nn import functional as F

from .album import LEVELS, Album
from .plans import PANELS, SIDE

_GRAY = 114.0
# Columns of Plan.panels.
_PICTURE, _LEFT, _TOP, _RIGHT, _BOTTOM, _SCALE, _OFFSET, _TRUST = 0, 1, 2, 3, 4, 5, 7, 9


def panel_at(panels: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The panel of each point [B, …] of squares that are not turned yet; PANELS where there is none."""
    chosen = torch.full_like(x, PANELS, dtype=torch.long)
    shape = (-1,) + (1,) * (x.ndim - 1)
    for number in range(PANELS):
        left, top, right, bottom = (panels[:, number, column].view(shape) for column in (_LEFT, _TOP, _RIGHT, _BOTTOM))
        inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
        chosen[inside & (panels[:, number, _PICTURE].view(shape) >= 0)] = number
    return chosen


def unturned(turn: torch.Tensor, size: int, step: float) -> tuple[torch.Tensor, torch.Tensor]:
    """The centers of `size` × `size` cells of rotated squares, in the coordinates of the planned squares."""
    at = (torch.arange(size, device=turn.device) + 0.5) * step
    y, x = (part[None].expand(len(turn), -1, -1) for part in torch.meshgrid(at, at, indexing="ij"))
    way = turn.view(-1, 1, 1)
    x, y = torch.where(way & 4 > 0, y, x), torch.where(way & 4 > 0, x, y)
    return torch.where(way & 1 > 0, SIDE - x, x), torch.where(way & 2 > 0, SIDE - y, y)


def trusts(panels: torch.Tensor, turn: torch.Tensor, stride: int) -> torch.Tensor:
    """How far each cell [B, cells, cells] can be trusted to be empty where nothing is labelled."""
    chosen = panel_at(panels, *unturned(turn, SIDE // stride, stride))
    values = torch.cat([panels[:, :, _TRUST], panels.new_ones(len(panels), 1)], 1)
    return values.gather(1, chosen.flatten(1)).view(chosen.shape)


def squares(album: Album, panels: torch.Tensor, turn: torch.Tensor) -> torch.Tensor:
    """[B, 3, SIDE, SIDE], 0…255."""
    x, y = unturned(turn, SIDE, 1.0)
    chosen = panel_at(panels, x, y)
    rows = torch.cat([panels, panels.new_tensor([-1.0, 0, 0, 0, 0, 1, 1, 0, 0, 1]).expand(len(panels), 1, -1)], 1)

    def of(column: int) -> torch.Tensor:
        return rows[:, :, column].gather(1, chosen.flatten(1)).view(chosen.shape)

    scale_x, scale_y = of(_SCALE), of(_SCALE + 1)
    u, v = (x - of(_OFFSET)) / scale_x, (y - of(_OFFSET + 1)) / scale_y
    # The level at which a step from pixel to pixel is about one.
    level = (-torch.log2(torch.sqrt(scale_x * scale_y)) + 0.35).floor().clamp(0, LEVELS - 1).long()
    picture = of(_PICTURE).long().clamp(min=0)
    shrunk = torch.exp2(-level.float())
    size = album.sizes[picture, level]
    start, width = album.starts[picture, level], size[..., 0]
    colors = _bilinear(album.pixels, start, width, size[..., 1], u * shrunk - 0.5, v * shrunk - 0.5)
    whole = album.sizes[picture, 0]
    outside = (u < 0) | (v < 0) | (u >= whole[..., 0]) | (v >= whole[..., 1])
    colors = torch.where(outside[..., None], album.means[picture], colors)
    colors = torch.where((chosen == PANELS)[..., None], torch.full_like(colors, _GRAY), colors)
    return colors.permute(0, 3, 1, 2)


def _bilinear(pixels: torch.Tensor, start, width, height, u, v) -> torch.Tensor:
    left, top = u.floor(), v.floor()
    right_share, lower_share = (u - left)[..., None], (v - top)[..., None]
    columns = [(left.long() + step).clamp(min=0).minimum(width - 1) for step in (0, 1)]
    rows = [start + (top.long() + step).clamp(min=0).minimum(height - 1) * width for step in (0, 1)]
    upper, lower = (torch.lerp(pixels[row + columns[0]].float(), pixels[row + columns[1]].float(), right_share)
                    for row in rows)
    return torch.lerp(upper, lower, lower_share)


def developed(images: torch.Tensor, seed: int) -> torch.Tensor:
    """Applies the effects of a phone and its owner to pictures [B, 3, H, W], 0…255: color, blur, noise, compression."""
    chance = torch.Generator(device=images.device).manual_seed(seed)
    return _stored(_noisy(_blurred(_colored(images, chance), chance), chance), chance)


def _normal(count: tuple[int, ...], spread: float, chance: torch.Generator) -> torch.Tensor:
    return torch.randn(count, generator=chance, device=chance.device) * spread


def _uniform(count: int, low: float, high: float, chance: torch.Generator) -> torch.Tensor:
    return torch.rand(count, generator=chance, device=chance.device) * (high - low) + low


def _colored(images: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Exposure, contrast, white balance, saturation, gamma."""
    count = len(images)
    gamma, gain = (torch.exp(_normal((count, 1, 1, 1), spread, chance)) for spread in (0.25, 0.18))
    balance, offset = torch.exp(_normal((count, 3, 1, 1), 0.09, chance)), _normal((count, 1, 1, 1), 0.06, chance)
    images = ((images / 255).clamp(1e-4, 1) ** gamma * gain * balance + offset).clamp(0, 1)
    share = torch.where(_uniform(count, 0, 1, chance) < 0.12, images.new_zeros(count), _uniform(count, 0.3, 1.5, chance))
    share = torch.where(_uniform(count, 0, 1, chance) < 0.5, share, images.new_ones(count)).view(-1, 1, 1, 1)
    gray = (images * images.new_tensor([0.114, 0.587, 0.299]).view(1, 3, 1, 1)).sum(1, keepdim=True)
    images = (gray + (images - gray) * share).clamp(0, 1)
    mixed = torch.argsort(torch.rand(count, 3, generator=chance, device=images.device), 1)
    kept = torch.arange(3, device=images.device).expand(count, 3)
    order = torch.where(_uniform(count, 0, 1, chance)[:, None] < 0.06, mixed, kept)
    images = images.gather(1, order[:, :, None, None].expand_as(images))
    negative = (_uniform(count, 0, 1, chance) < 0.03).view(-1, 1, 1, 1)
    return torch.where(negative, 1 - images, images) * 255


def _blurred(images: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """A fifth of the pictures out of focus."""
    count, reach = len(images), 4
    spread = torch.exp(_uniform(count, math.log(0.4), math.log(1.8), chance))
    away = torch.arange(-reach, reach + 1, device=images.device)
    kernel = torch.exp(-(away[None] ** 2) / (2 * spread[:, None] ** 2))
    sharp = (_uniform(count, 0, 1, chance) > 0.2)[:, None]
    kernel = torch.where(sharp, (away == 0)[None].to(kernel.dtype), kernel)
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(3, 0)
    flat = F.pad(images.reshape(1, count * 3, *images.shape[2:]), (reach,) * 4, mode="reflect")
    flat = F.conv2d(flat, kernel[:, None, None, :], groups=count * 3)
    return F.conv2d(flat, kernel[:, None, :, None], groups=count * 3).view_as(images)


def _noisy(images: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    count = len(images)
    strength = torch.where(_uniform(count, 0, 1, chance) < 0.15, _uniform(count, 2, 14, chance), images.new_zeros(count))
    noise = torch.randn(images.shape, generator=chance, device=images.device)
    return images + noise * strength.view(-1, 1, 1, 1)


def _stored(images: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Applies JPEG-like compression, channel by channel, to some of the pictures."""
    count, (height, width) = len(images), images.shape[2:]
    step = torch.where(_uniform(count, 0, 1, chance) < 0.15, _uniform(count, 4, 30, chance), images.new_full((count,), 0.5))
    place = torch.arange(8, device=images.device)
    wave = torch.cos((2 * place[None] + 1) * place[:, None] * math.pi / 16) / 2
    wave[0] /= math.sqrt(2)
    blocks = images.reshape(count, 3, height // 8, 8, width // 8, 8).transpose(3, 4)
    parts = wave @ blocks @ wave.T
    # Fine waves are stored more coarsely.
    steps = step.view(-1, 1, 1, 1, 1, 1) * (1 + 0.45 * (place[:, None] + place[None]))
    parts = torch.round(parts / steps) * steps
    return (wave.T @ parts @ wave).transpose(3, 4).reshape(images.shape).clamp(0, 255)
