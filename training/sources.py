"""Writes what the models were trained on into their cards: `python -m training.sources --data DATA`.

Both models are trained on the same photos and scenes, so both cards get the same two tables, between two markers.
With `--check` nothing is written, and a card that is out of date is an error.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from .common import cards
from .common.photos import HELD_OUT, read_lines

CARDS = [cards.MODELS / "espy-detector.md", cards.MODELS / "espy-embedder.md"]
TEXTURES = {"surface": "surface", "photo": "empty part of a photo", "dtd": "pattern", "bg": "empty background"}


@dataclass(frozen=True, order=True)
class Source:
    key: str
    repository: str
    licence: str
    licence_class: str


def grouped(entries: list[dict], key: str) -> dict[Source, list[dict]]:
    """The entries of each source; one that names two licences is two sources, so that nothing is hidden."""
    groups = {}
    for entry in entries:
        source = Source(entry[key], entry["source"], cards.shorter(entry["licence"]), entry["licence_class"])
        groups.setdefault(source, []).append(entry)
    return dict(sorted(groups.items()))


def photo_rows(entries: list[dict]) -> list[list[str]]:
    rows = []
    for source, photos in grouped(entries, "source_key").items():
        used = [photo for photo in photos if photo["split"] == "train"]
        trained = ["held out", "–"] if source.key in HELD_OUT else [str(len(used)), boxes(used)]
        rows.append([source.key, source.repository, source.licence, source.licence_class, str(len(photos)), *trained])
    return rows


def boxes(photos: list[dict]) -> str:
    return f"{sum(len(photo['boxes']) for photo in photos):,}"


def texture_rows(entries: list[dict]) -> list[list[str]]:
    rows = []
    for source, pictures in grouped(entries, "kind").items():
        used = sum(picture["split"] == "train" for picture in pictures)
        kind = TEXTURES.get(source.key, source.key)
        rows.append([kind, source.repository, source.licence, source.licence_class, str(len(pictures)), str(used)])
    return rows


def summary(photos: list[dict], textures: list[dict]) -> str:
    seen = [photo for photo in photos if photo["source_key"] not in HELD_OUT]
    used = [photo for photo in seen if photo["split"] == "train"]
    classes = Counter(photo["licence_class"] for photo in used)
    counts = ", ".join(f"{count:,} {name}" for name, count in classes.most_common())
    return (
        f"{len(photos):,} photos with {boxes(photos)} boxed things from {len({p['source'] for p in photos})} "
        f"repositories.\nTrained on: {len(used):,} photos with {boxes(used)} things ({counts}).\n"
        f"Not trained on: {len(photos) - len(seen):,} photos of the {len(HELD_OUT)} held-out sources, and "
        f"{len(seen) - len(used):,} of the others, for choosing and testing.\n"
        f"Surfaces and patterns without things: {len(textures):,}, of which "
        f"{sum(t['split'] == 'train' for t in textures):,} are used.")


def table(texts: list[str], numbers: list[str], rows: list[list[str]]) -> str:
    """Not aligned: the names of repositories are long, and one new photo would change every line."""
    rule = "|" + "---|" * len(texts) + "---:|" * len(numbers)
    return "\n".join(["| " + " | ".join([*texts, *numbers]) + " |", rule,
                      *("| " + " | ".join(row) + " |" for row in rows)])


def text(data: Path) -> str:
    """Summary, table of the photos, table of the textures."""
    photos, textures = read_lines(data / "detect" / "detect.jsonl"), read_lines(data / "textures" / "textures.jsonl")
    columns = ["repository", "license as found", "class"]
    return "\n\n".join([
        summary(photos, textures),
        table(["source", *columns], ["photos", "trained on", "things in these"], photo_rows(photos)),
        table(["textures", *columns], ["pictures", "used"], texture_rows(textures))])


def main(arguments: list[str] | None = None) -> None:
    cards.run("training/sources.py", CARDS, text, __doc__, arguments)


if __name__ == "__main__":
    main()
