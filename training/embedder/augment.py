"""Changes of light and lens for a batch of crops, and things in the way.

One photo has one light, one lens and one compression, so most changes are drawn per photo and only a little per crop:
color tells kinds apart, and a network that is taught to ignore it would be blind to red and blue bolts.
"""

import cv2
import numpy as np
import torch

from .crops import FILL


def intrude(crop, mask, other, rng):
    """Covers up to about a third of `crop` with a patch of `other`, a neighbor's crop, entering from an edge."""
    side = crop.shape[0]
    rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if len(rows) < 8 or len(cols) < 8:
        return crop
    height, width = len(rows), len(cols)
    angle, depth = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.42)
    yy, xx = np.mgrid[0:side, 0:side].astype(np.float32)
    u, v = (xx - cols[0] - width / 2) / (width / 2), (yy - rows[0] - height / 2) / (height / 2)
    if rng.random() < 0.5:
        patch = u * np.cos(angle) + v * np.sin(angle) > 1 - depth * 1.6
    else:
        away = 2.0 - depth * 1.6
        patch = (u - away * np.cos(angle)) ** 2 + (v - away * np.sin(angle)) ** 2 < 1
    patch &= mask
    crop = crop.copy()
    if rng.random() < 0.3:
        crop[patch] = rng.integers(0, 256, 3)
    else:
        crop[patch] = np.rot90(other, rng.integers(4))[patch]
    return crop


def squeeze(crop, rng):
    """A round trip through JPEG."""
    done, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 92))])
    return cv2.imdecode(data, cv2.IMREAD_COLOR) if done else crop


def per_photo(rng, photos, low, high):
    return rng.uniform(low, high, photos).astype(np.float32)


def relight(crops, masks, photo, rng):
    """Float crops [N, 3, H, W] 0..255 under the light of their photo `photo` [N] (numbers from 0), filled again with
    gray 114 outside `masks` [N, H, W]."""
    count, photos = len(crops), int(photo.max()) + 1
    draw = lambda low, high: torch.from_numpy(per_photo(rng, photos, low, high))[photo]
    own = lambda low, high, *shape: torch.from_numpy(rng.uniform(low, high, (count, *shape)).astype(np.float32))
    x = crops / 255
    gray = x.mean(1, keepdim=True)
    some = torch.from_numpy((rng.random(photos) < 0.1).astype(np.float32))[photo]
    saturation = (draw(0.5, 1.4) * (1 - some))[:, None, None, None]
    x = gray + (x - gray) * saturation
    balance = torch.from_numpy(rng.uniform(0.85, 1.15, (photos, 3)).astype(np.float32))[photo]
    gain = balance * own(0.97, 1.03, 3) * (draw(0.6, 1.3) * own(0.88, 1.12))[:, None]
    x = x * gain[:, :, None, None]
    # A ramp of light over the crop: the shaded side of an object turns with it.
    line = torch.linspace(-1, 1, x.shape[-1])
    ramp = 1 + own(-0.18, 0.18)[:, None, None] * line[None, None, :] + own(-0.18, 0.18)[:, None, None] * line[:, None]
    x = (x * ramp[:, None]).clamp(0, 1)
    x = x.clamp_min(1e-4) ** draw(0.7, 1.4)[:, None, None, None]
    noise = (draw(-0.02, 0.04).clamp_min(0) * 1.5)[:, None, None, None]
    x = (x + noise * torch.from_numpy(rng.standard_normal(x.shape, np.float32))).clamp(0, 1)
    return torch.where(masks[:, None], x * 255, torch.tensor(float(FILL)))
