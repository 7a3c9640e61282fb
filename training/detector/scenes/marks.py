"""Print on things and on backgrounds: lettering, labels, bars, logos. Never a separate object."""

from __future__ import annotations

import cv2
import numpy as np

_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
          cv2.FONT_HERSHEY_COMPLEX)
_LETTERS = "ABCDEFGHIKLMNOPRSTUVWXYZabcdeghiknoprstuvz0123456789"


def word(rng: np.random.Generator, least: int = 1, most: int = 8) -> str:
    return "".join(_LETTERS[i] for i in rng.integers(0, len(_LETTERS), rng.integers(least, most + 1)))


def text(rng: np.random.Generator, image: np.ndarray, at: tuple[float, float], width: float, color, letters="") -> None:
    """One word about `width` pixels wide, starting at `at`."""
    letters = letters or word(rng)
    font, thick = _FONTS[rng.integers(len(_FONTS))], max(1, int(width / (len(letters) * 8)))
    scale = width / max(1, cv2.getTextSize(letters, font, 1, thick)[0][0])
    place = (int(at[0]), int(at[1]))
    if image.dtype == np.uint8:
        cv2.putText(image, letters, place, font, scale, color, thick, cv2.LINE_AA)
        return
    mask = np.zeros(image.shape[:2], np.uint8)  # glyphs are only drawn into bytes
    cv2.putText(mask, letters, place, font, scale, 255, thick, cv2.LINE_AA)
    image += mask[..., None] * np.float32(1 / 255) * (np.asarray(color, np.float32) - image)


def barcode(rng: np.random.Generator, image: np.ndarray, box: tuple[int, int, int, int], color) -> None:
    x, y, w, h = box
    right = x + w
    while x < right:
        step = max(1, int(w * rng.uniform(0.01, 0.06)))
        cv2.rectangle(image, (x, y), (x + step, y + h), color, -1)
        x += step + max(1, int(w * rng.uniform(0.01, 0.06)))


def label(rng: np.random.Generator, image: np.ndarray, box: tuple[float, float, float, float], tone, ink) -> None:
    """A printed label: a panel with a title, lines of small print, a bar or a dot."""
    x, y, w, h = (int(v) for v in box)
    if w < 4 or h < 4:
        return
    cv2.rectangle(image, (x, y), (x + w, y + h), [float(v) for v in tone], -1)
    ink = [float(v) for v in ink]
    text(rng, image, (x + 0.08 * w, y + 0.4 * h), w * rng.uniform(0.5, 0.84), ink)
    for k in range(int(rng.integers(0, 4))):
        row = int(y + h * (0.55 + 0.12 * k))
        cv2.line(image, (x + w // 10, row), (int(x + w * rng.uniform(0.4, 0.9)), row), ink, max(1, h // 40))
    if rng.random() < 0.3:
        barcode(rng, image, (x + w // 2, y + h // 2, int(w * 0.4), int(h * 0.4)), ink)
    if rng.random() < 0.3:
        cv2.circle(image, (int(x + w * 0.75), int(y + h * 0.7)), max(1, min(w, h) // 6), ink, -1, cv2.LINE_AA)
