"""Which hard scenes there are."""

import numpy as np

from ...detector.scenes import Assets, catalog, color
from ...detector.scenes.baked import Baked, Piped
from ...detector.scenes.boxes import Crate, Slab
from ...detector.scenes.composites import Capsule
from ...detector.scenes.kinds import Kind, Solid
from ...detector.scenes.profiles import Turned
from ...detector.scenes.recipes import Recipe
from ...detector.scenes.rounds import Coin, Fruit, Log, Rings
from .siblings import siblings
from .wholes import Code, Topped, grid_places, ring_places, strewn_places

_SHAPES = (Solid, Rings, Baked, Piped, Turned, Fruit, Slab, Crate, Capsule, Coin)


def sample_recipe(rng: np.random.Generator, assets: Assets) -> Recipe:
    return _RECIPES[rng.integers(len(_RECIPES))](rng, assets)


def _flavors(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Two to four kinds of the same shape and size, mixed or sorted."""
    kind = _SHAPES[rng.integers(len(_SHAPES))](rng, assets) if rng.random() < 0.8 else _decorated(rng, assets)
    family = siblings(rng, kind, int(rng.choice([2, 3, 4], p=[0.5, 0.3, 0.2])))
    return Recipe(family, sizes=(22, 170), same_size=True)


def _cakes(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Decorated cakes, tarts and biscuits on a tray; sometimes of several sorts."""
    kind = _decorated(rng, assets)
    kinds = siblings(rng, kind, int(rng.integers(1, 4)))
    return Recipe(kinds, ("grid", "grid", "grid", "scatter", "rows"), (48, 220), 0.6, 0.15, same_size=True)


def _decorated(rng: np.random.Generator, assets: Assets) -> Kind:
    whole = (Baked, Piped, Solid, Rings, Slab)[rng.integers(5)](rng, assets)
    if isinstance(whole, Slab):
        whole = Slab(rng, assets, rng.uniform(0.45, 1))
    part = (Fruit, Solid, Rings, Capsule, Coin)[rng.integers(5)](rng, assets)
    count = int(rng.integers(1, 10))
    pick = rng.random()
    if count == 1:
        places, size = np.zeros((1, 2)), rng.uniform(0.25, 0.6)
    elif pick < 0.5:
        places, size = ring_places(count, rng.uniform(0.4, 0.7), rng.random() < 0.5), rng.uniform(0.12, 0.35)
    else:
        places, size = strewn_places(rng, count * 2), rng.uniform(0.07, 0.2)
    return Topped(rng, whole, part, places, size)


def _pips(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Dominoes, dice, cards, tablets in strips, bars of chocolate: slabs with a lattice of like marks."""
    columns, rows = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    whole = Slab(rng, assets, float(np.clip(rows / columns * rng.uniform(0.8, 1.2), 0.3, 1)))
    whole.label, whole.bands = False, []
    part = (Solid, Coin, Rings, Capsule)[rng.integers(4)](rng, assets)
    size = rng.uniform(0.4, 0.85) / max(columns, rows)
    kind = Topped(rng, whole, part, grid_places(columns, rows, rng.uniform(0.75, 0.95)), size)
    kind.missing = rng.choice([0.0, 0.3])
    return Recipe([kind], ("grid", "scatter", "rows", "bond", "heap"), (50, 300))


def _crates(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Crates of bottles from above, side by side: the crate is the thing."""
    columns, rows = int(rng.integers(3, 7)), int(rng.integers(2, 6))
    whole = Slab(rng, assets, float(np.clip(rows / columns, 0.4, 1)))
    whole.label, whole.bands, whole.free = False, [], False
    kind = Topped(rng, whole, Rings(rng, assets), grid_places(columns, rows, 0.95), 0.85 / max(columns, rows))
    kind.missing = rng.choice([0.0, 0.0, 0.2])
    return Recipe([kind], ("grid", "bond", "rows"), (90, 300), 0.1, 0.0)


def _cartons(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Cartons with print on every face, of one or several sorts, stacked."""
    kind = Crate(rng, assets) if rng.random() < 0.5 else Slab(rng, assets, rng.uniform(0.4, 1))
    kind.label = True
    if isinstance(kind, Slab) and rng.random() < 0.6:
        mark = Solid(rng, assets)
        kind = Topped(rng, kind, mark, strewn_places(rng, int(rng.integers(1, 5)), 0.6), rng.uniform(0.1, 0.3))
    kinds = siblings(rng, kind, int(rng.integers(1, 4)))
    return Recipe(kinds, ("bond", "grid", "rows"), (50, 260), 0.1, 0.0, same_size=True)


def _vials(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Capped vials in a rack with empty places; caps of several colors, often with a code or a mark."""
    kind: Kind = Rings(rng, assets)
    if rng.random() < 0.6:
        mark = Code(rng, assets) if rng.random() < 0.6 else Solid(rng, assets)
        kind = Topped(rng, kind, mark, np.zeros((1, 2)), rng.uniform(0.35, 0.6))
    kinds = siblings(rng, kind, int(rng.integers(1, 4)))
    return Recipe(kinds, ("grid",), (24, 130), 0.7, 0.85, same_size=True)


def _books(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Spines with letters and bands, standing or lying."""
    slab = Slab(rng, assets, rng.uniform(0.08, 0.3))
    slab.free, slab.turn, slab.label = False, rng.choice([0.0, 90.0, 90.0]), True
    slab.skin.assorted, slab.vary = rng.random() < 0.6, rng.uniform(0, 0.25)
    slab.bands = rng.uniform(0.05, 0.95, rng.integers(0, 4))
    return Recipe([slab], ("rows",), (110, 460), 0.1, 0.0)


def _rods(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Long thin things side by side: pencils, pipes, sticks, straws; touching."""
    if rng.random() < 0.7:
        rod: Kind = Slab(rng, assets, rng.uniform(0.06, 0.14))
        rod.style, rod.strength, rod.round = "dome", rng.uniform(0.5, 1), rng.choice([0.0, 0.06])
        rod.skin.assorted = rng.random() < 0.4
    else:
        rod = Turned(rng, assets)
    rod.free, rod.turn = False, rng.choice([0.0, 90.0])
    kinds = siblings(rng, rod, int(rng.integers(1, 4)))
    return Recipe(kinds, ("rows", "rows", "bond"), (110, 480), 0.3, 0.0, same_size=True)


def _bricks(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Walls and stacks of bricks with holes or stamps."""
    brick = Slab(rng, assets, rng.uniform(0.3, 0.55))
    brick.label, brick.free, brick.vary = False, False, 0.0
    brick.skin.base = color.hsv(rng.normal(16, 9), rng.uniform(0.2, 0.75), rng.uniform(0.3, 0.85))
    hole = Solid(rng, assets)
    hole.skin.base = color.near(rng, brick.skin.base * np.float32(0.4), 8)
    kind = Topped(rng, brick, hole, grid_places(int(rng.integers(2, 6)), int(rng.integers(1, 4))), rng.uniform(0.08, 0.18))
    return Recipe([kind], ("bond", "bond", "grid", "rows"), (50, 260), 0.0, 0.0)


def _mixed(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Different things of about one size among each other, and heaps of two sorts."""
    kinds = [catalog.sample_kind(rng, assets) for _ in range(int(rng.integers(2, 5)))]
    return Recipe(kinds, ("grid", "scatter", "scatter", "pack", "heap", "rows"), (24, 150), same_size=True)


def _logs(rng: np.random.Generator, assets: Assets) -> Recipe:
    """Round ends with rings in them, stacked: the rings are no things."""
    kinds = siblings(rng, Log(rng, assets) if rng.random() < 0.6 else Rings(rng, assets), int(rng.integers(1, 3)))
    return Recipe(kinds, ("pack", "pack", "grid"), (40, 200), 0.0, 0.0, same_size=True)


_RECIPES = (_flavors, _flavors, _flavors, _cakes, _cakes, _pips, _crates, _cartons, _vials, _books, _rods, _bricks,
            _mixed, _mixed, _logs)
