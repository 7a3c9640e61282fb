"""Pictures degraded in ten steps, each in one way, as by bad light and hasty hands."""

from collections.abc import Callable

import cv2
import numpy as np

STEPS = range(1, 11)


def linear(image: np.ndarray) -> np.ndarray:
    """Linear light, 0..1, of 8-bit sRGB values."""
    return (image.astype(np.float32) / 255) ** 2.2


def encoded(light: np.ndarray) -> np.ndarray:
    return np.round(np.clip(light, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def with_noise(image: np.ndarray, sigma: float, seed: int) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def darkened(image: np.ndarray, step: int, seed: int) -> np.ndarray:
    """One stop less light per step, with constant sensor noise."""
    return with_noise(encoded(linear(image) * 2.0**-step), 2, seed)


def overexposed(image: np.ndarray, step: int, seed: int) -> np.ndarray:
    """Half a stop more light per step; anything beyond the range is white."""
    return encoded(linear(image) * 2 ** (step / 2))


def tinted(image: np.ndarray, step: int, seed: int) -> np.ndarray:
    """The yellow light of a lamp: less blue with each step and, half as fast, less green."""
    gains = np.array([2 ** (-step * 0.35), 2 ** (-step * 0.12), 1.0], np.float32)
    return encoded(linear(image) * gains)


def noisy(image: np.ndarray, step: int, seed: int) -> np.ndarray:
    """Noise with a deviation of 6 levels, and a third more with each step."""
    return with_noise(image, 6 * 1.33 ** (step - 1), seed)


def blurred(image: np.ndarray, step: int, seed: int) -> np.ndarray:
    """Out of focus: a Gaussian of 0.04% of the long side, and half as much again with each step."""
    return cv2.GaussianBlur(image, (0, 0), max(image.shape[:2]) * 0.0004 * 1.5 ** (step - 1))


def shaken(image: np.ndarray, step: int, seed: int) -> np.ndarray:
    """A movement of 0.1% of the long side in one direction, and half as much again with each step."""
    length = max(max(image.shape[:2]) * 0.001 * 1.5 ** (step - 1), 1)
    angle = np.random.default_rng(seed).uniform(0, np.pi)
    size = int(length) // 2 * 2 + 3
    kernel = np.zeros((size, size), np.float32)
    middle, reach = size / 2 - 0.5, length / 2
    along = np.linspace(-reach, reach, 8 * size)
    places = np.round(middle + np.stack([along * np.sin(angle), along * np.cos(angle)])).astype(int)
    np.add.at(kernel, (places[0], places[1]), 1)
    return cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REFLECT)


def compressed(image: np.ndarray, step: int, seed: int) -> np.ndarray:
    """JPEG at qualities from 60 down to 4."""
    quality = round(60 * (4 / 60) ** ((step - 1) / 9))
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)


Disturbance = Callable[[np.ndarray, int, int], np.ndarray]
DISTURBANCES: dict[str, Disturbance] = {
    "darkened": darkened, "overexposed": overexposed, "tinted": tinted, "noisy": noisy,
    "blurred": blurred, "shaken": shaken, "compressed": compressed}
