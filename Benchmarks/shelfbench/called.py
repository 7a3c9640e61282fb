"""Whether a spine that counts as read has the title of a book in its photo.

It has if 60% of the words of a title were read on it, or of its main part before a colon, or, for titles without spaces
and words that were read without them, 80% of the letters in order. A photo may have books with unknown titles: a
reading without any word of a known title is not judged there.
"""

import difflib
import re
from dataclasses import dataclass

from .words import hits, tokens

#: How sure a reading has to be to be called read.
SURE = 0.7
SHARE = 0.6
LETTERS = 0.8


@dataclass
class Called:
    #: Spines that are called read, and how many of them have a title of their photo.
    read: int = 0
    right: int = 0
    #: Spines that are called doubtful, and how many of them have one all the same.
    doubtful: int = 0
    doubtful_right: int = 0
    #: Called read, where nobody knows the title.
    unknown: int = 0

    def __add__(self, other: "Called") -> "Called":
        return Called(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def spelled(text: str) -> str:
    """All letters and digits in lower case, including one-letter words."""
    return re.sub(r"[\W_]", "", text.lower())


def likeness(title: str, text: str) -> float:
    """The fraction of the title's letters in the text, in runs of at least three."""
    wanted, read = spelled(title), spelled(text)
    if len(wanted) < 6:
        return 0
    blocks = difflib.SequenceMatcher(None, wanted, read, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks if block.size >= 3) / len(wanted)


def share(title: str, text: str) -> float:
    words = tokens(title)
    return sum(hits(words, tokens(text))) / len(words) if words else 0


def judge(titles: list[str | None], spines: list[dict]) -> Called:
    """- titles: those of the books in a photo; None for an unknown one."""
    known = [title for title in titles if title]
    parts = known + [main for title in known if (main := re.split(r"\s*[:;(]", title)[0]) != title]
    called = Called()
    for spine in spines:
        reading = spine.get("reading", {})
        text = reading.get("text", "")
        if not text:
            continue
        is_read = reading["confidence"] >= SURE
        best = max(share(part, text) for part in parts)
        is_right = best >= SHARE or max(likeness(part, text) for part in parts) >= LETTERS
        if not is_right and best == 0 and None in titles:
            called.unknown += is_read
        elif is_read:
            called.read += 1
            called.right += is_right
        else:
            called.doubtful += 1
            called.doubtful_right += is_right
    return called
