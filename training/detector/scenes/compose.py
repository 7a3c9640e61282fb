"""Puts a scene together and says what can be seen in it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from scipy import ndimage

from . import background, catalog
from .camera import expose
from .kinds import Kind
from .layout import Layout, arrange
from .paint import Board, scaled
from .sprites import Sprite, bake
from .view import View, project, sample_view

VISIBLE = 0.35  # least part of an object that must be seen for it to be labelled
FAINT = 6.0  # an object that changes the picture by less cannot be told from its background
_VARIANTS = 14
_LARGEST_BAKE = 256


@dataclass
class Scene:
    image: np.ndarray  # uint8 [H, W, 3], BGR
    boxes: np.ndarray  # float32 [N, 5]: x0, y0, x1, y1 in pixels, kind


@dataclass
class Light:
    toward: np.ndarray  # unit vector to the light
    shadow: float  # strength
    offset: np.ndarray  # of the shadow, in object sizes
    soft: float  # blur, in object sizes

    @staticmethod
    def sample(rng: np.random.Generator) -> "Light":
        a, up = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.95)
        flat = np.sqrt(1 - up * up)
        toward = np.array([flat * np.cos(a), flat * np.sin(a), up], np.float32)
        strength = rng.uniform(0.2, 0.75) if rng.random() < 0.65 else 0.0
        return Light(toward, strength, -toward[:2] * rng.uniform(0.02, 0.16), rng.uniform(0.015, 0.12))


def render_scene(rng: np.random.Generator, size: int, assets) -> Scene:
    """One picture of `size`×`size` with every object that can be seen in it."""
    pick = rng.random()
    if pick < 0.08:
        return _empty(rng, size, assets)
    micro = pick < 0.14
    gray = micro and rng.random() < 0.7
    view = View(size) if micro else sample_view(rng, size)
    board = _paint(rng, size, assets, view, micro)
    boxes, image = _labels(board, view, size)
    return Scene(expose(rng, image, assets.noise, gray), boxes)


def _empty(rng, size, assets) -> Scene:
    image = background.surface(rng, assets, size, busy=True)
    if rng.random() < 0.3:
        background.tray(rng, image)
    if rng.random() < 0.6:
        background.clutter(rng, image, int(rng.integers(1, 12)))
    image = expose(rng, image, assets.noise, rng.random() < 0.1)
    return Scene(image, np.zeros((0, 5), np.float32))


def _object_size(rng, side) -> float:
    if rng.random() < 0.22:
        return rng.uniform(0.19, 0.62) * side
    return float(np.exp(rng.uniform(np.log(10 / 640), np.log(200 / 640)))) * side


@dataclass
class _Group:
    """Individuals of one kind, baked, and how they are scaled."""

    number: int
    size: float
    bank: list[Sprite]
    jitter: float


def _paint(rng, size, assets, view: View, micro: bool) -> Board:
    side = view.side
    light, base = Light.sample(rng), _object_size(rng, side)
    if micro:
        light.shadow = 0.0
        base = float(np.clip(base, 10 * side / 640, 90 * side / 640))
    sample = catalog.sample_micro if micro else catalog.sample_kind
    kinds = [sample(rng, assets) for _ in range(int(rng.choice([1, 2, 3, 4], p=[0.62, 0.22, 0.1, 0.06])))]
    extent = _extent(kinds[0], rng, light)
    layout = arrange(rng, side, base, extent)
    image = background.surface(rng, assets, side, busy=False)
    if rng.random() < 0.3 and not micro:
        background.tray(rng, image)
    if rng.random() < 0.15 and not micro:
        background.clutter(rng, image, int(rng.integers(1, 6)))
    points, grow = layout.points, np.ones(len(layout.points), np.float32)
    if view.place is not None:
        points, grow = project(view.place, layout.points)
    if rng.random() < 0.12 and not layout.touching:
        background.wells(rng, image, points, grow * base * 0.5 * max(extent) * rng.uniform(0.95, 1.2), view.squash)
        emptied = rng.random(len(points)) < rng.choice([1.0, 0.8, 0.5])
        points, grow = points[emptied], grow[emptied]
    board = Board(image)
    groups = _groups(rng, kinds, base, layout, light, len(points))
    share = rng.uniform(0.55, 0.9) if len(kinds) > 1 else 1.0
    own = np.where(rng.random(len(points)) < share, 0, rng.integers(0, len(kinds), len(points)))
    _ensure_contrast(rng, board, groups, light, layout)
    order = np.arange(len(points)) if layout.ordered else np.argsort(points[:, 1])
    for i in order:
        _put(rng, board, groups[own[i]], points[i], grow[i], view.squash, light)
    if not micro and rng.random() < 0.3:
        _distract(rng, board, assets, base, light, len(kinds))
    if not micro and rng.random() < 0.08:
        _cover_some(rng, board)
    return board


def _extent(kind: Kind, rng, light) -> tuple[float, float]:
    probe = bake(kind, rng, 48, 0.0, light.toward)
    h, w = probe.cover.shape
    return max(w / probe.unit, 0.08), max(h / probe.unit, 0.08)


def _groups(rng, kinds, base, layout: Layout, light, count) -> list[_Group]:
    groups = []
    for number, kind in enumerate(kinds):
        size = base if number == 0 else base * rng.uniform(0.6, 1.3)
        groups.append(_bank(rng, kind, number, size, layout, light, count if number == 0 else max(4, count // 4)))
    return groups


def _bank(rng, kind, number, size, layout: Layout, light, count) -> _Group:
    side = int(np.clip(size * 1.15, 24, _LARGEST_BAKE))
    aligned = layout.aligned or not kind.free
    base_angle = layout.angle if layout.aligned and kind.free else 0.0
    slack = rng.choice([0.5, 3.0, 8.0])
    flip = rng.random() < 0.15  # every other one turned round
    bank = []
    for _ in range(min(_VARIANTS, max(1, count))):
        angle = base_angle + rng.normal(0, slack) + 180 * (flip and rng.random() < 0.5) if aligned else rng.uniform(0, 360)
        bank.append(bake(kind, rng, side, angle, light.toward))
    return _Group(number, size, bank, rng.choice([0.0, 0.03, 0.08, 0.18], p=[0.3, 0.35, 0.25, 0.1]))


def _ensure_contrast(rng, board: Board, groups: list[_Group], light: Light, layout: Layout) -> None:
    """Objects that would vanish in the background or into each other get a border and a shadow."""
    around = board.image[::16, ::16].reshape(-1, 3).astype(np.float32).mean(0)
    for group in groups:
        tones = [s.bgr[s.cover > 127].mean(0) for s in group.bank[:3] if (s.cover > 127).any()]
        faint = not tones or np.abs(np.mean(tones, 0) - around).max() < 22
        if faint or layout.touching or rng.random() < 0.2:
            amount = rng.uniform(0.25, 0.6)
            for sprite in group.bank:
                _darken_rim(sprite, amount)
        if faint or layout.touching:
            light.shadow = max(light.shadow, rng.uniform(0.3, 0.6))


def _darken_rim(sprite: Sprite, amount: float) -> None:
    width = max(1.0, 0.03 * sprite.unit)
    padded = cv2.copyMakeBorder(sprite.cover, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    d = cv2.distanceTransform((padded > 100).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    gain = 1 - amount * np.clip(1 - (d - 0.5) / width, 0, 1)
    sprite.bgr = (sprite.bgr * gain[..., None]).astype(np.uint8)
    sprite.alpha = np.maximum(sprite.alpha, ((d > 0) & (d < width + 0.5)) * (sprite.cover // 2)).astype(np.uint8)


def _put(rng, board: Board, group: _Group, at, grow: float, squash: float, light: Light) -> None:
    sprite = group.bank[rng.integers(len(group.bank))]
    size = group.size * grow * float(np.clip(1 + rng.normal(0, group.jitter), 0.6, 1.5))
    f = size / sprite.unit
    h, w = sprite.cover.shape
    w, h = max(2, round(w * f)), max(2, round(h * f * squash))
    bgr, alpha, cover = scaled(sprite.bgr, w, h), scaled(sprite.alpha, w, h), scaled(sprite.cover, w, h)
    x, y = at[0] - w / 2, at[1] - h / 2
    if light.shadow:
        dx, dy = light.offset * size
        board.shadow(cover, x + dx, y + dy, max(0.6, light.soft * size), light.shadow)
    board.paste(bgr, alpha, cover, x, y, group.number)


def _distract(rng, board: Board, assets, base, light, first: int) -> None:
    """One to four single things of other kinds: whole objects, so they are labelled as well."""
    side = board.image.shape[0]
    for k in range(int(rng.integers(1, 5))):
        kind = catalog.sample_kind(rng, assets)
        size = float(np.clip(base * np.exp(rng.normal(0.2, 0.6)), 12 * side / 640, 0.55 * side))
        layout = Layout(np.zeros((0, 2)), 0.0, False, False, False)
        group = _bank(rng, kind, first + k, size, layout, light, 1)
        _put(rng, board, group, rng.uniform(0.02, 0.98, 2) * side, 1.0, 1.0, light)


def _cover_some(rng, board: Board) -> None:
    """A strip, finger or cable in front: it hides, and is not an object."""
    side = board.image.shape[0]
    mask = np.zeros((side, side), np.uint8)
    wide = int(rng.uniform(0.01, 0.1) * side) + 1
    p, q = rng.uniform(-0.1, 1.1, 2) * side, rng.uniform(-0.1, 1.1, 2) * side
    if rng.random() < 0.5:
        q[rng.integers(2)] = rng.choice([-0.2, 1.2]) * side
    cv2.line(mask, tuple(int(v) for v in p), tuple(int(v) for v in q), 255, wide, cv2.LINE_AA)
    tone = np.empty((side, side, 3), np.uint8)
    tone[:] = np.clip(rng.normal(140, 60, 3), 0, 255).astype(np.uint8)
    board.paste(tone, mask, mask, 0, 0, -1)


def _labels(board: Board, view: View, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Boxes of the visible extents, and the picture as seen."""
    ids, image, count = board.ids, board.image, len(board.areas)
    inside = ids >= 0
    if view.warp is not None:
        frame = np.zeros(ids.shape, np.uint8)
        corners = np.float32([[[0, 0], [size, 0], [size, size], [0, size]]])
        quad = cv2.perspectiveTransform(corners, np.linalg.inv(view.warp))[0]
        cv2.fillConvexPoly(frame, quad.astype(np.int32), 1)
        inside &= frame > 0
        ids = cv2.warpPerspective(ids, view.warp, (size, size), flags=cv2.INTER_NEAREST, borderValue=-1)
        image = cv2.warpPerspective(image, view.warp, (size, size), flags=cv2.INTER_LINEAR)
    seen = np.bincount(board.ids[inside], minlength=count)
    boxes = []
    for number, found in enumerate(ndimage.find_objects(ids.astype(np.int32) + 1, count)):
        if found is None or seen[number] < VISIBLE * board.areas[number] or board.contrast[number] < FAINT:
            continue
        rows, cols = found
        if rows.stop - rows.start < 4 or cols.stop - cols.start < 4:
            continue
        boxes.append((cols.start, rows.start, cols.stop, rows.stop, board.kinds[number]))
    return np.array(boxes, np.float32).reshape(-1, 5), image
