import random
import unittest

from countbench.marks import hits
from countbench.photos import Thing


def brute_force(marks, things) -> int:
    """The largest number of pairs, by trying every choice."""
    if not marks:
        return 0
    best = brute_force(marks[1:], things)
    for index, thing in enumerate(things):
        if hits(marks[:1], [thing]):
            best = max(best, 1 + brute_force(marks[1:], things[:index] + things[index + 1 :]))
    return best


class MarksTests(unittest.TestCase):
    def test_reaches_half_the_size_and_no_further(self):
        thing = Thing(100, 100, 20)
        self.assertEqual(hits([(110, 100)], [thing]), 1)
        self.assertEqual(hits([(110.01, 100)], [thing]), 0)
        self.assertEqual(hits([(107.1, 107.1)], [thing]), 0)

    def test_counts_a_thing_once(self):
        self.assertEqual(hits([(0, 0), (1, 0), (0, 1)], [Thing(0, 0, 10)]), 1)

    def test_counts_a_mark_once(self):
        self.assertEqual(hits([(5, 0)], [Thing(0, 0, 20), Thing(10, 0, 20)]), 1)

    def test_gives_way_to_a_mark_with_no_other_choice(self):
        # The first mark is nearest to the only thing in reach of the second.
        things = [Thing(0, 0, 10), Thing(8, 0, 10)]
        self.assertEqual(hits([(3.9, 0), (-4, 0)], things), 2)
        self.assertEqual(hits([(-4, 0), (3.9, 0)], things), 2)

    def test_moves_a_whole_chain(self):
        things = [Thing(10 * place, 0, 12) for place in range(300)]
        marks = [(10 * place + 4.9, 0) for place in range(299)] + [(-5, 0)]
        self.assertEqual(hits(marks, things), 300)

    def test_agrees_with_brute_force(self):
        chance = random.Random(7)
        for _ in range(100):
            things = [Thing(chance.random(), chance.random(), 0.6) for _ in range(chance.randint(0, 5))]
            marks = [(chance.random(), chance.random()) for _ in range(chance.randint(0, 5))]
            self.assertEqual(hits(marks, things), brute_force(marks, things))

    def test_finds_nothing_in_nothing(self):
        self.assertEqual(hits([], [Thing(0, 0, 1)]), 0)
        self.assertEqual(hits([(0, 0)], []), 0)


if __name__ == "__main__":
    unittest.main()
