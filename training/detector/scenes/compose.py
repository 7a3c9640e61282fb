"""Puts a scene together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from . import background, catalog, color
from .camera import expose
from .groups import Group, Light, ensure_contrast, extent_of, make_group, put
from .labels import finish
from .layout import Layout, arrange
from .paint import EXTENT, Board
from .recipes import Recipe, sample_recipe
from .sprites import bake
from .view import View, project, sample_view


@dataclass
class Scene:
    image: np.ndarray  # uint8 [H, W, 3], BGR
    boxes: np.ndarray  # float32 [N, 5]: x0, y0, x1, y1 in pixels, kind
    seen: np.ndarray | None = None  # int16 [H, W]: which box's thing is seen there; below 0: none of them


@dataclass(frozen=True)
class Craft:
    """How things are rendered; by default, as the detector's training data."""

    light: Callable[[np.random.Generator], Light] = Light.sample
    extent: int = EXTENT  # more cover than this belongs to an object


def render_scene(rng: np.random.Generator, size: int, assets, craft: Craft = Craft()) -> Scene:
    """One picture of `size`×`size` with every object that can be seen in it."""
    if rng.random() < 0.08:
        return _empty(rng, size, assets)
    return render_recipe(rng, size, assets, sample_recipe(rng, assets), craft)


def render_recipe(rng: np.random.Generator, size: int, assets, recipe: Recipe, craft: Craft = Craft()) -> Scene:
    """One picture of what the recipe puts together."""
    view = View(size) if recipe.micro else sample_view(rng, size)
    board = _paint(rng, assets, view, recipe, craft)
    image, boxes, seen = finish(board, view, size)
    if rng.random() < 0.06:
        background.glare(rng, image)
    gray = rng.random() < (0.6 if recipe.micro else 0.02)
    return Scene(expose(rng, image, assets.noise, gray, _detail(boxes)), boxes, seen)


def _detail(boxes: np.ndarray) -> float:
    if len(boxes) == 0:
        return 40.0
    return float(np.percentile(np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]), 20))


def _empty(rng, size, assets) -> Scene:
    """Nothing to count: a surface, print, strokes, empty pits, or one thing so near that only a part is seen."""
    image = background.surface(rng, assets, size, busy=True)
    pick = rng.random()
    if pick < 0.2:
        image = _close_up(rng, size, assets, image)
    elif pick < 0.35:
        background.page(rng, image)
    elif pick < 0.5:
        background.tray(rng, image)
    if rng.random() < 0.5:
        background.clutter(rng, image, int(rng.integers(1, 12)))
    return Scene(expose(rng, image, assets.noise, rng.random() < 0.1), np.zeros((0, 5), np.float32))


def _close_up(rng, size, assets, image) -> np.ndarray:
    board = Board(image)
    sprite = bake(catalog.sample_kind(rng, assets), rng, 288, rng.uniform(0, 360), Light.sample(rng).toward)
    f = size * rng.uniform(2.2, 4.5) / sprite.unit
    h, w = sprite.cover.shape
    m = np.float32([[f, 0, size * rng.uniform(0.2, 0.8) - f * w / 2], [0, f, size * rng.uniform(0.2, 0.8) - f * h / 2]])
    layers = [cv2.warpAffine(p, m, (size, size)) for p in (sprite.bgr, sprite.alpha, sprite.cover)]
    board.paste(*layers, 0, 0, -1)
    return board.image


def _object_size(rng, side: int, recipe: Recipe, extent: tuple[float, float]) -> float:
    """The longer side in pixels; slim things are given more, so that they stay more than a thread."""
    if recipe.sizes:
        low, high = recipe.sizes
    elif rng.random() < 0.32:
        low, high = 110, 480
    else:
        low, high = 12, 200
    low, high = low * side / 640, high * side / 640
    least = max(low, 8 * side / 640 / min(extent))
    return float(np.exp(rng.uniform(np.log(least), np.log(max(high, least * 1.5)))))


