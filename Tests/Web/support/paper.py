"""A PDF of one page, as a program reads it."""
import io
import re

from PIL import Image


class Paper:
    """Its texts and its pictures. A wrong object table is an error."""

    def __init__(self, data):
        assert data.startswith(b"%PDF-1."), data[:20]
        start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])
        places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n ", data[start:])]
        self.objects = []
        for number, place in enumerate(places, 1):
            head = f"{number} 0 obj\n".encode()
            assert data[place:].startswith(head), data[place:place + 20]
            self.objects.append(data[place + len(head):data.index(b"\nendobj\n", place)])
        content = next(one for one in self.objects if b" Tf " in one)
        self.lines = [bytes.fromhex(text.decode()).decode("cp1252") for text in re.findall(rb"<([0-9a-f]*)> Tj", content)]
        self.text = "\n".join(self.lines)
        self.pages = int(re.search(rb"/Count (\d+)", data)[1])

    @property
    def pictures(self):
        """The decoded pictures on it."""
        streams = [one.split(b"stream\n", 1)[1][:-len(b"\nendstream")] for one in self.objects if b"/DCTDecode" in one]
        return [Image.open(io.BytesIO(stream)) for stream in streams]
