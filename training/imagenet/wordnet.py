"""Reads the nouns of WordNet 3.0 as Debian's `wordnet-base` has them. Sets of synonyms are known by their place in the
file, eight digits, which is also how ImageNet calls its kinds: n02084071 is the dog."""

from collections import deque
from pathlib import Path

FOLDER = Path("/usr/share/wordnet")


class Nouns:
    def __init__(self, folder=FOLDER):
        self.words, self.above = {}, {}
        with open(Path(folder) / "data.noun", encoding="latin-1") as lines:
            for line in lines:
                if not line.startswith("  "):
                    self._add(line.split(" "))

    def _add(self, parts):
        """place, file, kind, count in hexadecimal, (word, number)…, count, (mark, place, kind, ends)…"""
        count = int(parts[3], 16)
        self.words[parts[0]] = [word.replace("_", " ") for word in parts[4 : 4 + 2 * count : 2]]
        links = parts[5 + 2 * count : 5 + 2 * count + 4 * int(parts[4 + 2 * count])]
        self.above[parts[0]] = [place for mark, place in zip(links[::4], links[1::4]) if mark in ("@", "@i")]

    def closure(self, place):
        """A set and all above it, nearest first."""
        found, waiting = [], deque([place])
        while waiting:
            place = waiting.popleft()
            if place not in found:
                found.append(place)
                waiting.extend(self.above[place])
        return found
