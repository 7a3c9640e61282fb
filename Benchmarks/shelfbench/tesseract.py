"""Tesseract alone, for comparison: the library that `Scripts/setup` installs, called directly."""

import ctypes
import os

import numpy

#: Its threads only get in each other's way; this has to be said before it is loaded.
os.environ.setdefault("OMP_THREAD_LIMIT", "1")

LSTM, WORD = 1, 3
#: Modes of finding words.
AUTO, SPARSE = 3, 11


class Tesseract:
    """Reads English words in gray pictures."""

    def __init__(self) -> None:
        ctypes.CDLL("liblept.so.5").setMsgSeverity(6)
        self.library = ctypes.CDLL("libtesseract.so.5")
        for name in ("TessBaseAPICreate", "TessBaseAPIGetIterator", "TessResultIteratorGetUTF8Text"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.library.TessResultIteratorConfidence.restype = ctypes.c_float
        self.handle = ctypes.c_void_p(self.library.TessBaseAPICreate())
        # Its remarks about a picture would go to standard error.
        self.library.TessBaseAPISetVariable(self.handle, b"debug_file", b"/dev/null")
        if self.library.TessBaseAPIInit2(self.handle, None, b"eng", LSTM):
            raise SystemExit("Tesseract's data for English is missing: apt-get install tesseract-ocr-eng")

    def close(self) -> None:
        self.library.TessBaseAPIDelete(self.handle)

    def words(self, image: numpy.ndarray, mode: int) -> list[str]:
        height, width = image.shape
        self.library.TessBaseAPISetPageSegMode(self.handle, mode)
        self.library.TessBaseAPISetImage(self.handle, numpy.ascontiguousarray(image).tobytes(), width, height, 1, width)
        self.library.TessBaseAPISetSourceResolution(self.handle, 70)
        if self.library.TessBaseAPIRecognize(self.handle, None):
            return []
        iterator = ctypes.c_void_p(self.library.TessBaseAPIGetIterator(self.handle))
        found = []
        while iterator:
            text = ctypes.c_void_p(self.library.TessResultIteratorGetUTF8Text(iterator, WORD))
            if text:
                found.append(ctypes.string_at(text).decode("utf-8", "replace").strip())
                self.library.TessDeleteText(text)
            if not self.library.TessResultIteratorNext(iterator, WORD):
                break
        if iterator:
            self.library.TessResultIteratorDelete(iterator)
        return found
