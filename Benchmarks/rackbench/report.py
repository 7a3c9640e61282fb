"""Tables in Markdown."""

from benchkit.tables import table

from .pictures import Picture
from .run import Outcomes


def _sets(pictures: list[Picture]) -> dict[str, list[Picture]]:
    sets: dict[str, list[Picture]] = {}
    for picture in pictures:
        sets.setdefault(picture.set_name, []).append(picture)
    return sets


def hits(pictures: list[Picture], outcomes: Outcomes, names: list[str]) -> str:
    """Codes read for each set and reader, followed by wrong values after a `!`."""
    rows = []
    for name, members in [*_sets(pictures).items(), ("all", pictures)]:
        row = [name, str(len(members)), str(sum(member.truth.total() for member in members))]
        for reader in names:
            found = [outcomes[member.name, reader] for member in members]
            wrong = sum(len(outcome.wrong) for outcome in found)
            row.append(f"{sum(outcome.hits for outcome in found)}" + (f" !{wrong}" if wrong else ""))
        rows.append(row)
    return table(["set", "pictures", "codes", *names], rows)


def times(pictures: list[Picture], outcomes: Outcomes, names: list[str], what: str, pick: str) -> str:
    """Milliseconds summed over the pictures of a set, and Espy's time as a multiple of the peer's."""
    peers = [name for name in names if name != "espy"] if "espy" in names else []
    rows = []
    for set_name, members in _sets(pictures).items():
        spent = {name: sum(outcomes[member.name, name].time(what, pick) for member in members) for name in names}
        ratios = [f"{spent['espy'] / max(spent[peer], 1e-9):.2f}" for peer in peers]
        rows.append([set_name, *[f"{spent[name]:.1f}" for name in names], *ratios])
    return table(["set", *[f"{name} ms" for name in names], *[f"espy/{peer}" for peer in peers]], rows)


def notes(pictures: list[Picture], outcomes: Outcomes, names: list[str]) -> str:
    lines = [
        f"- {reader} on `{picture.name}`: {note}"
        for reader in names
        for picture in pictures
        for note in sorted(outcomes[picture.name, reader].notes)
    ]
    return "\n".join(lines)


def shown(values: list[bytes]) -> str:
    texts = [ascii(value.decode("latin-1"))[1:-1] for value in values]
    return ", ".join(f"`{text[:40]}`" for text in texts)


def wrong_values(pictures: list[Picture], outcomes: Outcomes, names: list[str]) -> str:
    lines = [
        f"- {reader} on `{picture.name}`: {shown(outcomes[picture.name, reader].wrong)}"
        for reader in names
        for picture in pictures
        if outcomes[picture.name, reader].wrong
    ]
    return "\n".join(lines) or "None."


def missed_values(pictures: list[Picture], outcomes: Outcomes, names: list[str]) -> str:
    """The codes that each reader missed, picture by picture, for improving the reader."""
    lines = []
    for picture in pictures:
        missing = {name: outcomes[picture.name, name].missed for name in names}
        if any(missing.values()):
            lines.append(f"- `{picture.name}` ({picture.truth.total()} codes)")
            lines += [f"  - {name}: {shown(values) or 'none'}" for name, values in missing.items()]
    return "\n".join(lines) or "None."
