import unittest

import numpy

from training.spines import choice
from training.spines.candidates import Band, overlaps


def band(pairs, x, spines, optional=()):
    left, right = (numpy.array(column) for column in zip(*pairs))
    x = numpy.array(x, float)
    return Band(
        "x", x, left, right, numpy.zeros((len(pairs), 0)), x[left], x[right], numpy.array(spines, float).reshape(-1, 2),
        numpy.array(optional, float).reshape(-1, 2),
    )


class ChoiceTests(unittest.TestCase):
    def test_two_books_beat_one_when_their_scores_are_larger_together(self):
        shelf = band([(0, 1), (1, 2), (0, 2)], [0, 10, 20], [(0, 10), (10, 20)])
        self.assertEqual(sorted(choice.best(shelf, numpy.array([1.0, 1.0, 2.0]))), [0, 1])
        self.assertEqual(choice.best(shelf, numpy.array([1.0, 1.0, 9.0])), [2])

    def test_hopeless_ones_are_never_taken(self):
        shelf = band([(0, 1)], [0, 10], [(0, 10)])
        self.assertEqual(choice.best(shelf, numpy.array([choice.LEAST])), [])

    def test_outcome(self):
        shelf = band([(0, 1), (1, 2), (2, 3)], [0, 10, 20, 30], [(0, 9)], [(20, 31)])
        self.assertEqual(list(choice.outcome(shelf, [0, 1, 2])), [1, 1, 1])

    def test_overlaps(self):
        found = overlaps(numpy.array([0.0]), numpy.array([10.0]), numpy.array([[0.0, 10], [5, 15]]))
        numpy.testing.assert_allclose(found, [[1, 1 / 3]])


if __name__ == "__main__":
    unittest.main()
