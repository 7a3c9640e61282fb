"""The ground below the things, and clutter that does not count."""

from __future__ import annotations

import cv2
import numpy as np

from . import color, marks
from .fields import fractal, ramp


def surface(rng: np.random.Generator, assets, side: int, busy: bool, names: tuple[str, ...] = ()) -> np.ndarray:
    """A background (uint8 BGR) out of `names` or of all; `busy` asks for pattern, as in pictures without objects."""
    names = list(names or _SURFACES)
    weights = np.array([_SURFACES[n][2 if busy else 1] for n in names])
    image = _SURFACES[names[rng.choice(len(names), p=weights / weights.sum())]][0](rng, assets, side)
    if rng.random() < 0.6:
        image += ramp(rng, side, side)[..., None] * np.float32(rng.uniform(0, 35))
    return np.clip(image, 0, 255).astype(np.uint8)


def _tone(rng, side):
    image = np.empty((side, side, 3), np.float32)
    image[:] = color.any_color(rng)
    if rng.random() < 0.6:  # most things lie on something calmer than they are
        gray = image[0, 0].mean()
        image += (gray - image[0, 0]) * np.float32(rng.uniform(0.3, 0.95))
    return image


def _up(field: np.ndarray, side: int) -> np.ndarray:
    return cv2.resize(field, (side, side), interpolation=cv2.INTER_LINEAR)


