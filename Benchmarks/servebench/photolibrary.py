"""A photo library of any size, written directly to the tables and the thumbnail file."""

import hashlib
import io
import math
import random
import sqlite3
from pathlib import Path

from PIL import Image, ImageDraw

# Different pictures, used in turn. A browser caches pictures by address, so each is decoded again.
DRAWN = 200
SIDE = 256
TAGS = [("dog", "animals"), ("cat", "animals"), ("beach", "nature"), ("mountain", "nature"), ("cake", "food"),
        ("car", "vehicles"), ("flower", "nature"), ("snow", "weather"), ("person", "people"), ("kitchen", "places")]
LAST = 1_735_000_000
YEARS = 12


def drawn(number: int) -> Image.Image:
    """A picture with as much detail as a photo."""
    chance = random.Random(number)
    image = Image.new("RGB", (SIDE, SIDE * 3 // 4), tuple(chance.randrange(40, 220) for _ in range(3)))
    draw = ImageDraw.Draw(image)
    for _ in range(60):
        x, y, radius = chance.randrange(SIDE), chance.randrange(SIDE), chance.randrange(4, SIDE // 5)
        color = tuple(chance.randrange(256) for _ in range(3))
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=color)
    noise = Image.effect_noise(image.size, 40).convert("RGB")
    return Image.blend(image, noise, 0.2)


def _waves(most: int) -> list[tuple[int, int]]:
    return [(u, total - u) for total in range(1, most + 1) for u in range(total + 1)]


def _strengths(plane: list[float], width: int, height: int, waves: list[tuple[int, int]]) -> list[float]:
    found = []
    for u, v in waves:
        total = sum(
            plane[y * width + x] * math.cos(math.pi * u * (x + 0.5) / width) * math.cos(math.pi * v * (y + 0.5) / height)
            for y in range(height) for x in range(width))
        found.append(total * (2 if u else 1) * (2 if v else 1) / (width * height))
    return found


def placeholder(image: Image.Image) -> bytes:
    """A blurred picture in 29 bytes, as described in `Placeholder.swift`."""
    small = image.resize((16, 12))
    pixels = [tuple(value / 255 for value in small.getpixel((x, y))) for y in range(12) for x in range(16)]
    light = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in pixels]
    blue = [0.564 * (p[2] - y) for p, y in zip(pixels, light)]
    red = [0.713 * (p[0] - y) for p, y in zip(pixels, light)]
    lights = _strengths(light, 16, 12, _waves(7))
    colors = [_strengths(plane, 16, 12, _waves(2)) for plane in (blue, red)]

    def byte(value: float) -> int:
        return max(0, min(255, round(value)))

    def mean(plane: list[float]) -> float:
        return sum(plane) / len(plane)

    def half(value: float, most: float) -> int:
        return 8 + round(math.copysign(7 * math.sqrt(min(abs(value) / most, 1)), value)) if most else 8

    strongest = [byte(math.ceil(128 * max(map(abs, values)))) for values in (lights, colors[0] + colors[1])]
    head = [byte(128 + 32 * math.log2(image.width / image.height)), byte(255 * mean(light)),
            byte(128 + 255 * mean(blue)), byte(128 + 255 * mean(red)), *strongest]
    halves = [half(value, strongest[0] / 128) for value in lights]
    halves += [half(value, strongest[1] / 128) for value in colors[0] + colors[1]] + [0]
    return bytes(head) + bytes(halves[at] | halves[at + 1] << 4 for at in range(0, 46, 2))


def fill(database: Path, folder: int, path: str, count: int) -> None:
    """Adds photos to one of the folders of a library that `espy` has made."""
    pictures = []
    for number in range(DRAWN):
        image = drawn(number)
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=78)
        pictures.append((buffer.getvalue(), placeholder(image)))
    with open(f"{database}-thumbnails", "wb") as pack, sqlite3.connect(database) as db:
        db.executemany("INSERT OR IGNORE INTO tags (name, category) VALUES (?, ?)", TAGS)
        tags = dict(db.execute("SELECT name, id FROM tags"))
        offset = 0
        for photo in range(1, count + 1):
            jpeg, blurred = pictures[photo % DRAWN]
            _insert(db, folder, path, photo, count, blurred)
            pack.write(jpeg)
            db.execute(
                "INSERT INTO thumbnails (photo, pack, offset, length, width, height) VALUES (?, 0, ?, ?, ?, ?)",
                (photo, offset, len(jpeg), SIDE, SIDE * 3 // 4))
            offset += len(jpeg)
            for name in {TAGS[photo * 7 % 10][0], TAGS[photo * 13 // 7 % 10][0]}:
                db.execute("INSERT INTO photo_tags VALUES (?, ?, 0.9, 'analysis')", (photo, tags[name]))


def _insert(db: sqlite3.Connection, folder: int, path: str, photo: int, count: int, blurred: bytes) -> None:
    chance = random.Random(photo)
    taken = LAST - (count - photo) * (YEARS * 365 * 86_400 // count)
    db.execute(
        """INSERT INTO photos (id, digest, bytes, format, width, height, taken, taken_source, latitude, longitude, camera,
            placeholder, analysis) VALUES (?, ?, 3456789, 'jpeg', 4000, 3000, ?, 'exif', ?, ?, 'Canon EOS 80D', ?, 'none')""",
        (photo, hashlib.sha256(str(photo).encode()).digest(), taken, chance.gauss(48, 2), chance.gauss(11, 3), blurred))
    db.execute(
        "INSERT INTO files (folder, path, photo, size, modified) VALUES (?, ?, ?, 3456789, 0)",
        (folder, f"{path}/{photo:06}.jpg", photo))
