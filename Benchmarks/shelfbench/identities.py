"""How well numbers stay on books, as in tracking benchmarks."""

from dataclasses import dataclass, field


@dataclass
class Identities:
    """Counts over all frames so far."""

    #: Books that are in sight, summed over frames, and those of them that an outline was on.
    chances: int = 0
    hits: int = 0
    #: Outlines that are on no book.
    stray: int = 0
    #: A book has another number than when it was last found.
    switches: int = 0
    #: A book is found again after it was in sight without being found.
    gaps: int = 0
    _numbers: dict[int, int] = field(default_factory=dict)
    _states: dict[int, bool] = field(default_factory=dict)

    def add(self, shown: list[list[int]], visible: list[int]) -> None:
        """Adds a frame: pairs of number and book (-1 for none), and the visible books."""
        number_of: dict[int, int] = {}
        for number, book in shown:
            if book >= 0:
                number_of.setdefault(book, number)
            else:
                self.stray += 1
        for book in visible:
            self.chances += 1
            if book in number_of:
                self.hits += 1
                self.switches += self._numbers.get(book, number_of[book]) != number_of[book]
                self.gaps += self._states.get(book) is False
                self._numbers[book] = number_of[book]
                self._states[book] = True
            elif self._states.get(book):
                self._states[book] = False
        # A book that has left the picture is not missed there.
        self._states = {book: state for book, state in self._states.items() if book in set(visible)}

    @property
    def books(self) -> int:
        return len(self._numbers)