def _plain(rng, assets, side):
    image = _tone(rng, side)
    image += _up(fractal(rng, side // 4, side // 4, 3, 2), side)[..., None] * np.float32(rng.uniform(0, 8))
    return image


def _cloudy(rng, assets, side):
    image = _tone(rng, side)
    field = fractal(rng, side // 2, side // 2, int(rng.integers(3, 7)), int(rng.integers(2, 8)), rng.uniform(1.2, 2))
    return image + _up(field, side)[..., None] * (rng.uniform(0.6, 1, 3) * rng.uniform(5, 30)).astype(np.float32)


def _wood(rng, assets, side):
    base = color.hsv(rng.normal(27, 8), rng.uniform(0.15, 0.7), rng.uniform(0.25, 0.9))
    half = side // 2
    lines = fractal(rng, max(8, half // 8), half, 4, 8, 1.3)
    field = cv2.resize(lines, (half, half)) + fractal(rng, half, half, 2) * 0.3
    image = np.empty((half, half, 3), np.float32)
    image[:] = base
    image += field[..., None] * np.float32(rng.uniform(4, 18))
    if rng.random() < 0.6:
        step = half * rng.uniform(0.08, 0.4)
        for y in np.arange(rng.uniform(0, step), half, step):
            cv2.line(image, (0, int(y)), (half, int(y + rng.normal(0, 1))), (base * 0.5).tolist(), 1)
    image = _up(image, side)
    return np.ascontiguousarray(image.transpose(1, 0, 2)) if rng.random() < 0.5 else image


def _axes(rng, side):
    a = rng.uniform(0, np.pi) if rng.random() < 0.5 else rng.choice([0, np.pi / 2]) + rng.normal(0, 0.05)
    x = np.arange(side, dtype=np.float32)
    u = x[None] * np.float32(np.cos(a)) + x[:, None] * np.float32(np.sin(a))
    v = x[:, None] * np.float32(np.cos(a)) - x[None] * np.float32(np.sin(a))
    return u, v


def _stripes(rng, assets, side):
    image, (u, v) = _tone(rng, side), _axes(rng, side)
    f = np.float32(np.exp(rng.uniform(np.log(0.02), np.log(0.8))))
    u = u * f + _up(fractal(rng, side // 8, side // 8, 2), side) * np.float32(rng.uniform(0, 1.5))
    wave = np.sin(u) if rng.random() < 0.5 else np.clip(np.sin(u) * 5, -1, 1)
    if rng.random() < 0.4:
        wave = wave * np.sin(v * f * np.float32(rng.uniform(0.5, 2)))
    return image + wave[..., None] * ((color.any_color(rng) - image[0, 0]) * np.float32(rng.uniform(0.08, 0.45)))


def _tiles(rng, assets, side):
    """Tiles, mesh, squared paper, keyboard-less grids: a lattice of joints."""
    image, (u, v) = _tone(rng, side), _axes(rng, side)
    step = np.exp(rng.uniform(np.log(8), np.log(side / 3)))
    tall = step * rng.choice([1.0, rng.uniform(0.3, 1)])
    joint = max(1.0, step * rng.uniform(0.02, 0.12))
    row = np.floor(v / tall)
    bond = rng.choice([0.0, 0.5])
    cell_u = np.mod(u + row * (bond * step), step)
    near = (cell_u < joint) | (np.mod(v, tall) < joint)
    if rng.random() < 0.4:
        tone = np.mod(np.sin(row * 12.9 + np.floor((u + row * (bond * step)) / step) * 78.2) * 43758, 1)
        image += (tone.astype(np.float32)[..., None] - 0.5) * np.float32(rng.uniform(5, 50))
    image[near] = color.any_color(rng)
    return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.2))


def _weave(rng, assets, side):
    image = _tone(rng, side)
    f = rng.uniform(0.15, 1.2)
    x = np.sin(np.arange(side, dtype=np.float32) * np.float32(f))
    image += (x[None] * x[:, None])[..., None] * np.float32(rng.uniform(4, 25))
    return image + _up(fractal(rng, side // 2, side // 2, 5, 3, 1.2), side)[..., None] * np.float32(rng.uniform(0, 14))


def _stone(rng, assets, side):
    image = _tone(rng, side)
    y, x = rng.integers(0, 1024 - side // 2, 2)
    speck = assets.noise[y : y + side // 2, x : x + side // 2].astype(np.float32)
    speck = cv2.GaussianBlur(speck, (0, 0), rng.uniform(0.5, 2.5))
    image += _up(speck, side)[..., None] * np.float32(rng.uniform(0.3, 2.2))
    return image + _up(fractal(rng, side // 4, side // 4, 4), side)[..., None] * np.float32(rng.uniform(0, 15))


def _real(rng, assets, side):
    image = assets.texture(rng, side, side)
    if image is None:
        return _cloudy(rng, assets, side)
    image = image.astype(np.float32)
    if rng.random() < 0.4:
        image *= rng.uniform(0.6, 1.3, 3).astype(np.float32)
    return image


def _patches(rng, assets, side):
    """Two to five areas: table and wall, road and verge, cloth and floor."""
    image = _cloudy(rng, assets, side)
    for _ in range(int(rng.integers(1, 5))):
        other = [_cloudy, _wood, _plain, _real][rng.integers(4)](rng, assets, side)
        mask = np.zeros((side, side), np.uint8)
        middle = (rng.uniform(0, side), rng.uniform(0, side))
        spread = (rng.uniform(0.4, 1.5) * side, rng.uniform(0.1, 0.9) * side)
        quad = cv2.boxPoints((middle, spread, rng.choice([0.0, rng.uniform(0, 180)])))
        cv2.fillConvexPoly(mask, quad.astype(np.int32), 255, cv2.LINE_AA)
        image = cv2.blendLinear(other, image, mask * np.float32(1 / 255), 1 - mask * np.float32(1 / 255))
    return image


_SURFACES = {  # maker, weight under objects, weight alone
    "plain": (_plain, 0.22, 0.05), "cloudy": (_cloudy, 0.17, 0.1), "wood": (_wood, 0.1, 0.1),
    "stripes": (_stripes, 0.04, 0.14), "tiles": (_tiles, 0.06, 0.15), "weave": (_weave, 0.05, 0.08),
    "stone": (_stone, 0.08, 0.1), "real": (_real, 0.22, 0.25), "patches": (_patches, 0.1, 0.12),
}


def tray(rng: np.random.Generator, image: np.ndarray) -> None:
    """A tray, plate, sheet of paper or doily under the objects: bounded, with a rim."""
    side = image.shape[0]
    tone, rim = color.any_color(rng).tolist(), color.any_color(rng).tolist()
    w, h = rng.uniform(0.6, 1.15, 2) * side
    thick = max(1, int(rng.uniform(0.004, 0.04) * side))
    at = (side / 2 + rng.normal(0, 0.05) * side, side / 2 + rng.normal(0, 0.05) * side)
    before = image.copy()
    if rng.random() < 0.35:
        cv2.ellipse(image, (at, (w, w * rng.uniform(0.7, 1)), 0), tone, -1, cv2.LINE_AA)
        for f in (1.0, rng.uniform(0.75, 0.96))[: rng.integers(1, 3)]:
            cv2.ellipse(image, (at, (w * f, w * f), 0), rim, thick, cv2.LINE_AA)
    else:
        quad = cv2.boxPoints((at, (w, h), rng.normal(0, 6))).astype(np.int32)
        cv2.fillConvexPoly(image, quad, tone, cv2.LINE_AA)
        cv2.polylines(image, [quad], True, rim, thick, cv2.LINE_AA)
    keep = rng.uniform(0, 0.6)
    cv2.addWeighted(before, keep, image, 1 - keep, 0, image)


def page(rng: np.random.Generator, image: np.ndarray) -> None:
    """Lines of print, perhaps in columns, with rules: lettering is not counted."""
    side, ink = image.shape[0], color.any_color(rng).tolist()
    columns, height = int(rng.integers(1, 4)), rng.uniform(0.015, 0.07) * side
    width = 0.9 * side / columns
    for c in range(columns):
        y = rng.uniform(0.02, 0.2) * side
        while y < side * rng.uniform(0.85, 1.05):
            x = 0.05 * side + c * width
            letters = " ".join(marks.word(rng, 2, 9) for _ in range(max(1, int(width / height / 4))))
            marks.text(rng, image, (x, y), width * rng.uniform(0.6, 0.95), ink, letters)
            y += height * rng.uniform(1.2, 2.0)
    if rng.random() < 0.3:
        for y in np.arange(height, side, 2 * height):
            cv2.line(image, (0, int(y)), (side, int(y)), ink, 1)


def glare(rng: np.random.Generator, image: np.ndarray) -> None:
    """Reflections of a film, bag or pane in front of everything."""
    side = image.shape[0]
    film = np.zeros((side // 2, side // 2), np.uint8)
    for _ in range(int(rng.integers(2, 14))):
        center, turn = rng.uniform(0, side / 2, 2), rng.uniform(0, 2 * np.pi, 5)
        p = center + np.stack([np.cos(turn) * rng.uniform(4, 90), np.sin(turn) * rng.uniform(2, 40)], 1)
        cv2.fillPoly(film, [p.astype(np.int32)], int(rng.integers(40, 200)), cv2.LINE_AA)
    film = cv2.resize(cv2.GaussianBlur(film, (0, 0), rng.uniform(1, 7)), (side, side))
    image[:] = cv2.add(image, cv2.merge([(film * rng.uniform(0.3, 0.9)).astype(np.uint8)] * 3))


def clutter(rng: np.random.Generator, image: np.ndarray, amount: int) -> None:
    """Strokes, print, scratches, cables, stains: seen, but nothing one would count."""
    side = image.shape[0]
    for _ in range(amount):
        tone, pick = color.any_color(rng).tolist(), rng.random()
        if pick < 0.35:
            n = int(rng.integers(2, 7))
            p = np.cumsum(np.concatenate([rng.uniform(0, side, (1, 2)), rng.normal(0, side / 5, (n, 2))]), 0)
            thick = max(1, int(np.exp(rng.uniform(0, 2.5))))
            cv2.polylines(image, [p.astype(np.int32)], False, tone, thick, cv2.LINE_AA)
        elif pick < 0.7:
            w = rng.uniform(0.04, 0.35) * side
            x, y = rng.uniform(-0.1, 0.9) * side, rng.uniform(0.05, 1) * side
            for k in range(int(rng.integers(1, 5))):
                marks.text(rng, image, (x, y + k * w * 0.25), w, tone, marks.word(rng, 3, 14))
        else:
            quad = cv2.boxPoints(((rng.uniform(0, side), rng.uniform(0, side)),
                                  (rng.uniform(0.3, 1.5) * side, rng.uniform(0.005, 0.06) * side), rng.uniform(0, 180)))
            cv2.fillConvexPoly(image, quad.astype(np.int32), tone, cv2.LINE_AA)


def wells(rng: np.random.Generator, image: np.ndarray, points: np.ndarray, radius: np.ndarray, squash: float) -> None:
    """Pits that objects sit in (muffin tin, crate, blister), empty ones too."""
    gain = rng.choice([rng.uniform(0.3, 0.8), rng.uniform(1.2, 1.6)])
    tone = np.clip(image.reshape(-1, 3)[::97].mean(0) * gain, 0, 255)
    rim = np.clip(tone * rng.uniform(0.5, 1.6), 0, 255).tolist()
    square, both = rng.random() < 0.3, rng.random() < 0.7
    for (x, y), r in zip(points, radius):
        box = ((float(x), float(y)), (float(2 * r), float(2 * r * squash)), 0.0)
        if square:
            quad = cv2.boxPoints(box).astype(np.int32)
            cv2.fillConvexPoly(image, quad, tone.tolist(), cv2.LINE_AA)
            cv2.polylines(image, [quad], True, rim, max(1, int(r * 0.06)), cv2.LINE_AA)
        else:
            cv2.ellipse(image, box, tone.tolist(), -1, cv2.LINE_AA)
            if both:
                cv2.ellipse(image, box, rim, max(1, int(r * 0.08)), cv2.LINE_AA)
