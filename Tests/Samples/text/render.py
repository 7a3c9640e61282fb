#!/usr/bin/env python3
"""Renders the pages, signs and screenshots of this folder, and their text.

Each of eight languages has five pictures: a scanned page, a small one, a photographed one, a screenshot and a sign on a
wall. The words are those of texts.json, written for this purpose. Run it again only to change the set, because
measurements use the pictures that are here.

    python3 render.py --fonts FOLDER   (with DejaVu, Liberation and EB Garamond; needs Pillow and NumPy)
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

HERE = Path(__file__).resolve().parent
SERIF = ["LiberationSerif-Regular.ttf", "DejaVuSerif.ttf", "EBGaramond12-Regular.otf"]
SANS = ["LiberationSans-Regular.ttf", "DejaVuSans.ttf", "LiberationSans-Bold.ttf", "DejaVuSansCondensed.ttf"]
BOLD = ["LiberationSans-Bold.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif-Bold.ttf"]


class Fonts:
    def __init__(self, folders: list[Path]):
        self.paths = {path.name: path for folder in folders for kind in ("*.ttf", "*.otf") for path in folder.rglob(kind)}

    def font(self, names: list[str], number: int, size: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(str(self.paths[names[number % len(names)]]), size)


def wrapped(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """The text in lines of at most `width` pixels."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def page(text: str, font: ImageFont.FreeTypeFont, width: int, paper: tuple, ink: tuple) -> Image.Image:
    margin = width // 12
    lines = wrapped(text, font, width - 2 * margin)
    step = round(1.45 * font.size)
    image = Image.new("RGB", (width, 2 * margin + step * len(lines)), paper)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        draw.text((margin, margin + row * step), line, font=font, fill=ink)
    return image


