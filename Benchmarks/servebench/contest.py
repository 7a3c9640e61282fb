"""Two programs, queried for the same in turns."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from benchkit.tables import table

from .wrk import Load, spell


@dataclass
class Rival:
    name: str
    url: str
    pid: int


def contest(rivals: list[Rival], rounds: int, seconds: int, headers: dict[str, str]) -> dict[str, list[Load]]:
    """The program that goes first changes from round to round; a first round is warm-up and not counted."""
    loads: dict[str, list[Load]] = {rival.name: [] for rival in rivals}
    for turn in range(rounds + 1):
        order = rivals if turn % 2 else rivals[::-1]
        for rival in order:
            load = spell(rival.url, rival.pid, 1 if turn == 0 else seconds, 32, headers)
            if turn:
                loads[rival.name].append(load)
    return loads


def _median(loads: list[Load], value: Callable[[Load], float]) -> float:
    return statistics.median(value(load) for load in loads)


def report(results: dict[str, dict[str, list[Load]]]) -> str:
    """Rows for each task: `espy` and its rival, medians of the rounds, and the ratio of the medians."""
    rows = []
    for task, loads in results.items():
        own = loads["espy"]
        for name, other in loads.items():
            ratio = "" if name == "espy" else f"{_median(own, lambda l: l.per_second) / _median(other, lambda l: l.per_second):.2f}"
            cost = "" if name == "espy" else f"{_median(own, lambda l: l.processor_us) / _median(other, lambda l: l.processor_us):.2f}"
            rows.append([
                task, name, f"{_median(other, lambda l: l.per_second):.0f}", ratio,
                f"{_median(other, lambda l: l.median_ms):.2f}", f"{_median(other, lambda l: l.p99_ms):.2f}",
                f"{_median(other, lambda l: l.processor_us):.1f}", cost, str(sum(load.failures for load in other))])
    head = ["task", "program", "requests/s", "espy/it", "p50 ms", "p99 ms", "CPU µs/request", "espy/it", "failures"]
    return table(head, rows)
