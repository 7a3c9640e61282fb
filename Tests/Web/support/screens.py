"""Stores screenshots of pages, and reports when one looks different."""
import io
import json
import time

from PIL import Image

from .paths import SCREENS, SCREENSHOTS

SIDE = 16
# Gray differences between neighbors that are too small to be visible.
DEAD = 4
# Out of SIDE * SIDE digits. Slightly different text rendering changes a few.
ALLOWED = 24
# Seconds that a page may take to look right.
LATE = 3


class Screens:
    """The fingerprints of all known pages, from screens.json."""

    def __init__(self, accept=False):
        self.accept = accept
        self.known = json.loads(SCREENS.read_text()) if SCREENS.exists() else {}
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def compare(self, name, variant, shoot, *, ignore=False):
        """
        Stores a screenshot, and returns a description of how it differs from the known one, or None. `shoot` takes the
        screenshot, once more if it differs, because the last line of a busy page may be drawn a moment late.
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
        """Returns a screenshot that is the same twice in a row."""
        last = None
        while (picture := shoot()) != last:
            last = picture
        return picture

    def save(self):
        """Writes accepted fingerprints."""
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
    """The number of digits in which two fingerprints differ; an unknown one differs in all."""
    return SIDE * SIDE if one is None else (int(one, 16) ^ int(other, 16)).bit_count()
