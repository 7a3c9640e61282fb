#!/usr/bin/env python3
"""Writes models/imagenet.labels.json: of each of the 1,000 kinds of ImageNet its name and the tags that are true of it.

    apt-get install wordnet-base && python3 -m training.imagenet.labels

What a thing is comes from WordNet 3.0, which ones of the sets above it are worth a tag from kinds.py."""

import argparse
import json
from pathlib import Path

from training.imagenet.kinds import CATEGORIES, NAMES, NOT, TAGS
from training.imagenet.wordnet import FOLDER, Nouns

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent.parent / "models" / "imagenet.labels.json"
SOURCE = ("The 1,000 kinds of ILSVRC 2012. Names and what is a kind of what: WordNet 3.0 Copyright 2006 by Princeton "
          "University. All rights reserved. Its license stands in imagenet.labels.md.")


class Kinds:
    """The sets of WordNet that kinds of ImageNet belong to, found by their words."""

    def __init__(self, nouns, places):
        self.nouns = nouns
        self.closures = [nouns.closure(place) for place in places]
        self.places = places
        self.known = dict.fromkeys(place for closure in self.closures for place in closure)

    def find(self, text, among=None):
        among = self.known if among is None else among
        found = [place for place in among if text in self.nouns.words[place] or text == place]
        if len(found) > 1:
            found = [place for place in found if self.nouns.words[place][0] == text]
        if len(found) != 1:
            raise ValueError(f"“{text}” is {len(found)} sets of WordNet: {' '.join(found)}")
        return found[0]


def items(text):
    return [item.strip() for item in text.split(",") if item.strip()]


class Tags:
    def __init__(self, kinds):
        self.category, self.wider, self.sets = {}, {}, {}
        for category, lines in TAGS.items():
            for line in lines.strip().splitlines():
                head, sets = line.split(":")
                tag, _, wider = (part.strip() for part in head.partition("<"))
                self.category[tag] = category
                self.wider.setdefault(tag, []).extend(items(wider))
                self.sets.setdefault(tag, set()).update(kinds.find(text) for text in items(sets))
        self.without = {tag: {kinds.find(text, kinds.places) for text in items(texts)} for tag, texts in NOT.items()}
        missing = {wider for all in self.wider.values() for wider in all} - set(self.category)
        if missing:
            raise ValueError(f"wider tags that are none: {missing}")

    def above(self, tag):
        """All wider tags."""
        found = []
        for wider in self.wider[tag]:
            found += [wider] + self.above(wider)
        return list(dict.fromkeys(found))

    def of(self, closure):
        """Tags of a kind, narrow ones first. One that a kind does not get brings no wider ones either."""
        own = [tag for tag, sets in self.sets.items()
               if not sets.isdisjoint(closure) and closure[0] not in self.without.get(tag, ())]
        all = dict.fromkeys(tag for tag in own for tag in [tag] + self.above(tag))
        return sorted(all, key=lambda tag: (-len(self.above(tag)), tag))


def labels(nouns, places):
    kinds = Kinds(nouns, places)
    tags = Tags(kinds)
    names = {}
    for item in NAMES.replace("\n", ";").split(";"):
        if item.strip():
            place, name = (part.strip() for part in item.split(": "))
            names[kinds.find(place, places)] = name
    listed = {kinds.find(word, places): category for category, words in CATEGORIES.items() for word in items(words)}
    rows = []
    for place, closure in zip(places, kinds.closures):
        name = names.get(place, nouns.words[place][0].lower())
        parents = [tag for tag in tags.of(closure) if tag != name]
        usual = tags.category[parents[0]] if parents else "objects"
        category = listed.get(place) or tags.category.get(name, usual)
        rows.append({"id": f"n{place}", "name": name, "category": category, "parents": parents})
    return {tag: tags.category[tag] for tag in sorted({tag for row in rows for tag in row["parents"]})}, rows


def check(rows):
    names = [row["name"] for row in rows]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"named twice: {twice}")
    odd = [name for name in names if name != name.lower() or not name.isascii() or len(name) > 64]
    if odd:
        raise ValueError(f"no names of tags: {odd}")


def text(nouns, places):
    wider, rows = labels(nouns, places)
    check(rows)
    lines = ",\n".join("    " + json.dumps(row) for row in rows)
    return (f'{{"schema": 1, "source": {json.dumps(SOURCE)},\n"embedding": 0, "wider": {json.dumps(wider)},\n'
            f'"tags": [\n{lines}\n]}}\n')


def classes():
    return [name[1:] for name in (HERE / "classes.txt").read_text().split()]


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wordnet", default=FOLDER, help="folder of data.noun (%(default)s)")
    options.add_argument("--output", default=TARGET, type=Path)
    chosen = options.parse_args()
    chosen.output.write_text(text(Nouns(chosen.wordnet), classes()), encoding="utf-8")


if __name__ == "__main__":
    main()
