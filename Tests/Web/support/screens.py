"""Keeps pictures of pages, and tells when one has come to look different."""
import io
import json
import time

from PIL import Image

from .paths import SCREENS, SCREENSHOTS

SIDE = 16
# Steps of grey between neighbors that are too small to be seen as one.
DEAD = 4
# Of SIDE * SIDE signs. Letters drawn a little differently change a few.
ALLOWED = 24
# So long, in seconds, a page may take to look as it should.
LATE = 3


class Screens:
    """The fingerprints of all pages that were seen before, in screens.json."""

    def __init__(self, accept=False):
        self.accept = accept
        self.known = json.loads(SCREENS.read_text()) if SCREENS.exists() else {}
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def compare(self, name, variant, shoot, *, ignore=False):
        """
        Keeps a picture, and says in words how it differs from what is known; None when it does not. `shoot` takes the
        picture: once more where it differs, for the last line of a busy page may be drawn a moment late.
        """
        known = self.known.setdefault(name, {}) if not ignore else {}
        end = time.monotonic() + LATE
        while True:
            picture = shoot()
            new = fingerprint(picture)
            if ignore or distance(known.get(variant), new) <= ALLOWED or self.accept or time.monotonic() > end:
                break
        (SCREENSHOTS / f"{name}-{variant}.png").write_bytes(picture)
        away = distance(known.get(variant), new)
        if ignore or away <= ALLOWED:
            return None
        if self.accept:
            known[variant] = fingerprint(self._calm(shoot))
            return None
        return (f"{name}-{variant}.png looks different ({away} of {SIDE * SIDE} signs); "
                "Scripts/test-web --accept takes it")

    @staticmethod
    def _calm(shoot):
        """A picture that is twice the same."""
        last = None
        while (picture := shoot()) != last:
            last = picture
        return picture

    def save(self):
        """Writes down what was accepted."""
        if self.accept:
            ordered = {name: dict(sorted(variants.items())) for name, variants in sorted(self.known.items())}
            SCREENS.write_text(json.dumps(ordered, indent=1) + "\n")


def fingerprint(picture):
    """For each of 16 x 16 parts, whether it is darker than the part to its right, as hexadecimal digits."""
    with Image.open(io.BytesIO(picture)) as image:
        grey = image.convert("L").resize((SIDE + 1, SIDE), Image.Resampling.BOX).tobytes()
    signs = 0
    for row in range(SIDE):
        for column in range(SIDE):
            at = row * (SIDE + 1) + column
            signs = signs << 1 | (grey[at + 1] - grey[at] > DEAD)
    return f"{signs:0{SIDE * SIDE // 4}x}"


def distance(one, other):
    """How many signs two fingerprints differ in; what is not known differs in all."""
    return SIDE * SIDE if one is None else (int(one, 16) ^ int(other, 16)).bit_count()
