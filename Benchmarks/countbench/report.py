"""The tables of `make eval-count`: aligned Markdown, readable as it is."""

import statistics
from dataclasses import asdict

from benchkit.tables import table

from .answers import Way
from .scores import Score, summary
from .taps import Tapped

#: Key in the JSON file that says how to read it. Keys may be added under the same number.
SCHEMA = 1


def ways(known: list[Way], outcomes: dict[str, dict[str, list[Score]]]) -> str:
    """The meaning of the columns."""
    used = {name for by_way in outcomes.values() for name in by_way}
    return "\n".join(
        f"- **{way.name}**: {way.about} (`{' '.join(['espy count', *way.flags])}`)" for way in known if way.name in used
    )


def all(outcomes: dict[str, dict[str, list[Score]]]) -> str:
    parts = []
    for set_name, by_way in outcomes.items():
        photos = len(next(iter(by_way.values())))
        parts += [f"Set {set_name} ({photos} {'photo' if photos == 1 else 'photos'}):", summaries(by_way)]
        parts += ["Photo by photo:", each(by_way)]
        if failed := failures(by_way):
            parts += ["Not counted:", failed]
    return "\n\n".join(parts)


def summaries(by_way: dict[str, list[Score]]) -> str:
    """One line for each way of counting."""
    head = ["", "mean error", "exact", "within 5%", "within 10%", "in range"]
    head += ["F1 pooled", "F1 mean", "recall", "precision"]
    rows = []
    for name, scores in by_way.items():
        total = summary(scores)
        shares = [total.exact, total.within_5, total.within_10, total.in_range]
        marks = [total.f1_pooled, total.f1_mean, total.recall_mean, total.precision_mean]
        rows.append([name, f"{total.mean_absolute_error:.1f}", *map(percent, shares), *map(hundredths, marks)])
    return table(head, rows)


def each(by_way: dict[str, list[Score]]) -> str:
    """One line for each photo: truth, then count, error, range, recall and precision for each way of counting."""
    head = ["photo", "truth"]
    for name in by_way:
        head += [name, "error", "range", "recall", "precision"]
    rows = []
    for scores in zip(*by_way.values()):
        row = [scores[0].name.split("/", 1)[1], str(scores[0].truth)]
        for score in scores:
            row += [str(score.count), f"{score.error:+d}" if score.error else "0", f"{score.low}…{score.high}"]
            row += [hundredths(score.recall), hundredths(score.precision)]
        rows.append(row)
    return table(head, rows)


def taps(by_set: dict[str, dict[str, list[Tapped]]]) -> str:
    """One line for each set and pipeline: directly, and after one tap."""
    head = ["set", "", "photos", "within 5%", "10%", "±1", "mean error", "F1", "in range"]
    head += ["after one tap: 5%", "10%", "an example: 5%", "10%", "CPU s", "of a tap"]
    rows = []
    for set_name, by_way in by_set.items():
        for way, tapped in by_way.items():
            rows.append([set_name, way, str(len(tapped)), *_at_once(tapped), *_after(tapped)])
    return table(head, rows)


def _at_once(tapped: list[Tapped]) -> list[str]:
    scores = [one.at_once for one in tapped]
    total = summary(scores)
    near = statistics.fmean(abs(score.error) <= 1 and not score.failure for score in scores)
    error = statistics.fmean(abs(score.error) / max(score.truth, 1) for score in scores)
    return [
        percent(total.within_5), percent(total.within_10), percent(near), percent(error), hundredths(total.f1_mean),
        percent(total.in_range),
    ]


def _after(tapped: list[Tapped]) -> list[str]:
    shown = [score for one in tapped for score in one.shown]
    share = lambda part: percent(statistics.fmean(one.within(part) for one in tapped))  # noqa: E731
    alone = lambda part: percent(statistics.fmean(s.within(part) for s in shown)) if shown else ""  # noqa: E731
    first = [one.cpu[0] / 1000 for one in tapped if one.cpu]
    later = [value / 1000 for one in tapped for value in one.cpu[1:]]
    seconds = [f"{statistics.fmean(times):.2f}" if times else "" for times in (first, later)]
    return [share(0.05), share(0.1), alone(0.05), alone(0.1), *seconds]


def failures(by_way: dict[str, list[Score]]) -> str:
    lines = [
        f"- {way}, {score.name}: {score.failure}"
        for way, scores in by_way.items()
        for score in scores
        if score.failure
    ]
    return "\n".join(lines)


def percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"


def hundredths(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def plain(outcomes: dict[str, dict[str, list[Score]]]) -> dict:
    """For the JSON file."""
    sets = {
        set_name: {
            way: {"summary": asdict(summary(scores)), "photos": [score.plain() for score in scores]}
            for way, scores in by_way.items()
        }
        for set_name, by_way in outcomes.items()
    }
    return {"schema": SCHEMA, "sets": sets}
