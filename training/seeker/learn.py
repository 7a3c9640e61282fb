"""Learns where to cut: `python -m training.seeker.learn --taps FILE… --out models/espy-seeker-cut.json`.

Sources are split into folds. What is printed, and the range and the probabilities that are fitted, come from photos
of sources that the net in question did not learn from; the net that is written learned from all.
"""

import pickle
from pathlib import Path

import numpy as np

from ..common import command
from .cutting import Cutter, raw_probabilities
from .features import CUT_FEATURES, counts, cut_features
from .smallnet import SmallNet, learn_choice, save
from .taps import Tap

FOLDS = 6
NETS = 3  # with other beginnings, as one
COVERAGE = 0.92  # of ranges on photos that were not learned from: a little more than is promised
_CLOSE, _HOPELESS = 0.05, 0.3
_TAILS = (0.005, 0.01, 0.02, 0.05, 0.1)
# With a few hundred photos, fewer numbers tell more: the others are written with weights of 0.
_USED = ("cut", "up", "down", "gap", "count", "below", "near", "like step", "score above", "top", "median")
USED = np.array([CUT_FEATURES.index(name) for name in _USED])


def target(tap: Tap) -> np.ndarray | None:
    """Which cuts give the true number, within 5 % or as near as any; None where no cut comes near."""
    error = np.abs(counts(tap.finds) - tap.truth) / tap.truth
    return (error <= max(_CLOSE, error.min() + 1e-6)).astype(float) if error.min() <= _HOPELESS else None


def folds(sources: list[str], seed: int = 0) -> dict[str, int]:
    """Whole sources together; every scene by itself would be told apart by nothing, so they go by name."""
    names = sorted(set(sources))
    order = np.random.default_rng(seed).permutation(len(names))
    return {names[index]: number % FOLDS for number, index in enumerate(order)}


def group_of(tap: Tap) -> str:
    return f"{tap.source} {tap.photo}" if tap.source == "scene" else tap.source


def weights_of(taps: list[Tap]) -> np.ndarray:
    """Sources of many examples count more, but not by as much."""
    names, inverse, number = np.unique([tap.source for tap in taps], return_inverse=True, return_counts=True)
    weight = (number.astype(float) ** -0.5)[inverse]
    return weight / weight.mean()


def order_of(tap: Tap) -> float:
    """How far the right finds stand above the wrong ones: where they do not, a cut is right by chance only."""
    best = float(tap.right[: tap.truth].sum()) / tap.truth
    return float(np.clip((best - 0.4) / 0.5, 0.1, 1))


def fit_net(taps: list[Tap]) -> SmallNet:
    pairs = [(tap, target(tap)) for tap in taps if len(tap.finds)]
    usable = [(tap, worth) for tap, worth in pairs if worth is not None]
    groups = [(cut_features(tap.finds), worth) for tap, worth in usable]
    taps = [tap for tap, _ in usable]
    weights = weights_of(taps) * np.array([order_of(tap) for tap in taps])
    return SmallNet.mean([learn_choice(groups, weights, hidden=8, epochs=40, decay=0.3, seed=seed, used=USED)
                          for seed in range(NETS)])


def fit_probability(taps: list[Tap], weights: list[np.ndarray]) -> tuple[float, float]:
    """Slope and shift in the logit that make the probabilities come true (Platt, 1999)."""
    raw = np.concatenate([raw_probabilities(tap.finds, w) for tap, w in zip(taps, weights)])
    right = np.concatenate([tap.right for tap in taps]).astype(float)
    share = np.concatenate([np.full(len(tap.right), 1 / max(5, len(tap.right))) for tap in taps])
    x, slope, shift = np.log(raw / (1 - raw)), 1.0, 0.0
    for _ in range(50):  # Newton's steps
        p = 1 / (1 + np.exp(-(slope * x + shift)))
        gradient = np.array([(share * (p - right) * x).sum(), (share * (p - right)).sum()])
        curve = share * p * (1 - p)
        hessian = np.array([[(curve * x * x).sum(), (curve * x).sum()], [(curve * x).sum(), curve.sum()]])
        step = np.linalg.solve(hessian + 1e-6 * np.eye(2), gradient)
        slope, shift = slope - step[0], shift - step[1]
    return float(slope), float(shift)


