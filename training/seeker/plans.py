"""Training squares for the network: plans in numbers alone, from which `paint.py` makes pictures.

A square has a main panel, in which a thing of the sought kind has the normal size, and others in the remaining space:
the same photo at the size at which the *example* is normal, another photo of the kind, unwanted things, a surface. So
things of 0.3 to 3 times the example's size are learned: each is answered at the scale at which it has the normal size.
"""

import math
from dataclasses import dataclass, field

import numpy as np
import torch

from .net import NORMAL
from .photos import MIXED, SCENE

SIDE = 320
EXAMPLES = 3
LOW, HIGH = 24.0, 68.0  # sides that are answered for; sizes close to these are left to other scales
LARGEST_SCALE = 6.0
PANELS = 3
MOST_BOXES = 192
# Long things count as 2.5 times as long as wide: pencils side by side differ by their short side.
LONG = 2.5
HOLD, AVOID, LEAVE, LEAVE_MIDDLE = 1, 2, 3, 4
_TRIES = 40
_LEAST_ROOM = 24
_EXAMPLE_ROOM = 112
# Everyday photos hold many kinds, not all boxed: another one of them does not show “the same kind”.
_EVERYDAY = frozenset({"coco128", "tinycoco", "coco_mini", "coco_tiny", "fruits15", "allergen30", "allergen30b"})


@dataclass
class Picture:
    """A picture of the album and its labels."""

    number: int
    width: int
    height: int
    boxes: np.ndarray  # float32 [N, 4]: left, top, right, bottom
    labels: np.ndarray  # [N] of str
    source: str
    trust: float  # how far its empty places can be trusted to be empty
    doubts: np.ndarray = field(default_factory=lambda: np.zeros((0, 4), np.float32))  # places with unknown content
    strange: np.ndarray = field(default_factory=lambda: np.zeros((0, 4), np.float32))  # known to be of no kind here

    def __post_init__(self):
        names, counts = np.unique(self.labels.astype(str), return_counts=True)
        self.kinds = [str(name) for name, count in zip(names, counts) if count >= 2]
        self.sides = side(self.boxes)


@dataclass
class Mixture:
    """Fractions of the components of squares."""

    scenes: float = 0.3
    textures: float = 0.12  # of the fillings
    mates: float = 0.35  # of the squares, with an example from another photo of the kind
    looks: float = 0.6  # of the squares of kinds with several sizes, with the example at its own scale
    several_kinds: float = 4.0  # how much more often photos of several kinds are taken


def side(boxes: np.ndarray) -> np.ndarray:
    """The size of boxes [..., 4] by which pictures are scaled."""
    width, height = boxes[..., 2] - boxes[..., 0], boxes[..., 3] - boxes[..., 1]
    short = np.minimum(width, height)
    return np.maximum(2.0, np.minimum(np.sqrt(np.maximum(width * height, 0)), LONG * short))


@dataclass
class Panel:
    """A part of a square that shows a part of a picture: a point p of the picture is at p · scale + offset."""

    picture: int
    left: int
    top: int
    width: int
    height: int
    scale: np.ndarray  # [2]
    offset: np.ndarray  # [2], in the square
    trust: float


@dataclass
class Plan:
    """All of a square except its pixels, in arrays of fixed shapes, so that plans can be stacked."""

    panels: np.ndarray  # float32 [PANELS, 10]: see `paint.py`
    turn: int
    examples: np.ndarray  # float32 [EXAMPLES, 4]
    boxes: np.ndarray  # float32 [MOST_BOXES, 4]
    seek: np.ndarray  # uint8 [MOST_BOXES]: what the seeker must do at each box
    propose: np.ndarray  # uint8 [MOST_BOXES]: the same for the proposer

    def tensors(self) -> tuple[torch.Tensor, ...]:
        return (torch.from_numpy(self.panels), torch.tensor(self.turn), torch.from_numpy(self.examples),
                torch.from_numpy(self.boxes), torch.from_numpy(self.seek), torch.from_numpy(self.propose))