def texture(size: tuple[int, int], color: tuple, grain: float, chance: np.random.Generator) -> Image.Image:
    """A wall or a table: patches of light and grain."""
    width, height = size
    coarse = chance.normal(0, grain, (max(height // 40, 2), max(width // 40, 2)))
    light = np.asarray(Image.fromarray(coarse.astype(np.float32)).resize(size, Image.Resampling.BICUBIC))
    fine = chance.normal(0, grain / 2, (height, width))
    pixels = np.asarray(color, np.float32) + (light + fine)[..., None]
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def laid(image: Image.Image, ground: Image.Image, corners: list[tuple[float, float]]) -> Image.Image:
    """Places the picture on the ground, with its corners at the given places: upper left first, clockwise."""
    width, height = image.size
    source = [(0, 0), (width, 0), (width, height), (0, height)]
    rows = []
    for (x, y), (u, v) in zip(corners, source):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    way = np.linalg.solve(np.array(rows), np.array(source, float).reshape(8))
    shape = {"size": ground.size, "method": Image.Transform.PERSPECTIVE, "data": way, "resample": Image.Resampling.BICUBIC}
    mask = Image.new("L", image.size, 255).transform(**shape)
    ground.paste(image.transform(**shape), (0, 0), mask)
    return ground


def shot(image: Image.Image, chance: np.random.Generator, blur: float, noise: float) -> Image.Image:
    """Applies the effects of a camera: light falloff, a lens, a sensor."""
    width, height = image.size
    y, x = np.mgrid[0:height, 0:width]
    light = 1.05 - 0.35 * ((x / width - 0.3) ** 2 + (y / height - 0.4) ** 2)
    pixels = np.asarray(image.filter(ImageFilter.GaussianBlur(blur)), np.float32) * light[..., None]
    pixels += chance.normal(0, noise, pixels.shape)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def moved(x: float, y: float, width: float, height: float, chance: random.Random, far: float) -> list[tuple]:
    """Corners of a rectangle, each moved by up to a fraction of its height."""
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return [(a + chance.uniform(-far, far) * height, b + chance.uniform(-far, far) * height) for a, b in corners]


def photographed(text: str, fonts: Fonts, number: int) -> Image.Image:
    chance, noise = random.Random(number), np.random.default_rng(number)
    sheet = page(text, fonts.font(SERIF + SANS, number, 30), 760, (243, 240, 230), (35, 32, 40))
    ground = texture((1000, sheet.height + 240), [(96, 74, 58), (70, 84, 92), (120, 118, 110)][number % 3], 14, noise)
    corners = moved(120, 110, sheet.width, sheet.height, chance, 0.08)
    return shot(laid(sheet, ground, corners), noise, 0.9, 4)


def screenshot(lines: list[str], fonts: Fonts, number: int) -> Image.Image:
    dark = number % 2 == 1
    back, row, ink = ((24, 26, 30), (38, 41, 48), (232, 232, 236)) if dark else ((242, 243, 246), "white", (28, 30, 36))
    image = Image.new("RGB", (540, 130 + 84 * (len(lines) - 1)), back)
    draw = ImageDraw.Draw(image)
    draw.text((24, 34), lines[0], font=fonts.font(SANS, number, 40), fill=ink)
    font = fonts.font(SANS, number + 1, 24)
    for place, line in enumerate(lines[1:]):
        top = 110 + 84 * place
        draw.rounded_rectangle((16, top, 524, top + 72), 14, fill=row)
        draw.ellipse((32, top + 20, 64, top + 52), fill=[(66, 133, 244), (219, 84, 70), (80, 160, 90)][place % 3])
        draw.text((84, top + 20), line, font=font, fill=ink)
    return image


def sign(lines: list[str], fonts: Fonts, number: int) -> Image.Image:
    chance, noise = random.Random(number), np.random.default_rng(number)
    plate, ink = [((24, 62, 130), "white"), ((250, 244, 232), (20, 20, 24)), ((20, 96, 60), (245, 245, 235)),
                  ((246, 200, 40), (30, 26, 20)), ((150, 28, 34), "white")][number % 5]
    big, small = fonts.font(BOLD, number, 64), fonts.font(SANS, number, 38)
    width = int(max(big.getlength(lines[0]), *(small.getlength(line) for line in lines[1:]))) + 100
    image = Image.new("RGB", (width, 130 + 66 * (len(lines) - 1) + 40), plate)
    draw = ImageDraw.Draw(image)
    draw.rectangle((8, 8, width - 9, image.height - 9), outline=ink, width=4)
    draw.text((50, 36), lines[0], font=big, fill=ink)
    for place, line in enumerate(lines[1:]):
        draw.text((50, 130 + 66 * place), line, font=small, fill=ink)
    ground = texture((1000, 700), [(150, 120, 96), (128, 132, 138), (96, 110, 84), (170, 160, 146)][number % 4], 22, noise)
    scale = min(700 / image.width, 1)
    place = (chance.uniform(80, 200), chance.uniform(120, 280))
    corners = moved(*place, image.width * scale, image.height * scale, chance, 0.1)
    return shot(laid(image, ground, corners), noise, 1.0, 5)


def words(parts: str | list[str]) -> list[str]:
    return (parts if isinstance(parts, str) else " ".join(parts)).split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", type=Path, action="append", required=True)
    fonts = Fonts(parser.parse_args().fonts)
    texts = json.loads((HERE / "texts.json").read_text(encoding="utf-8"))
    truth = {}
    for number, (language, parts) in enumerate(texts.items()):
        pictures = {
            "page": page(parts["page"], fonts.font(SERIF, number, 30), 900, (252, 252, 249), (18, 18, 18)),
            "small": page(parts["small"], fonts.font(SANS, number, 14), 400, (255, 255, 255), (10, 10, 10)),
            "photo": photographed(parts["photo"], fonts, number),
            "screen": screenshot(parts["screen"], fonts, number),
            "sign": sign(parts["sign"], fonts, number),
        }
        for kind, picture in pictures.items():
            name = f"{language}-{kind}.jpg"
            picture.save(HERE / name, quality=78, optimize=True)
            truth[name] = {"language": language, "kind": kind, "words": words(parts[kind])}
    lines = [f"    {json.dumps(name)}: {json.dumps(about, ensure_ascii=False)}" for name, about in truth.items()]
    (HERE / "truth.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
