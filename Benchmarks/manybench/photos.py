"""Folders of photos: the samples of the repository, over and over, with no two files alike."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "Tests" / "Samples"


def fill(folder: Path, kind: str, count: int) -> list[str]:
    """Writes `count` photos from samples of a kind, and returns their paths. Each has its own comment, because equal
    files would be served from some cache."""
    folder.mkdir(parents=True, exist_ok=True)
    samples = [path.read_bytes() for path in sorted((SAMPLES / kind).glob("*.jpg"))]
    paths = []
    for number in range(count):
        path = folder / f"{kind}-{number:05}.jpg"
        if not path.exists():
            comment = f"photo {number}".encode()
            data = samples[number % len(samples)]
            segment = b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment
            path.write_bytes(data[:2] + segment + data[2:])
        paths.append(str(path))
    return paths


def large_png(side: int) -> bytes:
    """A picture of one shade that is small as a file, and `side` x `side` pixels when decoded."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = b"\0" + b"\x80" * (3 * side)
    rows = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
