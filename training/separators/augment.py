"""Random views of shelves, as a photographer might have taken them."""

import cv2
import numpy

from .labels import maps
from .net import ACROSS, DOWN, HEIGHT
from .shelves import Shelf

FILL = (114, 114, 114)
#: What is beside the books is looked at, too, up to this share of the height that is shown.
BESIDE = 0.35
#: Standard deviation 1. Generating it again for each view would take as long as everything else.
NOISE = numpy.random.default_rng(0).normal(0, 1, (3 * HEIGHT, 3 * HEIGHT, 3)).astype(numpy.float32)


def view(shelf: Shelf, random: numpy.random.Generator, width: int):
    """A part of a shelf, `width` pixels wide, with its target and which of it is known."""
    image, factor = shelf.picture()
    top, bottom = shelf.top * factor, shelf.bottom * factor
    shown = max(bottom - top, 24) * random.uniform(1.0, 1.5)
    scale = HEIGHT / shown
    stretch = scale * random.uniform(0.8, 1.25)
    middle = (top + bottom) / 2 + shown * random.uniform(-0.1, 0.1)
    books = shelf.quads[..., 0] * factor
    beside = BESIDE * shown if shelf.is_outlined else 0
    center = random.uniform(max(books.min() - beside, 0), min(books.max() + beside, image.shape[1]))
    mirror = -1 if random.random() < 0.5 else 1
    shear, roll = random.normal(0, 0.05), random.normal(0, 0.02)
    straight = numpy.array([[mirror * stretch, shear * scale], [roll * stretch, scale]])
    shift = numpy.array([width / 2, HEIGHT / 2]) - straight @ [center, middle]
    matrix = numpy.concatenate([straight, shift[:, None]], 1)
    seen, inside = shown_part(image, matrix, min(1, 1.2 * max(scale, stretch)), width)
    quads = turned(shelf.quads * factor @ straight.T + shift, mirror)
    unknown = turned(shelf.unknown * factor @ straight.T + shift, mirror)
    ends = None
    if not shelf.is_outlined:
        ends = tuple(float((straight @ [center, y] + shift)[1]) for y in (top, bottom))
    answer, known = maps(quads, unknown, ends, (HEIGHT, width))
    return light(seen, random), answer, known & inside


def turned(quads: numpy.ndarray, mirror: int) -> numpy.ndarray:
    """Swaps left and right in mirrored views."""
    return quads[:, [1, 0, 3, 2]] if mirror < 0 else quads


def shown_part(image: numpy.ndarray, matrix: numpy.ndarray, small: float, width: int):
    """The camera's view, and which of its cells show the picture instead of its surroundings.

    - matrix: from pixels of the image to those of the view
    - small: factor by which shrunken parts are averaged first, as in the program
    """
    corners = numpy.array([[0, 0], [width, 0], [width, HEIGHT], [0, HEIGHT]]) - matrix[:, 2]
    needed = corners @ numpy.linalg.inv(matrix[:, :2]).T
    low = numpy.clip(needed.min(axis=0) - 4, 0, None).astype(int)
    high = numpy.minimum(numpy.ceil(needed.max(axis=0) + 4).astype(int), [image.shape[1], image.shape[0]])
    part = image[low[1] : max(high[1], low[1] + 2), low[0] : max(high[0], low[0] + 2)]
    size = numpy.array([part.shape[1], part.shape[0]])
    if small < 1:
        part = cv2.resize(part, numpy.maximum(1, (size * small).round()).astype(int), interpolation=cv2.INTER_AREA)
    # Pixel coordinates start at corners here, at centers in OpenCV.
    factor = size / [part.shape[1], part.shape[0]]
    straight = matrix[:, :2] * factor
    shift = matrix[:, 2] + matrix[:, :2] @ low + straight @ [0.5, 0.5] - 0.5
    cells = numpy.concatenate([straight, shift[:, None]], 1)
    seen = cv2.warpAffine(part, cells, (width, HEIGHT), flags=cv2.INTER_LINEAR, borderValue=FILL)
    mask = cv2.warpAffine(numpy.full(part.shape[:2], 255, numpy.uint8), cells, (width, HEIGHT))
    rows, columns = HEIGHT // DOWN, width // ACROSS
    return seen, cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA) > 250


def light(picture: numpy.ndarray, random: numpy.random.Generator) -> numpy.ndarray:
    """Other colors, other light, blur and noise."""
    values = picture.astype(numpy.float32)
    if random.random() < 0.2:
        values[:] = values.mean(axis=2, keepdims=True)
    values *= random.uniform(0.8, 1.2, 3) ** random.uniform(0, 1)
    values = (values - 128) * random.uniform(0.6, 1.3) + 128 + random.normal(0, 18)
    curve = 255 * (numpy.arange(256, dtype=numpy.float32) / 255) ** random.uniform(0.65, 1.6)
    values = curve[numpy.clip(values, 0, 255).astype(numpy.uint8)]
    if random.random() < 0.3:
        ramp = numpy.linspace(random.uniform(0.5, 1), random.uniform(0.5, 1), values.shape[1])
        values *= ramp[None, :, None]
    if random.random() < 0.3:
        values = cv2.GaussianBlur(values, (0, 0), random.uniform(0.3, 1.3))
    top, left = random.integers(0, NOISE.shape[0] - HEIGHT, 2)
    values += random.uniform(0, 7) * NOISE[top : top + HEIGHT, left : left + values.shape[1]]
    return numpy.clip(values, 0, 255).astype(numpy.uint8)
