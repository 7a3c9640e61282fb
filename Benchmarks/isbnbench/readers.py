"""The readers: gray pixels or a file in, values and milliseconds out."""

import json
import subprocess
import time
from pathlib import Path

import cv2
import zxingcpp

try:
    from pyzbar import pyzbar
except ImportError:
    # pyzbar is installed, but its C library is not.
    pyzbar = None

SCALES = (1, 2, 3)
#: Larger pictures are not enlarged further, because that would be too slow.
LARGEST_ENLARGED = 1000


def _scaled(gray, factor: int):
    """The picture enlarged and with a light border, as users of these readers prepare small pictures."""
    large = cv2.resize(gray, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC) if factor > 1 else gray
    return cv2.copyMakeBorder(large, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)


def zbar(gray) -> set[str]:
    found = pyzbar.decode(gray, symbols=[pyzbar.ZBarSymbol.EAN13])
    return {barcode.data.decode() for barcode in found}


def zxing(gray) -> set[str]:
    return {barcode.text for barcode in zxingcpp.read_barcodes(gray, formats=zxingcpp.BarcodeFormat.EAN13)}


def opencv(gray) -> set[str]:
    return {text for text in cv2.barcode.BarcodeDetector().detectAndDecodeMulti(gray)[1] if text}


def _all_scales(read):
    def read_all(gray) -> set[str]:
        factors = SCALES if max(gray.shape) <= LARGEST_ENLARGED else SCALES[:1]
        return set().union(read(gray), *(read(_scaled(gray, factor)) for factor in factors))

    return read_all


def peers() -> dict:
    """All installed readers, once on the photo as it is and once with all scales combined."""
    single = {"zxing": zxing, "opencv": opencv}
    if pyzbar:
        single = {"zbar": zbar, **single}
    several = {f"{name}3": _all_scales(read) for name, read in single.items()}
    return {name: read for pair in zip(single.items(), several.items()) for name, read in pair}


class Peer:
    def __init__(self, name: str, read):
        self.name, self._read = name, read

    def read(self, path: Path) -> tuple[set[str], float]:
        gray = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        start = time.perf_counter()
        values = self._read(gray)
        return values, (time.perf_counter() - start) * 1000

    def close(self) -> None:
        pass


class Espy:
    """EspyBench, started once and queried photo by photo, so that its runs alternate with those of the others."""

    def __init__(self, name: str, program: Path, *flags: str):
        self.name = name
        self._process = subprocess.Popen(
            [program, "isbn", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def read(self, path: Path) -> tuple[set[str], float]:
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise SystemExit(f"{path}: {answer['error']}")
        return set(answer["values"]), answer["ms_decode"]["min"]

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()
