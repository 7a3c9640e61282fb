"""Runs all readers over all pictures, taking turns."""

import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .pictures import Picture, score


@dataclass
class Outcome:
    """One reader's results for one picture in all rounds."""

    hits: int = 0
    missed: list[bytes] = field(default_factory=list)
    wrong: list[bytes] = field(default_factory=list)
    notes: set[str] = field(default_factory=set)
    load: list[float] = field(default_factory=list)
    decode: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    @property
    def both(self) -> list[float]:
        """From the file to the values."""
        return [load + decode for load, decode in zip(self.load, self.decode)]

    def time(self, what: str, pick: str) -> float:
        """`what` is `load`, `decode`, `both` or `processor`; `pick` is `min` or `median` over the rounds."""
        return (min if pick == "min" else statistics.median)(getattr(self, what))


Outcomes = dict[tuple[str, str], Outcome]


def run(pictures: list[Picture], readers: list, rounds: int) -> Outcomes:
    """Every round queries every reader once about a picture before the next round starts.

    A slow phase of the machine then hits all readers alike. The first reader of a round changes from round to round.
    Values are those of the first round.
    """
    outcomes: Outcomes = {}
    for number, picture in enumerate(pictures, 1):
        if sys.stderr.isatty():
            print(f"\r{number}/{len(pictures)} {picture.name[:70]:70}", end="", file=sys.stderr, flush=True)
        for index in range(rounds):
            turn = index % len(readers)
            for reader in readers[turn:] + readers[:turn]:
                if index < reader.rounds:
                    _ask(reader, picture, outcomes)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return outcomes


def _ask(reader, picture: Picture, outcomes: Outcomes) -> None:
    reading = reader.read(Path(picture.path))
    known = outcomes.get((picture.name, reader.name))
    if known is None:
        hits, missed, wrong = score(picture, reading.values)
        known = outcomes[picture.name, reader.name] = Outcome(hits, missed, wrong)
    if reading.note:
        known.notes.add(reading.note)
    known.load.append(reading.load)
    known.decode.append(reading.decode)
    known.processor.append(reading.processor)
