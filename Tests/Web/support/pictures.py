"""Variants of the repository's pictures, as users also take them, and files that are not pictures."""
import math
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

_folder = tempfile.TemporaryDirectory(prefix="espy-pictures-")


def made(name):
    """Returns the path of a file that is removed after the tests."""
    return Path(_folder.name) / name


def no_picture():
    """A text file."""
    path = made("notes.txt")
    path.write_text("Buy milk.\n")
    return path


def empty_file():
    """A photo whose copy has neither its end nor its beginning."""
    path = made("empty.jpg")
    path.write_bytes(b"")
    return path


def dark(picture, share=16):
    """The same with a part of the light."""
    path = made(f"dark-{picture.name}")
    with Image.open(picture) as image:
        image.point(lambda value: value // share).save(path, quality=92)
    return path


def part_filled(picture, rack, columns):
    """
    The tubes in the first columns of a box on plain ground, without the rest of the box. Each is cut out of a photo
    whose result is `rack`.
    """
    return tubes(picture, rack, f"part-{columns}", [(vial["x"], vial["y"], 0) for vial in rack["vials"]],
                 [vial["col"] < columns for vial in rack["vials"]])


def scattered(picture, rack, count=12):
    """Some of the tubes of a box like the seeds of a sunflower on plain ground, each rotated differently."""
    angles = [2.4 * (at + 1) for at in range(count)]
    reach = 0.4 * min(rack["width"], rack["height"])
    places = [(rack["width"] / 2 + reach * math.sqrt((at + 1) / count) * math.cos(angle),
               rack["height"] / 2 + reach * math.sqrt((at + 1) / count) * math.sin(angle), 37 * at)
              for at, angle in enumerate(angles)]
    return tubes(picture, rack, f"seeds-{count}", places, [True] * count)


def tubes(picture, rack, name, places, wanted):
    """Cuts tubes out of a photo, and puts each wanted one at its place (x, y, degrees) on plain ground."""
    path = made(f"{name}-{picture.name}")
    first = next(cell for cell in rack["cells"] if (cell["row"], cell["col"]) == (0, 0))
    last = next(cell for cell in rack["cells"] if (cell["row"], cell["col"]) == (rack["rows"] - 1, rack["cols"] - 1))
    radius = int(0.42 * (last["x"] - first["x"]) / (rack["cols"] - 1))
    mask = Image.new("L", (2 * radius, 2 * radius), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * radius - 1, 2 * radius - 1), fill=255)
    with Image.open(picture) as image:
        plain = Image.new("RGB", image.size, (92, 96, 100))
        for vial, (x, y, angle), is_wanted in zip(rack["vials"], places, wanted):
            left, top = int(vial["x"]) - radius, int(vial["y"]) - radius
            tube = image.crop((left, top, left + 2 * radius, top + 2 * radius))
            if is_wanted:
                plain.paste(tube.rotate(angle, Image.Resampling.BICUBIC), (int(x) - radius, int(y) - radius), mask)
        plain.save(path, quality=92)
    return path


def smeared(picture, x, y, radius):
    """The same with one place smeared."""
    path = made(f"smeared-{picture.name}")
    box = (int(x - radius), int(y - radius), int(x + radius), int(y + radius))
    with Image.open(picture) as image:
        image.paste(image.crop(box).filter(ImageFilter.GaussianBlur(radius / 8)), box)
        image.save(path, quality=92)
    return path
