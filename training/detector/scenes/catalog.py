"""Which kinds exist and how often each is drawn."""

from __future__ import annotations

import numpy as np

from . import outlines
from .baked import Baked, Piped
from .boxes import Crate, Slab
from .composites import Capsule, Cell, Parts
from .kinds import Kind, Solid
from .photos import Photographed
from .profiles import Turned
from .rounds import Coin, Fruit, Log, Rings

_WEIGHTS: dict[type, float] = {
    Solid: 0.22, Rings: 0.11, Baked: 0.10, Turned: 0.10, Parts: 0.10, Fruit: 0.06, Slab: 0.09, Crate: 0.06,
    Capsule: 0.05, Log: 0.04, Coin: 0.04, Piped: 0.03, Cell: 0.0,
}
_PHOTO_SHARE = 0.16


def sample_kind(rng: np.random.Generator, assets) -> Kind:
    """Any kind for an everyday photo."""
    if assets.crops and rng.random() < _PHOTO_SHARE:
        pairs = assets.cutouts(rng, 4)
        if pairs:
            return Photographed(rng, pairs, rng.random() < 0.6)
    classes = list(_WEIGHTS)
    weights = np.array(list(_WEIGHTS.values()))
    return classes[rng.choice(len(classes), p=weights / weights.sum())](rng, assets)


def sample_micro(rng: np.random.Generator, assets) -> Kind:
    """Kinds seen through a microscope or on a culture plate."""
    pick = rng.random()
    if pick < 0.75:
        return Cell(rng, assets)
    return Solid(rng, assets, outlines.blob) if pick < 0.9 else Capsule(rng, assets)
