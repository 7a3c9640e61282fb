import unittest
from pathlib import Path

from shelfbench.scores import Score, along_row, overlap, quad_overlap, score
from shelfbench.truth import Row, Truth, crossing

SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]


def moved(quad, by):
    return [[x + by, y] for x, y in quad]


class OverlapTests(unittest.TestCase):
    def test_intervals(self):
        self.assertEqual(overlap((0, 10), (0, 10)), 1)
        self.assertEqual(overlap((0, 10), (5, 15)), 5 / 15)
        self.assertEqual(overlap((0, 1), (2, 3)), 0)

    def test_quads(self):
        self.assertAlmostEqual(quad_overlap(SQUARE, SQUARE), 1)
        self.assertAlmostEqual(quad_overlap(SQUARE, moved(SQUARE, 5)), 50 / 150)
        self.assertEqual(quad_overlap(SQUARE, moved(SQUARE, 20)), 0)

    def test_a_diamond_in_a_square(self):
        diamond = [[5, 0], [10, 5], [5, 10], [0, 5]]
        self.assertAlmostEqual(quad_overlap(SQUARE, diamond), 0.5)

    def test_crossing(self):
        self.assertEqual(crossing([[0, 0], [4, 0], [8, 10], [4, 10]], 5), (2, 6))
        self.assertIsNone(crossing(SQUARE, 11))


class ScoreTests(unittest.TestCase):
    def test_each_outline_finds_one_spine(self):
        found = Score("x")
        along_row(Row(5, [(0, 10), (10, 20)]), [SQUARE, moved(SQUARE, 1)], found)
        self.assertEqual((found.spines, found.hits, found.wrong), (2, 1, 1))

    def test_optional_is_neither_hit_nor_wrong(self):
        found = Score("x")
        along_row(Row(5, [(0, 10)], [(20, 30)]), [SQUARE, moved(SQUARE, 20), moved(SQUARE, 40)], found)
        self.assertEqual((found.spines, found.hits, found.wrong), (1, 1, 1))

    def test_quads_at_another_size(self):
        truth = Truth("x", Path("x.jpg"), 100, quads=[moved(SQUARE, 30)], optional_quads=[SQUARE])
        twice = [[[2 * x, 2 * y] for x, y in quad] for quad in (SQUARE, moved(SQUARE, 31), moved(SQUARE, 60))]
        found = score(truth, twice, 200, 0)
        self.assertEqual((found.spines, found.hits, found.wrong), (1, 1, 1))

    def test_an_empty_shelf_has_only_wrong_ones(self):
        found = score(Truth("x", Path("x.jpg"), 100), [SQUARE], 100, 0)
        self.assertEqual((found.recall, found.precision, found.wrong), (1, 0, 1))

    def test_a_count_alone(self):
        found = score(Truth("x", Path("x.jpg"), 1, count=3), [SQUARE], 100, 0)
        self.assertEqual((found.spines, found.found, found.count, found.wrong), (0, 1, 3, 0))


if __name__ == "__main__":
    unittest.main()
