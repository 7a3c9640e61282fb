"""Shared by the tests: the program, photos, a fake worker."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import espy

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "Tests" / "Samples"
FAKE = str(Path(__file__).with_name("fake_worker.py"))


def program() -> str | None:
    """The built program."""
    try:
        return espy.find_program()
    except espy.ProgramNotFound:
        return None


NEEDS_PROGRAM = "the program is not built (make build, or ESPY_BINARY)"


def png(width: int, height: int, gray: int = 200) -> bytes:
    """A picture of one shade, a few kilobytes whatever its size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(b"\0" + bytes([gray]) * (3 * width)) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
