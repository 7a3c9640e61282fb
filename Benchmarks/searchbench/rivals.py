"""The usual ways: all words of a photo in one full-text table, and all embeddings in one matrix."""

import random
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy

LIMIT = 100


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


class FullText:
    """SQLite's FTS5 over words and tags, newest photos first, as a gallery is shown; and the number of matches."""

    def __init__(self, gallery: Path) -> None:
        self.base = sqlite3.connect("file::memory:", uri=True)
        self.base.execute("ATTACH ? AS gallery", (f"file:{gallery}?mode=ro",))
        self.base.execute("CREATE VIRTUAL TABLE words USING fts5 (text, content = '')")
        # Photos are numbered by time, so that the order of the table is the order of the gallery.
        self.base.execute(
            """
            INSERT INTO words (rowid, text)
            SELECT row_number() OVER (ORDER BY taken, id),
                w.name || ' ' || w.folder || ' ' || w.title || ' ' || w.camera || ' '
                || coalesce((SELECT group_concat(replace(tags.name, ' ', '_'), ' ') FROM gallery.photo_tags
                    JOIN gallery.tags ON tags.id = tag WHERE photo = photos.id), '')
            FROM gallery.photos JOIN gallery.photo_words AS w ON w.rowid = photos.id
            """
        )
        self.base.execute("INSERT INTO words (words) VALUES ('optimize')")

    def search(self, match: str) -> float:
        def work() -> None:
            self.base.execute(
                "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?", (match, LIMIT)
            ).fetchall()
            self.base.execute("SELECT count(*) FROM words WHERE words MATCH ?", (match,)).fetchone()

        return timed(work)

    def times(self, queries: Iterable[str]) -> list[float]:
        return [self.search(query) for query in queries]


class BruteForce:
    """NumPy: every embedding times the wanted one, and the hundred largest products."""

    def __init__(self, gallery: Path) -> None:
        base = sqlite3.connect(f"file:{gallery}?mode=ro", uri=True)
        rows = [row[0] for row in base.execute("SELECT vector FROM embeddings ORDER BY photo")]
        self.vectors = numpy.frombuffer(b"".join(rows), dtype="<f4").reshape(len(rows), -1)

    def times(self, count: int) -> list[float]:
        chooser = random.Random(1)

        def work() -> None:
            cosines = self.vectors @ self.vectors[chooser.randrange(len(self.vectors))]
            best = numpy.argpartition(-cosines, LIMIT)[:LIMIT]
            best[numpy.argsort(-cosines[best])].tolist()

        return [timed(work) for _ in range(count)]