def _paint(rng, assets, view: View, recipe: Recipe, craft: Craft = Craft()) -> Board:
    light = craft.light(rng)
    if recipe.micro:
        light.shadow = 0.0
    extent = extent_of(recipe.kinds[0], rng, light)
    base = _object_size(rng, view.side, recipe, extent)
    layout = arrange(rng, view.side, base, extent, recipe.styles)
    image = background.surface(rng, assets, view.side, busy=False, names=recipe.backdrops)
    if rng.random() < recipe.tray:
        background.tray(rng, image)
    if rng.random() < 0.12 and not recipe.micro:
        background.clutter(rng, image, int(rng.integers(1, 5)))
    if rng.random() < 0.1:
        _blend_in(rng, image, recipe)
    points, grow = _places(rng, image, view, layout, base * max(extent), recipe)
    board = Board(image, craft.extent)
    groups = _groups(rng, recipe, base, layout, light, len(points))
    ensure_contrast(rng, board, groups, light, layout)
    _fill(rng, board, groups, layout, points, grow, view, light)
    if not recipe.micro and rng.random() < 0.25:
        _distract(rng, board, assets, base, light, len(recipe.kinds))
    if not recipe.micro and rng.random() < 0.08:
        _cover_some(rng, board)
    return board


def _blend_in(rng, image, recipe: Recipe) -> None:
    """White on white, brown on brown: only form, border and shadow tell the objects from what they lie on."""
    around = image[::16, ::16].reshape(-1, 3).astype(np.float32).mean(0)
    for kind in recipe.kinds:
        skin = getattr(kind, "skin", None)
        if skin is not None:
            skin.base, skin.assorted, skin.spread = color.near(rng, around, 12), False, min(skin.spread, 6.0)


def _places(rng, image, view: View, layout: Layout, reach: float, recipe: Recipe):
    """The positions of the objects in the picture and their magnification; draws pits on the way."""
    points = layout.points
    grow = layout.scale if layout.scale is not None else np.ones(len(points), np.float32)
    if view.place is not None:
        points, nearer = project(view.place, points)
        grow = grow * nearer
    if len(points) and not layout.touching and rng.random() < recipe.wells:
        background.wells(rng, image, points, grow * reach * 0.5 * rng.uniform(0.95, 1.2), view.squash)
        kept = rng.random(len(points)) < rng.choice([1.0, 0.8, 0.4])
        points, grow = points[kept], grow[kept]
    return points, grow


def _groups(rng, recipe: Recipe, base, layout: Layout, light, count) -> list[Group]:
    groups = []
    for number, kind in enumerate(recipe.kinds):
        size = base if number == 0 or recipe.same_size else base * rng.uniform(0.6, 1.2)
        share = count if number == 0 else max(4, count // 4)
        groups.append(make_group(rng, kind, number, size, layout, light, share))
    return groups


def _fill(rng, board, groups, layout, points, grow, view, light) -> None:
    share = rng.uniform(0.55, 0.9) if len(groups) > 1 else 1.0
    own = np.where(rng.random(len(points)) < share, 0, rng.integers(0, len(groups), len(points)))
    if len(groups) > 1 and rng.random() < 0.3 and len(points):  # sorted: each kind has its own part of the picture
        own = (np.argsort(np.argsort(points[:, rng.integers(2)])) * len(groups) // len(points)).astype(int)
    order = np.arange(len(points)) if layout.ordered else np.argsort(points[:, 1])
    for i in order:
        put(rng, board, groups[own[i]], points[i], grow[i], view.squash, light)


def _distract(rng, board: Board, assets, base, light, first: int) -> None:
    """One to four single things of other kinds: whole objects, so they are labelled as well."""
    side = board.image.shape[0]
    alone = Layout(np.zeros((0, 2)), 0.0, False, False, False)
    for k in range(int(rng.integers(1, 5))):
        kind = catalog.sample_kind(rng, assets)
        size = float(np.clip(base * np.exp(rng.normal(0.3, 0.6)), 24 * side / 640, 0.5 * side))
        group = make_group(rng, kind, first + k, size, alone, light, 1)
        put(rng, board, group, rng.uniform(0.02, 0.98, 2) * side, 1.0, 1.0, light)


def _cover_some(rng, board: Board) -> None:
    """A strip, finger or cable in front: it hides, and is not an object."""
    side = board.image.shape[0]
    mask = np.zeros((side, side), np.uint8)
    wide = int(np.exp(rng.uniform(np.log(0.008), np.log(0.14))) * side) + 1
    p, q = rng.uniform(-0.1, 1.1, 2) * side, rng.uniform(-0.1, 1.1, 2) * side
    if rng.random() < 0.5:
        q[rng.integers(2)] = rng.choice([-0.2, 1.2]) * side
    cv2.line(mask, tuple(int(v) for v in p), tuple(int(v) for v in q), 255, wide, cv2.LINE_AA)
    tone = np.empty((side, side, 3), np.uint8)
    tone[:] = color.any_color(rng).astype(np.uint8)
    board.paste(tone, mask, mask, 0, 0, -1)