def fit_range(cutter: Cutter, taps: list[Tap], weights: list[np.ndarray]) -> None:
    """The quantiles and the widening that hold the truth often enough with the narrowest ranges."""
    share, choices = weights_of(taps), []
    for tail in _TAILS:
        cutter.low, cutter.high = tail, 1 - tail
        for spread in np.arange(0, 1.01, 0.02):
            cutter.spread = float(spread)
            cuts = [cutter.decide(tap.finds, w) for tap, w in zip(taps, weights)]
            held = [cut.low <= tap.truth <= cut.high for cut, tap in zip(cuts, taps)]
            if np.average(held, weights=share) >= COVERAGE:
                # Of a photo that is clear the range should be narrow: the better quarter decides.
                width = np.quantile([(cut.high - cut.low) / max(1, cut.count) for cut in cuts], 0.25)
                choices.append((float(width), tail, float(spread)))
                break
    _, tail, cutter.spread = min(choices, default=(0.0, _TAILS[0], 1.0))
    cutter.low, cutter.high = tail, 1 - tail


def held_out_weights(taps: list[Tap]) -> tuple[list[Tap], list[np.ndarray]]:
    """The weights of the cuts of each photo, by a net that learned from the other folds."""
    fold = folds([group_of(tap) for tap in taps])
    kept, weights = [], []
    for number in range(FOLDS):
        inside = [tap for tap in taps if fold[group_of(tap)] == number and len(tap.finds)]
        if not inside:
            continue
        cutter = Cutter(fit_net([tap for tap in taps if fold[group_of(tap)] != number]))
        kept += inside
        weights += [cutter.weigh(tap.finds) for tap in inside]
    return kept, weights


def report(cutter: Cutter, taps: list[Tap], weights: list[np.ndarray]) -> str:
    lines = []
    for name, chosen in (("photos", [t.source != "scene" for t in taps]),
                         ("scenes", [t.source == "scene" for t in taps])):
        pairs = [(tap, w) for tap, w, use in zip(taps, weights, chosen) if use]
        if not pairs:
            continue
        cuts = [cutter.decide(tap.finds, w) for tap, w in pairs]
        error = np.array([abs(cut.count - tap.truth) / tap.truth for cut, (tap, _) in zip(cuts, pairs)])
        plain = np.array([abs((tap.finds.logit > 0).sum() - tap.truth) / tap.truth for tap, _ in pairs])
        best = np.array([np.abs(counts(tap.finds) - tap.truth).min() / tap.truth for tap, _ in pairs])
        held = np.mean([cut.low <= tap.truth <= cut.high for cut, (tap, _) in zip(cuts, pairs)])
        width = np.median([(cut.high - cut.low) / max(1, cut.count) for cut in cuts])
        for what, e in (("score > 0.5", plain), ("learned cut", error), ("best cut", best)):
            lines.append(f"{len(pairs)} {name}, {what}: within 5 % {np.mean(e <= .05):.3f}, "
                         f"10 % {np.mean(e <= .1):.3f}, mean error {np.minimum(e, 3).mean():.3f}")
        lines.append(f"  in range {held:.3f}, width (median) {width:.2f} of the count")
    return "\n".join(lines)


def reliability(cutter: Cutter, taps: list[Tap], weights: list[np.ndarray]) -> str:
    """How often finds of each probability are right."""
    p = np.concatenate([cutter.probabilities(tap.finds, w) for tap, w in zip(taps, weights)])
    right = np.concatenate([tap.right for tap in taps])
    bins = np.minimum((p * 5).astype(int), 4)
    rows = [f"{p[bins == b].mean():.2f} → {right[bins == b].mean():.2f} ({(bins == b).sum()})"
            for b in range(5) if (bins == b).any()]
    return "probability said → right (finds): " + ", ".join(rows)


def main():
    parser = command.parser(__doc__, out="file of the net")
    parser.add_argument("--taps", type=Path, nargs="+", required=True)
    options = parser.parse_args()
    taps = [tap for file in options.taps for tap in pickle.loads(file.read_bytes())]
    kept, weights = held_out_weights(taps)
    cutter = Cutter(fit_net(taps))
    cutter.slope, cutter.shift = fit_probability(kept, weights)
    fit_range(cutter, kept, weights)
    print(report(cutter, kept, weights))
    print(reliability(cutter, kept, weights))
    save(options.out, cutter.as_numbers())


if __name__ == "__main__":
    main()
