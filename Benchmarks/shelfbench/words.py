"""Which title words were read."""

import difflib
import re
import unicodedata

#: How alike a word that was read has to be.
LIKE = 0.8
#: Letters that a word has at least.
SHORTEST = 2


def tokens(text: str | None) -> list[str]:
    """Words in lower case without accents, except one-letter words."""
    plain = unicodedata.normalize("NFKD", (text or "").lower())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word for word in re.findall(r"[a-z0-9]+", letters) if len(word) >= SHORTEST]


def likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


def hits(wanted: list[str], read: list[str]) -> list[bool]:
    """Whether each wanted word was read; each word that was read counts once, identical ones first."""
    left = list(read)
    found = []
    for word in wanted:
        found.append(word in left)
        if found[-1]:
            left.remove(word)
    for index, word in enumerate(wanted):
        if found[index] or not left:
            continue
        best = max(left, key=lambda other: likeness(word, other))
        if likeness(word, best) >= LIKE:
            found[index] = True
            left.remove(best)
    return found


def whole_titles(titles: list[list[str]], found: list[bool], share: float = 0.6) -> int:
    """The number of titles of which at least this fraction of words was read."""
    count = 0
    start = 0
    for words in titles:
        part = found[start : start + len(words)]
        start += len(words)
        count += bool(words) and sum(part) >= share * len(words)
    return count
