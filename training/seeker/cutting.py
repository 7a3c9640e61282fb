"""Where to cut the finds of a photo: a small net weighs 31 cuts; count, range and probabilities follow from it."""

import math
from dataclasses import dataclass

import numpy as np

from .features import CUT_FEATURES, CUTS, Table, counts, cut_features
from .smallnet import SmallNet

LOW, HIGH = 0.05, 0.95
_CLOSE = 0.1  # counts that differ by less are one answer


@dataclass
class Cut:
    count: int
    low: int
    high: int
    weights: np.ndarray  # [cuts], probability of each cut
    counts: np.ndarray  # [cuts]
    probabilities: np.ndarray  # [finds]: that it is right

    def alternatives(self) -> list[int]:
        """Counts by falling weight; those within 10 % of each other are one."""
        left, found = self.weights.copy(), []
        while left.max() > 0:
            middle = self.counts[int(np.argmax(left))]
            near = (np.abs(self.counts - middle) <= max(1, _CLOSE * middle)) & (left > 0)
            found.append((float(left[near].sum()), weighted_median(self.counts[near], left[near])))
            left[near] = 0
        return [count for _, count in sorted(found, reverse=True)]


def weighted_quantile(values: np.ndarray, weights: np.ndarray, share: float) -> int:
    order = np.argsort(values, kind="stable")
    sums = np.cumsum(weights[order])
    return int(values[order][min(int(np.searchsorted(sums, share * sums[-1])), len(values) - 1)])


def weighted_median(values: np.ndarray, weights: np.ndarray) -> int:
    return weighted_quantile(values, weights, 0.5)


@dataclass
class Cutter:
    net: SmallNet
    low: float = LOW
    high: float = HIGH
    spread: float = 0.0
    slope: float = 1.0
    shift: float = 0.0

    def weigh(self, finds: Table) -> np.ndarray:
        logits = self.net(cut_features(finds))
        exponents = np.exp(logits - logits.max())
        return exponents / exponents.sum()

    def cut(self, finds: Table) -> Cut:
        return self.decide(finds, self.weigh(finds))

    def decide(self, finds: Table, weights: np.ndarray) -> Cut:
        """What follows from the weights of the cuts."""
        number = counts(finds)
        low = weighted_quantile(number, weights, self.low)
        high = weighted_quantile(number, weights, self.high)
        return Cut(weighted_median(number, weights), math.floor(low * (1 - self.spread)),
                   math.ceil(high * (1 + self.spread)), weights, number, self.probabilities(finds, weights))

    def probabilities(self, finds: Table, weights: np.ndarray) -> np.ndarray:
        raw = raw_probabilities(finds, weights)
        logit = np.log(raw / (1 - raw))
        return 1 / (1 + np.exp(-(self.slope * logit + self.shift)))

    def as_numbers(self) -> dict:
        return {"version": 1, "features": list(CUT_FEATURES), "cuts": CUTS.tolist(), **self.net.as_numbers(),
                "range": {"low": self.low, "high": self.high, "spread": round(self.spread, 4)},
                "probability": {"a": round(self.slope, 4), "b": round(self.shift, 4)}}

    @staticmethod
    def from_numbers(numbers: dict) -> "Cutter":
        limits, sureness = numbers["range"], numbers["probability"]
        return Cutter(SmallNet.from_numbers(numbers), limits["low"], limits["high"], limits["spread"], sureness["a"],
                      sureness["b"])


def raw_probabilities(finds: Table, weights: np.ndarray) -> np.ndarray:
    """The weight of all cuts below each find."""
    return ((CUTS[None] < finds.logit[:, None]) @ weights).clip(1e-3, 1 - 1e-3)
