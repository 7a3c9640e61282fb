"""Changes of light and lens for a batch of crops, and things in the way.

One photo has one light, one lens and one compression, so most changes are drawn per photo and only a little per crop:
color tells kinds apart, and a network that is taught to ignore it would be blind to red and blue bolts.
"""

import cv2
import numpy as np

from .crops import FILL

# Noise is cut from one long strip: drawing fresh numbers for every crop took a third of the time of a step.
GRAIN = np.random.default_rng(7).standard_normal(1 << 20, np.float32)


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


class Light:
    """The light, white balance, tone curve and noise of one photo, drawn once and applied to each of its crops."""

    def __init__(self, rng):
        saturation = 0.0 if rng.random() < 0.1 else rng.uniform(0.5, 1.4)
        mix = np.full((3, 3), (1 - saturation) / 3) + saturation * np.eye(3)
        self.mix = mix * (rng.uniform(0.85, 1.15, (3, 1)) * rng.uniform(0.6, 1.3))
        self.curve = (255 * np.linspace(0, 1, 256) ** rng.uniform(0.7, 1.4)).astype(np.uint8)
        self.noise = max(0.0, rng.uniform(-8, 15))

    def apply(self, crop, mask, rng):
        """`crop` under this light with small random changes, filled again with gray 114 outside `mask`."""
        side = crop.shape[0]
        own = rng.uniform(0.97, 1.03, (3, 1)) * rng.uniform(0.88, 1.12)
        lit = cv2.LUT(cv2.transform(crop, self.mix * own), self.curve).astype(np.float32)
        # A ramp of light over the crop: the shaded side of an object turns with it.
        line = np.linspace(-1, 1, side, dtype=np.float32)
        across, down = rng.uniform(-0.18, 0.18, 2).astype(np.float32)
        lit *= (1 + across * line[None, :] + down * line[:, None])[..., None]
        if self.noise:
            start = rng.integers(len(GRAIN) - lit.size)
            lit += np.float32(self.noise) * GRAIN[start:start + lit.size].reshape(lit.shape)
        lit = np.clip(lit, 0, 255).astype(np.uint8)
        lit[~mask] = FILL
        return lit