class Square:
    """Panels and the boxes in them."""

    def __init__(self):
        self.panels: list[Panel] = []
        self.boxes = np.zeros((0, 4), np.float32)
        self.seen, self.sides = np.zeros(0), np.zeros(0)  # visible fraction of each in its panel; size at this scale
        self.own, self.meant = np.zeros(0, bool), np.zeros(0, bool)
        self.panel = np.zeros(0, int)
        self.doubts, self.strange = np.zeros((0, 4), np.float32), np.zeros((0, 4), np.float32)

    def put(self, panel: Panel, picture: Picture, own: np.ndarray, meant: bool) -> None:
        """`own`: which boxes of the picture are of the sought kind; `meant`: whether its labels are reliable."""
        full, boxes, seen = _placed(picture.boxes, panel)
        kept = seen > 0
        self.boxes = np.concatenate([self.boxes, boxes[kept]])
        self.seen = np.concatenate([self.seen, seen[kept]])
        self.sides = np.concatenate([self.sides, side(full[kept])])
        self.own = np.concatenate([self.own, own[kept]])
        self.meant = np.concatenate([self.meant, np.full(int(kept.sum()), meant)])
        self.panel = np.concatenate([self.panel, np.full(int(kept.sum()), len(self.panels))])
        for name in ("doubts", "strange"):
            _, there, visible = _placed(getattr(picture, name), panel)
            setattr(self, name, np.concatenate([getattr(self, name), there[visible > 0]]))
        self.panels.append(panel)

    def put_surface(self, panel: Panel) -> None:
        self.panels.append(panel)

    def examples(self, panel: int) -> np.ndarray:
        """Indices of things of the kind in a panel that can serve as examples: whole and of about the normal size."""
        longest = (self.boxes[:, 2:] - self.boxes[:, :2]).max(1, initial=0)
        fit = self.own & (self.panel == panel) & (self.seen > 0.95) & (longest < 0.8 * SIDE)
        return np.nonzero(fit & (self.sides > NORMAL / 1.35) & (self.sides < NORMAL * 1.35))[0]

    def rooms(self) -> list[tuple[int, int, int, int]]:
        """The space beside the main panel: a part beside it and a part above or below."""
        main = self.panels[0]
        beside = (main.width if main.left == 0 else 0, 0, SIDE - main.width, SIDE)
        below = (main.left, main.height if main.top == 0 else 0, main.width, SIDE - main.height)
        return [room for room in (beside, below) if min(room[2:]) >= _LEAST_ROOM]


def _placed(boxes: np.ndarray, panel: Panel) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Boxes of a picture in the square: whole, cut at the panel's border, and the remaining fraction of each."""
    full = boxes * np.tile(panel.scale, 2) + np.tile(panel.offset, 2)
    cut = full.copy()
    cut[:, 0::2] = cut[:, 0::2].clip(panel.left, panel.left + panel.width)
    cut[:, 1::2] = cut[:, 1::2].clip(panel.top, panel.top + panel.height)
    seen = (cut[:, 2:] - cut[:, :2]).prod(1) / np.maximum((full[:, 2:] - full[:, :2]).prod(1), 1e-6)
    return full.astype(np.float32), cut.astype(np.float32), seen


def window(picture: Picture, room: tuple[int, int, int, int], scale: float, box: np.ndarray, away: float,
           rng: np.random.Generator) -> Panel:
    """A panel with `box` somewhere in its middle, filled by the picture if that is large enough."""
    left, top, width, height = room
    scales = scale * np.exp(rng.normal(0, 0.04, 2))
    offset = np.empty(2)
    for axis, (size, whole) in enumerate(((width, picture.width), (height, picture.height))):
        middle = (box[axis] + box[axis + 2]) / 2 + rng.uniform(-away, away) * size / scales[axis]
        if whole * scales[axis] > size:
            half = size / scales[axis] / 2
            middle = min(max(middle, half), whole - half)
        offset[axis] = size / 2 - middle * scales[axis]
    return Panel(picture.number, left, top, width, height, scales, offset + [left, top], picture.trust)


