import unittest

from shelfbench.films import Followed, chance


class FilmTests(unittest.TestCase):
    def test_chance_of_differences(self):
        # Of 32 ways to swap the results of five films, two are as far from 0.
        self.assertEqual(chance([1, 2, 1, 3, 1]), 2 / 32)
        self.assertEqual(chance([1, -1]), 1)
        self.assertLess(chance([0.1] * 20), 0.001)

    def test_outlines_are_counted_and_waits_begin_in_sight(self):
        film = Followed("film")
        film.add({"shown": [], "visible": [5], "ms": 10})
        film.add({"shown": [[1, -1]], "visible": [5], "ms": 11})
        film.add({"shown": [[1, -1], [2, 5]], "visible": [5, 6], "ms": 12})
        film.add({"shown": [[2, 5], [3, 6]], "visible": [5, 6], "ms": 13})
        self.assertEqual((film.frames, film.shown), (4, 5))
        self.assertAlmostEqual(film.precision, 3 / 5)
        self.assertAlmostEqual(film.recall, 3 / 6)
        self.assertEqual([round(30 * wait) for wait in film.waits], [2, 1])
