"""The cost of the worst pictures that the server accepts, each on a separate server."""

import time
from pathlib import Path

from benchkit.tables import table
from PIL import Image

from . import process
from .espy import Client, Espy, Refused

WHOLE, ROWS = (7340, 7340), (12000, 9000)
_ROTATED = 6


def _save(file: Path, mode: str, size: tuple[int, int], **options) -> None:
    colors = {"L": 0, "RGB": (10, 200, 30), "RGBA": (10, 200, 30, 128), "CMYK": (10, 200, 30, 9)}
    image = Image.new(mode, size, colors[mode])
    if options.pop("rotated", False):
        options["exif"] = image.getexif()
        options["exif"][0x112] = _ROTATED
    image.save(file, **options)


# In one color, so that the files are small but unpack to the size of any photo.
_PICTURES = {
    "JPEG, 108 MP": ("a.jpg", "RGB", ROWS, {}),
    "JPEG, 108 MP, turned": ("b.jpg", "RGB", ROWS, {"rotated": True}),
    "progressive JPEG, 54 MP": ("c.jpg", "RGB", WHOLE, {"progressive": True, "subsampling": 0}),
    "progressive JPEG in ink, 54 MP": ("d.jpg", "CMYK", WHOLE, {"progressive": True}),
    "PNG with alpha, 54 MP": ("e.png", "RGBA", WHOLE, {"compress_level": 1}),
    "lossless WebP, 54 MP": ("f.webp", "RGBA", WHOLE, {"lossless": True}),
    "PNG, 196 MP": ("g.png", "L", (14000, 14000), {"compress_level": 9}),
}


def _job(client: Client, photo: str) -> None:
    job = client.ask("POST", "/racks", {"photo": photo})["id"]
    client.finished(job, 0.2)


def _row(binary: Path, name: str, file: Path) -> list[str]:
    espy = Espy(binary)
    try:
        client = espy.start().client()
        start = time.perf_counter()
        try:
            photo = client.ask("POST", "/photos", file.read_bytes(), "application/octet-stream")["id"]
            answer = "taken"
        except Refused as error:
            photo, answer = None, str(error.status)
        row = [name, f"{file.stat().st_size / 1000:.0f}", answer, f"{time.perf_counter() - start:.2f}"]
        for work in (
            lambda: client.ask("GET", f"/photos/{photo}/view?side=512"),
            lambda: client.ask("GET", f"/photos/{photo}/view?side=16384"), lambda: _job(client, photo),
        ):
            process.forget_peak(espy.pid)
            if photo:
                work()
            row.append(f"{process.peak_megabytes(espy.pid):.0f}" if photo else "")
        return row
    finally:
        espy.remove()


def measure(binary: Path, folder: Path) -> str:
    """A Markdown table of peaks."""
    Image.MAX_IMAGE_PIXELS = None
    rows = []
    for name, (file, mode, size, options) in _PICTURES.items():
        _save(folder / file, mode, size, **options)
        rows.append(_row(binary, name, folder / file))
    head = ["picture", "file kB", "answer", "answered in s", "small view MB", "whole view MB", "read as rack MB"]
    return table(head, rows)