class Plans(torch.utils.data.Dataset):
    """Plan i depends only on seed, i and the pictures."""

    def __init__(self, photos: list[Picture], scenes: list[Picture], textures: list[Picture], seed: int, start: int,
                 end: int, mixture: Mixture = Mixture()):
        self.photos, self.scenes, self.textures = photos, scenes, textures
        self.seed, self.start, self.end, self.mixture = seed, start, end, mixture
        counts: dict[str, int] = {}
        for photo in photos:
            counts[photo.source] = counts.get(photo.source, 0) + 1
        weights = np.array([counts[photo.source] ** -0.4 * (mixture.several_kinds if len(photo.kinds) > 1 else 1)
                            for photo in photos])
        self.cumulated = np.cumsum(weights / max(weights.sum(), 1e-9))
        self.mates: dict[tuple[str, str], list[Picture]] = {}
        for photo in photos:
            for kind in photo.kinds if photo.source not in _EVERYDAY else ():
                self.mates.setdefault((photo.source, kind), []).append(photo)

    def __len__(self) -> int:
        return self.end - self.start

    def __getitem__(self, index: int) -> tuple[torch.Tensor, ...]:
        return self.plan(index).tensors()

    def plan(self, index: int) -> Plan:
        for attempt in range(_TRIES):
            rng = np.random.default_rng((self.seed, index + self.start, attempt))
            made = self._square(rng)
            if made is not None:
                return self._finish(*made, rng)
        raise RuntimeError("no photo has a thing that can be shown at the normal size")

    def _pick(self, rng: np.random.Generator) -> Picture:
        if self.scenes and (not self.photos or rng.random() < self.mixture.scenes):
            chosen = self.scenes[rng.integers(len(self.scenes))]
            if len(chosen.kinds) == 1:  # preferably one of several kinds
                chosen = self.scenes[rng.integers(len(self.scenes))]
            return chosen
        return self.photos[min(int(np.searchsorted(self.cumulated, rng.random())), len(self.photos) - 1)]

    def _square(self, rng: np.random.Generator) -> tuple[Square, np.ndarray, bool] | None:
        """A square with the things that are its examples; None if there are none."""
        photo = self._pick(rng)
        kind = photo.kinds[rng.integers(len(photo.kinds))]
        own = np.nonzero(photo.labels == kind)[0]
        shown = self._example_from(photo, kind, own, rng)
        sought = self._sought(photo, own, rng)
        scale = min(NORMAL / photo.sides[sought] * math.exp(rng.normal(0, 0.2)), LARGEST_SCALE)
        used = [min(SIDE, max(96, int(v * scale * rng.uniform(1, 1.3)) // 8 * 8)) for v in (photo.width, photo.height)]
        if (shown is not None and max(SIDE - v for v in used) < _EXAMPLE_ROOM) or rng.random() < 0.15:
            axis = int(rng.integers(2))
            used[axis] = min(used[axis], int(rng.integers(144, 208)) // 8 * 8)
        corner = int(rng.integers(4))
        room = ((SIDE - used[0]) * (corner & 1), (SIDE - used[1]) * (corner >> 1), *used)
        square = Square()
        near = photo.boxes[sought if rng.random() < 0.5 else rng.choice(own)]
        square.put(window(photo, room, scale, near, 0.4, rng), photo, photo.labels == kind, True)
        panel = self._fill(square, photo, kind, shown, rng)
        examples = square.examples(panel)
        return (square, examples, kind in MIXED) if len(examples) else None

    def _sought(self, photo: Picture, own: np.ndarray, rng: np.random.Generator) -> int:
        """The thing that gets the normal size: any of the kind, or half of the time any size."""
        if rng.random() < 0.5:
            return int(rng.choice(own))
        sides = np.log(photo.sides[own])
        return int(own[np.abs(sides - rng.uniform(sides.min(), sides.max())).argmin()])

    def _example_from(self, photo: Picture, kind: str, own: np.ndarray,
                      rng: np.random.Generator) -> Picture | None:
        """The source of the example, if it is not the main panel."""
        mates = self.mates.get((photo.source, kind), [])
        if len(mates) > 1 and rng.random() < self.mixture.mates:
            return mates[rng.integers(len(mates))]
        spread = np.percentile(photo.sides[own], 90) / np.percentile(photo.sides[own], 10)
        return photo if spread > 1.3 and rng.random() < self.mixture.looks else None

    def _fill(self, square: Square, photo: Picture, kind: str, shown: Picture | None,
              rng: np.random.Generator) -> int:
        """Fills the space that the photo leaves empty; returns the panel with the example."""
        panel = 0
        for room in sorted(square.rooms(), key=lambda room: -min(room[2:])):
            if panel == 0 and shown is not None and min(room[2:]) >= 64:
                own = np.nonzero(shown.labels == kind)[0]
                one = rng.choice(own)
                scale = min(NORMAL / shown.sides[one] * math.exp(rng.normal(0, 0.08)), LARGEST_SCALE)
                panel = len(square.panels)
                square.put(window(shown, room, scale, shown.boxes[one], 0.3, rng), shown, shown.labels == kind, True)
            elif self.textures and rng.random() < self.mixture.textures:
                square.put_surface(self._surface(room, rng))
            else:
                self._put_others(square, room, photo, kind, rng)
        return panel

    def _surface(self, room: tuple[int, int, int, int], rng: np.random.Generator) -> Panel:
        """A window of a surface, enlarged if it is too small."""
        surface = self.textures[rng.integers(len(self.textures))]
        scale = max(room[2] / surface.width, room[3] / surface.height, float(rng.uniform(0.3, 1.5))) * 1.01
        at = np.array([rng.uniform(0, surface.width), rng.uniform(0, surface.height)] * 2)
        return window(surface, room, scale, at, 0.0, rng)

    def _put_others(self, square: Square, room: tuple[int, int, int, int], photo: Picture, kind: str,
                    rng: np.random.Generator) -> None:
        other = self._other(photo, kind, rng)
        if other is None:
            return
        theirs = [one for one in other.kinds if one != kind or other.source == SCENE]
        own = np.nonzero(other.labels == theirs[rng.integers(len(theirs))])[0]
        scale = min(NORMAL / other.sides[rng.choice(own)] * math.exp(rng.normal(0, 0.5)), LARGEST_SCALE)
        scale = max(scale, 0.9 * max(room[2] / other.width, room[3] / other.height))
        panel = window(other, room, scale, other.boxes[rng.choice(own)], 0.4, rng)
        square.put(panel, other, np.zeros(len(other.boxes), bool), False)

    def _other(self, photo: Picture, kind: str, rng: np.random.Generator) -> Picture | None:
        """A photo without the kind."""
        for _ in range(6):
            other = self._pick(rng)
            strange = other.source == SCENE or kind not in other.labels
            if other.source != photo.source and strange:
                return other
        return None

    def _finish(self, square: Square, examples: np.ndarray, is_mixed: bool, rng: np.random.Generator) -> Plan:
        several = 1 if rng.random() < 0.6 else int(rng.integers(2, EXAMPLES + 1))
        shown = square.boxes[np.resize(rng.choice(examples, several), EXAMPLES)]
        extent = np.tile(shown[:, 2:] - shown[:, :2], 2)
        shown = shown + rng.normal(0, 0.05, shown.shape) * extent  # a tap is never exact
        seek, propose = seek_roles(square, is_mixed), propose_roles(square)
        boxes, extra, gap = _extras(square)
        boxes = np.concatenate([square.boxes, boxes])
        seek, propose = np.concatenate([seek, extra]), np.concatenate([propose, np.where(gap, extra, LEAVE)])
        # If there are too many, things to be found come first.
        order = np.argsort(np.where(seek == HOLD, 0, np.where((seek > 0) | (propose > 0), 1, 2)), kind="stable")
        order = order[:MOST_BOXES]
        packed = [np.zeros((MOST_BOXES, 4), np.float32), np.zeros(MOST_BOXES, np.uint8), np.zeros(MOST_BOXES, np.uint8)]
        turn = int(rng.integers(8))
        packed[0][: len(order)] = turned(boxes[order], turn)
        packed[1][: len(order)], packed[2][: len(order)] = seek[order], propose[order]
        return Plan(_packed(square.panels), turn, turned(shown.astype(np.float32), turn), *packed)


def _packed(panels: list[Panel]) -> np.ndarray:
    rows = np.zeros((PANELS, 10), np.float32)
    rows[:, 0] = -1
    for row, panel in zip(rows, panels):
        row[:] = [panel.picture, panel.left, panel.top, panel.left + panel.width, panel.top + panel.height,
                  *panel.scale, *panel.offset, panel.trust]
    return rows


def turned(boxes: np.ndarray, way: int) -> np.ndarray:
    """Boxes of a square placed in one of eight ways: mirrored (1), upside down (2), then transposed (4)."""
    if way & 1:
        boxes = boxes[:, [2, 1, 0, 3]] * [-1, 1, -1, 1] + [SIDE, 0, SIDE, 0]
    if way & 2:
        boxes = boxes[:, [0, 3, 2, 1]] * [1, -1, 1, -1] + [0, SIDE, 0, SIDE]
    return (boxes[:, [1, 0, 3, 2]] if way & 4 else boxes).astype(np.float32)


def seek_roles(square: Square, is_mixed: bool) -> np.ndarray:
    """All of the kind with about the normal size are to be found; other things are hard negatives."""
    whole = (square.boxes[:, 2:] - square.boxes[:, :2] > 2).all(1)
    fits = (square.sides >= LOW) & (square.sides < HIGH)
    roles = np.zeros(len(square.boxes), np.uint8)
    visible = square.seen > 0.3
    roles[~square.own & visible] = AVOID
    if is_mixed:
        roles[~square.own & square.meant & visible] = LEAVE
    roles[square.own & (~visible | ~whole)] = LEAVE
    roles[square.own & visible & whole & ~fits] = LEAVE_MIDDLE
    roles[square.own & visible & whole & fits] = HOLD
    return roles


def propose_roles(square: Square) -> np.ndarray:
    """Whole things of about the normal size, of any kind."""
    held = (square.seen > 0.7) & (square.sides >= LOW) & (square.sides < HIGH)
    near = (square.sides > LOW * 0.7) & (square.sides < HIGH * 1.4)
    return np.where(held, HOLD, np.where(near | (square.seen <= 0.7), LEAVE, 0)).astype(np.uint8)


def _extras(square: Square) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Unlabeled places with known content: gaps between things, uncertain places, and places without things."""
    trusted = np.array([panel.trust >= 0.9 for panel in square.panels])
    found = square.own & (square.seen > 0.3) & (square.sides >= LOW) & (square.sides < HIGH)
    blanks = gaps(square.boxes[found & trusted[square.panel]]) if len(square.boxes) else np.zeros((0, 4), np.float32)
    boxes = np.concatenate([blanks, square.doubts, square.strange])
    roles = np.repeat([AVOID, LEAVE, AVOID], [len(blanks), len(square.doubts), len(square.strange)]).astype(np.uint8)
    return boxes, roles, np.arange(len(boxes)) < len(blanks)


def gaps(boxes: np.ndarray) -> np.ndarray:
    """Boxes halfway between each thing and its two nearest: the gaps in rows, which sometimes look like things."""
    if len(boxes) < 3:
        return np.zeros((0, 4), np.float32)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    apart = ((middles[:, None] - middles[None]) ** 2).sum(2)
    np.fill_diagonal(apart, np.inf)
    nearest = np.argsort(apart, 1)[:, :2]
    between = (boxes[:, None] + boxes[nearest]) / 2
    return between.reshape(-1, 4).astype(np.float32)
