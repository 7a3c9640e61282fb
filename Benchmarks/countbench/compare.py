"""Differences between two runs of `make eval-count`."""

from benchkit.tables import table

from .scores import Score, summary


def changes(old: dict, outcomes: dict[str, dict[str, list[Score]]]) -> str:
    """The photos with a different count than in an older run, and the totals of photos that both runs measured."""
    rows, totals = [], []
    for set_name, way, before, after in _pairs(old, outcomes):
        label = f"{set_name}, {way}"
        rows += [_row(way, was, now) for was, now in zip(before, after) if was != now]
        totals += [_total(f"{label}, before", before), _total(f"{label}, now", after)]
    head = ["photo", "way", "truth", "count", "now", "hits", "now", "wrong", "now"]
    parts = ["Changed:", table(head, rows) if rows else "Nothing."]
    if totals:
        parts += [table(["photos of both runs", "photos", "mean error", "exact", "5%", "10%", "F1"], totals)]
    return "\n\n".join(parts)


def _pairs(old: dict, outcomes: dict[str, dict[str, list[Score]]]):
    """Scores of the same photos in both runs, in the same order."""
    for set_name, by_way in outcomes.items():
        for way, scores in by_way.items():
            known = old["sets"].get(set_name, {}).get(way, {"photos": []})["photos"]
            before = {entry["name"]: Score(**entry) for entry in known}
            both = [score for score in scores if score.name in before]
            if both:
                yield set_name, way, [before[score.name] for score in both], both


def _row(way: str, was: Score, now: Score) -> list[str]:
    def wrong(score: Score) -> str:
        return "" if score.hits is None else str(score.marks - score.hits)

    def hits(score: Score) -> str:
        return "" if score.hits is None else str(score.hits)

    counts = [str(was.count), str(now.count)]
    return [now.name, way, str(now.truth), *counts, hits(was), hits(now), wrong(was), wrong(now)]


def _total(label: str, scores: list[Score]) -> list[str]:
    total = summary(scores)
    shares = [f"{share:.0%}" for share in (total.exact, total.within_5, total.within_10)]
    f1 = "" if total.f1_mean is None else f"{total.f1_mean:.3f}"
    return [label, str(total.photos), f"{total.mean_absolute_error:.2f}", *shares, f1]
