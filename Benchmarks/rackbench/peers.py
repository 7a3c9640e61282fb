"""The other readers: zxing-cpp in one pass and in several, and libdmtx."""

from collections import Counter

import cv2
import zxingcpp

try:
    from pylibdmtx.pylibdmtx import decode as _libdmtx
except ImportError:
    _libdmtx = None

LIBDMTX_LIMIT_MS = 5000


def load(path: str):
    """Gray pixels, in the fastest way that OpenCV offers."""
    return cv2.imread(path, cv2.IMREAD_GRAYSCALE)


def _zxing(gray, binarizer=zxingcpp.Binarizer.LocalAverage) -> list[bytes]:
    found = zxingcpp.read_barcodes(gray, formats=zxingcpp.BarcodeFormat.DataMatrix, binarizer=binarizer)
    return [bytes(barcode.bytes) for barcode in found]


def _fixed(gray) -> list[bytes]:
    return _zxing(gray, zxingcpp.Binarizer.FixedThreshold)


def _adaptive(gray, window: int, offset: int) -> list[bytes]:
    mean = cv2.ADAPTIVE_THRESH_MEAN_C
    return _fixed(cv2.adaptiveThreshold(gray, 255, mean, cv2.THRESH_BINARY, window, offset))


def _union(passes: list[list[bytes]]) -> list[bytes]:
    """Every value as many times as in the pass that found it most often."""
    most: Counter = Counter()
    for values in passes:
        most |= Counter(values)
    return list(most.elements())


def zxing(gray) -> list[bytes]:
    return _zxing(gray)


def zxing4(gray) -> list[bytes]:
    """What a competent user of zxing-cpp does: combines the results of four binarizations."""
    return _union([_zxing(gray), _fixed(gray), _adaptive(gray, 15, 20), _adaptive(gray, 61, 40)])


def zxing11(gray) -> list[bytes]:
    """A best effort without regard for time: eleven passes, three of them on the doubled picture."""
    double = cv2.resize(gray, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return _union(
        [
            _zxing(gray),
            _fixed(gray),
            _adaptive(gray, 15, 20),
            _adaptive(gray, 61, 40),
            _adaptive(gray, 31, 10),
            _adaptive(gray, 15, 5),
            _zxing(gray, zxingcpp.Binarizer.GlobalHistogram),
            _zxing(255 - gray),
            _zxing(double),
            _adaptive(double, 31, 10),
            _adaptive(double, 61, 20),
        ]
    )


def libdmtx(gray) -> list[bytes]:
    return [bytes(found.data) for found in _libdmtx(gray, timeout=LIBDMTX_LIMIT_MS)]


READERS = {"zxing": zxing, "zxing4": zxing4, "zxing11": zxing11}
if _libdmtx:
    READERS["libdmtx"] = libdmtx
else:
    print("(libdmtx is not there and left out: apt-get install libdmtx0b)")
