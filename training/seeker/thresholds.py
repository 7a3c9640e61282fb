"""The threshold on the finds of an example: one fixed score, and how likely each other one is the right one.

`python -m countbench.border --sets calibrate` in Benchmarks/ measures it with the product.
"""

from dataclasses import dataclass

import numpy as np

#: Logits of a score.
THRESHOLDS = np.round(np.arange(-16, 25) / 10, 1)
#: The threshold in use.
USED = 0.0
_ABOVE, _BELOW = 0.92, 0.78  # standard deviations of the right one above and below it
_TAIL = 0.05
_CLOSE = 0.1  # counts that differ by less are one answer


def _weights() -> np.ndarray:
    """How likely each threshold is the right one: half of a normal distribution each way."""
    deviations = np.where(THRESHOLDS > USED, _ABOVE, _BELOW)
    raw = np.exp(-((THRESHOLDS - USED) / deviations) ** 2 / 2) / deviations
    return raw / raw.sum()


WEIGHTS = _weights()
_SUMS = np.cumsum(WEIGHTS[::-1])[::-1]  # of all thresholds from each on
STRICT, LOOSE = (float(THRESHOLDS[_SUMS >= share].max()) for share in (_TAIL, 1 - _TAIL))


def logits(scores: np.ndarray) -> np.ndarray:
    """At most 6, at least -6."""
    held = scores.clip(1e-4, 1 - 1e-4)
    return np.log(held / (1 - held)).clip(-6, 6)


@dataclass
class Cut:
    """The result of a threshold on finds, the best first."""

    count: int
    low: int
    high: int
    counts: np.ndarray  # [thresholds]

    def alternatives(self) -> list[int]:
        """Counts by falling weight; those within 10% of each other are one."""
        left, found = WEIGHTS.copy(), []
        while left.max() > 0:
            middle = self.counts[int(np.argmax(left))]
            near = (np.abs(self.counts - middle) <= max(1, _CLOSE * middle)) & (left > 0)
            best = int(np.argmax(np.where(near, left, 0)))
            found.append((float(left[near].sum()), int(self.counts[best])))
            left[near] = 0
        return [count for _, count in sorted(found, reverse=True)]


def cut(scores: np.ndarray) -> Cut:
    found = logits(scores)
    count, low, high = (int((found > place).sum()) for place in (USED, STRICT, LOOSE))
    return Cut(count, low, high, (found[None] > THRESHOLDS[:, None]).sum(1))
