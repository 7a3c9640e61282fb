"""Writes fixtures/statistics.csv and fixtures/bootstrap.csv: other libraries' results for paired comparisons.

    pip install -r requirements.txt
    python make-statistics.py

McNemar's tests are those of statsmodels. Newcombe's interval (method 10) is computed here from statsmodels' Wilson
intervals. The bootstrap draws frames with the generator of cases.py and takes NumPy's quantiles.
"""

import math
import pathlib

import numpy as np
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

from cases import SplitMix64

FOLDER = pathlib.Path(__file__).parent / "fixtures"


def newcombe(both, first, second, neither):
    count = both + first + second + neither
    p, q = (both + first) / count, (both + second) / count
    low1, high1 = proportion_confint(both + first, count, method="wilson")
    low2, high2 = proportion_confint(both + second, count, method="wilson")
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    cross = both * neither - first * second
    if cross > 0:
        cross = max(cross - count / 2, 0)
    phi = cross / math.sqrt(margins) if margins > 0 else 0
    below, above = p - low1, high2 - q
    low = p - q - math.sqrt(max(0, below**2 - 2 * phi * below * above + above**2))
    below, above = high1 - p, q - low2
    high = p - q + math.sqrt(max(0, below**2 - 2 * phi * below * above + above**2))
    return p - q, low, high


def statistics():
    random = SplitMix64(5_000_000)
    rows = []
    for index in range(300):
        scale = [3, 12, 60, 400][index % 4]
        table = [random.below(scale * 5), random.below(scale), random.below(scale), random.below(scale)]
        if sum(table) == 0 or table[1] + table[2] == 0:
            continue
        square = [[table[0], table[1]], [table[2], table[3]]]
        exact = mcnemar(square, exact=True).pvalue
        corrected = mcnemar(square, exact=False, correction=True).pvalue
        rows.append([*table, exact, corrected, *newcombe(*table)])
    return rows


def frames(random):
    """For each frame: true spines, those found by both, by the first, by the second, and the total found by each."""
    rows = []
    for _ in range(2 + random.below(12)):
        truth = [(random.below(4) > 0, random.below(5) > 0) for _ in range(random.below(25))]
        first, second = sum(a for a, _ in truth), sum(b for _, b in truth)
        rows.append((truth, first, second, first + random.below(6), second + random.below(3)))
    return rows


def differences(rows):
    truth = sum(len(row[0]) for row in rows)
    found1, found2 = sum(row[3] for row in rows), sum(row[4] for row in rows)
    right1, right2 = sum(row[1] for row in rows), sum(row[2] for row in rows)
    recall = (right2 - right1) / truth if truth else None
    precision = right2 / found2 - right1 / found1 if found1 and found2 else None
    return recall, precision


def bootstrap():
    lines = []
    for index in range(20):
        rows = frames(SplitMix64(6_000_000 + index))
        random = SplitMix64(index)
        drawn = [[random.below(len(rows)) for _ in rows] for _ in range(500)]
        values = [differences([rows[place] for place in places]) for places in drawn]
        line = []
        for kind in range(2):
            whole = differences(rows)[kind]
            known = [value[kind] for value in values if value[kind] is not None]
            line += [whole, *np.quantile(known, [0.025, 0.975])]
        lines.append(line)
    return lines


def write(name, rows):
    text = "".join(",".join(repr(float(value)) for value in row) + "\n" for row in rows)
    (FOLDER / name).write_text(text)


if __name__ == "__main__":
    write("statistics.csv", statistics())
    write("bootstrap.csv", bootstrap())
