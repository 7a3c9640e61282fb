"""Random cases that Espy's tests generate in exactly the same way.

All numbers come from SplitMix64 and are only used in operations that IEEE 754 rounds exactly, so that both sides see
the same bits, and only the results have to be stored.
"""

import numpy as np

MASK = (1 << 64) - 1


class SplitMix64:
    """S. Vigna's generator, as in his public-domain splitmix64.c."""

    def __init__(self, seed):
        self.state = seed & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        value = self.state
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
        return value ^ (value >> 31)

    def below(self, bound):
        return self.next() % bound

    def unit(self):
        return (self.next() >> 11) * 2.0**-53


def boxes(random, count, exact):
    """Boxes as x, y, width, height: anywhere, or on a coarse lattice where exact ties are common."""
    if exact:
        return [
            [float(random.below(16)), float(random.below(16)), float(1 << random.below(4)), float(1 << random.below(4))]
            for _ in range(count)
        ]
    return [
        [random.unit() * 400, random.unit() * 400, 4 + random.unit() * 80, 4 + random.unit() * 80]
        for _ in range(count)
    ]


def scores(random, count, exact):
    return [random.below(8) / 8 if exact else random.unit() for _ in range(count)]


def vectors(random, count, kind):
    """float32 vectors: four signs of one half, where all distances are exact; or fuzzy blobs; or repeated blobs."""
    if kind == 0:
        rows = [[0.5 if random.below(2) == 0 else -0.5 for _ in range(4)] for _ in range(count)]
        return np.array(rows, dtype=np.float32).reshape(count, 4)
    centers = [[random.unit() * 2 - 1 for _ in range(8)] for _ in range(4)]
    rows = []
    for _ in range(count):
        if kind == 2 and rows and random.below(3) == 0:
            rows.append(list(rows[random.below(len(rows))]))
            continue
        center = centers[random.below(4)]
        rows.append([value + 0.6 * (random.unit() - 0.5) for value in center])
    return np.array(rows, dtype=np.float64).astype(np.float32)


def digest(values):
    """FNV-1a, 64 bits, over 64-bit little-endian integers."""
    state = 0xCBF29CE484222325
    for value in values:
        for byte in (int(value) & MASK).to_bytes(8, "little"):
            state = ((state ^ byte) * 0x100000001B3) & MASK
    return f"{state:016x}"
