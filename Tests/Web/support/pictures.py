"""Pictures made from those of the repository, as people also take them, and files that are none."""
import tempfile
from pathlib import Path

from PIL import Image, ImageFilter

_folder = tempfile.TemporaryDirectory(prefix="espy-pictures-")


def made(name):
    """The path of a file that goes away with the tests."""
    return Path(_folder.name) / name


def no_picture():
    """A text."""
    path = made("notes.txt")
    path.write_text("Buy milk.\n")
    return path


def empty_file():
    """A photo that was not copied to its end, nor from its beginning."""
    path = made("empty.jpg")
    path.write_bytes(b"")
    return path


def dark(picture):
    """The same without light."""
    path = made(f"dark-{picture.name}")
    with Image.open(picture) as image:
        image.point(lambda value: value // 16).save(path, quality=92)
    return path


def smeared(picture, x, y, radius):
    """The same with something wiped over one place."""
    path = made(f"smeared-{picture.name}")
    box = (int(x - radius), int(y - radius), int(x + radius), int(y + radius))
    with Image.open(picture) as image:
        image.paste(image.crop(box).filter(ImageFilter.GaussianBlur(radius / 8)), box)
        image.save(path, quality=92)
    return path
