"""Realistic combinations: kinds with their usual arrangements, sizes and surroundings."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from . import catalog, color, composites, outlines
from .baked import Baked, Piped
from .boxes import Crate, Slab
from .composites import Capsule, Parts
from .kinds import Kind, Solid
from .photos import Photographed
from .profiles import Turned
from .rounds import Coin, Fruit, Log, Rings


@dataclass
class Recipe:
    kinds: list[Kind]
    styles: tuple[str, ...] = ()  # empty: any arrangement
    sizes: tuple[float, float] | None = None  # of the longer side in a picture of 640; None: any
    tray: float = 0.25  # chance of something bounded underneath
    wells: float = 0.08  # chance of a pit under every place
    micro: bool = False
    backdrops: tuple[str, ...] = field(default=())  # empty: any surface
    same_size: bool = False  # all kinds as large as the first


def sample_recipe(rng: np.random.Generator, assets) -> Recipe:
    """A familiar combination about half of the time, else anything with anything."""
    pick = rng.random()
    if pick < 0.07:
        kinds = [catalog.sample_micro(rng, assets) for _ in range(rng.choice([1, 2], p=[0.8, 0.2]))]
        return Recipe(kinds, ("scatter", "scatter", "clusters", "pack", "heap"), (11, 90), 0.0, 0.0, True,
                      ("plain", "cloudy"))
    if pick < 0.55:
        return _FAMILIAR[rng.integers(len(_FAMILIAR))](rng, assets)
    number = int(rng.choice([1, 2, 3, 4], p=[0.6, 0.24, 0.1, 0.06]))
    return Recipe([catalog.sample_kind(rng, assets) for _ in range(number)])


def _wall(rng, assets):
    slab = Slab(rng, assets, rng.uniform(0.25, 0.7))
    slab.free, slab.round, slab.vary = True, rng.choice([0.0, 0.04, 0.1]), 0.0
    if rng.random() < 0.5:
        slab.skin.base = color.hsv(rng.normal(15, 8), rng.uniform(0.3, 0.75), rng.uniform(0.3, 0.8))
    return Recipe([slab], ("bond",), (30, 220), 0.0, 0.0)


def _shelf(rng, assets):
    """Books, cases, pencils, bars: long things side by side, standing or lying."""
    slab = Slab(rng, assets, rng.uniform(0.08, 0.35)) if rng.random() < 0.7 else Turned(rng, assets)
    slab.free = True
    if isinstance(slab, Slab):
        slab.turn, slab.round = rng.choice([0.0, 90.0, 90.0]), rng.choice([0.0, 0.02, 0.06])
        slab.skin.assorted = rng.random() < 0.5
        slab.vary = rng.uniform(0, 0.15)
    return Recipe([slab], ("rows",), (60, 420), 0.15, 0.0)


def _cartons(rng, assets):
    kind = Crate(rng, assets)
    return Recipe([kind], ("bond", "bond", "grid", "rows", "heap"), (40, 260), 0.1, 0.0)


def _pile_of_rounds(rng, assets):
    kind = (Log if rng.random() < 0.6 else Rings)(rng, assets)
    return Recipe([kind], ("pack", "pack", "grid", "heap"), (20, 150), 0.0, 0.0)


def _heap_of_fruit(rng, assets):
    return Recipe([Fruit(rng, assets)], ("heap", "heap", "pack", "grid"), (24, 190))


def _bakery(rng, assets):
    number = int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))
    kinds: list[Kind] = [(Baked if rng.random() < 0.7 else Piped)(rng, assets) for _ in range(number)]
    return Recipe(kinds, ("grid", "grid", "grid", "scatter", "pack", "fan"), (28, 240), 0.6, 0.15)


def _crate_from_above(rng, assets):
    return Recipe([Rings(rng, assets)], ("grid",), (24, 160), 0.5, 0.45)


def _crowd(rng, assets):
    parts = Parts(rng, assets, composites.PEOPLE if rng.random() < 0.5 else composites.CARS)
    return Recipe([parts], ("scatter", "clusters", "grid", "rows", "pack"), (14, 120), 0.05, 0.0)


def _animals(rng, assets):
    parts = Parts(rng, assets, composites.ANIMALS)
    return Recipe([parts], ("scatter", "clusters", "rows", "heap"), (16, 170), 0.0, 0.0)


def _pills(rng, assets):
    kinds: list[Kind] = [Capsule(rng, assets) for _ in range(rng.choice([1, 2, 3], p=[0.65, 0.2, 0.15]))]
    return Recipe(kinds, ("heap", "scatter", "scatter", "grid", "pack"), (18, 180), 0.35)


def _hardware(rng, assets):
    make = (outlines.gear, outlines.polygon, outlines.circle, outlines.letter)[rng.integers(4)]
    part: Kind = Solid(rng, assets, make) if rng.random() < 0.6 else Turned(rng, assets)
    if isinstance(part, Solid):
        part.hole = part.hole or rng.uniform(0.25, 0.6)
        part.finish.metal = rng.uniform(0.2, 0.9)
        part.skin.base = color.hsv(rng.uniform(20, 50), rng.uniform(0, 0.35), rng.uniform(0.35, 0.85))
    return Recipe([part], ("scatter", "scatter", "heap", "grid", "pack"), (20, 230))


def _coins(rng, assets):
    kinds: list[Kind] = [Coin(rng, assets) for _ in range(rng.choice([1, 2, 3], p=[0.5, 0.25, 0.25]))]
    return Recipe(kinds, ("scatter", "heap", "fan", "grid", "pack", "rows"), (24, 240))


def _standing(rng, assets):
    """Bottles, pieces, figures seen from the side, one behind the other."""
    kind: Kind = Turned(rng, assets) if rng.random() < 0.7 else Parts(rng, assets, composites.FIGURES)
    kind.free = False
    return Recipe([kind], ("rows", "grid", "heap", "bond"), (40, 360), 0.0, 0.0)


def _photographed(rng, assets):
    pairs = assets.cutouts(rng, 6)
    if not pairs:
        return _heap_of_fruit(rng, assets)
    return Recipe([Photographed(rng, pairs, rng.random() < 0.6)], (), (26, 330))


_FAMILIAR = (_wall, _shelf, _shelf, _cartons, _pile_of_rounds, _heap_of_fruit, _bakery, _bakery, _crate_from_above,
             _crowd, _animals, _pills, _hardware, _coins, _standing, _photographed, _photographed)
